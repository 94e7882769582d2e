// The buttons of a nardy table. Each has a place of its own, and none takes the
// place of another.

import { acts, anySeat, caller, me, type State } from "../../store";
import type { Api } from "../board";
import { absolute, sideOf, viewOf, type Numbers } from "./said";

/** What the board says about the turn in hand. */
export interface Hand {
  /** The turn may end here, or what is being waited for can go on. */
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

const byID = <T extends HTMLElement = HTMLButtonElement>(id: string): T | null => document.getElementById(id) as T | null;

export class Actions {
  private readonly undo = byID("undo");
  private readonly swap = byID("swap");
  private readonly roll = byID("roll");
  private readonly done = byID("done");
  private readonly raise = byID("raise");
  private readonly take = byID("take");
  private readonly drop = byID("drop");
  private readonly own = byID<HTMLInputElement>("own-dice");
  private readonly typed = byID<HTMLInputElement>("type-text");
  private drawn = -1;
  private deciding = false; // a raise may be offered
  private thrown = ""; // own dice that wait for the table to want them

  constructor(
    private readonly api: Api,
    wishes: Wishes,
    number: Numbers,
  ) {
    const on = (b: HTMLElement | null, press: () => void): void =>
      b?.addEventListener("click", (e) => {
        e.preventDefault();
        press();
      });
    on(this.undo, wishes.undo);
    on(this.swap, wishes.swap);
    on(this.done, wishes.done);
    byID<HTMLFormElement>("roll-form")?.addEventListener("submit", (e) => this.rollOwn(e));
    byID<HTMLFormElement>("type-form")?.addEventListener("submit", () => {
      this.typed!.value = absolute(this.typed!.value, number);
    });
  }

  /** Which buttons can be pressed, and what they cost. */
  render(s: State, hand: Hand): void {
    if (!this.roll || !this.done) return; // somebody watches
    const t = this.api.texts;
    const { cube } = viewOf(s);
    const free = !hand.past && s.pending === null;
    const rolls = free ? caller(s) : "";
    const mine = free && acts(s) !== "";
    press(this.undo, hand.undo);
    press(this.swap, hand.swap);
    press(this.roll, rolls !== "");
    this.roll.classList.toggle("main", rolls !== "");
    const form = byID<HTMLFormElement>("roll-form")!;
    form.dataset.seat = rolls;
    press(this.done, hand.done);
    this.done.classList.toggle("main", hand.done);
    press(this.raise, mine && cube.mayRaise);
    press(this.take, mine && cube.offered);
    press(this.drop, mine && cube.offered);
    text(this.raise, cube.mayRaise && mine ? t.text("nardy.flow.raise", { n: cube.next }) : t.text("nardy.flow.raise.none"));
    text(this.take, cube.offered && mine ? t.text("nardy.flow.take", { n: cube.next }) : t.text("nardy.flow.take.none"));
    text(this.drop, cube.offered && mine ? t.text("nardy.flow.drop", { n: cube.price }) : t.text("nardy.flow.drop.none"));
    this.renderDrop(mine && cube.offered ? cube.price : 0);
    press(byID("type-go"), mine);
    this.deciding = viewOf(s).phase === "decide";
    this.renderOwnDice(s, rolls);
    if (this.drawn !== s.rows.length && this.drawn >= 0 && this.typed) this.typed.value = "";
    this.drawn = s.rows.length;
    this.renderResign(s);
  }

  /** The question before a raise is dropped, with its price; 0 where there is none to drop. */
  private renderDrop(price: number): void {
    const dialog = byID<HTMLDialogElement>("ask-drop");
    if (!dialog) return;
    if (!price && dialog.open) dialog.close(); // another page has answered
    const t = this.api.texts;
    press(byID("drop-yes"), price > 0);
    text(byID("drop-yes"), price ? t.text("nardy.flow.drop", { n: price }) : t.text("nardy.flow.drop.none"));
    text(byID("drop-note"), price ? t.text("nardy.flow.drop.note", { n: price }) : "");
  }

  private renderOwnDice(s: State, rolls: string): void {
    const own = this.own;
    if (!own) return;
    own.disabled = rolls === "";
    if (this.thrown && rolls && viewOf(s).phase === "throw") {
      const text = this.thrown;
      this.thrown = "";
      queueMicrotask(() => this.api.command("roll", text, rolls));
    }
    if (this.drawn !== s.rows.length && this.drawn >= 0 && s.rows.at(-1)?.seat === "chance") own.value = "";
  }

  /**
   * Whoever enters dice instead of raising has declined to raise: that goes out
   * first, the dice when it has come back.
   */
  private rollOwn(e: SubmitEvent): void {
    const text = this.own?.value.trim() ?? "";
    if (!text || !this.deciding) return;
    e.preventDefault();
    e.stopPropagation();
    this.thrown = text;
    this.api.command("roll", "", (e.target as HTMLFormElement).dataset.seat);
  }

  /** What giving up costs as the position stands. */
  private renderResign(s: State): void {
    const note = byID<HTMLElement>("resign-note");
    const seat = anySeat(s);
    if (!note || !seat || s.now.outcome) return;
    const t = this.api.texts;
    const side = sideOf(s, seat);
    const price = viewOf(s).price[side === "first" ? 0 : 1];
    const words = t.text("nardy.flow.resign." + price.kind, { n: price.points });
    text(note, me(s) ? words : `${t.text("nardy.flow.resign.side." + side)} ${words}`);
  }

  /** Where the focus goes from one of these buttons once it can not be pressed. */
  heir(lost: HTMLElement): HTMLElement | null {
    const all = [this.undo, this.swap, this.roll, this.done, this.raise, this.take, this.drop, this.own];
    if (!all.includes(lost as HTMLButtonElement)) return null;
    const next = [this.own, this.roll, this.take, this.done].find((b) => b && !b.disabled);
    return next ?? document.querySelector<HTMLElement>("#board .movable"); // the dice are there: a checker is next
  }
}

function press(b: HTMLButtonElement | null, can: boolean): void {
  if (b) b.disabled = !can;
}

function text(at: HTMLElement | null, words: string): void {
  if (at && at.textContent !== words) at.textContent = words;
}
