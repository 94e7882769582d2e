// The one state of a table page, and what an event makes of it.

import type { Boot, Event, Now, Seat } from "./gen/wire";
import type { Share } from "./secrets";
import type { Line } from "./socket";

export type SeatName = "first" | "second";

export const seatNames: readonly SeatName[] = ["first", "second"];

/** A row of the move table. */
export interface Row {
  seat: string;
  action: string;
  position: string;
  best: number; // see Boot.best
  depth: number; // how far a computer looked ahead, in plies; 0 for people
}

/** A command on its way. */
export interface Pending {
  key: string;
  seat: string; // its name, not its secret
  seen: number;
  kind: string;
  text: string;
  share?: Share; // its part in throws to come
  since: number; // performance.now()
  done?: number; // the event it made
}

export interface State {
  readonly boot: Boot;
  options: unknown; // of this round
  seq: number;
  seats: [Seat, Seat];
  now: Now;
  rows: Row[];
  asked: string;
  askedFor: string; // the command that it asks to agree to
  pending: Pending | null;
  line: Line;
  trouble: string; // why the last command was not carried out
  rule: string; // the rule that forbade it, "" if none did
  news: string; // what has happened beside the game
  turnSince: number; // when the turn last changed, performance.now()
  moved: boolean; // … by a move or a throw
}

export function begin(boot: Boot): State {
  return {
    boot,
    options: boot.options,
    seq: boot.seq,
    seats: boot.seats,
    now: boot,
    rows: boot.plies.map((p, i) => ({
      seat: p.seat,
      action: p.action ?? (p.pips ?? []).join("–"),
      position: p.position,
      best: boot.best?.[i] ?? 0,
      depth: p.depth ?? 0,
    })),
    asked: boot.asked ?? "",
    askedFor: boot.askedFor ?? "",
    pending: null,
    line: "opening",
    trouble: boot.trouble ?? "",
    rule: boot.rule ?? "",
    news: "",
    turnSince: -Infinity,
    moved: false,
  };
}

interface Body {
  seat?: string;
  name?: string;
  action?: string;
  position?: string;
  pips?: number[];
  depth?: number;
  options?: unknown;
  what?: string;
  plies?: number;
}

/** Applies the next event. False means that it was none: an old one, or one after a gap. */
export function apply(s: State, e: Event, best: (before: Now, action: string) => number): boolean {
  if (e.seq !== s.seq + 1) return false;
  const body = (e.body ?? {}) as Body;
  const before = s.now;
  switch (e.kind) {
    case "acted":
    case "rolled":
      // What was asked back has become a throw, and stands.
      if (!body.action && s.askedFor === "takeback" && s.rows.at(-1)?.action === "roll" && s.rows.at(-1)?.seat === s.asked) s.asked = "";
      s.rows.push({
        seat: body.seat ?? "chance",
        action: body.action ?? (body.pips ?? []).join("–"),
        position: body.position ?? "",
        best: e.kind === "acted" ? best(before, body.action ?? "") : 0,
        depth: body.depth ?? 0,
      });
      break;
    case "tookback":
      s.rows = s.rows.slice(0, s.rows.length - (body.plies ?? 0));
      s.asked = "";
      break;
    case "next":
    case "reset":
      s.rows = [];
      s.asked = "";
      if (body.options) s.options = body.options;
      break;
    case "seated":
      setSeat(s, body, true);
      break;
    case "renamed":
      setSeat(s, body, false);
      break;
    case "asked":
      s.asked = body.seat ?? "";
      s.askedFor = body.what ?? "";
      break;
  }
  // Whoever goes on says no to a turn taken back.
  if (e.kind === "declined" || ((e.kind === "acted" || e.kind === "ended") && s.askedFor === "takeback")) s.asked = "";
  s.seq = e.seq;
  if (e.now) s.now = e.now;
  else if (e.calls || e.clock) s.now = { ...s.now, ...(e.calls && { calls: e.calls }), ...(e.clock && { clock: e.clock }) };
  // A page commits itself as soon as it has come: nobody has done that.
  if (e.kind !== "committed") s.trouble = s.rule = s.news = "";
  const changes = e.kind === "seated" || e.kind === "asked" || e.kind === "declined"; // the page
  if (changes || s.now.toAct !== before.toAct || s.now.round !== before.round || !s.now.outcome !== !before.outcome) {
    s.turnSince = performance.now();
    s.moved = e.kind === "acted" || e.kind === "rolled";
  }
  settle(s);
  return true;
}

/** Forgets a command once its event is here. */
export function settle(s: State): void {
  if (s.pending?.done && s.pending.done <= s.seq) s.pending = null;
}

function setSeat(s: State, body: Body, taken: boolean): void {
  const i = body.seat === "second" ? 1 : 0;
  const seat: Seat = { ...s.seats[i], taken: taken || s.seats[i].taken };
  if (body.name) seat.name = body.name;
  else delete seat.name;
  s.seats[i] = seat;
}

/** The seat of this browser; "" where it has none, or both. */
export function me(s: State): SeatName | "" {
  const mine = seatNames.filter((n) => s.boot.mine[n]);
  return mine.length === 1 ? mine[0]! : "";
}

/** The seat for which this browser may act now, "" if it may not. */
export function acts(s: State): string {
  return !s.pending && s.boot.mine[s.now.toAct] ? s.now.toAct : "";
}

/** The seat of this browser that can throw now, or go on to throw instead of raising; "" if it has none. */
export function caller(s: State): string {
  if (s.pending) return "";
  const phase = (s.now.view as { phase?: string } | null)?.phase;
  if (phase === "decide") return acts(s);
  return s.now.toAct === "chance" ? ((s.now.calls ?? []).find((seat) => s.boot.mine[seat]) ?? "") : "";
}

/** A seat for what either seat may ask, "" for who only watches. */
export function anySeat(s: State): string {
  if (s.boot.mine[s.now.toAct]) return s.now.toAct;
  return seatNames.find((n) => s.boot.mine[n]) ?? "";
}

export function other(seat: string): string {
  return seat === "first" ? "second" : "first";
}

export function seatOf(s: State, seat: string): Seat {
  return s.seats[seat === "second" ? 1 : 0];
}

/** Whether this browser has a decision that could be taken back; see Snapshot.CanTakeBack. */
export function canTakeBack(s: State): boolean {
  const seat = anySeat(s);
  let thrown = false;
  return s.rows.toReversed().some((r) => {
    thrown ||= r.seat === "chance";
    return r.seat !== "chance" && (r.seat === seat || s.boot.mode === "hotseat") && r.action !== "pass" && !(r.action === "roll" && thrown);
  });
}
