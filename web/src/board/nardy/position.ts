// Where the checkers are, and what a hop makes of it. The rules stay with the
// server: a hop says itself whether it hits, covers or uncovers.

import type { View } from "../../gen/nardy";

export type Seat = "first" | "second";

/** A checker that goes from one place to another by one die. */
export interface Step {
  from: string; // "1" … "24", "bar"
  to: string; // "1" … "24", "off"
  die: number;
  hit: boolean; // takes the enemy checker there to the bar
  cover: boolean; // covers the enemy checker there
  uncover: boolean; // leaves an enemy checker that it had covered
}

/** A position; Light is first and plays positive numbers. */
export interface Checkers {
  points: number[]; // 24 of them, point 1 first; Dark's are negative
  covered: number[]; // points where one enemy checker lies below
  bar: [number, number];
  off: [number, number];
}

export function checkersOf(view: Pick<View, "points" | "covered" | "bar" | "off">): Checkers {
  return {
    points: [...view.points],
    covered: [...(view.covered ?? [])],
    bar: [...view.bar],
    off: [...view.off],
  };
}

/** Makes a hop of a side, in place. */
export function make(c: Checkers, side: Seat, step: Step): void {
  const own = side === "first" ? 0 : 1;
  const sign = own ? -1 : 1;
  if (step.from === "bar") {
    c.bar[own]--;
  } else {
    const at = Number(step.from);
    c.points[at - 1]! -= sign;
    if (step.uncover) {
      c.points[at - 1] = -sign;
      c.covered = c.covered.filter((p) => p !== at);
    }
  }
  if (step.to === "off") {
    c.off[own]++;
    return;
  }
  const at = Number(step.to);
  if (step.hit || step.cover) {
    c.points[at - 1] = sign;
    if (step.hit) c.bar[1 - own]!++;
    else c.covered.push(at);
  } else {
    c.points[at - 1]! += sign;
  }
}

/** Reads the part of a position code that says where the checkers are. */
export function parsePosition(code: string): Checkers {
  const [points = "", bar = "", off = ""] = code.split(" ", 1)[0]!.split("|");
  const covered: number[] = [];
  const numbers = points.split(",").map((text, i) => {
    if (text.endsWith("*")) covered.push(i + 1);
    return parseInt(text, 10);
  });
  const pair = (text: string): [number, number] => {
    const [light = 0, dark = 0] = text.split(",").map(Number);
    return [light, dark];
  };
  return { points: numbers, covered, bar: pair(bar), off: pair(off) };
}

/** Writes a position code without what follows the checkers. */
export function positionCode(c: Checkers): string {
  const points = c.points.map((n, i) => (c.covered.includes(i + 1) ? `${n}*` : `${n}`));
  return `${points.join(",")}|${c.bar.join(",")}|${c.off.join(",")}`;
}

/** The step of a point on the route of a side, and the point of a step: 1 … 24 both. */
export function stepOf(route: string, side: Seat, point: number): number {
  if (side === "first") return point;
  return route === "opposed" ? 25 - point : ((point + 11) % 24) + 1;
}

/** Where a hop of a side by one die would lead, were there no rules. */
export function ahead(route: string, side: Seat, from: string, die: number): string {
  if (!die) return "";
  const step = (from === "bar" ? 0 : stepOf(route, side, Number(from))) + die;
  return step > 24 ? "off" : String(stepOf(route, side, step));
}

const maxRepeats = 4;

/** Writes hops as the text of an action: "24/18 13/11", "bar/4*", "6/off(2)". */
export function format(steps: readonly Step[]): string {
  if (!steps.length) return "pass";
  const parts: string[] = [];
  for (let i = 0; i < steps.length; ) {
    const { from, to, hit } = steps[i]!;
    let n = i + 1;
    for (; n < steps.length && n - i < maxRepeats; n++) {
      const s = steps[n]!;
      if (s.from !== from || s.to !== to || (s.hit && !hit)) break;
    }
    parts.push(`${from}/${to}${hit ? "*" : ""}${n - i > 1 ? `(${n - i})` : ""}`);
    i = n;
  }
  return parts.join(" ");
}

/**
 * Reads an action from the log as the hops it was made of, to show a turn
 * again on the position before it. A word, such as "pass", has none.
 */
export function replay(before: Checkers, side: Seat, action: string): Step[] {
  const c: Checkers = { ...before, points: [...before.points], covered: [...before.covered], bar: [...before.bar], off: [...before.off] };
  const sign = side === "first" ? 1 : -1;
  const steps: Step[] = [];
  for (const [, from, to, star, times] of action.matchAll(/(\w+)\/(\w+)(\*?)(?:\((\d)\))?/g)) {
    for (let n = 0; n < Number(times ?? 1); n++) {
      const hit = star === "*" && n === 0;
      const step: Step = {
        from: from!,
        to: to!,
        die: 0,
        hit,
        cover: !hit && c.points[Number(to) - 1] === -sign,
        uncover: c.points[Number(from) - 1] === sign && c.covered.includes(Number(from)),
      };
      make(c, side, step);
      steps.push(step);
    }
  }
  return steps;
}
