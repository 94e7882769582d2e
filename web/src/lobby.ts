// The list of open tables: asks the server for the next one, which comes when it
// has changed, and puts it in place of the old one, row by row.

import { guardTime } from "./guard";
import { poll } from "./poll";
import { commitForms } from "./secrets";

export function followLobby(): void {
  const tables = document.getElementById("open-tables");
  if (!tables) return;
  guard(tables);
  void poll(() => tables, renew);
}

/** Shows another list. Rows that stay keep their nodes, and with them a press or a focus. */
export function renew(tables: HTMLElement, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("open-tables");
  const list = tables.querySelector("ul")!;
  const rows = next?.querySelector("ul");
  if (!next || !rows) return;
  tables.dataset.tag = next.dataset.tag;
  const focused = document.activeElement;
  const before = [...list.children].map((row) => (row as HTMLElement).dataset.offer).join();
  const old = new Map([...list.children].map((row) => [(row as HTMLElement).dataset.offer, row]));
  const wanted = [...rows.children].map((row) => {
    const kept = old.get((row as HTMLElement).dataset.offer);
    return kept && kept.querySelector(".offer-what")!.textContent === row.querySelector(".offer-what")!.textContent ? kept : row;
  });
  wanted.forEach((row, i) => {
    if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
  });
  while (list.children.length > wanted.length) list.lastElementChild!.remove();
  const count = tables.querySelector("#open-count")!;
  const words = next.querySelector("#open-count")!.textContent;
  if (count.textContent !== words) count.textContent = words;
  tables.querySelector<HTMLElement>("#open-more")!.hidden = next.querySelector<HTMLElement>("#open-more")!.hidden;
  const lead = document.getElementById("lobby-lead"); // how to sit down, where there is somebody
  if (lead) lead.hidden = wanted.length === 0;
  if (before !== [...list.children].map((row) => (row as HTMLElement).dataset.offer).join()) tables.dataset.moved = String(performance.now());
  if (focused && !focused.isConnected) list.focus(); // its row has gone
  commitForms(list);
}

/** A press that began before the rows moved, or just after, was meant for another row. */
function guard(tables: HTMLElement): void {
  let began: number | null = null;
  addEventListener("pointerdown", () => (began = performance.now()), true);
  addEventListener("keydown", () => (began = null), true); // the focus stays with its row
  tables.addEventListener(
    "click",
    (e) => {
      const since = began;
      began = null;
      if (since !== null && since < Number(tables.dataset.moved ?? -Infinity) + guardTime) e.preventDefault();
    },
    true,
  );
}
