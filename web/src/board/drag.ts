// Dragging a stone with a finger, a pen or the mouse. A tap stays a click; a
// second finger, or the browser taking the gesture over, ends the drag.

export interface Dragging {
  /** Whether there is something on a square that can be dragged now. */
  holds(at: string): boolean;
  /** It is taken up; false if it may not be after all. */
  lift(at: string): boolean;
  /** What was taken up on a square was put down on another, "" beside the board. */
  drop(from: string, at: string): void;
}

const threshold = 6; // pixels: less is a tap with an unsteady finger

/** What is seen to move: the stone, or the last checker of a pile. */
function piece(square: HTMLElement): HTMLElement | SVGElement | null {
  return square.querySelector<HTMLElement | SVGElement>("svg.stone:not(.ghost), .stack > i:last-child");
}

export function dragging(grid: HTMLElement, d: Dragging): void {
  let pointer = -1;
  let from: HTMLElement | null = null;
  let start = { x: 0, y: 0 };
  let moving = false;
  let swallow = false;

  const square = (e: Event): HTMLElement | null => (e.target as Element).closest<HTMLElement>("[data-square]");

  function end(): void {
    if (from) {
      const stone = piece(from);
      if (stone) stone.style.transform = "";
      from.classList.remove("dragged");
    }
    pointer = -1;
    from = null;
    moving = false;
  }

  grid.addEventListener("pointerdown", (e) => {
    swallow = false;
    if (pointer !== -1 || !e.isPrimary || e.button !== 0) return;
    const at = square(e);
    if (!at || !d.holds(at.dataset.square!)) return;
    pointer = e.pointerId;
    from = at;
    start = { x: e.clientX, y: e.clientY };
  });

  addEventListener("pointerdown", (e) => {
    if (pointer !== -1 && e.pointerId !== pointer) end(); // a second finger
  });

  addEventListener("pointermove", (e) => {
    if (e.pointerId !== pointer || !from) return;
    const x = e.clientX - start.x;
    const y = e.clientY - start.y;
    if (!moving) {
      if (Math.hypot(x, y) < threshold) return;
      if (!d.lift(from.dataset.square!)) {
        end();
        return;
      }
      moving = true;
      from.classList.add("dragged");
    }
    const stone = piece(from);
    if (stone) stone.style.transform = `translate(${x}px, ${y}px) scale(1.1)`;
  });

  addEventListener("pointerup", (e) => {
    if (e.pointerId !== pointer) return;
    const taken = moving ? from?.dataset.square : "";
    end();
    if (!taken) return;
    swallow = true; // the click that follows is no tap
    setTimeout(() => (swallow = false), 0);
    const under = document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>("[data-square]");
    d.drop(taken, under && grid.contains(under) ? under.dataset.square! : "");
  });

  addEventListener("pointercancel", (e) => {
    if (e.pointerId === pointer) end();
  });
  addEventListener("blur", end);

  grid.addEventListener(
    "click",
    (e) => {
      if (!swallow) return;
      swallow = false;
      e.preventDefault();
      e.stopPropagation();
    },
    true,
  );
}
