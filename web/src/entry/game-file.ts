// A game as one file: steps through it, and checks what it holds.

import { bytesOf, hex, sha256 } from "../hash";
import { fits, sealed, type Data, type Frame } from "../gamefile";
import { sentence, tag, tally } from "../receipts-words";
import { Texts, type Message } from "../texts";
import { Checker } from "../verify";

const byID = (id: string): HTMLElement => document.getElementById(id)!;
const t = new Texts(document.documentElement.lang, JSON.parse(byID("texts").textContent!) as Record<string, Message>);
const source = byID("data");

let data: Data | null = null;
let untouched = false; // the page is the one that was sealed with the data
let at = 0;

function words(f: Frame): string {
  return (f.who ? `${f.who}: ${f.text}` : f.text) + (f.clock ? ` · ${f.clock}` : "");
}

function show(ply: number): void {
  const frames = data!.frames;
  at = Math.min(Math.max(ply, 0), frames.length - 1);
  const f = frames[at]!;
  byID("pieces").innerHTML = f.pieces;
  byID("board").setAttribute("aria-label", f.label);
  byID("caption").textContent = `${at}/${frames.length - 1} · ${words(f)}`;
  for (const button of document.querySelectorAll<HTMLButtonElement>("#moves [data-ply]")) {
    const here = Number(button.dataset.ply) === at;
    if (here) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (here) within(button);
  }
  for (const [id, off] of [
    ["step-first", at === 0],
    ["step-back", at === 0],
    ["step-forward", at === frames.length - 1],
    ["step-last", at === frames.length - 1],
  ] as const) {
    // Not disabled: then the focus would get lost at either end.
    byID(id).setAttribute("aria-disabled", String(off));
  }
}

/** Scrolls the list of moves, and nothing else, to a button in it. */
function within(button: HTMLElement): void {
  const list = byID("moves");
  const row = button.closest("li")!;
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

const steps: Record<string, () => number> = {
  "step-first": () => 0,
  "step-back": () => at - 1,
  "step-forward": () => at + 1,
  "step-last": () => data!.frames.length - 1,
};
const keys: Record<string, string> = { Home: "step-first", ArrowLeft: "step-back", ArrowRight: "step-forward", End: "step-last" };

/** Whether the page is the one that the data hold; puts that one in its place. */
function restore(d: Data): boolean {
  const main = document.createElement("main");
  main.innerHTML = d.shown;
  const there = document.body.children;
  const whole =
    document.title === d.title &&
    there.length === 4 && // the page, texts, data, and this script
    there[0]!.isEqualNode(main) &&
    [...document.body.childNodes].every((n) => n instanceof Element || !n.textContent!.trim());
  document.title = d.title;
  for (const n of [...document.body.childNodes]) if (!(n instanceof HTMLScriptElement)) n.remove();
  document.body.prepend(main);
  return whole;
}

/** Whether the style is the one that was sealed; takes away all others, since a style can show words, too. */
async function styled(d: Data): Promise<boolean> {
  let found = false;
  for (const style of document.querySelectorAll("style, link[rel~=stylesheet]")) {
    if (hex(await sha256(bytesOf(style.textContent!))) === d.style) found = true;
    else style.remove();
  }
  return found;
}

function begin(): void {
  for (const [id, to] of Object.entries(steps)) byID(id).addEventListener("click", () => show(to()));
  document.addEventListener("keydown", (e) => {
    const id = keys[e.key];
    if (!id || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    show(steps[id]!());
  });
  byID("moves").addEventListener("click", (e) => {
    const ply = (e.target as HTMLElement).closest<HTMLElement>("[data-ply]")?.dataset.ply;
    if (ply) show(Number(ply));
  });
  const take = byID("take-log");
  take.hidden = false;
  take.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data!.log)], { type: "application/json" }));
    link.download = `hod-${data!.log.table}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
  byID("steps").hidden = byID("step-keys").hidden = false;
  show(data!.ply);
}

/** Says whether everything in the file fits together. */
async function check(): Promise<void> {
  const whole = data !== null && (await styled(data)) && untouched && (await sealed(source.textContent!, source.dataset.seal ?? ""));
  const told = data !== null && fits(data);
  const seal = byID("seal");
  seal.textContent = t.text(!whole ? "record.seal.broken" : told ? "record.seal.whole" : "record.seal.other");
  seal.className = whole && told ? "verdict" : "problem";
  if (!data) return;
  const checker = new Checker(data.log.table);
  for (const e of data.log.events) await checker.event(e);
  const wrong = [...checker.problems, ...checker.throws.flatMap((one) => one.problem ?? [])].sort((a, b) => a.seq - b.seq);
  const who = (seat: string): string => t.text("dice.seat." + seat);
  const n = checker.throws.length;
  const result = wrong.length
    ? t.text("fair.result.failed", { n: wrong.length })
    : checker.kind === "own"
      ? t.text("record.dice.own")
      : checker.kind === ""
        ? t.text("record.dice.none")
        : t.text("fair.result.sound", { n });
  const parts: Node[] = [tag("p", { class: wrong.length ? "problem" : "verdict", id: "check-headline" }, result)];
  for (const p of wrong) parts.push(tag("p", { class: "problem" }, t.text("fair.result.problem", { seq: p.seq, why: t.text("dice.problem." + p.word, { who: p.seat ? who(p.seat) : "" }) })));
  if (n) {
    const rows = checker.throws.map((one) => tag("li", {}, tag("b", { class: "num" }, one.pips.join("–")), " ", one.problem ? sentence(t, one, who, "link") : t.text(`fair.result.${one.mark}${one.mark === "checked" ? "." + one.receipt!.shares.length : ""}`)));
    parts.push(tag("details", {}, tag("summary", {}, t.text("record.throws", { n })), tag("ol", { class: "file-throws" }, ...rows), ...tally(t, checker.throws)));
  }
  byID("check-result").replaceChildren(...parts);
}

try {
  data = JSON.parse(source.textContent!) as Data;
  untouched = restore(data);
  begin();
} catch {
  data = null; // somebody has spoilt it: the check says so
}
void check();
