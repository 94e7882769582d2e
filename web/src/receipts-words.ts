// What is said about throws: on a table, and on the page that checks a game.

import type { Texts } from "./texts";
import { count, type Mark, type Throw } from "./verify";

/** What a throw is worth, in a sentence; who names a seat, mode is that of the table. */
export function sentence(t: Texts, one: Throw, who: (seat: string) => string, mode: string): string {
  if (one.problem) {
    const name = one.problem.seat ? who(one.problem.seat) : "";
    return t.text("dice.says.failed", { why: t.text("dice.problem." + one.problem.word, { who: name }) });
  }
  if (one.again) return t.text("dice.says.again");
  const mark: Mark = one.mark;
  const by = one.receipt?.shares.length ?? 0;
  return t.text("dice.says." + mark + (mark === "checked" ? "." + (mode === "link" ? by : mode) : ""));
}

/** How often each face came up, and whether honest dice do that. */
export function tally(t: Texts, throws: readonly Throw[]): Node[] {
  const c = count(throws);
  if (!c.dice) return [];
  const most = Math.max(...c.faces);
  const rows = c.faces.map((n, i) =>
    tag("tr", {}, tag("th", { scope: "row" }, String(i + 1)), tag("td", { class: "num" }, String(n)), tag("td", {}, tag("meter", { min: "0", max: String(most), value: String(n), "aria-hidden": "true" }))),
  );
  const percent = c.chance * 100;
  const words = c.dice < 30 ? "few" : percent >= 10 ? "usual" : percent >= 1 ? "rare" : "odd";
  const lines = [
    t.text("dice.counts.even", { n: c.dice, even: (c.dice / 6).toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 1 }) }),
    t.text("dice.counts." + words, { percent: percent >= 1 ? Math.round(percent) : percent.toPrecision(1) }),
  ];
  if (c.pairs) lines.push(t.text("dice.counts.doubles", { n: c.doubles, even: (c.pairs / 6).toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 1 }) }));
  return [tag("h3", {}, t.text("dice.counts")), tag("table", { class: "faces" }, tag("tbody", {}, ...rows)), tag("p", { class: "hint" }, lines.join(" "))];
}

export function tag(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}
