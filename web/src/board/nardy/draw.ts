// Draws a position on the board that the server has drawn. The nodes of places
// stay; only their checkers, their classes and their order change.

import type { Texts } from "../../texts";
import { along, cell, numberOf, type Orientation, type Route } from "./places";
import type { Checkers, Seat, Step } from "./position";
import type { Die, Target } from "./turn";

/** What is shown beside the checkers. */
export interface Marks {
  /** The side whose bar and tray are places that a hop can name. */
  mover: Seat | "";
  /** In whose order the points stand for who does not see them. */
  reader: Seat;
  /** Where the checkers that can move may go, by their places. */
  ways: ReadonlyMap<string, readonly Target[]>;
  selected: string;
  /** The hops of the last turn, and whose they were. */
  last: readonly Step[];
  lastSide: Seat | "";
  dice: readonly Die[];
  /** The dice can be exchanged. */
  swap: boolean;
  cube: { price: number; owner: string; offered: boolean } | null;
}

const seats: readonly Seat[] = ["first", "second"];
const most = 5; // checkers of a pile that are drawn

export class Drawing {
  readonly field: HTMLElement;
  private readonly points = new Map<number, HTMLElement>();
  private readonly stores = new Map<string, HTMLElement>();
  private readonly route: Route;
  private readonly family: string;
  private o: Orientation = { flipped: false, mirrored: false };
  private own = false;
  private reader = "";
  private rest = 0; // until the dice lie still

  constructor(
    readonly board: HTMLElement,
    private readonly t: Texts,
  ) {
    this.field = board.querySelector<HTMLElement>(".wood")!;
    this.route = board.classList.contains("opposed") ? "opposed" : "same";
    this.family = board.dataset.family ?? "long";
    for (const at of this.field.querySelectorAll<HTMLElement>(".point")) this.points.set(Number(at.dataset.place), at);
    for (const at of this.field.querySelectorAll<HTMLElement>("[data-store]")) this.stores.set(at.dataset.store! + at.dataset.side!, at);
    for (const button of this.field.querySelectorAll("button")) button.disabled = false;
  }

  /** Turns the board; own says how points are numbered. */
  orient(o: Orientation, own: boolean): void {
    if (o.flipped === this.o.flipped && o.mirrored === this.o.mirrored && own === this.own && this.board.dataset.turned) return;
    this.o = o;
    this.own = own;
    this.board.dataset.turned = "true";
    for (const [n, at] of this.points) {
      place(at, ...cell(this.route, n, o));
      text(at.querySelector(".no")!, String(this.number(n)));
    }
    const bottom: Seat = o.flipped ? "second" : "first";
    for (const side of seats) {
      const [column, row] = cell(this.route, along(this.route, side, 24), o);
      const [, enters] = cell(this.route, along(this.route, side, 1), o);
      for (const [name, c, r] of [["off", column > 8 ? 15 : 1, row], ["bar", 8, enters]] as const) {
        const at = this.stores.get(name + side);
        if (!at) continue;
        place(at, c, r);
        at.classList.toggle("near", side === bottom);
        at.classList.toggle("far", side !== bottom);
      }
      if (side !== bottom) continue;
      this.board.classList.toggle("end-right", column > 8);
      this.board.classList.toggle("end-left", column < 8);
    }
  }

  /** Draws a position; without piles its checkers stay as they are: some are on their way. */
  draw(c: Checkers, m: Marks, piles: boolean): void {
    this.order(m.reader);
    if (piles) this.piles(c);
    this.mark(c, m);
    this.dice(m);
    this.cube(m);
  }

  /** Only the checkers: what a hop on its way has come to. */
  piles(c: Checkers): void {
    for (const [n, at] of this.points) {
      const count = c.points[n - 1] ?? 0;
      const side = count < 0 ? "second" : "first";
      const under = c.covered.includes(n) ? (count < 0 ? "first" : "second") + " under" : "";
      pile(at, side, Math.abs(count), under);
    }
    seats.forEach((side, i) => {
      const bar = this.stores.get("bar" + side);
      if (bar) pile(bar, side, c.bar[i]!, "");
      const off = this.stores.get("off" + side);
      if (!off) return;
      fill(off.querySelector(".stack")!, Array<string>(c.off[i]!).fill(side));
      text(off.querySelector(".no")!, c.off[i] ? String(c.off[i]) : "");
    });
  }

  private mark(c: Checkers, m: Marks): void {
    const targets = new Map((m.ways.get(m.selected) ?? []).map((t) => [t.to, t]));
    const came = new Set(m.last.map((s) => s.to));
    const went = new Map<string, number>();
    for (const s of m.last) went.set(s.from, (went.get(s.from) ?? 0) + 1);
    const one = (at: HTMLElement, name: string, named: boolean, what: string[], enemy: boolean): void => {
      const target = named ? targets.get(name) : undefined;
      const ways = named ? m.ways.get(name) : undefined;
      const hit = target !== undefined && enemy;
      at.classList.toggle("movable", ways !== undefined);
      at.classList.toggle("selected", named && m.selected === name);
      at.classList.toggle("target", target !== undefined);
      at.classList.toggle("hit", hit);
      at.classList.toggle("last", came.has(name) && (named || !at.dataset.store));
      at.classList.toggle("left", !at.dataset.store && went.has(name) && !came.has(name));
      set(at, "data-left", m.lastSide);
      if (named && m.selected === name) set(at, "aria-pressed", "true");
      else at.removeAttribute("aria-pressed");
      if (target) what.push(this.say("here" + (hit ? (this.family === "plakoto" ? ".cover" : ".hit") : "")));
      else if (named && m.selected === name) what.push(this.say("selected"), this.ways(ways ?? [], m.mover || "first"));
      else if (ways) what.push(this.ways(ways, m.mover || "first"));
      if (came.has(name) && !at.dataset.store) what.push(this.say("last"));
      set(at, "aria-label", what.filter(Boolean).join(", "));
    };
    for (const [n, at] of this.points) {
      const count = c.points[n - 1] ?? 0;
      const side: Seat = count < 0 ? "second" : "first";
      const what = [this.say("point", { no: this.number(n) })];
      if (count) what.push(this.say("side." + side), this.say("checkers", { n: Math.abs(count) }));
      else what.push(this.say("empty"));
      if (c.covered.includes(n)) what.push(this.say("covered." + (count < 0 ? "first" : "second")));
      one(at, String(n), true, what, count !== 0 && m.mover !== "" && side !== m.mover);
    }
    seats.forEach((side, i) => {
      for (const [name, n] of [["bar", c.bar[i]!], ["off", c.off[i]!]] as const) {
        const at = this.stores.get(name + side);
        if (!at) continue;
        const named = side === m.mover;
        if (named) set(at, "data-place", name);
        else at.removeAttribute("data-place");
        one(at, name, named, [this.say(`${name}.${side}`), this.say("checkers", { n })], false);
      }
    });
  }

  /** «можно на 13 и 8, можно выбросить»: the nearest first. */
  private ways(ways: readonly Target[], mover: Seat): string {
    const to = ways
      .filter((w) => w.to !== "off")
      .map((w) => Number(w.to))
      .sort((a, b) => along(this.route, mover, a) - along(this.route, mover, b))
      .map((n) => String(this.number(n)));
    const parts: string[] = [];
    const end = to.pop();
    if (end) parts.push(this.say("can", { places: to.length ? to.join(", ") + this.say("and") + end : end }));
    if (ways.some((w) => w.to === "off")) parts.push(this.say("can.off"));
    return parts.join(", ");
  }

  private dice(m: Marks): void {
    const at = this.field.querySelector<HTMLElement>(".dice")!;
    at.classList.toggle("none", !m.dice.length);
    while (at.children.length > m.dice.length) at.lastElementChild!.remove();
    m.dice.forEach((d, i) => {
      let die = at.children[i];
      if (!die) {
        die = document.createElement("span");
        die.append(...Array.from({ length: 6 }, () => document.createElement("i")));
        at.append(die);
      }
      const classes = ["die", "pips-" + d.n, d.used && "used", d.idle && "idle", d.active && m.dice.length > 1 && "active"];
      set(die, "class", classes.filter(Boolean).join(" "));
    });
    const far: Seat = this.o.flipped ? "first" : "second";
    at.classList.toggle("far", m.mover === far);
    at.classList.toggle("near", m.mover !== far);
    const words = m.dice.map((d) => d.n + (d.used || d.idle ? " " + this.say(d.used ? "die.used" : "die.idle") : ""));
    const label = words.length ? this.say("dice", { dice: words.join(", ") }) : this.say("dice.none");
    set(at, "aria-label", m.swap ? `${label}; ${this.say("dice.swap")}` : label);
    at.classList.toggle("swap", m.swap);
  }

  /** The dice have been thrown: they come to rest for a moment, with the faces that they have. */
  roll(): void {
    const at = this.field.querySelector<HTMLElement>(".dice")!;
    at.classList.remove("rolled");
    void at.offsetWidth; // begins the animation anew
    at.classList.add("rolled");
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => at.classList.remove("rolled"), 450);
  }

  private cube(m: Marks): void {
    const at = this.field.querySelector<HTMLElement>(".cube");
    if (!at || !m.cube) return;
    const bottom: Seat = this.o.flipped ? "second" : "first";
    const where = m.cube.owner === bottom ? "near" : m.cube.owner === "first" || m.cube.owner === "second" ? "far" : "middle";
    set(at, "class", `cube ${where}${m.cube.offered ? " offered" : ""}`);
    set(at, "data-owner", m.cube.owner);
    set(at, "data-figures", String(String(m.cube.price).length));
    set(at, "aria-label", `${this.say("cube", { n: m.cube.price })}, ${this.say("cube." + m.cube.owner)}`);
    text(at, String(m.cube.price));
  }

  /** Puts the points in the order of a side's route. */
  private order(side: Seat): void {
    if (side === this.reader) return;
    const first = !this.reader;
    this.reader = side;
    const sorted = Array.from({ length: 24 }, (_, i) => this.points.get(along(this.route, side, i + 1))!);
    const now = this.field.querySelectorAll(".point");
    if (first && sorted.every((at, i) => at === now[i])) return;
    const focused = document.activeElement;
    const end = this.field.querySelector("[data-store]");
    for (const at of sorted) this.field.insertBefore(at, end);
    if (focused instanceof HTMLElement && this.field.contains(focused)) focused.focus({ preventScroll: true });
  }

  /** The node of a place; of bars and trays that of a side. */
  node(place: string, side: Seat): HTMLElement | undefined {
    return this.stores.get(place + side) ?? this.points.get(Number(place));
  }

  /** The uppermost checker of a place. */
  piece(place: string, side: Seat): HTMLElement | null {
    return this.node(place, side)?.querySelector<HTMLElement>(".stack > i:last-child") ?? null;
  }

  /** How the board lies, as a word. */
  get turned(): string {
    return `${this.o.flipped}/${this.o.mirrored}`;
  }

  number(point: number): number {
    return numberOf(this.route, point, this.o, this.own);
  }

  private say(key: string, values = {}): string {
    return this.t.text("nardy.play." + key, values);
  }
}

function place(at: HTMLElement, column: number, row: number): void {
  const classes = [...at.classList].filter((c) => !/^[cr]\d+$/.test(c));
  set(at, "class", [...classes, `c${column}`, `r${row}`].join(" "));
}

function pile(at: HTMLElement, side: string, n: number, under: string): void {
  const classes = Array<string>(Math.min(n, most)).fill(side);
  if (under) classes.unshift(under);
  const stack = at.querySelector(".stack")!;
  fill(stack, classes);
  for (const i of stack.children) set(i, "data-n", i === stack.lastElementChild && n > most ? String(n) : "");
  at.classList.toggle("empty", !classes.length);
}

function fill(stack: Element, classes: readonly string[]): void {
  while (stack.children.length > classes.length) stack.lastElementChild!.remove();
  classes.forEach((name, i) => {
    const at = stack.children[i] ?? stack.appendChild(document.createElement("i"));
    // A checker that is dragged or flies says so by a class that is not ours.
    if (!name.split(" ").every((c) => at.classList.contains(c)) || at.classList.contains("under") !== name.includes("under")) at.className = name;
  });
}

function set(at: Element, name: string, value: string): void {
  if (at.getAttribute(name) !== value) at.setAttribute(name, value);
}

function text(at: Element, value: string): void {
  if (at.textContent !== value) at.textContent = value;
}
