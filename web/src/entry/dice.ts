// The check of a whole game on the page about dice, and in the file that one can
// keep. It sends nothing anywhere.

import { sentence, tag, tally } from "../receipts-words";
import { Texts } from "../texts";
import { Checker, type Fact } from "../verify";

const seat = (name: string): string => t.text("dice.seat." + name);
const t = new Texts(document.documentElement.lang, JSON.parse(document.getElementById("texts")!.textContent!) as Record<string, string>);
const form = document.getElementById("check-form") as HTMLFormElement;
const file = document.getElementById("check-log") as HTMLInputElement;
const field = document.getElementById("check-text") as HTMLTextAreaElement;
const result = document.getElementById("check-result")!;

form.hidden = false;
form.addEventListener("submit", (e) => {
  e.preventDefault();
  void check(field.value);
});
file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) void chosen.text().then(check);
});

async function check(text: string): Promise<void> {
  const log = parse(text);
  if (!log) {
    result.replaceChildren(tag("p", { class: "problem" }, t.text("fair.result.bad")));
    return;
  }
  const checker = new Checker(log.table);
  for (const e of log.events) await checker.event(e);
  show(checker);
}

function parse(text: string): { table: string; events: Fact[] } | null {
  try {
    const log = JSON.parse(text) as { table?: unknown; events?: unknown };
    if (typeof log.table !== "string" || !Array.isArray(log.events) || !log.events.length) return null;
    const events = log.events as Fact[];
    return events.every((e) => e && typeof e.seq === "number" && typeof e.kind === "string") ? { table: log.table, events } : null;
  } catch {
    return null;
  }
}

function show(checker: Checker): void {
  const n = checker.throws.length;
  const wrong = [...checker.problems, ...checker.throws.flatMap((one) => one.problem ?? [])].sort((a, b) => a.seq - b.seq);
  const headline = wrong.length ? t.text("fair.result.failed", { n: wrong.length }) : n ? t.text("fair.result.sound", { n }) : t.text("fair.result.none");
  const parts: Node[] = [tag("p", { class: wrong.length ? "problem" : "verdict", id: "check-headline" }, headline)];
  const end = checker.finished ? "finished" : "unfinished";
  parts.push(tag("p", { id: "check-scope" }, `${t.text("fair.result.scope")} ${t.text("fair.result." + end, { seq: checker.seq })}`));
  for (const p of wrong) {
    const who = p.seat ? seat(p.seat) : "";
    parts.push(tag("p", {}, t.text("fair.result.problem", { seq: p.seq, why: t.text("dice.problem." + p.word, { who }) })));
  }
  parts.push(...tally(t, checker.throws));
  if (n) parts.push(tag("h3", {}, t.text("fair.result.table")), tableOf(checker));
  result.replaceChildren(...parts);
}

function tableOf(checker: Checker): HTMLElement {
  const head = ["no", "round", "pips", "verdict"].map((c) => tag("th", { scope: "col" }, t.text("fair.result." + c)));
  const rows = checker.throws.map((one, i) => {
    const words = one.problem ? sentence(t, one, seat, "link") : t.text(`fair.result.${one.mark}${one.mark === "checked" ? "." + one.receipt!.shares.length : ""}`);
    return tag(
      "tr",
      one.problem ? { class: "failed" } : {},
      tag("td", { class: "num" }, String(i + 1)),
      tag("td", { class: "num" }, String(one.round)),
      tag("td", { class: "num" }, one.pips.join("–")),
      tag("td", {}, words),
    );
  });
  return tag("table", { class: "throws" }, tag("thead", {}, tag("tr", {}, ...head)), tag("tbody", {}, ...rows));
}
