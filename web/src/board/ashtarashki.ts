// The board of Ashtarashki at a table: the hand that makes a move, and around
// it the positions before, the list of moves and the buttons.

import type { View } from "../gen/ashtarashki";
import type { Tried } from "../gen/wire";
import { acts, anySeat, me, type Row, type State } from "../store";
import { headline } from "../words";
import type { Api, Board } from "./board";
import { ask, Hand } from "./hand";
import { changed, placed, Record } from "./record";

const id = "ashtarashki";

export function mount(el: HTMLElement, api: Api): Board {
  const t = api.texts;
  const say = (key: string, values = {}): string => t.text(`${id}.play.${key}`, values);
  const button = (name: string): HTMLButtonElement | null => document.getElementById(name) as HTMLButtonElement | null;
  const [undo, finish, flip, toGame] = ["undo", "finish", "flip", "to-game"].map(button);
  const [back, forward] = ["step-back", "step-forward"].map(button);
  const begin = el.dataset.begin!;
  const record = new Record(begin, show);

  let state: State | null = null;
  let past: { ply: number; view: View } | null = null;
  let wanted = -1; // the past position that is being fetched
  let asked = el.dataset.ply!; // the past position that the address asks for
  let flips = el.dataset.flips!;
  const seen = new Map<string, View>();

  const hand = new Hand(
    el,
    el.querySelector<HTMLElement>("#squares")!,
    {
      texts: t,
      open: mayAct,
      shut() {
        if (past && anySeat(state!)) api.refuse(say("past.closed"), "");
      },
      late: () => api.late(),
      refuse: (words, rule) => api.refuse(words, rule),
      say: (words) => api.say(words),
      act: (action) => api.act(action),
      changed: update,
    },
    (text) => ask(state!.boot.lang, state!.boot.options, code(state!.rows.length), text),
  );
  const { squares } = hand;

  function mayAct(): boolean {
    return state !== null && !past && !hand.sent && acts(state) !== "";
  }

  function code(ply: number): string {
    return ply > 0 ? state!.rows[ply - 1]!.position : begin;
  }

  // -- drawing -------------------------------------------------------------

  function sideOf(s: State, seat: string): "first" | "second" {
    return s.now.starts === seat ? "first" : "second";
  }

  /** As whom this browser looks: "f" as White, "s" as Black, "b" as both or neither. */
  function way(s: State): string {
    const mine = me(s);
    return mine ? sideOf(s, mine)[0]! : "b";
  }

  function render(s: State): void {
    state = s;
    let move = (): void => undefined;
    if (s.now.view !== hand.view) {
      const news = hand.view && s.rows.at(-1)?.position && !past ? hand.turn.find(s.rows.at(-1)!.action) : [];
      move = squares.motion(hand.sent ? [] : news);
      hand.begin(s.now.view as View);
      if (past && past.ply > s.rows.length) past = null;
      if (asked) void show(Number(asked));
      asked = "";
    } else if (hand.sent && !s.pending) {
      hand.sent = false; // it was not accepted
      hand.turn.choose("");
    }
    draw(s);
    move();
  }

  function draw(s: State): void {
    const flipped = (way(s) === "s") !== flips.includes(way(s));
    squares.flip(flipped);
    placeStrips(s, flipped);
    const ply = past?.ply ?? s.rows.length;
    hand.draw(ply > 0 ? changed(code(ply - 1), code(ply)) : [], past?.view);
    el.dataset.code = code(ply);
    el.dataset.ply = past ? String(past.ply) : "";
    if (undo && finish) {
      undo.hidden = finish.hidden = past !== null || s.now.outcome !== null;
    }
    const shown = wanted >= 0 ? wanted : (past?.ply ?? s.rows.length);
    if (back) back.disabled = shown < 1;
    if (forward) forward.disabled = shown >= s.rows.length;
    if (toGame) toGame.hidden = !past;
    document.getElementById("to-game-ply")!.textContent = past ? `${past.ply}/${s.rows.length}` : "";
  }

  /** The board has changed by itself: it follows the finger at once, the page around it soon. */
  function update(): void {
    draw(state!);
    api.redraw();
  }

  /** Whoever plays the side at the bottom of the board sits at the bottom. */
  function placeStrips(s: State, flipped: boolean): void {
    const bottom = flipped ? "second" : "first";
    for (const strip of document.querySelectorAll<HTMLElement>(".seat")) {
      const low = sideOf(s, strip.dataset.seat!) === bottom;
      if (strip.classList.contains("bottom") === low) continue;
      strip.classList.toggle("bottom", low);
      strip.classList.toggle("top", !low);
      if (low) el.after(strip);
      else el.before(strip);
    }
  }

  // -- looking at earlier positions ------------------------------------------

  async function show(ply: number): Promise<void> {
    const rows = state!.rows;
    if (ply < 0) return;
    if (ply >= rows.length) {
      past = null;
      wanted = -1;
      update();
      return;
    }
    wanted = ply;
    const position = code(ply);
    let view = seen.get(position);
    if (!view) {
      try {
        view = ((await (await ask(state!.boot.lang, state!.boot.options, position, "")).json()) as Tried).view as View;
        seen.set(position, view);
      } catch {
        location.assign(`${state!.boot.base}?ply=${ply}`);
        return;
      }
    }
    if (wanted !== ply || state!.rows !== rows) return; // somebody has gone on meanwhile
    wanted = -1;
    past = { ply, view };
    hand.turn.choose("");
    api.refuse("", "");
    api.say(pastWords(ply)[0]);
    update();
    el.scrollIntoView({ block: "nearest" });
  }

  // -- buttons, fingers, keys --------------------------------------------------

  const on = (b: HTMLButtonElement | null | undefined, press: () => void): void =>
    b?.addEventListener("click", (e) => {
      e.preventDefault();
      press();
    });
  on(back, () => void show((wanted >= 0 ? wanted : (past?.ply ?? state!.rows.length)) - 1));
  on(forward, () => void show((wanted >= 0 ? wanted : (past?.ply ?? state!.rows.length)) + 1));
  on(toGame, () => void show(state!.rows.length));
  on(flip, () => {
    const w = way(state!);
    const turned = flips.includes(w);
    flips = turned ? flips.replace(w, "") : flips + w;
    const form = document.getElementById("flip-form") as HTMLFormElement;
    const body = new URLSearchParams({ back: location.pathname, flip: w + (turned ? "0" : "1") });
    void fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined); // it is turned all the same
    update();
  });

  // A typed move is meant for the position that one sees.
  document.getElementById("type")?.addEventListener("submit", (e) => {
    if (!past) return;
    e.preventDefault();
    e.stopPropagation();
    void show(state!.rows.length);
    api.refuse(say("past.typed"), "");
  });
  for (const b of document.querySelectorAll<HTMLButtonElement>("#type button")) b.disabled = false;

  // -- what the page asks --------------------------------------------------------

  return {
    render,
    past: () => past !== null,
    turnOf: (s) => (past ? (s.now.starts === "first") === (past.view.mover === "first") ? "first" : "second" : ""),
    headline: () => (past ? pastWords(past.ply)[0] : ""),
    key: (_, key) => key === "Escape" && escape(),
    moves: (s) => record.draw(s, past?.ply ?? -1, sideOf),
    tally(s, seat) {
      const side = sideOf(s, seat);
      const n = (past?.view ?? (s.now.view as View)).counts[side === "first" ? 0 : 1]!;
      return { side, words: say("tally", { stones: n.stones, finished: n.finished, retreated: n.turned + n.covered }) };
    },
    detail(s, mayAct) {
      const view = s.now.view as View;
      if (!anySeat(s)) return t.text("play.watching");
      const mine = me(s);
      const who = mine ? say("you." + sideOf(s, mine)) : say("mover." + view.mover);
      if (past) return pastWords(past.ply)[1];
      if (!mayAct || hand.sent || s.pending) return who;
      return `${who} ${say(hand.turn.hops.length ? "go-on" : view.capture ? "must" : hand.turn.at ? "where" : "which")}`;
    },
    note: (row) => row.action,
    latest: (s) => s.rows[(past?.ply ?? s.rows.length) - 1],
    said(row) {
      return said(row);
    },
    heir(lost) {
      if (lost === back) return forward ?? null;
      if (lost === forward) return back ?? null;
      return lost === undo || lost === finish ? squares.stop() : null;
    },
    cells: (row) => [row.action],
    mark: () => "",
    lesson: () => ({ title: "", verdict: "", why: "" }),
    best: () => 0,
  };

  function escape(): boolean {
    if (!past) return hand.takeBack();
    void show(state!.rows.length);
    return true;
  }

  /** What an earlier position is called, and how the game stands meanwhile. */
  function pastWords(ply: number): [string, string] {
    const now = headline(t, state!)[0];
    if (ply === 0) return [say("past.begin"), say("past.now", { now })];
    const half = ply - 1 + (begin.startsWith("b") ? 1 : 0);
    const move = `${Math.floor(half / 2) + 1}${half % 2 ? "…" : "."} ${state!.rows[ply - 1]!.action}`;
    return [say("past", { move }), say("past.now", { now })];
  }

  /** A move in words. */
  function said(row: Row): string {
    const ply = state!.rows.indexOf(row);
    const before = placed(code(ply));
    const after = placed(row.position);
    const mover = code(ply)[0]!;
    let [from, to] = ["", ""];
    let taken = 0;
    for (const at of changed(code(ply), row.position)) {
      if (before.get(at)?.[0] === mover) from = at;
      else if (before.has(at)) taken++;
      if (after.get(at)?.[0] === mover) to = at;
    }
    const [, was, rank] = before.get(from) ?? "";
    const stone = say(`stone.${mover === "w" ? "first" : "second"}.${rank}`);
    const name = api.name(row.seat);
    if (!to) return say("said.Z", { name, stone, from }) + ".";
    const is = after.get(to)![1]!;
    const ending = taken ? say("said.take", { n: taken }) : is !== was ? say("said." + is) : "";
    return say("said", { name, stone, from, to }) + ending + ".";
  }
}
