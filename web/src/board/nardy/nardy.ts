// The board of nardy: a turn is made of hops on the board and goes out whole.
// It knows no rules: what can be done is in the graph of the turn, and why
// something else can not is asked of the server.

import type { View } from "../../gen/nardy";
import type { Refusal, Tried } from "../../gen/wire";
import { acts, caller, me, type State } from "../../store";
import type { Api, Board } from "../board";
import { Actions } from "./actions";
import { Drawing, type Marks } from "./draw";
import { Flight } from "./flight";
import { Input } from "./input";
import { checkersOf, format, parsePosition, replay, type Checkers, type Seat, type Step } from "./position";
import { Record } from "./record";
import { actionText, detail, forComputer, matchHeadline, matchScore, noteOf, pastName, said, seatOfSide, sideOf, turnIn, turnText, turnsOf, turnsUpTo, why } from "./said";
import { menu } from "./settings";
import { linkTerms } from "./terms";
import { Trail } from "./trail";
import { Draft, type Die, type Effect, type Target } from "./turn";

const id = "nardy";

/** How long one can object to what is going to be done by itself, in milliseconds. */
const patience = 1800;

export function mount(el: HTMLElement, api: Api): Board {
  const t = api.texts;
  const drawing = new Drawing(el, t);
  const flight = new Flight(drawing);
  const trail = new Trail(drawing);
  const begin = el.dataset.begin!;
  const rules = document.getElementById("table")!.dataset.rules;
  if (rules) linkTerms(document.getElementById("sent")!, rules, t.text("nardy.play.terms"));
  const record = new Record(api, (ply) => void show(ply), begin);
  const number = (point: number): number => drawing.number(point);
  const settings = menu(() => {
    draft?.use(settings);
    if (state) update();
  });
  const actions = new Actions(api, { done, undo: () => void undo(), swap }, number);

  let state: State | null = null;
  let live: View | null = null; // what the draft belongs to
  let draft: Draft | null = null;
  let known = -1; // how many plies have been shown
  let sent = false; // the turn is on its way
  let drawn: Checkers | null = null;
  let past: { ply: number; view: View } | null = null;
  let wanted = -1; // the past position that is being fetched
  let orient = el.dataset.orient!;
  let timer = 0; // until something is done by itself
  let held = false; // something may be due by itself, once the table has answered
  let tapped: unknown[] = []; // what the board was last drawn from, where a tap has drawn it
  const seen = new Map<string, View>();

  const input = new Input({
    root: drawing.field,
    draft: () => (mayAct() ? draft : null),
    did,
    done,
    changed: () => {
      wait(null);
      api.tell(heldBack());
      update();
    },
    late: () => api.late(),
    piece: (place) => drawing.piece(place, draft!.mover),
  });

  // -- what is on the board ------------------------------------------------

  function mayAct(): boolean {
    return state !== null && !past && !sent && live?.phase === "play" && acts(state) !== "";
  }

  function code(ply: number): string {
    return ply > 0 ? state!.rows[ply - 1]!.position : begin;
  }

  /** As whom this browser looks: "f" as Light, "s" as Dark, "b" as both or neither. */
  function way(s: State): string {
    const mine = me(s);
    return mine ? sideOf(s, mine)[0]! : "b";
  }

  function marks(s: State): Marks {
    const view = past?.view ?? live!;
    const open = mayAct();
    const mover = view.mover === "first" || view.mover === "second" ? view.mover : "";
    const ply = past?.ply ?? s.rows.length;
    const last = lastTurn(s, ply);
    const made = !past && draft ? draft.steps : [];
    const ways = new Map<string, Target[]>();
    if (open) for (const from of draft!.sources()) ways.set(from, draft!.targets(from));
    const mine = me(s);
    return {
      mover,
      reader: mine ? sideOf(s, mine) : mover || "first",
      ways,
      selected: open ? draft!.selected : "",
      last: made.length ? made : last.steps,
      lastSide: made.length ? draft!.mover : last.side,
      dice: diceOf(s, view, ply),
      swap: open && draft!.shown().dice.filter((d) => !d.used && !d.idle).some((d) => d.n !== draft!.active),
      cube: view.cube.kind === "none" ? null : view.cube,
    };
  }

  /** The dice to be played; where there are none, the last ones, played. */
  function diceOf(s: State, view: View, ply: number): Die[] {
    if (view.phase === "play") {
      if (!past && draft) return draft.shown().dice;
      return (view.dice ?? []).map((n) => ({ n, used: false, idle: false, active: false }));
    }
    const roll = s.rows.slice(0, ply).findLast((r) => r.seat === "chance");
    return (roll?.action.match(/\d/g) ?? []).map((n) => ({ n: Number(n), used: true, idle: false, active: false }));
  }

  function lastTurn(s: State, ply: number): { at: number; side: Seat | ""; steps: Step[] } {
    for (let i = ply - 1; i >= 0; i--) {
      const row = s.rows[i]!;
      if (row.seat === "chance" || !/\/|pass/.test(row.action)) continue;
      const side = sideOf(s, row.seat);
      return { at: i, side, steps: replay(parsePosition(code(i)), side, row.action) };
    }
    return { at: -1, side: "", steps: [] };
  }

  // -- drawing -------------------------------------------------------------

  function render(s: State): void {
    state = s;
    if (s.now.view !== live) {
      const first = live === null;
      arrive(s);
      // An address may name an earlier position.
      const ply = Number(new URLSearchParams(location.search).get("ply") ?? NaN);
      if (first && Number.isInteger(ply) && ply < s.rows.length) void show(ply);
    } else {
      const rejected = sent && !s.pending;
      if (rejected) sent = false;
      const now = grounds(s);
      if (rejected || !tapped.length || now.some((x, i) => x !== tapped[i])) draw(s);
      tapped = [];
      if (held) goOn();
    }
  }

  /** A position that has not been shown yet. */
  function arrive(s: State): void {
    const fresh = known >= 0 && !past && s.rows.length > known ? lastTurn(s, s.rows.length) : null;
    const thrown = known >= 0 && s.rows.length > known && s.rows.at(-1)?.seat === "chance";
    const [own, shown] = [sent, known];
    live = s.now.view as View;
    draft = new Draft(live, settings, kept());
    sent = false;
    known = s.rows.length;
    wait(null);
    input.cancel();
    if (past && past.ply > s.rows.length) past = null;
    // One's own turn has been shown as it was made.
    const before = fresh && fresh.at >= shown && !(own && s.boot.mine[s.rows[fresh.at]!.seat]) ? parsePosition(code(fresh.at)) : null;
    draw(s);
    if (thrown && settings.motion) drawing.roll();
    if (before && settings.motion) flight.show(before, fresh!.side as Seat, fresh!.steps, () => draw(state!));
    goOn();
  }

  function draw(s: State): void {
    const w = way(s);
    const flipped = (w === "s") !== orient.includes("f");
    drawing.orient({ flipped, mirrored: orient.includes("m") }, settings.own);
    placeStrips(s, flipped);
    const m = marks(s);
    drawn = past ? checkersOf(past.view) : draft!.shown();
    drawing.draw(drawn, m, !flight.going);
    trail.show(past || !draft!.steps.length ? m.last : [], m.lastSide);
    el.dataset.code = code(past?.ply ?? s.rows.length);
    if (askAgain) askAgain.disabled = record.lastOfOther(s, turnsOf(t, s, begin, number)) === null;
    actions.render(s, {
      done: mayAct() && (draft!.done() !== null || live!.only === "pass"),
      undo: mayAct() && draft!.canUndo,
      swap: m.swap,
      past: past !== null,
    });
  }

  /** The board has changed by itself: it follows the finger at once, the page around it soon. */
  function update(): void {
    keep();
    draw(state!);
    tapped = grounds(state!);
    api.redraw();
  }

  /** What a table may change while its position stays. */
  function grounds(s: State): unknown[] {
    return [s.now, s.seq, s.pending, s.rows.length, s.seats[0], s.seats[1]];
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

  // -- making a turn ---------------------------------------------------------

  function did(e: Effect): void {
    wait(null);
    if (e.kind === "refused") {
      void explain(e.from, e.to);
      update();
      return;
    }
    api.tell("");
    played(e.steps);
    if (e.kind === "played") goOn();
  }

  function played(steps: readonly Step[]): void {
    const before = drawn!;
    update();
    if (steps.length && settings.motion) flight.show(before, draft!.mover, steps, () => draw(state!));
  }

  function done(): void {
    if (!mayAct() || api.late()) return;
    if (live!.only === "pass") {
      api.goOn(); // the table has passed already
      return;
    }
    const action = draft!.done();
    if (action === null) return;
    wait(null);
    flight.stop();
    sent = true;
    api.tell("");
    api.act(action);
  }

  function undo(): boolean {
    if (past) {
      void show(state!.rows.length);
      return true;
    }
    if (!mayAct() || !draft!.undo()) return false;
    wait(null);
    api.tell(heldBack());
    update();
    return true;
  }

  function swap(): void {
    if (mayAct() && draft!.swap()) update();
  }

  /** Says that nothing is done by itself any more in this turn, where something would be. */
  function heldBack(): string {
    return draft?.held && (settings.forced !== "never" || settings.off) ? t.text("nardy.flow.auto.paused") : "";
  }

  // -- what is done by itself -------------------------------------------------

  /** Does something after a while, unless somebody does something else; null does nothing. */
  function wait(then: (() => void) | null): void {
    clearTimeout(timer);
    if (then) timer = window.setTimeout(then, patience);
  }

  /** Goes on as far as the settings ask. */
  function goOn(): void {
    // What a command did may be known before the answer to it.
    held = state!.pending !== null;
    if (held) return;
    if (forComputer(state!)) {
      api.command("roll", "", caller(state!));
      return;
    }
    if (settings.roll && live!.phase !== "decide" && !past && caller(state!) && !document.getElementById("own-dice")) {
      (document.getElementById("roll-form") as HTMLFormElement | null)?.requestSubmit();
      api.tell(t.text("nardy.flow.auto.roll"));
      return;
    }
    if (!mayAct()) return;
    const auto = draft!.auto();
    if (!auto) return;
    const e = draft!.take();
    played(e.steps);
    const key = auto.why === "bear-off" ? "off" : auto.whole ? "turn" : "forced";
    api.tell(t.text("nardy.flow.auto." + key, { text: actionText(t, format(auto.steps), number) }));
    if (auto.whole) wait(done);
  }

  /**
   * The table passes at once where nothing can be played. Whoever it happened to
   * sees the dice and the reason for a while, or until "done" is pressed.
   */
  function pause(s: State): number {
    const view = s.now.view as View;
    if (!view.stuck || !s.boot.mine[s.now.toAct]) return 0;
    api.say(t.text("nardy.flow.auto.pass", { why: why(t, view) }));
    return settings.pass ? patience : Infinity;
  }

  // -- why something can not be done ----------------------------------------------

  async function explain(from: string, to: string): Promise<void> {
    const text = draft!.why(from, to);
    if (!text) return;
    const before = live;
    const answer = await ask(code(state!.rows.length), text);
    if (answer.ok || live !== before || sent) return;
    const no = (await answer.json()) as Refusal;
    if (no.message) api.refuse(no.message, no.rule ?? "");
  }

  function ask(position: string, text: string): Promise<Response> {
    return fetch(`/api/games/${id}/try?lang=${state!.boot.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ options: state!.options, position, text }),
    });
  }

  // -- a half-made turn survives a reload --------------------------------------------

  function kept(): string | null {
    try {
      return sessionStorage.getItem("draft/" + state!.boot.table);
    } catch {
      return null;
    }
  }

  function keep(): void {
    try {
      if (mayAct()) sessionStorage.setItem("draft/" + state!.boot.table, draft!.save());
    } catch {
      // a browser that keeps nothing: a reload begins the turn anew
    }
  }

  // -- looking at earlier positions ------------------------------------------

  async function show(ply: number): Promise<void> {
    const rows = state!.rows;
    if (ply < 0) return;
    flight.stop();
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
        view = ((await (await ask(position, "")).json()) as Tried).view as View;
        seen.set(position, view);
      } catch {
        const address = `${state!.boot.base}?ply=${ply}`;
        if (!location.href.endsWith(address)) location.assign(address);
        return;
      }
    }
    if (wanted !== ply || state!.rows !== rows) return; // somebody has gone on meanwhile
    wanted = -1;
    past = { ply, view };
    wait(null);
    api.tell("");
    update();
  }

  // -- what the other side did -----------------------------------------------------

  const askAgain = document.getElementById("show-last") as HTMLButtonElement | null;
  askAgain?.addEventListener("click", again);

  /** Tells and shows the last turn of the other side once more. */
  function again(): void {
    const s = state!;
    const turn = record.lastOfOther(s, turnsOf(t, s, begin, number));
    if (!turn || !turn.side) return;
    if (past) void show(s.rows.length);
    const plies = turn.parts.map((p) => p.ply - 1).filter((i) => /\/|pass/.test(s.rows[i]!.action) && s.rows[i]!.seat !== "chance");
    const side = turn.side;
    const steps = plies.flatMap((i) => replay(parsePosition(code(i)), side, s.rows[i]!.action));
    api.tell(`${api.name(seatOfSide(s, side))}: ${turnText(turn)}.`);
    if (steps.length && settings.motion) flight.show(parsePosition(code(plies[0]!)), side, steps, () => draw(state!));
  }

  // -- turning the board ---------------------------------------------------------

  for (const [name, letter] of [["flip", "f"], ["mirror", "m"]] as const) {
    document.getElementById(name)?.addEventListener("click", (e) => {
      e.preventDefault();
      orient = orient.includes(letter) ? orient.replace(letter, "") : orient + letter;
      const form = document.getElementById("orient-form") as HTMLFormElement;
      const body = new URLSearchParams({ back: location.pathname, orient: `${el.dataset.family}-${orient}` });
      void fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined); // it is turned all the same
      flight.stop();
      update();
    });
  }

  // -- what the page asks --------------------------------------------------------

  return {
    render,
    key: (_, key) => input.key(key) || (key === "Escape" && past !== null && undo()),
    moves: (s) => record.draw(s, past?.ply ?? -1, number),
    tally(s, seat) {
      const side = sideOf(s, seat);
      const view = past?.view ?? (s.now.view as View);
      return { side, words: t.text("nardy.play.pips", { n: view.pips[side === "first" ? 0 : 1] }) };
    },
    detail: (s) => detail(t, s, begin, past?.ply ?? -1, number),
    past: () => past !== null,
    headline: (s) => (past ? pastName(t, s, begin, past.ply, number) : matchHeadline(t, s)),
    score: (s, seat) => matchScore(s)?.[sideOf(s, seat) === "first" ? 0 : 1],
    note: (row) => row.action,
    turnOf: (s) => (past ? turnIn(s, past.view) : ""),
    noteOf: (s, seat) => noteOf(s, turnsUpTo(t, s, begin, past?.ply ?? -1, number), seat),
    pause,
    said: (row) => said(t, state!, begin, state!.rows.indexOf(row), number),
    heir: (lost) => actions.heir(lost),
    cells: (row) => [row.action],
    mark: () => "",
    lesson: () => ({ title: "", verdict: "", why: "" }),
    best: () => 0,
  };
}
