// The clocks of a table. They count down by themselves, from what the site
// said last and by the site's own time: what the clock of this machine shows
// does not matter.

import type { Boot, Clock } from "../gen/wire";
import type { State } from "../store";

const boot = JSON.parse(document.getElementById("boot")!.textContent!) as Boot;
const voice = document.getElementById("clock-voice");
const seats = ["first", "second"] as const;
const low = 10_000; // milliseconds, below which a clock runs out
const warnings = [60_000, 30_000, 10_000];
const spoken: Record<string, number> = {}; // by seat, the last warning

let clock: Clock | undefined = boot.clock;
/** By how much the site's time is ahead of performance.now(), at the least: a message is never early. */
let ahead = (boot.at ?? 0) - performance.now();
let lost = false;
let timer = 0;

/** A time as internal/web/page_clock.go writes it. */
function time(ms: number): string {
  if (ms < low) return `${Math.floor(ms / 1000)}.${Math.floor(ms / 100) % 10}`;
  const s = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

function draw(): void {
  clearTimeout(timer);
  if (!clock) return;
  let next = Infinity;
  seats.forEach((seat, i) => {
    const at = document.querySelector<HTMLElement>(`[data-clock=${seat}]`);
    if (!at) return;
    const runs = clock!.runs === seat;
    const passed = runs ? Math.max(0, performance.now() + ahead - clock!.since) : 0;
    const free = runs ? Math.max(0, (clock!.free ?? 0) - passed) : 0;
    const left = Math.max(0, clock!.left[i]! - Math.max(0, passed - (runs ? (clock!.free ?? 0) : 0)));
    put(at.querySelector(".clock-time"), time(left));
    put(at.querySelector(".clock-free"), free > 0 ? `+${Math.ceil(free / 1000)}` : "");
    at.toggleAttribute("data-runs", runs);
    at.toggleAttribute("data-low", left < low);
    at.toggleAttribute("data-unsure", runs && lost);
    at.title = runs && lost ? (voice?.dataset.unsure ?? "") : "";
    if (!runs) delete spoken[seat];
    if (!runs || lost) return; // without a line nobody knows whether it still runs
    warn(seat, left);
    const rest = free > 0 ? free : left;
    if (rest > 0) next = Math.min(next, free <= 0 && left < low ? rest % 100 || 100 : rest % 1000 || 1000);
  });
  if (next < Infinity) timer = window.setTimeout(draw, next + 5);
}

/** Says how much is left, once for each mark, to whoever plays with this clock. */
function warn(seat: string, left: number): void {
  const mark = warnings.findLast((w) => left <= w);
  const was = spoken[seat];
  spoken[seat] = mark ?? Infinity;
  if (!mark || was === undefined || was <= mark || !boot.mine[seat]) return;
  if (voice) voice.textContent = voice.getAttribute(`data-left-${mark / 1000}`) ?? "";
}

function put(at: Element | null, words: string): void {
  if (at && at.textContent !== words) at.textContent = words;
}

// When the clocks stood still: a line in the row of the last ply before it. In a
// turn of nardy it stands between the throw and the play, or between plays.
interface Stood {
  after: number; // plies of the round
  line: HTMLElement;
}
let stood: Stood[] = [...document.querySelectorAll<HTMLElement>("#stood li")].map((li) => standstill(+li.dataset.after!, li.textContent));
let round = 0;
let plies = 0;

function standstill(after: number, words: string): Stood {
  const line = document.createElement("small");
  line.className = "stood";
  line.textContent = words;
  return { after, line };
}

/** Puts the lines where they belong: lists are drawn anew now and then. */
function place(state: State): void {
  if (!round) for (const line of document.querySelectorAll("#plies .stood")) line.remove(); // those that came with the page
  else if (round !== state.now.round) stood = [];
  round = state.now.round;
  plies = state.rows.length;
  const rows = [...document.querySelectorAll<HTMLElement>("#plies [data-ply]")];
  for (const one of stood) {
    one.after = Math.min(one.after, plies); // plies were taken back
    const row = rows.findLast((r) => +(r.dataset.thrown ?? r.dataset.ply!) <= one.after) ?? rows[0];
    if (!row) continue;
    const pondered = row.dataset.thrown && (one.after < +row.dataset.ply! || !row.lastElementChild!.textContent);
    let last = row.querySelector(".who > bdi") ?? (pondered ? row.firstElementChild! : row);
    while (last.nextElementSibling?.matches(".stood") && last.nextElementSibling !== one.line) last = last.nextElementSibling;
    if (last.nextElementSibling !== one.line) last.after(one.line);
  }
}

document.addEventListener("hod:stood", (e) => {
  stood.push(standstill(plies, (e as CustomEvent<string>).detail));
});

// The page tells of all that comes from the site; see table.ts.
document.addEventListener("hod:at", (e) => {
  ahead = Math.max(ahead, (e as CustomEvent<number>).detail - performance.now());
  draw();
});
document.addEventListener("hod:state", (e) => {
  const state = (e as CustomEvent<State>).detail;
  clock = state.now.clock;
  place(state);
  lost = state.line === "lost" || state.line === "gone";
  draw();
});
document.addEventListener("visibilitychange", draw);
draw();
