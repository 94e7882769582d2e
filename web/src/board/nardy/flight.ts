// Checkers on their way. The position is right at once; what is here is
// decoration over it, and any press ends it.

import type { Drawing } from "./draw";
import { make, type Checkers, type Seat, type Step } from "./position";

const pace = 180; // milliseconds a hop
const longest = 700; // for a whole turn

export class Flight {
  private end: (() => void) | null = null;

  constructor(private readonly drawing: Drawing) {
    const stop = (): void => this.stop();
    addEventListener("pointerdown", stop, true);
    addEventListener("keydown", stop, true);
  }

  /** Whether the piles on the board are on their way to those of the position. */
  get going(): boolean {
    return this.end !== null;
  }

  /** Shows the hops of a side from a position on, one after the other; then calls done. */
  show(from: Checkers, side: Seat, steps: readonly Step[], done: () => void): void {
    this.stop();
    if (!steps.length || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      done();
      return;
    }
    const c: Checkers = { ...from, points: [...from.points], covered: [...from.covered], bar: [...from.bar], off: [...from.off] };
    const time = Math.min(pace, longest / steps.length);
    const running: Animation[] = [];
    const ghosts: HTMLElement[] = [];
    let timer = 0;
    const clear = (): void => {
      for (const a of running.splice(0)) a.cancel();
      for (const g of ghosts.splice(0)) g.remove();
      for (const at of this.drawing.field.querySelectorAll(".arriving")) at.classList.remove("arriving");
    };
    // What the turn leaves behind is shown after it.
    this.drawing.field.classList.add("flying");
    this.end = () => {
      this.end = null;
      this.drawing.field.classList.remove("flying");
      clearTimeout(timer);
      clear();
      done();
    };
    const next = (i: number): void => {
      clear();
      const step = steps[i];
      if (!step) {
        this.stop();
        return;
      }
      this.drawing.piles(c);
      const enemy: Seat = side === "first" ? "second" : "first";
      const trips = [this.trip(step.from, step.to, side)];
      if (step.hit) trips.push(this.trip(step.to, "bar", enemy));
      make(c, side, step);
      this.drawing.piles(c);
      for (const land of trips) land?.(time, running, ghosts);
      timer = window.setTimeout(() => next(i + 1), time);
    };
    next(0);
  }

  /** Shows where it all ends, at once. */
  stop(): void {
    this.end?.();
  }

  /** Remembers where a checker is, and returns what makes a copy of it fly once the piles are those after the hop. */
  private trip(from: string, to: string, side: Seat): ((time: number, running: Animation[], ghosts: HTMLElement[]) => void) | null {
    const start = this.drawing.piece(from, side);
    if (!start) return null;
    const box = start.getBoundingClientRect();
    const copy = start.cloneNode(true) as HTMLElement;
    return (time, running, ghosts) => {
      const end = this.drawing.piece(to, side);
      if (!end) return;
      const goal = end.getBoundingClientRect();
      const field = this.drawing.field.getBoundingClientRect();
      const ghost = document.createElement("span");
      ghost.className = "ghost";
      copy.dataset.n = "";
      ghost.append(copy);
      Object.assign(ghost.style, {
        left: `${box.left - field.left}px`,
        top: `${box.top - field.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
      this.drawing.field.append(ghost);
      ghosts.push(ghost);
      end.classList.add("arriving");
      const dx = (goal.left + goal.right - box.left - box.right) / 2;
      const dy = (goal.top + goal.bottom - box.top - box.bottom) / 2;
      const last = to === "off" ? { opacity: 0.3, transform: `translate(${dx}px, ${dy}px) scale(0.6)` } : { transform: `translate(${dx}px, ${dy}px)` };
      running.push(ghost.animate([{ transform: "none" }, last], { duration: time, easing: "ease-out", fill: "forwards" }));
    };
  }
}
