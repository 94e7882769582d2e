// Fingers, mouse and keys on the board of a nardy table. Every place one can
// name is a button with data-place; the dice are one with data-dice. Places
// whose checker can move have the class movable, and only there the style
// sheet takes touches from the browser (touch-action: none), so that the page
// still scrolls everywhere else.

import type { Draft, Effect } from "./turn";

/** What the input needs of the board. */
export interface Surface {
  readonly root: HTMLElement;
  /** The turn in hand, null while this page has none or shows an earlier position. */
  draft(): Draft | null;
  /** Something was done, or refused: draw, announce, ask for the reason, go on by itself. */
  did(e: Effect): void;
  /** The turn shall end here; the board knows whether it may. */
  done(): void;
  /** The last gesture was taken back, or dice were exchanged: draw again. */
  changed(): void;
  /** Whether what is being pressed was meant for an earlier turn. */
  late(): boolean;
  /** The uppermost checker of a place: a whole element, of which a copy is dragged. */
  piece(place: string): Element | null;
}

const threshold = 6; // pixels: less is a tap with an unsteady finger
const nearby = 10; // pixels by which a drop may miss
const doubleTime = 350; // milliseconds between the taps of a double tap

export class Input {
  private last = { place: "", at: -Infinity };
  private pointer = -1;
  private from = "";
  private start = { x: 0, y: 0 };
  private ghost: HTMLElement | null = null;
  private lifted: Element | null = null;
  private swallow = false;

  constructor(private readonly on: Surface) {
    on.root.addEventListener("click", (e) => this.click(e), true);
    on.root.addEventListener("pointerdown", (e) => this.press(e));
    addEventListener("pointerdown", (e) => {
      if (this.pointer !== -1 && e.pointerId !== this.pointer) this.cancel(); // a second finger
    });
    addEventListener("pointermove", (e) => this.drag(e));
    addEventListener("pointerup", (e) => this.release(e));
    addEventListener("pointercancel", (e) => {
      if (e.pointerId === this.pointer) this.cancel();
    });
    addEventListener("blur", () => this.cancel());
    document.addEventListener("keydown", (e) => this.undoKey(e));
  }

  /** A key that the page has for the board; true if it was used. */
  key(key: string): boolean {
    const draft = this.on.draft();
    const arrow = arrows[key];
    if (arrow) return this.walk(arrow);
    if (!draft) return false;
    if (key === "Enter") {
      const at = document.activeElement as HTMLElement | null;
      if (at && at !== document.body) {
        const place = this.on.root.contains(at) ? at.dataset.place : undefined;
        if (!place || !draft.finishes(place)) return false;
        // The second of two quick presses on a point belongs to the first.
        if (this.last.place === place && performance.now() - this.last.at < doubleTime) return true;
      }
      this.on.done();
      return true;
    }
    if (key === "Backspace") return this.undo(draft);
    if (key === "Delete") {
      if (!draft.reset()) return false;
      this.on.changed();
      return true;
    }
    if (key === "Escape") {
      if (!draft.selected && !this.ghost) return false;
      this.cancel();
      this.on.did(draft.select(""));
      return true;
    }
    if (!/^[1-6]$/.test(key) || !draft.choose(Number(key))) return false;
    this.on.changed();
    return true;
  }

  /** Ends a drag without a move, for instance because the position has changed. */
  cancel(): void {
    this.ghost?.remove();
    this.lifted?.classList.remove("lifted");
    const dragged = this.ghost !== null;
    this.ghost = this.lifted = null;
    this.pointer = -1;
    this.from = "";
    const draft = this.on.draft();
    if (dragged && draft?.selected) this.on.did(draft.select(""));
  }

  private undo(draft: Draft): boolean {
    if (!draft.undo()) return false;
    this.on.changed();
    return true;
  }

  // The page keeps keys with Ctrl for the browser; this one is ours.
  private undoKey(e: KeyboardEvent): void {
    if (e.code !== "KeyZ" || !(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey) return;
    const at = e.target as Element;
    if (at.closest?.("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
    const draft = this.on.draft();
    if (draft && this.undo(draft)) e.preventDefault();
  }

  private place(e: Event): HTMLElement | null {
    return (e.target as Element).closest<HTMLElement>("[data-place]");
  }

  private click(e: MouseEvent): void {
    if (this.swallow) {
      this.swallow = false;
      e.preventDefault();
      e.stopPropagation();
      return;
    }
    const draft = this.on.draft();
    if (!draft || this.on.late()) return;
    if ((e.target as Element).closest("[data-dice]")) {
      if (draft.swap()) this.on.changed();
      return;
    }
    const at = this.place(e)?.dataset.place;
    if (!at) {
      if (draft.selected) this.on.did(draft.select(""));
      return;
    }
    const now = performance.now();
    const twice = this.last.place === at && now - this.last.at < doubleTime;
    this.last = { place: at, at: now };
    // With one tap for a move, two taps are two moves.
    if (twice && draft.selected === at) {
      const effect = draft.double(at);
      if (effect.kind === "played") {
        this.last.at = -Infinity;
        this.on.did(effect);
        return;
      }
    }
    this.on.did(draft.tap(at));
  }

  private press(e: PointerEvent): void {
    this.swallow = false;
    if (this.pointer !== -1 || !e.isPrimary || e.button !== 0) return;
    const at = this.place(e)?.dataset.place;
    if (!at || !this.on.draft()?.sources().includes(at)) return;
    this.pointer = e.pointerId;
    this.from = at;
    this.start = { x: e.clientX, y: e.clientY };
  }

  private drag(e: PointerEvent): void {
    if (e.pointerId !== this.pointer) return;
    const x = e.clientX - this.start.x;
    const y = e.clientY - this.start.y;
    if (!this.ghost) {
      if (Math.hypot(x, y) < threshold) return;
      if (!this.lift()) {
        this.cancel();
        return;
      }
    }
    this.ghost!.style.transform = `translate(${x}px, ${y}px)`;
  }

  private lift(): boolean {
    const draft = this.on.draft();
    const piece = this.on.piece(this.from);
    if (!draft || !piece || this.on.late() || !draft.sources().includes(this.from)) return false;
    const box = piece.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "ghost dragged";
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, {
      position: "fixed",
      pointerEvents: "none",
      zIndex: "10",
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    ghost.append(piece.cloneNode(true));
    this.on.root.append(ghost);
    this.ghost = ghost;
    this.lifted = piece;
    this.on.did(draft.select(this.from));
    // Drawing may have given the place another checker.
    this.lifted = this.on.piece(this.from) ?? piece;
    this.lifted.classList.add("lifted");
    return true;
  }

  private release(e: PointerEvent): void {
    if (e.pointerId !== this.pointer) return;
    const from = this.from;
    const draft = this.on.draft();
    const moved = this.ghost !== null;
    this.ghost?.remove();
    this.lifted?.classList.remove("lifted");
    this.ghost = this.lifted = null;
    this.pointer = -1;
    this.from = "";
    if (!moved) return;
    this.swallow = true; // the click that follows is no tap
    setTimeout(() => (this.swallow = false), 0);
    if (!draft) return;
    const to = this.under(draft, from, e.clientX, e.clientY);
    this.on.did(to && to !== from ? draft.move(from, to) : draft.select(""));
  }

  /** Where a checker was put down: a place where it can go that is near enough, else what lies there. */
  private under(draft: Draft, from: string, x: number, y: number): string {
    const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-place]");
    const at = hit && this.on.root.contains(hit) ? hit.dataset.place! : "";
    const targets = draft.targets(from).map((t) => t.to);
    if (targets.includes(at) || at === from) return at;
    let best = "";
    let least = nearby;
    for (const to of targets) {
      const box = this.button(to)?.getBoundingClientRect();
      if (!box) continue;
      const away = Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
      if (away < least) [best, least] = [to, away];
    }
    return best || at;
  }

  private button(place: string): HTMLElement | null {
    return this.on.root.querySelector<HTMLElement>(`[data-place="${place}"]`);
  }

  /** Moves the focus to the next place in a direction of the screen, however the board is turned. */
  private walk([dx, dy]: readonly [number, number]): boolean {
    const all = [...this.on.root.querySelectorAll<HTMLElement>("[data-place]")].filter((b) => b.getClientRects().length > 0);
    const from = all.find((b) => b === document.activeElement);
    if (!from) {
      const first = this.on.draft()?.sources()[0];
      const to = (first && this.button(first)) || all[0];
      to?.focus();
      return to !== undefined;
    }
    const here = centre(from);
    let best: HTMLElement | null = null;
    let least = Infinity;
    for (const b of all) {
      if (b === from) continue;
      const c = centre(b);
      const along = (c.x - here.x) * dx + (c.y - here.y) * dy;
      const across = Math.abs((c.x - here.x) * dy) + Math.abs((c.y - here.y) * dx);
      const cost = along + 2 * across;
      if (along > 4 && cost < least) [best, least] = [b, cost];
    }
    best?.focus();
    return true;
  }
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre(e: Element): { x: number; y: number } {
  const box = e.getBoundingClientRect();
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}
