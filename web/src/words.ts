// What the page says about a state: the same sentences as the server's.

import { acts, me, other, seatOf, type State } from "./store";
import type { Texts } from "./texts";

export type Tone = "turn" | "wait" | "won" | "lost" | "over";

export function nameOf(t: Texts, s: State, seat: string): string {
  if (seat !== "first" && seat !== "second") return "";
  const at = seatOf(s, seat);
  if (at.bot) return t.text("play.computer");
  if (at.name) return at.name;
  if (seat === me(s)) return t.text("play.you");
  if (me(s)) return t.text("play.opponent");
  return t.text("play.player", { no: seat === "second" ? "2" : "1" });
}

/** The name in the middle of a sentence: there only the names of people have a capital letter. */
export function nameMid(t: Texts, s: State, seat: string): string {
  if (seat !== "first" && seat !== "second") return "";
  const at = seatOf(s, seat);
  if (at.bot) return t.text("play.computer.mid");
  if (at.name) return at.name;
  if (seat === me(s)) return t.text("play.you.mid");
  if (me(s)) return t.text("play.opponent.mid");
  return t.text("play.player.mid", { no: seat === "second" ? "2" : "1" });
}

/** A seat as the texts have it: {name} or {nameMid}. */
function named(t: Texts, s: State, seat: string): { name: string; nameMid: string } {
  return { name: nameOf(t, s, seat), nameMid: nameMid(t, s, seat) };
}

export function headline(t: Texts, s: State): [string, Tone] {
  const mine = me(s);
  const { toAct, outcome } = s.now;
  if (outcome) {
    if (outcome.winner === "nobody") return [t.text("play.draw"), "over"];
    if (!mine) return [t.text("play.won.name", { name: nameOf(t, s, outcome.winner) }), "over"];
    return outcome.winner === mine ? [t.text("play.won.you"), "won"] : [t.text("play.lost.you"), "lost"];
  }
  if (toAct === "chance") return throwLine(t, s);
  if (toAct === mine) return [t.text("play.turn.you"), "turn"];
  if (seatOf(s, toAct).bot) return [t.text("play.turn.computer"), "wait"];
  if (toAct === "second" && !s.seats[1].taken) return [t.text("play.waiting"), "wait"];
  return [t.text("play.turn.name", named(t, s, toAct)), acts(s) || s.boot.mine[toAct] ? "turn" : "wait"];
}

/** Whose throw is due. */
function throwLine(t: Texts, s: State): [string, Tone] {
  const calls = s.now.calls ?? [];
  const tone = calls.some((seat) => s.boot.mine[seat]) ? "turn" : "wait";
  if (!s.seats[1].taken) return [t.text("play.waiting"), "wait"];
  const thrower = (s.now.view as { mover?: string } | null)?.mover;
  if (thrower !== "first" && thrower !== "second") return [t.text("play.throw.both"), tone];
  const seat = thrower === "first" ? s.now.starts : other(s.now.starts);
  return seat === me(s) ? [t.text("play.throw.you"), tone] : [t.text("play.throw.name", named(t, s, seat)), tone];
}

export function reason(t: Texts, s: State): string {
  const o = s.now.outcome;
  if (!o) return "";
  let key = `reason.${s.boot.game}.${o.reason}`;
  if (!t.has(key)) key = "reason." + o.reason; // the table's own word, and not the game's
  const mine = me(s);
  if (mine) {
    const own = key + (o.winner === mine ? ".win" : ".lose");
    if (t.has(own)) key = own;
  }
  const loser = other(o.winner);
  return t.text(key, {
    n: o.points,
    winner: nameOf(t, s, o.winner),
    winnerMid: nameMid(t, s, o.winner),
    loser: nameOf(t, s, loser),
    loserMid: nameMid(t, s, loser),
  });
}

/** The seat that begins the next round unless somebody chooses otherwise. */
export function nextStarts(s: State): string {
  return s.boot.mode === "computer" ? s.now.starts : other(s.now.starts);
}

export function nextRule(t: Texts, s: State): string {
  const own = s.boot.game + ".flow.result.next";
  if (t.has(own)) return t.text(own); // there the dice say who begins
  const starts = nextStarts(s);
  const key = s.boot.mode === "computer" ? "play.next.same" : "play.next.turns";
  return starts === me(s) ? t.text(key + ".you") : t.text(key, named(t, s, starts));
}

/** What a seat asks of the other one. */
export function askedText(t: Texts, s: State): string {
  const own = `${s.boot.game}.play.${s.askedFor}.asked`;
  return t.text(t.has(own) ? own : `play.${s.askedFor}.asked`, { name: nameOf(t, s, s.asked) });
}
