// The squares of Ashtarashki and the stones on them. The nodes come from the
// server and stay; only their attributes and their order change.

import type { Hop, StoneView } from "../gen/ashtarashki";
import type { Texts } from "../texts";
import { Rover } from "./rove";

export interface Cell {
  stone: StoneView | undefined;
  movable: boolean;
  must: boolean;
  prey: boolean;
  selected: boolean;
  target: Hop | undefined;
  last: boolean; // the last move changed it
  path: boolean; // the stone in hand has been here
  own: boolean; // it can be taken up, if only to be told why it stays
  ways: Hop[]; // where its stone can go
  takes: boolean; // those are captures
}

const pace = 180; // milliseconds a hop
const longest = 700; // for a whole chain

export class Squares {
  readonly all = new Map<string, HTMLButtonElement>();
  private flipped: boolean;
  private readonly rover: Rover;

  constructor(
    private readonly board: HTMLElement,
    private readonly grid: HTMLElement,
    private readonly t: Texts,
  ) {
    this.flipped = board.classList.contains("flipped");
    for (const button of grid.querySelectorAll<HTMLButtonElement>("[data-square]")) {
      this.all.set(button.dataset.square!, button);
      button.type = "button";
      button.disabled = false; // a press on what can not be says why
    }
    this.rover = new Rover(grid);
  }

  /** The square that takes the Tab key. */
  stop(): HTMLElement | null {
    return this.rover.stop();
  }

  /** The square that Tab leads to, unless somebody has been elsewhere. */
  offer(at: string): void {
    this.rover.offer(at);
  }

  flip(flipped: boolean): void {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.board.classList.toggle("flipped", flipped);
    const focused = document.activeElement;
    for (const list of this.board.querySelectorAll(".squares, .rim")) list.append(...[...list.children].reverse());
    if (focused instanceof HTMLElement && this.grid.contains(focused)) focused.focus({ preventScroll: true });
  }

  draw(cells: Map<string, Cell>): void {
    for (const [at, button] of this.all) {
      const cell = cells.get(at)!;
      const { classList } = button;
      for (const name of ["movable", "must", "prey", "selected", "last", "path", "own"] as const) classList.toggle(name, cell[name]);
      classList.toggle("target", cell.target !== undefined);
      set(button, "data-mark", markOf(cell.target));
      if (cell.selected) set(button, "aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
      set(button, "aria-label", this.label(at, cell));
      stone(button.querySelector("svg")!, cell.stone);
    }
  }

  /** «c3, белая двойка, один раз отступала, может на d4 и b4»; the server says the same. */
  label(at: string, c: Cell): string {
    const say = (key: string, values = {}): string => this.t.text("ashtarashki.play." + key, values);
    const parts = [at];
    if (!c.stone) {
      parts.push(say("empty"));
    } else {
      parts.push(say(`stone.${c.stone.side}.${c.stone.rank}`));
      if (c.stone.state !== "M") parts.push(say("state." + c.stone.state));
      if (c.stone.finished) parts.push(say("finished"));
    }
    const mark = markOf(c.target);
    if (c.target) {
      parts.push(say(c.stone ? "here.take" : mark ? "here." + mark : "here"));
    } else if (c.ways.length) {
      parts.push(say(c.takes ? "can-take" : "can", { squares: this.list(c.ways) }));
    }
    if (c.last) parts.push(say("last"));
    return parts.join(", ");
  }

  /** Where hops lead to: "d4 and b4". */
  list(ways: Hop[]): string {
    const to = ways.map((h) => h.to);
    const end = to.pop() ?? "";
    return to.length ? to.join(", ") + this.t.text("ashtarashki.play.and") + end : end;
  }

  /**
   * Remembers how the pieces of some hops look before they are made, and
   * returns what shows them on their way once the board is drawn after them.
   * The board is right at once; this is decoration.
   */
  motion(hops: Hop[]): () => void {
    if (!hops.length || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => undefined;
    const copy = (at: string | undefined): Element | undefined => {
      const svg = at && this.all.get(at)?.querySelector("svg:not(.none)");
      return svg ? (svg.cloneNode(true) as Element) : undefined;
    };
    const traveller = copy(hops[0]!.from);
    const taken = hops.map((h) => copy(h.fx?.find((fx) => fx.kind === "take")?.from));
    const time = Math.min(longest, pace * hops.length);
    return () => {
      hops.forEach((hop, i) => {
        const victim = taken[i];
        if (victim) this.fade(hop.to, victim, (time * i) / hops.length, time / hops.length);
      });
      const end = this.all.get(hops.at(-1)!.to)!;
      const here = end.querySelector<SVGElement>(":scope > svg.stone:not(.ghost)")!;
      const at = (square: string): string => {
        const from = this.all.get(square)!.getBoundingClientRect();
        const to = end.getBoundingClientRect();
        return `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
      };
      const way = [at(hops[0]!.from ?? ""), ...hops.map((h) => at(h.to))].map((transform) => ({ transform }));
      end.classList.add("arriving");
      const done = (): void => end.classList.remove("arriving");
      if (here.classList.contains("none") && traveller) {
        // It leaves the board where it arrives.
        traveller.classList.add("ghost");
        end.append(traveller);
        traveller.animate([...way, { transform: "scale(0.4)", opacity: 0 }], { duration: time * 2, easing: "ease-out" }).onfinish = () => {
          traveller.remove();
          done();
        };
        return;
      }
      here.animate(way, { duration: time, easing: "ease-out" }).onfinish = done;
    };
  }

  private fade(at: string, victim: Element, delay: number, duration: number): void {
    victim.classList.add("ghost");
    this.all.get(at)!.prepend(victim);
    victim.animate([{ opacity: 1 }, { opacity: 0 }], { delay, duration, fill: "forwards" }).onfinish = () => victim.remove();
  }
}

/** What a hop makes of a stone that retreats: "V", "W", "Z". */
export function markOf(hop: Hop | undefined): string {
  for (const fx of hop?.fx ?? []) {
    const mark = { turn: "V", cover: "W", off: "Z" }[fx.kind];
    if (mark) return mark;
  }
  return "";
}

/** Reads a stone in the effects of a hop: "wM3". */
export function stoneOf(piece: string): StoneView {
  return { side: piece[0] === "w" ? "first" : "second", state: piece[1]!, rank: Number(piece[2]) };
}

function stone(svg: Element, s: StoneView | undefined): void {
  const state = s?.state ?? "M";
  set(svg, "class", s ? `stone ${s.side} state-${state}${s.finished ? " finished" : ""}` : "stone none");
  set(svg.querySelector("use")!, "href", "#stone-" + state);
  set(svg.querySelector(".rank")!, "href", `#rank-${s?.rank ?? 1}`);
}

function set(at: Element, name: string, value: string): void {
  if (at.getAttribute(name) !== value) at.setAttribute(name, value);
}
