// What a nardy table says: the same sentences as the server's, in
// internal/web/page_nardy_flow.go and page_nardy_record.go.

import type { View } from "../../gen/nardy";
import { anySeat, caller, me, other, seatNames, seatOf, type State } from "../../store";
import { headline, nameMid, nameOf } from "../../words";
import type { Texts } from "../../texts";
import type { Seat } from "./position";

/** A stage of a turn, a word of the cube, or the draw. */
export interface Part {
  ply: number; // entries of the round up to and with it
  thrown?: number | undefined; // up to and with the throw that it begins with, where one does
  dice: string; // "" where none were thrown
  text: string; // "" while nothing has been played
}

/** A row of the list of turns. */
export interface TurnRow {
  no: string; // "" for rows that are no turns
  side: Seat | ""; // "" for the draw
  parts: Part[];
}

/** The number of a point as it is shown. */
export type Numbers = (point: number) => number;

export const viewOf = (s: State): View => s.now.view as View;

export function sideOf(s: State, seat: string): Seat {
  return s.now.starts === seat ? "first" : "second";
}

/** The seat of a side; the same exchange as the other way round. */
export function seatOfSide(s: State, side: string): string {
  return side === "first" ? s.now.starts : other(s.now.starts);
}

/**
 * Whether the computer's throw waits for this page, so that it holds a share
 * of the person's. There is nothing to decide: the page calls by itself.
 */
export function forComputer(s: State): boolean {
  const { mover, phase } = viewOf(s);
  const seat = mover === "first" || mover === "second" ? seatOfSide(s, mover) : "";
  return phase === "throw" && s.boot.dice?.kind === "fair" && caller(s) !== "" && seat !== "" && seatOf(s, seat).bot !== undefined;
}

// -- position codes -----------------------------------------------------------

export function phaseOf(code: string): string {
  return code.split(" ")[1] ?? "";
}

function sideIn(code: string): Seat | "" {
  const letter = code.split(" ")[2];
  return letter === "L" ? "first" : letter === "D" ? "second" : "";
}

/** The dice of the stage that a code names; threw is how many dice a throw has. */
function diceIn(code: string, threw: number): string {
  const [, phase, , dice, ...rest] = code.split(" ");
  if (phase !== "play" || !dice) return "";
  const pips = dice.split("-").map(Number);
  if (rest.includes("handed")) return `(${stage(pips)})`;
  if (rest.some((w) => w.startsWith("from="))) return stage(pips);
  return threw === 2 ? thrown(pips) : pips.join("–");
}

/** A throw; a double is its two dice, not its hops. */
export function thrown(pips: readonly number[]): string {
  const equal = pips.length === 4 && pips.every((n) => n === pips[0]);
  return (equal ? pips.slice(0, 2) : pips).join("–");
}

/** So many hops of a number. */
function stage(pips: readonly number[]): string {
  return `${pips[0]}×${pips.length}`;
}

const drawn = (row: string): string => row.replace("–", "\u00a0:\u00a0");

/** The price of an oyn after one raise more than a code says. */
function nextPrice(v: View, code: string): number {
  const raises = Number(/ cube=(\d)/.exec(code)?.[1] ?? 0) + 1;
  return v.cube.kind === "doubling" ? v.match.stake << raises : v.match.stake * (raises + 1);
}

// -- actions --------------------------------------------------------------------

/** A play in words of the language, its points numbered as they are shown. */
export function actionText(t: Texts, action: string, number: Numbers): string {
  if (action === "pass") return t.text("nardy.flow.cell.pass");
  return action
    .replace(/\(\d\)|\d+/g, (n) => (n.startsWith("(") ? n : String(number(Number(n)))))
    .replace(/bar/g, t.text("nardy.play.place.bar"))
    .replace(/off/g, t.text("nardy.play.place.off"));
}

/** What somebody typed in numbers as they are shown, in those of the rules. */
export function absolute(typed: string, number: Numbers): string {
  const back = new Map<number, number>();
  for (let point = 1; point <= 24; point++) back.set(number(point), point);
  return typed.replace(/\(\d\)|\d+/g, (n) => (n.startsWith("(") ? n : String(back.get(Number(n)) ?? n)));
}

const threwOf = (v: View): number => ({ triple: 3, two_by_two: 4 })[v.variant] ?? 2;

// The turns as they were asked for last: every tap asks for them again.
let made: { rows: State["rows"]; end: unknown; key: string; turns: readonly TurnRow[] } | null = null;

/** The plies of the round as turns; begin is the code of the position before the first. */
export function turnsOf(t: Texts, s: State, begin: string, number: Numbers): readonly TurnRow[] {
  const key = `${s.rows.length} ${s.now.starts} ${number(1)} ${number(13)} ${seatNames.map((n) => person(s, n))}`;
  if (made?.rows !== s.rows || made.end !== s.rows.at(-1) || made.key !== key) {
    made = { rows: s.rows, end: s.rows.at(-1), key, turns: makeTurns(t, s, begin, number) };
  }
  return made.turns;
}

function makeTurns(t: Texts, s: State, begin: string, number: Numbers): TurnRow[] {
  const v = viewOf(s);
  const turns: TurnRow[] = [];
  let numbered = 0;
  const row = (side: Seat | ""): TurnRow => {
    const last = turns.at(-1);
    if (last && last.side === side) return last;
    turns.push({ no: "", side, parts: [] });
    return turns.at(-1)!;
  };
  const add = (side: Seat | "", part: Part): void => {
    const r = row(side);
    r.parts.push(part);
    r.no ||= String(++numbered);
  };
  s.rows.forEach((r, i) => {
    const before = i ? s.rows[i - 1]!.position : begin;
    const part: Part = { ply: i + 1, dice: "", text: "" };
    if (r.seat === "chance") {
      if (phaseOf(before) === "draw") {
        turns.push({ no: "", side: "", parts: [{ ...part, dice: drawn(r.action), text: t.text("nardy.flow.record.draw") }] });
        if (phaseOf(r.position) !== "play") return;
      }
      add(sideIn(r.position), { ...part, thrown: part.ply, dice: diceIn(r.position, threwOf(v)) });
      return;
    }
    const side = sideOf(s, r.seat);
    if (r.action === "roll") return;
    if (["raise", "take", "drop"].includes(r.action)) {
      row(side).parts.push({ ...part, text: t.text("nardy.flow.cell." + r.action + person(s, r.seat), { n: nextPrice(v, before) }) });
      return;
    }
    part.dice = diceIn(before, threwOf(v));
    part.text = actionText(t, r.action, number);
    const parts = row(side).parts;
    const last = parts.at(-1);
    if (last?.text === "") parts[parts.length - 1] = { ...part, thrown: last.thrown };
    else add(side, part);
  });
  return turns;
}

/** A turn in a line. */
export function turnText(turn: TurnRow): string {
  return turn.parts
    .filter((p) => p.text)
    .map((p) => (p.dice ? `${p.dice}: ${p.text}` : p.text))
    .join(" ");
}

/** The last turn, in words. */
export function lastSaid(t: Texts, s: State, turns: readonly TurnRow[]): string {
  const last = turns.findLast((turn) => turn.side && turnText(turn));
  return last ? `${nameOf(t, s, seatOfSide(s, last.side))}: ${turnText(last)}.` : "";
}

/** What a seat has just done, while it is among the last two turns. */
export function noteOf(s: State, turns: readonly TurnRow[], seat: string): string {
  const side = sideOf(s, seat);
  const at = turns.findLastIndex((turn) => turn.side === side);
  return at >= 0 && at >= turns.length - 2 ? turnText(turns[at]!) : "";
}

// -- the match -----------------------------------------------------------------------

/** How the match stands, Light's points first, with the game that is over; null outside of matches. */
export function matchScore(s: State): [number, number] | null {
  const { match } = viewOf(s);
  const out = s.now.outcome;
  if (match.points < 2) return null;
  return match.score.map((n, i) => n + (out && out.winner === seatOfSide(s, i ? "second" : "first") ? out.points : 0)) as [number, number];
}

/** Who has won the match, "" while it goes on. */
export function matchHeadline(t: Texts, s: State): string {
  const score = matchScore(s);
  const out = s.now.outcome;
  if (!score || !out || !s.now.matchOver) return "";
  const [a, b] = sideOf(s, me(s) || out.winner) === "first" ? score : [score[1], score[0]];
  const f = "nardy.flow.match.";
  if (!me(s)) return t.text(f + "won.name", { name: nameOf(t, s, out.winner), a, b });
  return t.text(f + (out.winner === me(s) ? "won" : "lost"), { a, b });
}

// -- what to do -------------------------------------------------------------------

/** Why nothing can be played, in a few words. */
export function why(t: Texts, v: View): string {
  const entering = v.bar[v.mover === "second" ? 1 : 0] > 0;
  const rule = entering ? "bar-first" : (v.stuck?.rule ?? "");
  const key = "nardy.flow.why." + rule.replace(/^nardy\./, "");
  return t.text(t.has(key) ? key : "nardy.flow.why");
}

/** What there is to do, or what is being waited for; past is the ply that is shown, -1 for the game itself. */
export function detail(t: Texts, s: State, begin: string, past: number, number: Numbers): string {
  const v = viewOf(s);
  if (past >= 0) return t.text("nardy.flow.past.now", { now: headline(t, s)[0] });
  const mine = s.boot.mine[s.now.toAct] !== undefined || caller(s) !== "";
  const parts: string[] = [];
  const side = me(s) ? t.text("nardy.flow.side." + sideOf(s, me(s))) : "";
  if (!anySeat(s)) parts.push(t.text("play.watching"));
  else if (mine && v.phase === "draw" && !s.rows.length) parts.push(side);
  else if (!mine && v.phase !== "answer") return waitsFor(t, s) || before(t, s, begin) || lastSaid(t, s, turnsOf(t, s, begin, number)) || side;
  parts.push(before(t, s, begin), task(t, s, mine));
  // Whoever throws next hears what the other side has done.
  if (mine && ["throw", "decide"].includes(v.phase)) {
    const turns = turnsOf(t, s, begin, number);
    if (turns.findLast((turn) => turnText(turn) && turn.side)?.side !== v.mover) parts.push(lastSaid(t, s, turns));
  }
  return parts.filter((p) => p).join(" ");
}

/** The turns that led to the position after so many plies; a negative number is the game itself. */
export function turnsUpTo(t: Texts, s: State, begin: string, past: number, number: Numbers): readonly TurnRow[] {
  return past < 0 ? turnsOf(t, s, begin, number) : makeTurns(t, { ...s, rows: s.rows.slice(0, past) }, begin, number);
}

/** What an earlier position is called. */
export function pastName(t: Texts, s: State, begin: string, past: number, number: Numbers): string {
  const turn = turnsUpTo(t, s, begin, past, number).at(-1);
  if (!turn) return t.text("nardy.flow.past.begin");
  const p = turn.parts.at(-1)!;
  const move = [turn.no && `${turn.no}.`, ...p.dice.split(/\s+/), p.text].filter((w) => w).join(" ");
  return t.text("nardy.flow.past", { move });
}

/** The seat that had the turn in a position, "chance" where a throw was due or the game was over. */
export function turnIn(s: State, v: View): string {
  const mover = v.phase === "answer" ? other(v.mover) : v.mover;
  return ["play", "decide", "answer"].includes(v.phase) ? seatOfSide(s, mover) : "chance";
}

/** Whose throw is being waited for after one's own, in a draw. */
function waitsFor(t: Texts, s: State): string {
  const seat = s.now.calls?.[0];
  if (viewOf(s).phase !== "draw" || !seat || !s.seats[1].taken) return "";
  return t.text("nardy.flow.do.called", { name: nameOf(t, s, seat), nameMid: nameMid(t, s, seat) });
}

/** What the draw came to while nothing has been played since. */
function before(t: Texts, s: State, begin: string): string {
  const last = s.rows.at(-1);
  if (last?.seat !== "chance" || phaseOf(s.rows.at(-2)?.position ?? begin) !== "draw") return "";
  const v = viewOf(s);
  const pips = drawn(last.action);
  if (v.phase === "draw") return t.text("nardy.flow.do.draw.again", { pips });
  return t.text("nardy.flow.do.drawn", { pips, start: t.text("nardy.flow.start." + v.starter) });
}

function task(t: Texts, s: State, mine: boolean): string {
  const v = viewOf(s);
  const { price, next } = v.cube;
  if (s.boot.dice?.kind === "own" && ["draw", "throw"].includes(v.phase)) return t.text("nardy.flow.do.own." + v.phase);
  switch (v.phase) {
    case "draw":
      return t.text("nardy.flow.do.draw");
    case "throw":
      return t.text(v.extra ? "nardy.flow.do.throw.extra" : "nardy.flow.do.throw");
    case "decide":
      return t.text("nardy.flow.do.decide", { price, next });
    case "answer": {
      const offers = seatOfSide(s, v.mover);
      if (mine) return t.text("nardy.flow.do.answer", { name: nameOf(t, s, offers), price, next });
      const answers = other(offers);
      return t.text("nardy.flow.do.answering", { name: nameOf(t, s, answers), nameMid: nameMid(t, s, answers), price, next });
    }
    case "play":
      return playTask(t, v);
    default:
      return "";
  }
}

function playTask(t: Texts, v: View): string {
  const dice = v.dice ?? [];
  let key = "play";
  if (v.handed) key = "handed";
  else if (v.thrown?.length === 2 && dice.length === 4 && v.thrown[0] !== dice[0]) key = "progression";
  let words = t.text("nardy.flow.do." + key, { dice: key === "play" ? thrown(dice) : stage(dice) });
  if (v.stuck) words += " " + t.text("nardy.flow.do.stuck", { why: why(t, v) });
  else if ((v.usable ?? 0) < dice.length) words += " " + t.text("nardy.flow.do.usable", { n: v.usable ?? 0, all: dice.length });
  return words;
}

/** A sentence with a verb has another one where the name is "you". */
function person(s: State, seat: string): string {
  return seat === me(s) && !seatOf(s, seat).name ? ".you" : "";
}

/** A ply in words, for those who listen. */
export function said(t: Texts, s: State, begin: string, ply: number, number: Numbers): string {
  const row = s.rows[ply];
  if (!row) return "";
  const code = ply ? s.rows[ply - 1]!.position : begin;
  const v = viewOf(s);
  const f = "nardy.flow.said.";
  if (row.seat === "chance") {
    if (phaseOf(code) === "draw") {
      const pips = drawn(row.action);
      if (phaseOf(row.position) === "draw") return t.text("nardy.flow.do.draw.again", { pips });
      return t.text(f + "draw", { pips, start: t.text("nardy.flow.start." + v.starter) });
    }
    const thrower = seatOfSide(s, sideIn(row.position));
    return t.text(f + "roll" + person(s, thrower), { name: nameOf(t, s, thrower), dice: row.action });
  }
  const name = nameOf(t, s, row.seat);
  const you = person(s, row.seat);
  const next = nextPrice(v, code);
  switch (row.action) {
    case "roll":
      return "";
    case "raise":
      return t.text(f + "raise" + you, { name, next });
    case "take":
      return t.text(f + "take" + you, { name, price: next });
    case "drop":
      return t.text(f + "drop" + you, { name, price: s.now.outcome?.points ?? v.cube.price });
    case "pass":
      return t.text(f + "pass", { name, dice: diceIn(code, threwOf(v)) });
    default:
      return t.text(f + "play", { name, dice: diceIn(code, threwOf(v)), text: actionText(t, row.action, number) });
  }
}

// -- luck -----------------------------------------------------------------------------

/** By how many steps the throws of each side have beaten the average, and how many there were. */
export function luckOf(s: State, begin: string): Record<Seat, { steps: number; throws: number }> {
  const v = viewOf(s);
  const dice = threwOf(v);
  const luck = { first: { steps: 0, throws: 0 }, second: { steps: 0, throws: 0 } };
  s.rows.forEach((row, i) => {
    if (row.seat !== "chance" || phaseOf(row.position) !== "play") return;
    const side = sideIn(row.position);
    if (!side) return;
    const pips = (row.action.match(/\d/g) ?? []).map(Number);
    const sum = pips.reduce((a, b) => a + b, 0) * (dice === 2 && pips[0] === pips[1] ? 2 : 1);
    const draw = phaseOf(i ? s.rows[i - 1]!.position : begin) === "draw";
    luck[side].steps += sum - (draw ? 7 : dice === 2 ? 49 / 6 : 3.5 * dice);
    luck[side].throws++;
  });
  return luck;
}

export function luckText(t: Texts, side: Seat, luck: { steps: number; throws: number }): string {
  const n = Math.round(luck.steps);
  const values = luck.throws ? { sign: n < 0 ? "−" : "+", n: String(Math.abs(n)) } : { sign: "", n: t.text("nardy.flow.luck.none") };
  return t.text("nardy.flow.luck.side." + side, values);
}
