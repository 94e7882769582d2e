// Studies: which ones this browser has solved, and the board on which one is
// solved. The answers come from the server, through the script of articles.

import { ask, Hand } from "./board/hand";
import type { View } from "./gen/ashtarashki";
import { Texts } from "./texts";

const key = "studies.ashtarashki";

function solved(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : []);
  } catch {
    return new Set(); // nothing is kept, or nothing may be
  }
}

function keep(ids: Set<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...ids]));
  } catch {
    // The study is solved all the same.
  }
}

function remember(): void {
  const id = document.querySelector<HTMLElement>("[data-solved]")?.dataset.solved;
  if (id) keep(solved().add(id));
}

/** The list of studies: what is solved, and what comes next. */
function showProgress(list: HTMLElement): void {
  const bar = document.getElementById("progress")!;
  const goOn = document.getElementById("go-on") as HTMLAnchorElement;
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a[data-study]")];
  const done = solved();
  for (const link of links) {
    const is = done.has(link.dataset.study!);
    link.classList.toggle("solved", is);
    link.querySelector(".hidden")?.remove();
    if (!is) continue;
    const word = document.createElement("span");
    word.className = "hidden";
    word.textContent = ", " + bar.dataset.mark;
    link.append(word);
  }
  const count = links.filter((link) => link.classList.contains("solved")).length;
  const next = links.find((link) => !link.classList.contains("solved"));
  document.getElementById("progress-text")!.textContent = bar
    .dataset.words!.replace("{solved}", String(count))
    .replace("{all}", String(links.length));
  goOn.hidden = !next;
  if (next) goOn.href = next.href;
  bar.hidden = count === 0;
}

/** Whoever listens to the page hears it here; the script of articles made the place. */
function say(words: string): void {
  const voice = document.querySelector("body > [role=status]");
  if (voice) voice.textContent = voice.textContent === words ? words + "\u00a0" : words;
}

let hand: Hand | null = null;
let at = ""; // the square that had the focus

/** Makes the board of a study one that moves are made on, as at a table. */
function play(): void {
  hand = null;
  const board = document.querySelector<HTMLElement>("#study .ashtarashki[data-view]");
  const texts = document.getElementById("study-texts");
  if (!board || !texts) return;
  const t = new Texts(document.documentElement.lang, JSON.parse(texts.textContent!) as Record<string, string>);
  const form = board.closest("form")!;
  const grid = board.querySelector<HTMLElement>(".squares")!;
  const said = form.querySelector<HTMLElement>(".study-said")!;
  const code = board.dataset.code!;
  const last = board.dataset.last!.split(" ");
  const made: Hand = (hand = new Hand(
    board,
    grid,
    {
      texts: t,
      open: () => made === hand && !made.sent,
      late: () => false,
      refuse: (words, rule) => refuse(said, words, rule, t),
      say,
      changed: () => made.draw(last),
      act(action) {
        const by = document.createElement("button");
        by.name = "text";
        by.value = action;
        by.hidden = true;
        form.append(by);
        made.draw(last);
        form.requestSubmit(by);
        by.remove();
      },
    },
    (text) => ask(document.documentElement.lang, {}, code, text),
  ));
  for (const button of made.squares.all.values()) {
    button.name = button.value = "";
    button.querySelector(".hidden")?.remove(); // it has a label
  }
  for (const hidden of form.querySelectorAll<HTMLElement>("[data-hand]")) hidden.hidden = false;
  made.begin(JSON.parse(board.dataset.view!) as View);
  const path = board.dataset.path!;
  if (path) made.resume(path.split(":"));
  made.draw(last);
  if (at && document.activeElement === document.body) made.squares.all.get(at)?.focus({ preventScroll: true });
}

/** Says why something can not be done, instead of the answer before; "" takes it back. */
function refuse(said: HTMLElement, words: string, rule: string, t: Texts): void {
  said.querySelector("#refusal")?.remove();
  for (const other of said.querySelectorAll<HTMLElement>(".answer")) other.hidden = words !== "";
  if (!words) return;
  const p = document.createElement("p");
  p.id = "refusal";
  p.className = "answer refused";
  p.append(words);
  if (rule) {
    const a = document.createElement("a");
    a.href = `${said.dataset.rules}#${rule}`;
    a.textContent = t.text("play.rule");
    p.append(" ", a);
  }
  said.prepend(p);
  say(words);
}

document.addEventListener("focusin", (e) => {
  const square = (e.target as Element).closest<HTMLElement>("#study [data-square]");
  at = square?.dataset.square ?? "";
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && hand?.takeBack()) e.preventDefault();
});

remember();
play();
document.addEventListener("swapped", () => {
  remember();
  play();
});

const list = document.getElementById("studies");
if (list) {
  showProgress(list);
  window.addEventListener("pageshow", () => showProgress(list));
  document.getElementById("forget")!.addEventListener("click", () => {
    keep(new Set());
    showProgress(list);
  });
}
