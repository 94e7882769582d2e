// Hints in games of nardy against the computer: one press asks for one, and its
// arrows lie on the board as long as the position stands there. Everything else
// on the page is the affair of the table's own script; the form that plays a
// piece of advice is one of those it sends.

import { arrow, waysOf } from "../board/nardy/trail";

const namespace = "http://www.w3.org/2000/svg";
const board = document.getElementById("board")!;
const wood = document.getElementById("wood")!;
const table = document.getElementById("table")!;
const ask = document.getElementById("hint-go") as HTMLButtonElement;
const below = document.getElementById("hint-words")!; // the words once more, at the board of a phone
const live = document.getElementById("live")!;
const trail = document.createElementNS(namespace, "svg");
let asking = false;
let shown: string[] = []; // the hops that lie on the board
let numbered = "1"; // the number that the words give to the point that Light enters on

trail.setAttribute("class", "trail advice-trail");
trail.setAttribute("aria-hidden", "true");
wood.append(trail);

const panel = (): HTMLElement => document.getElementById("hint")!;

/** The table shows a position that was, not the one to play. */
const past = (): boolean => document.getElementById("to-game")?.hasAttribute("href") ?? false;

/** A hint can be asked for in the position of the game, on one's own turn, once. */
function ready(): boolean {
  return !asking && table.dataset.act === "first" && panel().dataset.code !== board.dataset.code && !past();
}

async function fetchHint(form: HTMLFormElement): Promise<void> {
  asking = true;
  document.getElementById("hint-offline")!.hidden = true;
  tend();
  try {
    const first = firstNumber();
    const body = new URLSearchParams({ key: crypto.randomUUID?.() ?? `${Date.now()}`, part: "hint", first });
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(String(answer.status));
    let text = await answer.text();
    // A machine with much to do takes its time: the hint is counted already.
    for (let i = 0; i < 20 && text.includes('id="hint-busy"'); i++) {
      await new Promise((done) => setTimeout(done, 500));
      const again = await fetch(`${location.pathname}?part=hint&first=${first}`);
      if (again.ok) text = await again.text();
    }
    put(text);
    numbered = first;
    tell();
  } catch (why) {
    // A page that can not come would take the table away.
    if (why instanceof TypeError) offline();
    else location.reload(); // the page that comes says what is wrong
  }
  asking = false;
  tend();
}

function offline(): void {
  panel().classList.remove("empty");
  document.getElementById("hint-offline")!.hidden = false;
}

/** What the point that Light enters on is called, as one has chosen. */
const firstNumber = (): string => wood.querySelector('[data-place="1"] .no')?.textContent ?? "1";

/** The words speak of points by their numbers: others are fetched when these change. */
async function renumber(): Promise<void> {
  const first = firstNumber();
  if (first === numbered || asking || panel().dataset.code !== board.dataset.code) return;
  numbered = first;
  const answer = await fetch(`${location.pathname}?part=hint&first=${first}`).catch(() => null);
  if (answer?.ok) put(await answer.text());
  tend();
}

/** Puts what the server has drawn into the page. */
function put(text: string): void {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("hint");
  if (!fresh) throw new Error("no hint");
  panel().replaceWith(fresh);
  const words = fresh.querySelectorAll("#advice-words > p");
  below.replaceChildren(...[...words].map((p) => p.cloneNode(true)));
  below.hidden = false;
  adopt();
}

/** The hint that has come is heard, and seen. */
function tell(): void {
  const words = panel().querySelectorAll("#advice-words > p");
  live.textContent = [...words].map((p) => p.textContent!.trim()).join(". ");
  if (panel().dataset.code === board.dataset.code && words.length) reveal();
}

/** The round is over: its hints are of no use, and the next one has none yet. */
function forget(): void {
  if (table.dataset.over !== "true") return;
  show(null);
  document.getElementById("advice")?.remove();
  document.getElementById("hint-count")!.textContent = "";
  below.replaceChildren();
  below.hidden = true;
  panel().removeAttribute("data-code");
  panel().classList.add("empty");
  tend();
}

/** The buttons of the plays do something now, and the best one lies on the board. */
function adopt(): void {
  for (const b of panel().querySelectorAll<HTMLButtonElement>("[data-ways]")) b.disabled = false;
  show(panel().querySelector<HTMLButtonElement>("[data-ways]"));
}

/** Scrolls no further than it takes to see the words, and as much of the board above them as there is room for. */
function reveal(): void {
  const onPhone = below.getClientRects().length > 0;
  const words = onPhone ? below : document.getElementById("advice-words")!;
  if (onPhone) {
    const bar = document.getElementById("act")!; // may stay at the lower edge, over the words
    const covered = (getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0) + 8;
    const above = words.getBoundingClientRect().top - board.getBoundingClientRect().top;
    const free = document.documentElement.clientHeight - words.offsetHeight - covered;
    words.style.scrollMargin = `${Math.max(0, Math.min(above, free))}px 0 ${covered}px`;
  }
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  words.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
}

/** Shows the ways of a piece of advice on the board. */
function show(b: HTMLButtonElement | null): void {
  for (const other of panel().querySelectorAll("[data-ways]")) other.setAttribute("aria-pressed", String(other === b));
  shown = b?.dataset.ways?.split(" ") ?? [];
  draw();
}

function draw(): void {
  const field = wood.getBoundingClientRect();
  trail.setAttribute("viewBox", `0 0 ${field.width} ${field.height}`);
  const reach = (wood.querySelector(".point .stack > i:not(.under)")?.getBoundingClientRect().width ?? 0) / 2;
  const side = document.querySelector<HTMLElement>('.seat[data-seat="first"] .seat-tally')?.dataset.side ?? "first";
  const at = (place: string): [number, number] | null => {
    const node = wood.querySelector(place === "bar" || place === "off" ? `[data-store="${place}"][data-side="${side}"]` : `[data-place="${place}"]`);
    const box = (node?.querySelector(".stack > i:last-child") ?? node?.querySelector(".stack") ?? node)?.getBoundingClientRect();
    return box ? [(box.left + box.right) / 2 - field.left, (box.top + box.bottom) / 2 - field.top] : null;
  };
  const hops = shown.map((hop) => ({ from: hop.split("/")[0]!, to: hop.split("/")[1]! }));
  trail.replaceChildren(
    ...waysOf(hops).flatMap((way) => {
      const dots = way.map(at).filter((d) => d !== null);
      if (dots.length < 2) return [];
      const d = arrow(dots, reach);
      return ["casing", "line"].map((name) => {
        const path = document.createElementNS(namespace, "path");
        path.setAttribute("class", name);
        path.setAttribute("d", d);
        return path;
      });
    }),
  );
}

/**
 * Takes the hint away while the board does not show the position that it is
 * about, or shows it as what was: the page may come back to it from a look at
 * older ones, or after the play was taken back.
 */
function tend(): void {
  const code = panel().dataset.code;
  const away = code !== undefined && (code !== board.dataset.code || past());
  if (away !== panel().classList.contains("away")) {
    // Whoever has played a piece of advice by the keyboard is not put back to the start of the page.
    if (away && panel().contains(document.activeElement)) ask.focus({ preventScroll: true });
    panel().classList.toggle("away", away);
    below.hidden = away;
    if (away) show(null);
    else adopt();
  } else if (shown.length) {
    draw();
  }
  // Not disabled: it keeps the focus of whoever has just pressed it.
  ask.disabled = false;
  ask.setAttribute("aria-disabled", String(!ready()));
}

document.addEventListener(
  "submit",
  (e) => {
    const form = e.target as HTMLFormElement;
    if (form.id !== "hint-form") return;
    e.preventDefault();
    e.stopPropagation();
    if (ready()) void fetchHint(form);
  },
  true,
);

document.addEventListener("click", (e) => {
  const b = (e.target as Element).closest?.<HTMLButtonElement>("#hint [data-ways]");
  if (b) show(b.getAttribute("aria-pressed") === "true" ? null : b);
});

new MutationObserver(tend).observe(board, { attributes: true, attributeFilter: ["data-code"] });
new MutationObserver(tend).observe(table, { attributes: true, attributeFilter: ["data-act"] });
new MutationObserver(forget).observe(table, { attributes: true, attributeFilter: ["data-over"] });
const number = wood.querySelector('[data-place="1"] .no');
if (number) new MutationObserver(() => void renumber()).observe(number, { childList: true, characterData: true, subtree: true });
new ResizeObserver(draw).observe(wood);

// What the page came with.
adopt();
tend();
void renumber();
