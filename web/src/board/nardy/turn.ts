// A turn that is being made: hops through the graph that came with the view.
// Nothing here knows a rule or the page. Every way to enter a turn (taps,
// drags, keys, the plan of a computer) ends in the same few methods.
//
// What one gesture did, one undo takes back, together with the hops that were
// made by themselves after it.

import type { View } from "../../gen/nardy";
import { Graph, type Edge } from "./graph";
import type { Settings as All } from "./settings";
import { ahead, checkersOf, format, make, positionCode, type Checkers, type Seat, type Step } from "./position";

export type { Checkers, Seat, Step } from "./position";

/** What a draft needs to know of what the player has set. */
export type Settings = Pick<All, "tap" | "forced" | "off">;

/** A die as it lies there now, the active one first among those that are left. */
export interface Die {
  n: number;
  used: boolean;
  /** It can not be played any more: the turn ends without it. */
  idle: boolean;
  active: boolean;
}

/** The position as it is after the hops made so far. */
export interface Shown extends Checkers {
  dice: Die[];
}

/** Where a checker can go, by one hop or by several whose way does not matter. */
export interface Target {
  to: string; // "1" … "24", "off"
  hops: number;
  hit: boolean; // something is taken on the way
  dice: number[]; // in the order in which they are played
}

/** What a gesture has come to. */
export interface Effect {
  kind: "played" | "selected" | "dropped" | "refused" | "none";
  /** The hops it made, to be animated and announced. */
  steps: Step[];
  /** Of what was refused: a checker and where it should have gone, "" if nowhere in particular. */
  from: string;
  to: string;
}

/** Hops that are made by themselves, and why. */
export interface AutoSteps {
  why: "forced" | "bear-off";
  steps: Step[];
  /** They are the whole turn: nothing is left to decide, and nothing was decided. */
  whole: boolean;
}

interface Way {
  edges: Edge[];
}

const nothing: Effect = { kind: "none", steps: [], from: "", to: "" };

export class Draft {
  readonly mover: Seat;
  /** The checker that is picked up, "" if none is. */
  selected = "";

  private readonly graph: Graph;
  private readonly playing: boolean;
  private made: Edge[] = [];
  private gestures: number[] = []; // how many hops were made before each
  private undone = false;
  private order: number[]; // indices of the dice, in the order in which they are offered
  private readonly ends = new Map<number, number>();

  /** saved is what save gave for a draft of this position; anything else is a clean start. */
  constructor(
    private readonly view: View,
    private settings: Settings,
    saved?: string | null,
  ) {
    this.mover = view.mover === "second" ? "second" : "first";
    this.playing = view.phase === "play";
    this.graph = new Graph(this.playing ? view : {});
    this.order = (view.dice ?? []).map((_, i) => i);
    if (saved) this.restore(saved);
  }

  use(settings: Settings): void {
    this.settings = settings;
  }

  /** The hops made so far. */
  get steps(): Step[] {
    return this.made.map((e) => e.step);
  }

  /** Where in the graph the turn stands; the way of nodes does not matter to a board. */
  get node(): number {
    return this.made.at(-1)?.next ?? 0;
  }

  shown(): Shown {
    const c = checkersOf(this.view);
    for (const e of this.made) make(c, this.mover, e.step);
    return { ...c, dice: this.dice() };
  }

  /** The places from which a hop can be made now. */
  sources(): string[] {
    return [...new Set(this.graph.edges(this.node).map((e) => e.step.from))];
  }

  targets(from: string): Target[] {
    return this.ways(from).map(({ edges }) => ({
      to: edges.at(-1)!.step.to,
      hops: edges.length,
      hit: edges.some((e) => e.step.hit),
      dice: edges.map((e) => e.step.die),
    }));
  }

  tap(place: string): Effect {
    if (this.selected) {
      const from = this.selected;
      this.selected = "";
      if (place === from) return { ...nothing, kind: "dropped" };
      const way = this.way(from, place);
      if (way) return this.play(way.edges);
      // Another checker instead of the one that was picked up.
      if (!this.sources().includes(place)) return { kind: "refused", steps: [], from, to: place };
    }
    const edge = this.byDie(place);
    if (!edge) return this.open && this.own(place) ? { kind: "refused", steps: [], from: place, to: "" } : nothing;
    return this.settings.tap ? this.play([edge]) : this.select(place);
  }

  /** Picks a checker up, whatever the settings say about taps; "" puts it down. */
  select(place: string): Effect {
    if (!place || !this.sources().includes(place)) {
      const had = this.selected !== "";
      this.selected = "";
      return { ...nothing, kind: had ? "dropped" : "none" };
    }
    this.selected = place;
    return { ...nothing, kind: "selected", from: place };
  }

  move(from: string, to: string): Effect {
    this.selected = "";
    const way = this.way(from, to);
    return way ? this.play(way.edges) : { kind: "refused", steps: [], from, to };
  }

  /** Bears a checker off, by one hop or several. */
  double(place: string): Effect {
    const way = this.way(place, "off");
    if (!way) return nothing;
    this.selected = "";
    return this.play(way.edges);
  }

  get canUndo(): boolean {
    return this.made.length > 0;
  }

  /** Takes the last gesture back. */
  undo(): boolean {
    this.selected = "";
    if (!this.made.length) return false;
    this.made.length = this.gestures.pop() ?? 0;
    this.undone = true;
    return true;
  }

  /** Something was taken back in this turn: the rest of it is the player's own. */
  get held(): boolean {
    return this.undone;
  }

  /** Takes everything back. */
  reset(): boolean {
    this.selected = "";
    if (!this.made.length) return false;
    this.made = [];
    this.gestures = [];
    this.undone = true;
    return true;
  }

  /** The number that a tap plays first, 0 when no die is left. */
  get active(): number {
    return this.dice().find((d) => d.active)?.n ?? 0;
  }

  /** Makes the next of the different numbers that are left the active one. */
  swap(): boolean {
    const active = this.active;
    const other = this.dice().find((d) => !d.used && !d.idle && d.n !== active);
    return other ? this.choose(other.n) : false;
  }

  /** Makes a number the active one: the dice that are left turn round until it comes first. */
  choose(n: number): boolean {
    const dice = this.view.dice ?? [];
    const left = this.unused();
    const rest = this.order.filter((i) => left.has(i));
    const turn = rest.findIndex((i) => dice[i] === n);
    if (turn < 0) return false;
    const turned = [...rest.slice(turn), ...rest.slice(0, turn)];
    this.order = this.order.map((i) => (left.has(i) ? turned.shift()! : i));
    return true;
  }

  /** What to send when the turn may end here, null while it may not. */
  done(): string | null {
    if (!this.playing || !this.made.length || !this.graph.action(this.node)) return null;
    return format(this.steps);
  }

  /** Whether a tap on a place would do nothing, and the turn can end. */
  finishes(place: string): boolean {
    const sources = this.sources();
    return !this.selected && !sources.includes(place) && (!sources.length || this.done() !== null);
  }

  /** Whether the turn may go on. */
  get open(): boolean {
    return this.graph.edges(this.node).length > 0;
  }

  /**
   * The hops that the settings ask to be made now, null if there are none; take
   * makes them. There are none after something was taken back in this turn.
   */
  auto(): AutoSteps | null {
    const way = this.automatic();
    if (!way) return null;
    const ends = !this.graph.edges(way.edges.at(-1)!.next).length;
    return { why: way.why, steps: way.edges.map((e) => e.step), whole: ends && !this.made.length };
  }

  /** Makes the hops of auto. They belong to the gesture before them. */
  take(): Effect {
    const way = this.automatic();
    if (!way) return nothing;
    this.selected = "";
    if (!this.gestures.length) this.gestures.push(0);
    this.made.push(...way.edges);
    return { ...nothing, kind: "played", steps: way.edges.map((e) => e.step) };
  }

  /**
   * The text with which to ask the server what forbids a hop, "" where there is
   * nothing to ask. Without a goal it is the hop by the active die.
   */
  why(from: string, to: string): string {
    const goal = to || ahead(this.view.route, this.mover, from, this.active);
    if (!from || !goal) return "";
    return format([...this.steps, { from, to: goal, die: 0, hit: false, cover: false, uncover: false }]);
  }

  /** The draft as a text that the constructor reads, for as long as the position stays. */
  save(): string {
    const hops = this.made.map((e) => e.index);
    return JSON.stringify({ key: this.key(), hops, gestures: this.gestures, undone: this.undone, order: this.order });
  }

  private restore(saved: string): void {
    try {
      const s = JSON.parse(saved) as { key: string; hops: number[]; gestures: number[]; undone: boolean; order: number[] };
      if (s.key !== this.key()) return;
      const made: Edge[] = [];
      for (const index of s.hops) made.push(this.graph.edges(made.at(-1)?.next ?? 0)[index]!);
      if (made.includes(undefined as never) || s.gestures.some((n) => !(n < made.length))) return;
      const order = [...s.order].sort((a, b) => a - b);
      if (order.join() !== [...this.order].sort((a, b) => a - b).join()) return;
      this.made = made;
      this.gestures = s.gestures;
      this.undone = s.undone;
      this.order = s.order;
    } catch {
      // of another version of this page: a clean start
    }
  }

  private key(): string {
    const v = this.view;
    return [v.variant, positionCode(checkersOf(v)), v.mover, v.dice, v.throws, v.head, v.handed].join(" ");
  }

  private own(place: string): boolean {
    const own = this.mover === "first" ? 1 : -1;
    const shown = this.shown();
    if (place === "bar") return shown.bar[own === 1 ? 0 : 1] > 0;
    return (shown.points[Number(place) - 1] ?? 0) * own > 0;
  }

  private play(edges: Edge[]): Effect {
    this.gestures.push(this.made.length);
    this.made.push(...edges);
    return { ...nothing, kind: "played", steps: edges.map((e) => e.step) };
  }

  /** The hop of a tap: by the active die if that can be, else by the next one that can. */
  private byDie(from: string): Edge | undefined {
    const edges = this.graph.edges(this.node).filter((e) => e.step.from === from);
    for (const n of this.left()) {
      const edge = edges.find((e) => e.step.die === n);
      if (edge) return edge;
    }
    return undefined;
  }

  private way(from: string, to: string): Way | undefined {
    return this.ways(from).find((w) => w.edges.at(-1)!.step.to === to);
  }

  /**
   * The ways of one checker, one for each place it can come to. To a place that
   * a single hop leads to, that hop: by the active die, else by the smallest.
   * Of the others those with the fewest hops count; where they come to
   * different nodes, because one of them hits or leaves other dice, there is
   * no such way.
   */
  private ways(from: string): Way[] {
    const found = new Map<string, { edges: Edge[]; clash: boolean }>();
    const active = this.active;
    const walk = (node: number, place: string, before: Edge[]): void => {
      for (const e of this.graph.edges(node)) {
        if (e.step.from !== place) continue;
        const edges = [...before, e];
        const known = found.get(e.step.to);
        if (!known || edges.length < known.edges.length) {
          found.set(e.step.to, { edges, clash: false });
        } else if (edges.length === 1) {
          const old = known.edges[0]!.step.die;
          if (e.step.die === active || (old !== active && e.step.die < old)) known.edges = edges;
        } else if (edges.length === known.edges.length && known.edges.at(-1)!.next !== e.next) {
          known.clash = true;
        }
        walk(e.next, e.step.to, edges);
      }
    };
    walk(this.node, from, []);
    return [...found.values()].filter((w) => !w.clash);
  }

  private automatic(): { why: AutoSteps["why"]; edges: Edge[] } | null {
    if (!this.playing || this.undone) return null;
    const edges: Edge[] = [];
    if (this.settings.off) {
      for (let node = this.node; ; node = edges.at(-1)!.next) {
        const index = this.view.auto?.find(([n]) => n === node)?.[1];
        const edge = index === undefined ? undefined : this.graph.edges(node)[index];
        if (!edge) break;
        edges.push(edge);
      }
      if (edges.length) return { why: "bear-off", edges };
    }
    const whole = this.settings.forced === "turns" && !this.made.length;
    if (this.settings.forced !== "always" && !whole) return null;
    // A turn with one result is no choice, though its hops may have orders.
    for (let node = this.node; ; node = edges.at(-1)!.next) {
      const next = this.graph.edges(node);
      if (!next.length || (next.length > 1 && this.lone(node) < 0)) break;
      edges.push(next[0]!);
    }
    if (whole && this.graph.edges(edges.at(-1)?.next ?? 0).length) return null;
    return edges.length ? { why: "forced", edges } : null;
  }

  /** The only end that a turn can come to from a node, -1 if there are several. */
  private lone(node: number): number {
    let lone = this.ends.get(node);
    if (lone !== undefined) return lone;
    const edges = this.graph.edges(node);
    lone = edges.length ? this.lone(edges[0]!.next) : node;
    for (const e of edges) {
      if (lone < 0) break;
      if (this.lone(e.next) !== lone) lone = -1;
    }
    this.ends.set(node, lone);
    return lone;
  }

  /** The dice that are not used yet, by their index. */
  private unused(): Set<number> {
    const dice = this.view.dice ?? [];
    const left = new Set(this.order);
    for (const e of this.made) {
      const i = this.order.find((i) => left.has(i) && dice[i] === e.step.die);
      if (i !== undefined) left.delete(i);
    }
    return left;
  }

  /** The numbers that are left, the active one first. */
  private left(): number[] {
    const dice = this.view.dice ?? [];
    const left = this.unused();
    return [...new Set(this.order.filter((i) => left.has(i)).map((i) => dice[i]!))];
  }

  private dice(): Die[] {
    const dice = this.view.dice ?? [];
    const left = this.unused();
    const playable = this.playable();
    const now = new Set(this.graph.edges(this.node).map((e) => e.step.die));
    const die = (i: number): Die => {
      const n = dice[i]!;
      const used = !left.has(i);
      const idle = !used && (playable.get(n) ?? 0) <= 0;
      if (!used) playable.set(n, (playable.get(n) ?? 0) - 1);
      return { n, used, idle, active: false };
    };
    const shown = this.order.map(die);
    const active = shown.find((d) => !d.used && !d.idle && now.has(d.n));
    if (active) active.active = true;
    return shown;
  }

  /** How many hops the turn can still have with each number. */
  private playable(): Map<number, number> {
    const dice = this.view.dice ?? [];
    const all = new Map<number, number>();
    if (!this.open) return all;
    const usable = this.view.usable ?? dice.length;
    if (new Set(dice).size === 1) return all.set(dice[0]!, usable - this.made.length);
    for (const n of dice) all.set(n, (all.get(n) ?? 0) + 1);
    if (usable === dice.length) {
      for (const e of this.made) all.set(e.step.die, all.get(e.step.die)! - 1);
      return all;
    }
    return this.most(this.node, new Map());
  }

  private most(node: number, known: Map<number, Map<number, number>>): Map<number, number> {
    let most = known.get(node);
    if (most) return most;
    most = new Map();
    for (const e of this.graph.edges(node)) {
      const n = e.step.die;
      const further = this.most(e.next, known);
      for (const [m, hops] of further) most.set(m, Math.max(most.get(m) ?? 0, hops + (m === n ? 1 : 0)));
      most.set(n, Math.max(most.get(n) ?? 0, 1));
    }
    known.set(node, most);
    return most;
  }
}
