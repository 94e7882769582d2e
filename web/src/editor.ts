// Setting up a position. The page works by forms without this; the script makes
// each change itself, and asks the server only what there is to say about it.

import { dragging } from "./board/drag";
import { Rover } from "./board/rove";

const editor = document.getElementById("editor")!;
const form = document.getElementById("edit") as HTMLFormElement;
const squares = [...form.querySelectorAll<HTMLButtonElement>("[data-square]")];
const code = form.elements.namedItem("pos") as HTMLInputElement;
const action = new URL(editor.dataset.action!, location.href);

interface Position {
  mover: string;
  stones: Map<string, string>; // square → "wM3"
}

function read(text: string): Position {
  const [mover = "w", white = "-", black = "-"] = text.split(" ");
  const stones = new Map<string, string>();
  for (const [side, list] of [["w", white] as const, ["b", black] as const]) {
    if (list === "-") continue;
    for (const stone of list.split(",")) stones.set(stone.slice(2), side + stone.slice(0, 2));
  }
  return { mover, stones };
}

function write(p: Position): string {
  const list = (side: string): string =>
    [...p.stones]
      .filter(([, stone]) => stone.startsWith(side))
      .map(([at, stone]) => stone.slice(1) + at)
      .sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
      .join(",") || "-";
  return `${p.mover} ${list("w")} ${list("b")}`;
}

function address(p: Position): URL {
  const url = new URL(action);
  url.searchParams.set("pos", write(p));
  return url;
}

/** What the palette holds: "wM3", "" to take away. */
function brush(): string {
  const chosen = new FormData(form);
  return chosen.get("side") === "none" ? "" : `${chosen.get("side")}${chosen.get("state")}${chosen.get("rank")}`;
}

function draw(p: Position): void {
  for (const button of squares) {
    const at = button.dataset.square!;
    const stone = p.stones.get(at);
    const svg = button.querySelector("svg")!;
    button.classList.toggle("own", stone !== undefined); // it can be dragged
    const finished = stone !== undefined && at.endsWith(stone.startsWith("w") ? "8" : "1");
    svg.setAttribute("class", stone ? `stone ${stone.startsWith("w") ? "first" : "second"} state-${stone[1]}${finished ? " finished" : ""}` : "stone none");
    svg.querySelector("use")!.setAttribute("href", "#stone-" + (stone?.[1] ?? "M"));
    svg.querySelector(".rank")!.setAttribute("href", "#rank-" + (stone?.[2] ?? "1"));
    button.querySelector(".hidden")!.textContent = stone ? `${at}, ${words(stone)}` : at;
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("#mover button")) {
    button.setAttribute("aria-pressed", String(button.value === p.mover));
  }
}

/** A stone in the words of the palette. */
function words(stone: string): string {
  const word = (name: string, value: string): string =>
    form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`)?.dataset.word ?? value;
  return [word("side", stone[0]!), word("rank", stone[2]!), word("state", stone[1]!)].join(", ");
}

/** Whoever listens to the page hears here what has become of the position. */
const voice = document.createElement("p");
voice.className = "hidden";
voice.setAttribute("role", "status");
document.body.append(voice);

/** The choice of the computer's level, where one can play. */
function bots(): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>("#verdict select");
}

let asked: AbortController | null = null;

/** Shows what the server says about an address. */
async function judge(url: URL): Promise<void> {
  asked?.abort();
  const request = (asked = new AbortController());
  const part = new URL(url);
  part.searchParams.set("part", "verdict");
  try {
    const answer = await fetch(part, { signal: request.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const verdict = page.getElementById("verdict");
    if (!verdict) throw new Error(String(answer.status));
    const level = bots()?.value;
    document.getElementById("verdict")!.replaceChildren(...verdict.childNodes);
    const again = bots();
    if (again && level) again.value = level;
    voice.textContent = document.querySelector("#verdict .answer")?.textContent?.trim() ?? "";
  } catch {
    if (!request.signal.aborted) location.assign(url);
  }
}

/** Beside the board: why the last stone was not put. */
const putProblem = document.getElementById("put-problem")!;
let refusing: AbortController | null = null;

/** Says why a change can not be made; the position stays, and what there is to say about it. */
async function refuse(url: URL): Promise<void> {
  refusing?.abort();
  const request = (refusing = new AbortController());
  const part = new URL(url);
  part.searchParams.set("part", "verdict");
  try {
    const answer = await fetch(part, { signal: request.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const words = page.getElementById("verdict-problem")?.textContent?.trim();
    if (!words) throw new Error(String(answer.status));
    putProblem.textContent = words;
    voice.textContent = voice.textContent === words ? words + "\u00a0" : words;
  } catch {
    if (!request.signal.aborted) location.assign(url);
  }
}

function change(p: Position): void {
  const url = address(p);
  refusing?.abort();
  putProblem.textContent = "";
  code.value = write(p);
  draw(p);
  (document.getElementById("field-code") as HTMLInputElement).value = code.value;
  (document.getElementById("field-link") as HTMLInputElement).value = url.href;
  history.replaceState(history.state, "", url);
  void judge(url);
}

/** No side has more stones of a rank than this; the server says so in words. */
const mostOfARank = 4;

function put(at: string): void {
  const p = read(code.value);
  const stone = brush();
  const had = p.stones.get(at);
  p.stones.delete(at);
  if (stone !== "" && stone !== had) {
    const alike = [...p.stones.values()].filter((s) => s[0] === stone[0] && s[2] === stone[2]).length;
    if (alike >= mostOfARank) {
      const url = new URL(action);
      for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value));
      url.searchParams.set("put", at);
      void refuse(url);
      return;
    }
    p.stones.set(at, stone);
  }
  change(p);
}

/** A stone that is dragged stands elsewhere, or leaves the board. */
function move(from: string, at: string): void {
  const p = read(code.value);
  const stone = p.stones.get(from);
  if (!stone || at === from) return;
  p.stones.delete(from);
  if (at) p.stones.set(at, stone);
  change(p);
}

const grid = editor.querySelector<HTMLElement>(".squares")!;
new Rover(grid).offer("a1");
dragging(grid, {
  holds: (at) => read(code.value).stones.has(at),
  lift: () => true,
  drop: move,
});
draw(read(code.value));

form.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (!(by instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (by.name === "put") put(by.value);
  if (by.name === "mover") change({ ...read(code.value), mover: by.value });
});

for (const id of ["start", "clear"]) {
  document.getElementById(id)!.addEventListener("click", (event) => {
    const to = new URL((event.currentTarget as HTMLAnchorElement).href);
    event.preventDefault();
    change(read(to.searchParams.get("pos") ?? ""));
  });
}
