// The list of turns with dice and notation, looking at earlier positions, and
// what each side's dice have been worth.

import type { Api } from "../board";
import type { State } from "../../store";

export class Record {
  constructor(
    private readonly api: Api,
    /** Shows the position after so many plies; the number of all of them is the game itself. */
    private readonly show: (ply: number) => void,
  ) {}

  /** Draws the list; past is the ply whose position the board shows, -1 for the game itself. */
  draw(s: State, past: number): void {
    void [this.api, this.show, s, past];
  }

  /** A ply in words, for those who listen. */
  said(s: State, ply: number): string {
    return s.rows[ply]?.action ?? "";
  }
}
