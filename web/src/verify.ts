// Checks the dice of a table from its public events, as internal/fair/doc.go
// describes them. It asks nobody anything: whoever has the events and this file
// can do without the site.

import type { Receipt, ReceiptShare } from "./gen/wire";
import { bytesOf, hex, hmac, sha256, unhex } from "./hash";

/** What matters of an event. */
export interface Fact {
  seq: number;
  kind: string;
  body?: unknown;
}

/**
 * What a throw is worth: "checked" is a throw to which a seat has contributed,
 * "site" one that only the site's commitment covers, "own" one that the players
 * have told, "failed" one that does not add up.
 */
export type Mark = "checked" | "site" | "own" | "failed";

export interface Throw {
  seq: number; // of its event
  n: number; // the number of the throw at the table, 0 with own dice
  round: number;
  pips: number[];
  mark: Mark;
  problem: Problem | null;
  receipt: Receipt | null;
  by: string; // the seat that told it, with own dice
  again: boolean; // it had been taken back, and came again
}

/** What is wrong, as a word for the catalogue, with the seat that it is about. */
export interface Problem {
  word: Word;
  seat: string;
  seq: number;
}

type Word =
  | "order" // events are missing, doubled or out of place
  | "reveal" // a secret does not fit its commitment
  | "digits" // a secret or a commitment is none
  | "nobody" // a share belongs to no seat
  | "own" // nobody says who told what the dice show
  | "dice" // a throw at a table without dice
  | "receipt" // the receipt is none
  | "number" // the throws are not counted on
  | "site" // the site's secret does not fit its commitment
  | "commit" // the site's commitment is not the one it had published
  | "shares" // other shares count than those that had to
  | "late" // a commitment was made with the other's secret in sight
  | "again" // a throw that was taken back did not come again as it was
  | "pips"; // the dice show something else than what follows from the secrets

class Wrong extends Error {
  constructor(
    readonly word: Word,
    readonly seat = "",
  ) {
    super(word);
  }
}

/** A byte of the stream from which dice are made, and the die it gives; 0 if it is skipped. */
export interface Drawn {
  byte: number;
  die: number;
}

/** An action or a throw of the round; an action has no event. */
interface Ply {
  seq: number;
  pips: number[];
}

interface Standing {
  commit: string;
  seq: number;
}

const seats = ["first", "second"] as const;

/** Goes through the events of a table, all of them from the first on. */
export class Checker {
  readonly throws: Throw[] = [];
  /** What is wrong beside throws, or makes the rest worthless. */
  readonly problems: Problem[] = [];
  seq = 0;
  kind = ""; // of the dice: "fair", "own", "" for none
  site = ""; // the site's standing commitment
  next = 1; // the number of the next throw
  round = 1;
  /** Whether the game that the last events belong to has ended in them. */
  finished = false;
  readonly standing: [Standing | null, Standing | null] = [null, null];
  revealed: ReceiptShare[] = []; // since the last throw

  private plies: Ply[] = []; // of the round
  private stood: Ply[] = []; // throws that have to come again, the next one first

  constructor(readonly table: string) {}

  /** Takes the next event. Returns the throw that it is, if it is one. */
  async event(e: Fact): Promise<Throw | null> {
    try {
      return await this.take(e);
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      const problem = { word: wrong.word, seat: wrong.seat, seq: e.seq };
      if (e.kind !== "rolled") {
        this.problems.push(problem);
        return null;
      }
      return this.failed(e, problem);
    }
  }

  /** Whether nothing at all is wrong. */
  get sound(): boolean {
    return this.seq > 0 && !this.problems.length && this.throws.every((t) => t.mark !== "failed");
  }

  private async take(e: Fact): Promise<Throw | null> {
    this.seq++;
    const order = e.seq === this.seq && (e.seq === 1) === (e.kind === "opened");
    this.seq = e.seq;
    const body = fields(e.body);
    if (!order) {
      this.problems.push({ word: "order", seat: "", seq: e.seq });
    }
    switch (e.kind) {
      case "rolled":
        return this.thrown(e, body);
      case "opened": {
        const dice = fields(body.dice);
        this.kind = text(dice.kind);
        this.site = text(dice.commit);
        body.seat = "first";
        break;
      }
      case "acted":
        this.plies.push({ seq: 0, pips: [] });
        break;
      case "tookback": {
        const n = typeof body.plies === "number" ? body.plies : 0;
        const undone = n > 0 ? this.plies.splice(-n) : [];
        if (n < 1 || undone.length !== n) this.problems.push({ word: "order", seat: "", seq: e.seq });
        this.stood.unshift(...undone.filter((p) => p.seq));
        break;
      }
      case "ended":
        this.finished = true;
        break;
      case "next":
      case "reset":
        this.plies = [];
        this.stood = [];
        this.finished = false;
        if (typeof body.round === "number") this.round = body.round;
        break;
    }
    await this.share(e.seq, body);
    return null;
  }

  /** Takes what a seat reveals and what it commits itself to. */
  private async share(seq: number, body: Record<string, unknown>): Promise<void> {
    const { reveal, commit } = body;
    if (reveal === undefined && commit === undefined) return;
    const seat = text(body.seat);
    const i = seats.indexOf(seat as "first");
    if (i < 0) throw new Wrong("nobody");
    if (reveal !== undefined) {
      const was = this.standing[i];
      this.standing[i] = null;
      if (!isDigits(reveal)) throw new Wrong("digits", seat);
      if (!was || (await commitment(reveal)) !== was.commit) throw new Wrong("reveal", seat);
      this.revealed.push({ seat, commit: was.commit, commitSeq: was.seq, reveal, revealSeq: seq });
    }
    if (commit !== undefined) {
      if (!isDigits(commit)) throw new Wrong("digits", seat);
      this.standing[i] = { commit, seq };
    }
  }

  private async thrown(e: Fact, body: Record<string, unknown>): Promise<Throw> {
    const made: Throw = { seq: e.seq, n: 0, round: this.round, pips: numbers(body.pips), mark: "checked", problem: null, receipt: null, by: "", again: false };
    const stood = this.stood[0];
    this.stood = this.stood.slice(1);
    this.plies.push({ seq: Number(body.again) || e.seq, pips: made.pips });
    if (body.again !== undefined) {
      const first = this.throws.find((t) => t.seq === body.again && !t.again);
      if (!first || stood?.seq !== body.again || !same(stood.pips, made.pips)) throw new Wrong("again");
      this.throws.push({ ...first, seq: e.seq, again: true });
      return this.throws.at(-1)!;
    }
    if (stood && stood.pips.length === made.pips.length) throw new Wrong("again");
    this.stood = []; // other dice are due than those that were thrown
    if (this.kind === "own") {
      const own = fields(body.receipt);
      if (own.own !== true || !seats.includes(own.by as "first")) throw new Wrong("own");
      this.throws.push({ ...made, mark: "own", by: text(own.by) });
      return this.throws.at(-1)!;
    }
    if (this.kind !== "fair") throw new Wrong("dice");
    const r = parseReceipt(body.receipt);
    if (!r) throw new Wrong("receipt");
    if (r.n !== this.next) throw new Wrong("number");
    if (r.siteCommit !== this.site) throw new Wrong("commit");
    if (!same(r.shares, counted(this.revealed))) throw new Wrong("shares");
    await checkReceipt(this.table, r, made.pips);
    this.go(r);
    this.throws.push({ ...made, n: r.n, receipt: r, mark: r.shares.length ? "checked" : "site" });
    return this.throws.at(-1)!;
  }

  private failed(e: Fact, problem: Problem): Throw {
    const body = fields(e.body);
    const receipt = parseReceipt(body.receipt);
    const made: Throw = { seq: e.seq, n: receipt?.n ?? this.next, round: this.round, pips: numbers(body.pips), mark: "failed", problem, receipt, by: "", again: false };
    // What follows may be in order by itself: it is judged by what this one says.
    if (receipt) this.go(receipt);
    this.throws.push(made);
    return made;
  }

  private go(r: Receipt): void {
    this.site = r.nextCommit;
    this.next = r.n + 1;
    this.revealed = [];
  }
}

/** Checks a receipt by itself; throws what is wrong with it. */
async function checkReceipt(table: string, r: Receipt, pips: readonly number[]): Promise<void> {
  if (r.n < 1) throw new Wrong("number");
  if (!unhex(r.site) || (await commitment(r.site)) !== r.siteCommit) throw new Wrong("site");
  if (!unhex(r.nextCommit)) throw new Wrong("digits");
  for (const [i, s] of r.shares.entries()) {
    if (!seats.includes(s.seat as "first") || (i > 0 && (i > 1 || s.seat !== "second" || r.shares[0]!.seat !== "first"))) throw new Wrong("shares");
    if (!unhex(s.reveal) || (await commitment(s.reveal)) !== s.commit) throw new Wrong("reveal", s.seat);
    if (!(s.commitSeq >= 1 && s.commitSeq < s.revealSeq)) throw new Wrong("late", s.seat);
  }
  const [a, b] = r.shares;
  if (a && b && !fit(a, b)) throw new Wrong("late");
  if (r.dice < 1 || r.dice > 100 || r.faces < 2 || r.faces > 256) throw new Wrong("receipt");
  const stream = await draw(table, r);
  if (!same(pips, stream.filter((d) => d.die).map((d) => d.die))) throw new Wrong("pips");
}

/** The text that is authenticated with the site's secret. */
export function message(table: string, r: Receipt): string {
  const share = (seat: string): string => r.shares.find((s) => s.seat === seat)?.reveal ?? "-";
  return ["hod/dice/1", table, r.n, r.dice, r.faces, share("first"), share("second"), ""].join("\n");
}

/** The bytes that a throw was made from, up to the last die. */
export async function draw(table: string, r: Receipt): Promise<Drawn[]> {
  const key = unhex(r.site)!;
  const limit = 256 - (256 % r.faces);
  const stream: Drawn[] = [];
  let left = r.dice;
  for (let block = 0; left > 0; block++) {
    for (const byte of await hmac(key, bytesOf(message(table, r) + block))) {
      if (left === 0) break;
      const die = byte < limit ? (byte % r.faces) + 1 : 0;
      if (die) left--;
      stream.push({ byte, die });
    }
  }
  return stream;
}

/** What whoever holds a secret publishes before the throw, "" for what is no secret. */
export async function commitment(secret: string): Promise<string> {
  const bytes = unhex(secret);
  return bytes ? hex(await sha256(bytes)) : "";
}

function isDigits(x: unknown): x is string {
  return unhex(x) !== null;
}

function fit(a: ReceiptShare, b: ReceiptShare): boolean {
  return a.commitSeq < b.revealSeq && b.commitSeq < a.revealSeq;
}

/** The shares that count for the next throw. */
function counted(revealed: readonly ReceiptShare[]): ReceiptShare[] {
  const first = revealed.filter((s) => s.seat === "first");
  const second = revealed.filter((s) => s.seat === "second");
  if (!first.length || !second.length) return revealed.slice(-1);
  let best: ReceiptShare[] = [];
  let ends = [0, 0];
  for (const a of first) {
    for (const b of second) {
      const at = [Math.min(a.revealSeq, b.revealSeq), Math.max(a.revealSeq, b.revealSeq)];
      if (fit(a, b) && (at[0]! > ends[0]! || (at[0] === ends[0] && at[1]! > ends[1]!))) [best, ends] = [[a, b], at];
    }
  }
  return best.length ? best : revealed.slice(0, 1);
}

/** Reads a receipt; null for anything that is not exactly one. */
function parseReceipt(data: unknown): Receipt | null {
  const r = fields(data);
  const shares = r.shares;
  if (!exactly(r, { n: 0, site: "", siteCommit: "", nextCommit: "", dice: 0, faces: 0, shares: [] }) || !Array.isArray(shares)) return null;
  if (!shares.every((s) => exactly(fields(s), { seat: "", commit: "", commitSeq: 0, reveal: "", revealSeq: 0 }))) return null;
  return r as unknown as Receipt;
}

/** Whether an object has these fields, of these types, and no others. */
function exactly(o: Record<string, unknown>, like: Record<string, unknown>): boolean {
  const is = (key: string): boolean => (typeof like[key] === "number" ? Number.isSafeInteger(o[key]) : typeof o[key] === typeof like[key]);
  return Object.keys(o).length === Object.keys(like).length && Object.keys(like).every((key) => key in o && is(key));
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a.map(sorted)) === JSON.stringify(b.map(sorted));
}

function sorted(x: unknown): unknown {
  return x && typeof x === "object" ? Object.entries(x).sort(([a], [b]) => (a < b ? -1 : 1)) : x;
}

function fields(x: unknown): Record<string, unknown> {
  return x && typeof x === "object" && !Array.isArray(x) ? { ...(x as Record<string, unknown>) } : {};
}

function text(x: unknown): string {
  return typeof x === "string" ? x : "";
}

function numbers(x: unknown): number[] {
  return Array.isArray(x) ? x.filter((n) => typeof n === "number") : [];
}

// -- whether the dice fall as honest dice do ------------------------------------

export interface Counts {
  faces: number[]; // how often 1, 2, 3 … came up
  dice: number; // how many dice
  pairs: number; // throws of two dice
  doubles: number; // of them with equal dice
  /** How often honest dice stray at least as far from even counts, 0 … 1. */
  chance: number;
}

/** Counts the throws of six-sided dice that the site has made. */
export function count(throws: readonly Throw[]): Counts {
  const faces = [0, 0, 0, 0, 0, 0];
  let pairs = 0;
  let doubles = 0;
  for (const t of throws) {
    if (t.mark === "own" || t.mark === "failed" || t.again) continue;
    for (const n of t.pips) faces[n - 1]!++;
    if (t.pips.length !== 2) continue;
    pairs++;
    if (t.pips[0] === t.pips[1]) doubles++;
  }
  const dice = faces.reduce((a, b) => a + b, 0);
  const even = dice / 6;
  const square = dice ? faces.reduce((sum, n) => sum + (n - even) ** 2 / even, 0) : 0;
  return { faces, dice, pairs, doubles, chance: beyond(square) };
}

/** The chance that chi-square with five degrees of freedom is at least x. */
export function beyond(x: number): number {
  if (x <= 0) return 1;
  const z = Math.sqrt(x);
  // Twice the tail of the normal distribution, then the terms of odd degrees.
  const density = Math.exp(-x / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(1, tail(z) + 2 * density * (z + z ** 3 / 3));
}

/** The chance that a normal variable is at least z away from its mean (Abramowitz and Stegun 26.2.17). */
function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 2 * sum * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}
