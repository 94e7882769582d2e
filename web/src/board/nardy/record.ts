// The list of turns with dice and notation, looking at earlier positions, what
// each side's dice have been worth, and how a game ended.

import { me, other, type State } from "../../store";
import { nameOf, reason } from "../../words";
import type { Api } from "../board";
import { luckOf, luckText, matchScore, seatOfSide, turnsOf, viewOf, type Numbers, type TurnRow } from "./said";

const byID = <T extends HTMLElement = HTMLElement>(id: string): T | null => document.getElementById(id) as T | null;

export class Record {
  private readonly list = byID("plies")!;
  private readonly back = byID<HTMLAnchorElement>("step-back");
  private readonly forward = byID<HTMLAnchorElement>("step-forward");
  private readonly toGame = byID<HTMLAnchorElement>("to-game");
  private plies = 0;
  private past = -1;
  private numbers = "";
  private turns: readonly TurnRow[] | null = null; // that are drawn
  private drawn = ""; // and how

  constructor(
    private readonly api: Api,
    /** Shows the position after so many plies; the number of all of them is the game itself. */
    private readonly show: (ply: number) => void,
    private readonly begin: string,
  ) {
    this.list.addEventListener("click", (e) => {
      const ply = (e.target as Element).closest<HTMLElement>("[data-ply]")?.dataset.ply;
      if (ply && plain(e)) this.go(e, Number(ply));
    });
    const now = (): number => (this.past >= 0 ? this.past : this.plies);
    this.back?.addEventListener("click", (e) => plain(e) && this.go(e, now() - 1));
    this.forward?.addEventListener("click", (e) => plain(e) && this.go(e, now() + 1));
    this.toGame?.addEventListener("click", (e) => plain(e) && this.go(e, this.plies));
  }

  private go(e: Event, ply: number): void {
    e.preventDefault();
    if (ply >= 0 && ply <= this.plies) this.show(ply);
  }

  /** Draws the list; past is the ply whose position the board shows, -1 for the game itself. */
  draw(s: State, past: number, number: Numbers): void {
    const t = this.api.texts;
    this.past = past;
    this.drawSteps(s);
    this.drawMatch(s);
    this.drawResult(s);
    const turns = turnsOf(t, s, this.begin, number);
    const how = [past, nameOf(t, s, "first"), nameOf(t, s, "second")].join("/");
    if (turns === this.turns && how === this.drawn) return; // a tap on the board changes nothing here
    this.turns = turns;
    this.drawn = how;
    // Other numbers are another list.
    const numbers = `${s.now.round}/${number(1)}/${number(13)}`;
    if (numbers !== this.numbers) {
      this.list.replaceChildren();
      byID("all-turns")?.remove();
    }
    this.numbers = numbers;
    while (this.list.children.length > turns.length) this.list.lastElementChild!.remove();
    turns.forEach((turn, i) => this.drawTurn(s, turn, i));
    if (this.plies !== s.rows.length) this.list.scrollTop = this.list.scrollHeight;
    this.follow();
    this.plies = s.rows.length;
    const luck = luckOf(s, this.begin);
    for (const side of ["first", "second"] as const) text(byID("luck-" + side), luckText(t, side, luck[side]));
  }

  /** The links stay true, so that they can be opened elsewhere. */
  private drawSteps(s: State): void {
    const at = this.past >= 0 ? this.past : s.rows.length;
    const url = this.list.dataset.url!;
    link(this.back, at > 0 ? `${url}?ply=${at - 1}` : "");
    link(this.forward, this.past >= 0 ? `${url}?ply=${at + 1}` : "");
    link(this.toGame, this.past >= 0 ? url : "");
    this.toGame?.classList.toggle("main", this.past >= 0);
  }

  /** Keeps the part whose position is shown in sight, without moving the page. */
  private follow(): void {
    const at = this.list.querySelector<HTMLElement>("[aria-current]");
    if (!at) return;
    const [box, row] = [this.list.getBoundingClientRect(), at.getBoundingClientRect()];
    if (row.top < box.top) this.list.scrollTop -= box.top - row.top;
    if (row.bottom > box.bottom) this.list.scrollTop += row.bottom - box.bottom;
  }

  private drawTurn(s: State, turn: TurnRow, i: number): void {
    let row = this.list.children[i] as HTMLElement | undefined;
    if (!row) {
      row = document.createElement("li");
      const number = span("turn-no num");
      const mark = span("turn-side");
      mark.setAttribute("aria-hidden", "true");
      row.append(number, mark, span("hidden"), span("turn-parts"));
      this.list.append(row);
    }
    row.className = turn.no ? "turn" : "turn no-turn";
    if (row.dataset.side !== turn.side) row.dataset.side = turn.side;
    text(row.querySelector(".turn-no"), turn.no);
    text(row.querySelector(".hidden"), turn.side ? nameOf(this.api.texts, s, seatOfSide(s, turn.side)) : "");
    const parts = row.querySelector(".turn-parts")!;
    const links = [...parts.querySelectorAll("a")]; // beside them there may be lines of the clock
    for (const a of links.splice(turn.parts.length)) a.remove();
    turn.parts.forEach((part, n) => {
      let a = links[n];
      if (!a) {
        a = document.createElement("a");
        a.append(span("turn-dice num"), " ", span("turn-text"));
        parts.append(a);
      }
      if (a.dataset.ply !== String(part.ply)) {
        a.dataset.ply = String(part.ply);
        a.href = `${this.list.dataset.url}?ply=${part.ply}`;
      }
      if (part.thrown) a.dataset.thrown = String(part.thrown);
      else delete a.dataset.thrown;
      text(a.firstElementChild, part.dice);
      text(a.lastElementChild, part.text);
      if (part.ply === this.past) a.setAttribute("aria-current", "step");
      else a.removeAttribute("aria-current");
    });
  }

  private drawMatch(s: State): void {
    const at = byID("match");
    const { match } = viewOf(s);
    if (!at) return;
    at.hidden = match.points < 2 || s.now.outcome !== null; // then the result says it
    if (at.hidden) return text(at, "");
    const t = this.api.texts;
    const words = t.text("nardy.flow.match.score", { points: match.points, a: match.score[0], b: match.score[1] });
    text(at, match.crawford ? `${words}. ${t.text("nardy.flow.crawford")}` : words);
  }

  private drawResult(s: State): void {
    const panel = byID("nardy-result");
    const out = s.now.outcome;
    if (!panel) return;
    panel.hidden = !out;
    const t = this.api.texts;
    const again = t.text(s.now.matchOver && viewOf(s).match.points > 1 ? "nardy.flow.next.match" : "play.next");
    for (const id of ["again", "next"]) text(byID(id), again);
    if (!out) return;
    const f = "nardy.flow.result.";
    const { match, cube } = viewOf(s);
    const won = out.winner !== "nobody";
    const kind = t.text(f + "kind." + out.reason);
    text(byID("result-kind"), won ? `${kind}: ${t.text(f + "points", { n: out.points })}` : kind);
    text(byID("result-reason")!.firstElementChild, reason(t, s));
    const sum = won && out.points !== 1 && cube.price > 0;
    text(byID("result-sum"), sum ? t.text(f + "sum", { stake: match.stake, cube: cube.price / match.stake, kind: Math.floor(out.points / cube.price) }) : "");
    const [words, next] = this.matchResult(s);
    text(byID("result-match")!.firstElementChild, words);
    text(byID("result-next"), next);
  }

  /** How the match stands after the game, and what comes next. */
  private matchResult(s: State): [string, string] {
    const t = this.api.texts;
    const f = "nardy.flow.result.";
    const out = s.now.outcome!;
    const { match, cube } = viewOf(s);
    const points = match.points;
    const score = matchScore(s);
    if (!score) return ["", t.text(f + "next")];
    const [a, b] = score;
    const names = { first: nameOf(t, s, s.now.starts), second: nameOf(t, s, other(s.now.starts)) };
    const words = t.text(f + "match", { points, ...names, a, b });
    if (s.now.matchOver) {
      const key = f + "match.over" + (me(s) ? (out.winner === me(s) ? ".win" : ".lose") : "");
      return [`${words} ${t.text(key, { points, name: nameOf(t, s, out.winner) })}`, t.text(f + "next.match")];
    }
    // The Crawford game comes once, right after somebody has come to within one point.
    const near = (pair: readonly number[]): boolean => pair.includes(points - 1);
    const crawford = cube.kind === "doubling" && near([a, b]) && a !== b && !near(match.score);
    return [words, t.text(f + "next") + (crawford ? ` ${t.text(f + "crawford")}` : "")];
  }

  /** The last turn of the other side, null before there is one. */
  lastOfOther(s: State, turns: readonly TurnRow[]): TurnRow | null {
    const mine = me(s);
    const turn = turns.findLast((r) => r.side && r.parts.some((p) => p.text) && (!mine || seatOfSide(s, r.side) !== mine));
    return turn ?? null;
  }
}

/** Whether a click is meant for this page and not for another tab. */
function plain(e: MouseEvent): boolean {
  return e.button === 0 && !e.ctrlKey && !e.metaKey && !e.shiftKey && !e.altKey;
}

function link(a: HTMLAnchorElement | null, href: string): void {
  if (!a) return;
  if (href) a.setAttribute("href", href);
  else a.removeAttribute("href");
}

function span(name: string): HTMLElement {
  const at = document.createElement("span");
  at.className = name;
  return at;
}

function text(at: Element | null, words: string): void {
  if (at && at.textContent !== words) at.textContent = words;
}
