// What the page and a game's board have to do with each other. A board knows
// no rules: it draws the view, walks the graph of the turn in it, and hands
// over the text of a whole action.

import type { Now } from "../gen/wire";
import type { Row, State } from "../store";
import type { Texts } from "../texts";

export interface Api {
  readonly texts: Texts;
  name(seat: string): string;
  /** The name in the middle of a sentence. */
  nameMid(seat: string): string;
  act(action: string): void;
  /** Sends a command of another kind; of is the seat that asks for it. */
  command(kind: string, text: string, of?: string): void;
  /** Says something to those who listen. */
  say(words: string): void;
  /** Whether what is being pressed was meant for an earlier turn. */
  late(): boolean;
  /** Says why something can not be done, and which rule forbids it; "" takes it back. */
  refuse(words: string, rule: string): void;
  /** Says what was done without being asked; "" takes it back. */
  tell(words: string): void;
  /** Ends a pause that the board has asked for. */
  goOn(): void;
  /** Asks for the page to be drawn again, because the board has changed by itself. */
  redraw(): void;
}

export type Mount = (el: HTMLElement, api: Api) => Board;

export interface Lesson {
  title: string;
  verdict: string;
  why: string;
}

export interface Board {
  render(s: State): void;
  /** A key was pressed that is the board's affair; true if it was. */
  key(s: State, key: string): boolean;
  /** Where the focus goes from a button of the board that can no longer be pressed. */
  heir?(lost: HTMLElement): HTMLElement | null;
  /** Whether the board shows an earlier position. */
  past?(): boolean;
  /** What stands in the place of the headline, "" for the game's own; an earlier position has a name. */
  headline?(s: State): string;
  /** The seat that is to move on the board, where that is not the game's. */
  turnOf?(s: State): string;
  /** The number beside a name, where that is not the score of the series. */
  score?(s: State, seat: string): number | undefined;
  /** What to do now, in words. */
  detail(s: State, mayAct: boolean): string;
  /** The cells of a row of the move table. */
  cells(row: Row): string[];
  /** What a player has just done, beside the name. */
  note(row: Row): string;
  /** The row that led to what the board shows, where that is not the last one. */
  latest?(s: State): Row | undefined;
  /** The same of a seat, where it is more than the last row. */
  noteOf?(s: State, seat: string): string;
  /**
   * How long the page keeps what it shows now although the game has gone on, in
   * milliseconds; 0 is not at all. Api.goOn ends it.
   */
  pause?(s: State): number;
  /** A row in words, for those who listen. */
  said(row: Row): string;
  mark(row: Row): string;
  /** Draws the list of moves, where the board has one of its own. */
  moves?(s: State): void;
  /** What a seat has on the board: the side it plays and a few words. */
  tally?(s: State, seat: string): { side: string; words: string };
  lesson(s: State): Lesson;
  best(before: Now, action: string): number;
}
