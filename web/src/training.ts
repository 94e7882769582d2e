// The training table of nardy. The page works by forms without this; the script
// draws each change at once and asks the server what there is to say about it,
// so that quick presses are never lost.

import { dragging } from "./board/drag";
import { Checkers, type Side } from "./board/nardy/setup";

const page = document.getElementById("training-page")!;
const part = document.getElementById("training")!;
page.classList.add("live"); // what only serves browsers without script goes

function form(): HTMLFormElement {
  return document.getElementById("table") as HTMLFormElement;
}

function field(name: string): HTMLInputElement {
  return form().elements.namedItem(name) as HTMLInputElement;
}

/** What a press does: the side that is put, or "none", which takes off. */
let brush = String(new FormData(form()).get("side") ?? "L");

// An answer that was asked for before the choice does not undo it.
part.addEventListener("swapped", () => {
  const chosen = form().querySelector<HTMLInputElement>(`input[name="side"][value="${brush}"]`);
  if (chosen) chosen.checked = true;
});

function covering(): boolean {
  return part.querySelector(".setup[data-covering]") !== null;
}

const colour: Record<Side, string> = { L: "first", D: "second" };

function draw(checkers: Checkers, place: string): void {
  const stack = part.querySelector(`[data-square="${CSS.escape(place)}"] .stack`);
  const p = checkers.at(place);
  if (!stack || !p) return;
  const shown: HTMLElement[] = [];
  if (p.under) {
    const under = document.createElement("i");
    under.className = colour[p.side === "L" ? "D" : "L"] + " under";
    shown.push(under);
  }
  for (let i = 0; i < Math.min(p.n, 5); i++) {
    const checker = document.createElement("i");
    checker.className = colour[p.side];
    if (i === 4 && p.n > 5) checker.dataset.n = String(p.n);
    shown.push(checker);
  }
  stack.replaceChildren(...shown);
}

/** Asks for the table as the form stands now; a later question ends an earlier one. */
function ask(): void {
  const url = new URL(form().action);
  for (const [name, value] of new FormData(form())) {
    if (value !== "" && !(name === "was" && value === field("variant").value)) url.searchParams.append(name, String(value));
  }
  part.dispatchEvent(new CustomEvent("swap", { bubbles: true, detail: url.href }));
}

function change(places: string[], make: (checkers: Checkers) => void): void {
  const checkers = new Checkers(field("pos").value);
  make(checkers);
  field("pos").value = checkers.code();
  for (const place of places) draw(checkers, place);
  ask();
}

function press(place: string, what: string): void {
  change([place], (checkers) => {
    if (what === "none") checkers.take(place);
    else checkers.put(place, what as Side, covering());
  });
}

part.addEventListener("submit", (event) => {
  const by = (event as SubmitEvent).submitter;
  if (event.target !== form()) return;
  event.preventDefault();
  event.stopPropagation();
  if (by instanceof HTMLButtonElement && by.name === "put") press(by.value, brush);
  else ask();
});

part.addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  if (input.form !== form()) return;
  if (input.name === "side") brush = input.value;
  else ask();
});

part.addEventListener("keydown", (event) => {
  const place = (event.target as HTMLElement).closest<HTMLElement>("button[data-square]")?.dataset.square;
  if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Backspace" || event.key === "Delete") {
    event.preventDefault();
    press(place, "none");
  }
  if (/^[0-9]$/.test(event.key)) {
    event.preventDefault();
    const side = brush === "D" ? "D" : "L";
    change([place], (checkers) => {
      while (checkers.take(place));
      for (let i = 0; i < Number(event.key); i++) checkers.put(place, side, covering());
    });
  }
});

dragging(part, {
  holds: (at) => (new Checkers(field("pos").value).at(at)?.n ?? 0) > 0,
  lift: () => true,
  drop: (from, at) => {
    if (at === from) return;
    change([from, at], (checkers) => {
      const side = checkers.take(from);
      if (side) checkers.put(at, side, covering());
    });
  },
});
