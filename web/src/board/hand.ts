// A move that is being made on a board of Ashtarashki, at a table or in a
// study: a stone is chosen, walks the graph of the turn, and the whole move is
// one action. It knows no rules: what can be done is in the graph, and why
// something else can not is asked of the server.

import type { Hop, StoneView, View } from "../gen/ashtarashki";
import type { Refusal } from "../gen/wire";
import type { Texts } from "../texts";
import { dragging } from "./drag";
import { Squares, stoneOf, type Cell } from "./squares";
import { Walk } from "./walk";

const id = "ashtarashki";

/** The page around a board. */
export interface Host {
  readonly texts: Texts;
  /** Whether a move can be made on the board now. */
  open(): boolean;
  /** Somebody presses although none can. */
  shut?(): void;
  /** Whether what is being pressed was meant for an earlier turn. */
  late(): boolean;
  /** Says why something can not be done, and which rule forbids it; "" takes it back. */
  refuse(words: string, rule: string): void;
  /** Says something to those who listen. */
  say(words: string): void;
  /** Sends a whole move. */
  act(action: string): void;
  /** The board has changed by itself. */
  changed(): void;
}

/** Asks the server what becomes of a position when a text is tried in it; "" just asks for its view. */
export function ask(lang: string, options: unknown, position: string, text: string): Promise<Response> {
  return fetch(`/api/games/${id}/try?lang=${lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ options, position, text }),
  });
}

export class Hand {
  readonly squares: Squares;
  /** What the turn below belongs to. */
  view: View | null = null;
  turn = new Walk({ nodes: [{}] });
  /** The move is on its way. */
  sent = false;
  private readonly undo = document.getElementById("undo") as HTMLButtonElement | null;
  private readonly finish = document.getElementById("finish") as HTMLButtonElement | null;

  constructor(
    board: HTMLElement,
    grid: HTMLElement,
    private readonly host: Host,
    private readonly attempt: (text: string) => Promise<Response>,
  ) {
    this.squares = new Squares(board, grid, host.texts);
    grid.addEventListener("click", (e) => {
      const at = (e.target as Element).closest<HTMLElement>("[data-square]")?.dataset.square;
      e.preventDefault();
      if (at) this.press(at);
    });
    dragging(grid, {
      holds: (at) => !host.open() || this.stones().has(at),
      lift: (at) => this.lift(at),
      drop: (from, at) => this.drop(from, at),
    });
    const on = (b: HTMLElement | null, press: () => void): void =>
      b?.addEventListener("click", (e) => {
        e.preventDefault();
        press();
      });
    on(this.undo, () => this.takeBack());
    on(this.finish, () => this.play(this.turn.only()));
  }

  /** Begins a turn anew, in a position. */
  begin(view: View): void {
    this.view = view;
    this.turn = new Walk(view.turn);
    this.sent = false;
    this.squares.offer(this.turn.ways("")[0]?.from ?? "");
  }

  /** Goes on with a move that was begun without this script. */
  resume(path: string[]): void {
    this.turn.choose(path[0]!);
    for (const to of path.slice(1)) {
      const hop = this.turn.ways().find((h) => h.to === to);
      if (!hop) return;
      this.turn.step(hop);
    }
  }

  /** What stands where, the hops that are made included. */
  stones(): Map<string, StoneView> {
    const all = placedIn(this.view!);
    for (const fx of this.turn.hops.flatMap((h) => h.fx ?? [])) {
      if (fx.from) all.delete(fx.from);
      if (fx.to && fx.piece) all.set(fx.to, stoneOf(fx.piece));
    }
    return all;
  }

  /** Draws the squares; last are those that the last move changed, past is an earlier position to show instead. */
  draw(last: string[], past?: View): void {
    this.squares.draw(this.cells(last, past));
    const open = this.host.open();
    const only = open ? this.turn.only() : [];
    // A single hop of one stone among others: its target is as near as the button.
    const action = !this.turn.hops.length && only.length < 2 && this.turn.ways("").length > 1 ? "" : this.turn.action(only);
    if (!this.undo || !this.finish) return;
    this.undo.disabled = !open || !this.turn.at;
    this.finish.disabled = !action;
    this.finish.value = action;
    document.getElementById("finish-text")!.textContent = action;
  }

  private cells(last: string[], past?: View): Map<string, Cell> {
    const here = past ? placedIn(past) : this.stones();
    const { turn } = this;
    const open = this.host.open();
    const first = open && !turn.hops.length ? turn.ways("") : [];
    const targets = open && turn.at ? turn.ways() : [];
    const takes = this.view!.capture || turn.hops.length > 0;
    const all = new Map<string, Cell>();
    for (const at of this.squares.all.keys()) {
      const ways = turn.hops.length ? targets.filter((h) => h.from === at) : first.filter((h) => h.from === at);
      all.set(at, {
        stone: here.get(at),
        movable: ways.length > 0,
        must: ways.length > 0 && takes && !turn.hops.length,
        prey: this.view!.capture && first.some((h) => h.to === at),
        selected: open && turn.at === at,
        target: targets.find((h) => h.to === at),
        last: last.includes(at) && !turn.hops.length,
        path: !past && turn.hops.length > 0 && turn.places.includes(at),
        own: open && here.get(at)?.side === this.view!.mover,
        ways,
        takes,
      });
    }
    return all;
  }

  // -- fingers, mice and keys ----------------------------------------------

  private press(at: string): void {
    const { turn, host } = this;
    if (!host.open()) {
      host.shut?.();
      return;
    }
    if (turn.at && turn.ways().some((h) => h.to === at)) {
      this.aim(at);
      return;
    }
    const there = this.stones().get(at);
    host.refuse("", "");
    if (turn.hops.length) {
      if (at !== turn.at) void this.explain(at);
    } else if (at === turn.at) {
      this.choose("");
    } else if (there?.side === this.view!.mover) {
      this.choose(at);
    } else if (turn.at) {
      void this.explain(at);
    } else if (there) {
      this.notYours();
    }
    host.changed();
  }

  private lift(at: string): boolean {
    const { turn, host } = this;
    if (!host.open()) {
      host.shut?.();
      return false;
    }
    if (host.late()) return false;
    host.refuse("", "");
    if (!turn.hops.length && this.stones().get(at)?.side === this.view!.mover) turn.choose(at);
    host.changed();
    return true;
  }

  private drop(from: string, at: string): void {
    const { turn, host } = this;
    if (!host.open()) return;
    if (turn.hops.length && from !== turn.at) void this.explain(at || from);
    else if (from !== turn.at) this.notYours();
    else if (at && at !== from) this.aim(at);
    else if (!turn.hops.length) this.choose(from); // it was put down where it stood
    host.changed();
  }

  /** Takes a stone in hand, "" puts it down. */
  private choose(at: string): void {
    const { host } = this;
    this.turn.choose(at);
    if (!at) host.say(this.say("told.down"));
    else if (this.turn.ways().length) host.say(this.squares.label(at, this.cells([]).get(at)!));
    else this.stuck(this.stones().get(at)!);
  }

  /** Moves the stone in hand to a square, or says why it can not go there. */
  private aim(at: string): void {
    const hop = this.turn.ways().find((h) => h.to === at);
    if (hop) this.play([hop]);
    else void this.explain(at);
  }

  private play(way: Hop[]): void {
    const { turn, host } = this;
    if (!way.length || host.late()) return;
    const move = this.squares.motion(way);
    if (!turn.at) turn.choose(way[0]!.from ?? "");
    for (const hop of way) turn.step(hop);
    host.refuse("", "");
    const { action, hops } = turn.node;
    if (action && !hops?.length) {
      this.sent = true;
      host.act(action);
    } else {
      host.say(this.say("told.take", { square: turn.at, squares: this.squares.list(turn.ways()) }));
      host.changed();
    }
    move();
  }

  /** Takes the last hop back, or puts the stone down; false if there is nothing to take back. */
  takeBack(): boolean {
    const { turn, host } = this;
    if (this.sent || !turn.undo()) return false;
    host.refuse("", "");
    const words = [this.say("told.undo")];
    if (turn.at) words.push(this.squares.label(turn.at, this.cells([]).get(turn.at)!) + ".");
    host.say(words.join(" "));
    host.changed();
    return true;
  }

  // -- why not -------------------------------------------------------------

  private say(key: string, values = {}): string {
    return this.host.texts.text(`${id}.play.${key}`, values);
  }

  private notYours(): void {
    this.host.refuse(this.say("not-yours"), id + ".not-your-stone");
  }

  /** Why the stone that was chosen can go nowhere. */
  private stuck(s: StoneView): void {
    if (s.finished) this.host.refuse(this.say("stuck.finished"), id + ".finished");
    else if (this.view!.capture) this.host.refuse(this.say("stuck.capture"), id + ".must-capture");
    else this.host.refuse(this.say("stuck"), "");
  }

  /** Asks which rule forbids to go on to a square, and says so. */
  private async explain(at: string): Promise<void> {
    const { turn, host } = this;
    const before = this.view;
    const from = turn.places[0]!;
    const stone = before!.squares.find((s) => s.at === from)?.stone;
    if (!stone) return;
    const there = this.stones().get(at);
    const enemy = there !== undefined && there.side !== before!.mover;
    const made = turn.places.slice(1).map((p) => ":" + p);
    // A chain that is broken off has to go on, wherever one would like to go.
    const more = made.length && !enemy ? "" : (enemy ? ":" : "") + at;
    const text = stone.state + stone.rank + from + made.join("") + more;
    try {
      let no = await this.refusal(text);
      // Of a retreat the notation wants to know that it is one.
      if (no?.rule?.endsWith(".mark-the-retreat")) no = await this.refusal(text + { M: "V", V: "W", W: "Z" }[stone.state]);
      if (!no?.message || this.view !== before || this.sent) return;
      host.refuse(no.message, no.rule ?? "");
    } catch {
      // Without a line nobody can say why.
    }
  }

  private async refusal(text: string): Promise<Refusal | null> {
    const answer = await this.attempt(text);
    return answer.ok ? null : ((await answer.json()) as Refusal);
  }
}

function placedIn(view: View): Map<string, StoneView> {
  const all = new Map<string, StoneView>();
  for (const s of view.squares) if (s.stone) all.set(s.at, s.stone);
  return all;
}
