// What the page and a game's board have to do with each other. A board knows
// no rules: it draws the view, walks the graph of the turn in it, and hands
// over the text of a whole action.

import type { Now } from "../gen/wire";
import type { Row, State } from "../store";
import type { Texts } from "../texts";

export interface Api {
  readonly texts: Texts;
  name(seat: string): string;
  act(action: string): void;
}

export interface Lesson {
  title: string;
  verdict: string;
  why: string;
}

export interface Board {
  render(s: State): void;
  /** A key was pressed that is the board's affair; true if it was. */
  key(s: State, key: string): boolean;
  /** What to do now, in words. */
  detail(s: State, mayAct: boolean): string;
  /** The cells of a row of the move table. */
  cells(row: Row): string[];
  /** What a player has just done, beside the name. */
  note(row: Row): string;
  /** A row in words, for those who listen. */
  said(row: Row): string;
  mark(row: Row): string;
  lesson(s: State): Lesson;
  best(before: Now, action: string): number;
}
