// Arrows of the last turn. They are drawn again whenever the board changes its
// size or is turned.

import type { Drawing } from "./draw";
import type { Seat, Step } from "./position";

const namespace = "http://www.w3.org/2000/svg";

export class Trail {
  private readonly svg = document.createElementNS(namespace, "svg");
  private ways: string[][] = [];
  private side: Seat = "first";
  private told = "";

  constructor(private readonly drawing: Drawing) {
    this.svg.setAttribute("class", "trail");
    this.svg.setAttribute("aria-hidden", "true");
    this.drawing.field.append(this.svg);
    new ResizeObserver(() => this.draw()).observe(this.drawing.field);
  }

  /** Shows the ways of a turn; hops of one checker are one way. */
  show(steps: readonly Step[], side: Seat | ""): void {
    const ways = waysOf(steps);
    this.side = side || "first";
    this.ways = ways;
    const told = JSON.stringify([ways, side, this.drawing.turned]);
    if (told === this.told) return;
    this.told = told;
    this.draw();
  }

  private draw(): void {
    const field = this.drawing.field.getBoundingClientRect();
    this.svg.setAttribute("viewBox", `0 0 ${field.width} ${field.height}`);
    const at = (place: string): [number, number] | null => {
      const node = this.drawing.node(place, this.side);
      const box = (node?.querySelector(".stack > i:last-child") ?? node?.querySelector(".stack") ?? node)?.getBoundingClientRect();
      return box ? [(box.left + box.right) / 2 - field.left, (box.top + box.bottom) / 2 - field.top] : null;
    };
    const reach = (this.drawing.field.querySelector(".point .stack > i:not(.under)")?.getBoundingClientRect().width ?? 0) / 2;
    const lines = this.ways.flatMap((way) => {
      const dots = way.map(at).filter((d) => d !== null);
      return dots.length < 2 ? [] : [arrow(dots, reach)];
    });
    this.svg.replaceChildren(
      ...lines.flatMap((d) => ["casing", "line"].map((name) => {
        const path = document.createElementNS(namespace, "path");
        path.setAttribute("class", name);
        path.setAttribute("d", d);
        return path;
      })),
    );
  }
}

/** The ways of checkers in hops: those of one checker are one way. */
export function waysOf(steps: readonly { from: string; to: string }[]): string[][] {
  const ways: string[][] = [];
  for (const s of steps) {
    const on = ways.find((w) => w.at(-1) === s.from);
    if (on) on.push(s.to);
    else ways.push([s.from, s.to]);
  }
  return ways;
}

/** A line through some dots with a head at its end, where it meets a checker of some radius. */
export function arrow(dots: [number, number][], radius: number): string {
  const [tx, ty] = dots.at(-1)!;
  const [fx, fy] = dots.at(-2)!;
  const far = Math.hypot(tx - fx, ty - fy) || 1;
  const [ux, uy] = [(tx - fx) / far, (ty - fy) / far];
  const back = Math.min(radius, far / 2);
  const [x, y] = [tx - back * ux, ty - back * uy];
  dots = [...dots.slice(0, -1), [x, y]];
  const size = 8;
  const wing = (turn: number): string => `${(x - size * (ux - turn * uy * 0.7)).toFixed(1)} ${(y - size * (uy + turn * ux * 0.7)).toFixed(1)}`;
  const line = dots.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
  return `M${line}M${wing(1)}L${x.toFixed(1)} ${y.toFixed(1)} ${wing(-1)}`;
}
