// The page with the games of this browser: lists those that the cookie has no
// room for, and writes all of them into the file that one takes along.

import { keep, read, type Mine } from "../mine";

const given = read(document.getElementById("mine")!.textContent);
const all = keep(given);
const inCookie = new Set(given.map((m) => m.id));
const lists = document.getElementById("lists")!;
const perQuestion = 100;

function roles(m: Mine): string {
  return `${m.id}.${m.first ? "f" : ""}${m.second ? "s" : ""}`;
}

/** Times in the words and the zone of whoever looks. */
function times(): void {
  for (const at of lists.querySelectorAll("time")) {
    const when = new Date(at.dateTime);
    at.textContent = when.toLocaleString(document.documentElement.lang, { day: "numeric", month: "short", year: when.getFullYear() === new Date().getFullYear() ? undefined : "numeric", hour: "2-digit", minute: "2-digit" });
  }
}

/** A table that is not in the cookie is opened by its seat link. */
function seats(): void {
  for (const li of lists.querySelectorAll<HTMLElement>("[data-id]")) {
    const m = all.find((one) => one.id === li.dataset.id);
    if (!m || inCookie.has(m.id)) continue;
    const code = [m.first && `f.${m.first}`, m.second && `s.${m.second}`].filter(Boolean).join("~");
    const link = li.querySelector<HTMLAnchorElement>("a.my-game")!;
    if (code) link.href = link.getAttribute("href")!.split("#")[0] + "#" + code;
  }
}

/** Asks for the whole list, a part at a time, and puts the parts together. */
async function fill(): Promise<void> {
  if (all.length > inCookie.size) {
    const parts: Document[] = [];
    const to = document.getElementById("export")!.getAttribute("action")!.replace("export", "list");
    for (let i = 0; i < all.length; i += perQuestion) {
      const body = new URLSearchParams({ tables: all.slice(i, i + perQuestion).map(roles).join("~") });
      const answer = await fetch(to, { method: "POST", body });
      if (!answer.ok) return; // what the server listed is there
      parts.push(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    const [first, ...rest] = parts;
    if (!first) return;
    for (const part of rest) {
      for (const list of ["running-title", "over-title"]) {
        const more = part.querySelector(`[aria-labelledby=${list}] ul`);
        const into = first.querySelector(`[aria-labelledby=${list}]`)!;
        if (!more) continue;
        const ul = into.querySelector("ul");
        if (ul) ul.append(...more.children);
        else into.querySelector("p")!.replaceWith(more);
      }
    }
    const running = first.querySelector("[aria-labelledby=running-title] ul");
    if (running) running.prepend(...running.querySelectorAll(":scope > .yours"));
    lists.replaceChildren(...first.body.children);
    document.getElementById("full")?.remove(); // this list has room
    document.getElementById("overflow")?.remove();
  }
  seats();
  times();
}

document.getElementById("export")!.addEventListener("submit", (e) => {
  e.preventDefault();
  const tables = all.map(({ at, ...seat }) => (void at, seat));
  const file = { hod: "games", version: 1, site: location.origin, tables };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
  link.download = `hod-games-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});

void fill();
