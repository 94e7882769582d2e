// The buttons of a nardy table. Each has a place of its own, and none takes the
// place of another.

import type { Api } from "../board";
import type { State } from "../../store";

/** What the board says about the turn in hand. */
export interface Hand {
  /** The turn may end here. */
  done: boolean;
  /** A hop can be taken back. */
  undo: boolean;
  /** The two dice can be exchanged. */
  swap: boolean;
  /** The board shows an earlier position. */
  past: boolean;
}

/** What the buttons ask of the board. */
export interface Wishes {
  done(): void;
  undo(): void;
  swap(): void;
}

export class Actions {
  constructor(
    private readonly api: Api,
    private readonly wishes: Wishes,
  ) {}

  /** Which buttons can be pressed, and what they cost. */
  render(s: State, hand: Hand): void {
    void [this.api, this.wishes, s, hand];
  }
}
