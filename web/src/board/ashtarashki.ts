// The board of Ashtarashki: a stone is chosen, walks the graph of the turn, and
// the whole move is one action. It knows no rules: what can be done is in the
// graph, and why something else can not is asked of the server.

import type { Hop, StoneView, View } from "../gen/ashtarashki";
import type { Refusal, Tried } from "../gen/wire";
import { acts, anySeat, me, type Row, type State } from "../store";
import type { Api, Board } from "./board";
import { dragging } from "./drag";
import { changed, placed, Record } from "./record";
import { Squares, stoneOf, type Cell } from "./squares";
import { Walk } from "./walk";

const id = "ashtarashki";

export function mount(el: HTMLElement, api: Api): Board {
  const t = api.texts;
  const say = (key: string, values = {}): string => t.text(`${id}.play.${key}`, values);
  const grid = el.querySelector<HTMLElement>("#squares")!;
  const squares = new Squares(el, grid, t);
  const button = (name: string): HTMLButtonElement | null => document.getElementById(name) as HTMLButtonElement | null;
  const [undo, finish, flip, toGame] = ["undo", "finish", "flip", "to-game"].map(button);
  const [back, forward] = ["step-back", "step-forward"].map(button);
  const begin = el.dataset.begin!;
  const record = new Record(begin, show);

  let state: State | null = null;
  let live: View | null = null; // what the turn below belongs to
  let turn = new Walk({ nodes: [{}] });
  let sent = false; // the move is on its way
  let past: { ply: number; view: View } | null = null;
  let wanted = -1; // the past position that is being fetched
  let asked = el.dataset.ply!; // the past position that the address asks for
  let flips = el.dataset.flips!;
  const seen = new Map<string, View>();

  // -- what is on the board ------------------------------------------------

  function stones(): Map<string, StoneView> {
    const all = new Map<string, StoneView>();
    for (const s of (past?.view ?? live!).squares) if (s.stone) all.set(s.at, s.stone);
    if (past) return all;
    for (const fx of turn.hops.flatMap((h) => h.fx ?? [])) {
      if (fx.from) all.delete(fx.from);
      if (fx.to && fx.piece) all.set(fx.to, stoneOf(fx.piece));
    }
    return all;
  }

  function mayAct(): boolean {
    return state !== null && !past && !sent && acts(state) !== "";
  }

  function code(ply: number): string {
    return ply > 0 ? state!.rows[ply - 1]!.position : begin;
  }

  function cells(): Map<string, Cell> {
    const here = stones();
    const open = mayAct();
    const first = open && !turn.hops.length ? turn.ways("") : [];
    const targets = open && turn.at ? turn.ways() : [];
    const takes = live!.capture || turn.hops.length > 0;
    const ply = past?.ply ?? state!.rows.length;
    const last = new Set(turn.hops.length || ply === 0 ? turn.places : changed(code(ply - 1), code(ply)));
    const all = new Map<string, Cell>();
    for (const at of squares.all.keys()) {
      const ways = turn.hops.length ? targets.filter((h) => h.from === at) : first.filter((h) => h.from === at);
      all.set(at, {
        stone: here.get(at),
        movable: ways.length > 0,
        must: ways.length > 0 && takes && !turn.hops.length,
        prey: live!.capture && first.some((h) => h.to === at),
        selected: open && turn.at === at,
        target: targets.find((h) => h.to === at),
        last: last.has(at),
        ways,
        takes,
      });
    }
    return all;
  }

  // -- drawing -------------------------------------------------------------

  function sideOf(s: State, seat: string): "first" | "second" {
    return s.now.starts === seat ? "first" : "second";
  }

  /** As whom this browser looks: "f" as White, "s" as Black, "b" as both or neither. */
  function way(s: State): string {
    const mine = me(s);
    return mine ? sideOf(s, mine)[0]! : "b";
  }

  function render(s: State): void {
    state = s;
    let move = (): void => undefined;
    if (s.now.view !== live) {
      const news = live && s.rows.at(-1)?.position && !past ? turn.find(s.rows.at(-1)!.action) : [];
      move = squares.motion(sent ? [] : news);
      live = s.now.view as View;
      turn = new Walk(live.turn);
      sent = false;
      if (past && past.ply > s.rows.length) past = null;
      squares.offer(turn.ways("")[0]?.from ?? "");
      if (asked) void show(Number(asked));
      asked = "";
    } else if (sent && !s.pending) {
      sent = false; // it was not accepted
      turn.choose("");
    }
    draw(s);
    move();
  }

  function draw(s: State): void {
    const flipped = (way(s) === "s") !== flips.includes(way(s));
    squares.flip(flipped);
    placeStrips(s, flipped);
    squares.draw(cells());
    const open = mayAct();
    const only = open ? turn.only() : [];
    // A single hop of one stone among others: its target is as near as the button.
    const action = !turn.hops.length && only.length < 2 && turn.ways("").length > 1 ? "" : turn.action(only);
    el.dataset.code = code(past?.ply ?? s.rows.length);
    el.dataset.ply = past ? String(past.ply) : "";
    if (undo && finish) {
      undo.hidden = finish.hidden = past !== null;
      undo.disabled = !open || !turn.at;
      finish.disabled = !action;
      finish.value = action;
      document.getElementById("finish-text")!.textContent = action;
    }
    const shown = wanted >= 0 ? wanted : (past?.ply ?? s.rows.length);
    if (back) back.disabled = shown < 1;
    if (forward) forward.disabled = shown >= s.rows.length;
    if (toGame) toGame.hidden = !past;
    document.getElementById("to-game-ply")!.textContent = past ? `${past.ply}/${s.rows.length}` : "";
  }

  /** The board has changed by itself: it follows the finger at once, the page around it soon. */
  function update(): void {
    draw(state!);
    api.redraw();
  }

  /** Whoever plays the side at the bottom of the board sits at the bottom. */
  function placeStrips(s: State, flipped: boolean): void {
    const bottom = flipped ? "second" : "first";
    for (const strip of document.querySelectorAll<HTMLElement>(".seat")) {
      const low = sideOf(s, strip.dataset.seat!) === bottom;
      if (strip.classList.contains("bottom") === low) continue;
      strip.classList.toggle("bottom", low);
      strip.classList.toggle("top", !low);
      if (low) el.after(strip);
      else el.before(strip);
    }
  }

  // -- making a move ---------------------------------------------------------

  function press(at: string): void {
    if (past || !state || !anySeat(state)) return;
    if (!mayAct()) return;
    const hop = turn.at ? turn.ways().find((h) => h.to === at) : undefined;
    if (hop) {
      play([hop]);
      return;
    }
    const there = stones().get(at);
    api.refuse("", "");
    if (turn.hops.length) {
      if (at !== turn.at) explain(at, there);
    } else if (at === turn.at) {
      turn.choose("");
    } else if (there?.side === live!.mover) {
      turn.choose(at);
      if (!turn.ways().length) api.refuse(...stuck(there));
    } else if (turn.at) {
      explain(at, there);
    } else if (there) {
      api.refuse(say("not-yours"), id + ".not-your-stone");
    }
    update();
  }

  /** Why the stone that was chosen can go nowhere. */
  function stuck(s: StoneView): [string, string] {
    if (s.finished) return [say("stuck.finished"), id + ".finished"];
    if (live!.capture) return [say("stuck.capture"), id + ".must-capture"];
    return [say("stuck"), ""];
  }

  function play(way: Hop[]): void {
    if (api.late()) return;
    const move = squares.motion(way);
    if (!turn.at) turn.choose(way[0]!.from ?? "");
    for (const hop of way) turn.step(hop);
    api.refuse("", "");
    const { action, hops } = turn.node;
    if (action && !hops?.length) {
      sent = true;
      api.act(action);
    } else {
      update();
    }
    move();
  }

  function takeBack(): boolean {
    if (past) {
      show(state!.rows.length);
      return true;
    }
    if (sent || !turn.undo()) return false;
    api.refuse("", "");
    update();
    return true;
  }

  /** Asks which rule forbids to go on to a square, and says so. */
  async function explain(at: string, there: StoneView | undefined): Promise<void> {
    const from = turn.places[0]!;
    const stone = live!.squares.find((s) => s.at === from)?.stone;
    if (!stone) return;
    const enemy = there !== undefined && there.side !== live!.mover;
    const made = turn.places.slice(1).map((p) => ":" + p);
    // A chain that is broken off has to go on, wherever one would like to go.
    const more = made.length && !enemy ? "" : (enemy ? ":" : "") + at;
    const text = stone.state + stone.rank + from + made.join("") + more;
    const before = live;
    let no = await attempt(text);
    // Of a retreat the notation wants to know that it is one.
    if (no?.rule?.endsWith(".mark-the-retreat")) no = await attempt(text + { M: "V", V: "W", W: "Z" }[stone.state]);
    if (!no?.message || live !== before || sent) return;
    api.refuse(no.message, no.rule ?? "");
  }

  async function attempt(text: string): Promise<Refusal | null> {
    const answer = await ask(code(state!.rows.length), text);
    return answer.ok ? null : ((await answer.json()) as Refusal);
  }

  function ask(position: string, text: string): Promise<Response> {
    return fetch(`/api/games/${id}/try?lang=${state!.boot.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ options: state!.boot.options, position, text }),
    });
  }

  // -- looking at earlier positions ------------------------------------------

  async function show(ply: number): Promise<void> {
    const rows = state!.rows;
    if (ply < 0) return;
    if (ply >= rows.length) {
      past = null;
      wanted = -1;
      update();
      return;
    }
    wanted = ply;
    const position = code(ply);
    let view = seen.get(position);
    if (!view) {
      try {
        view = ((await (await ask(position, "")).json()) as Tried).view as View;
        seen.set(position, view);
      } catch {
        location.assign(`${state!.boot.base}?ply=${ply}`);
        return;
      }
    }
    if (wanted !== ply || state!.rows !== rows) return; // somebody has gone on meanwhile
    wanted = -1;
    past = { ply, view };
    turn.choose("");
    api.refuse("", "");
    update();
    el.scrollIntoView({ block: "nearest" });
  }

  // -- buttons, fingers, keys --------------------------------------------------

  grid.addEventListener("click", (e) => {
    const at = (e.target as Element).closest<HTMLElement>("[data-square]")?.dataset.square;
    e.preventDefault();
    if (at) press(at);
  });
  dragging(grid, {
    lift(at) {
      if (!mayAct() || (turn.hops.length && at !== turn.at)) return false;
      if (!turn.hops.length) turn.choose(at);
      update();
      return true;
    },
    drop(at) {
      if (at && at !== turn.at) press(at);
      else update();
    },
  });
  const on = (b: HTMLButtonElement | null | undefined, press: () => void): void =>
    b?.addEventListener("click", (e) => {
      e.preventDefault();
      press();
    });
  on(undo, takeBack);
  on(finish, () => play(turn.only()));
  on(back, () => void show((wanted >= 0 ? wanted : (past?.ply ?? state!.rows.length)) - 1));
  on(forward, () => void show((wanted >= 0 ? wanted : (past?.ply ?? state!.rows.length)) + 1));
  on(toGame, () => void show(state!.rows.length));
  on(flip, () => {
    const w = way(state!);
    const turned = flips.includes(w);
    flips = turned ? flips.replace(w, "") : flips + w;
    const form = document.getElementById("flip-form") as HTMLFormElement;
    const body = new URLSearchParams({ back: location.pathname, flip: w + (turned ? "0" : "1") });
    void fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined); // it is turned all the same
    update();
  });

  // -- what the page asks --------------------------------------------------------

  return {
    render,
    key: (_, key) => key === "Escape" && takeBack(),
    moves: (s) => record.draw(s, past?.ply ?? -1, sideOf),
    tally(s, seat) {
      const side = sideOf(s, seat);
      const n = (s.now.view as View).counts[side === "first" ? 0 : 1]!;
      return { side, words: say("tally", { stones: n.stones, finished: n.finished, retreated: n.turned + n.covered }) };
    },
    detail(s, mayAct) {
      const view = s.now.view as View;
      if (!anySeat(s)) return t.text("play.watching");
      const mine = me(s);
      const who = mine ? say("you." + sideOf(s, mine)) : say("mover." + view.mover);
      if (past) return say("past", { ply: past.ply });
      if (!mayAct) return who;
      return `${who} ${say(turn.hops.length ? "go-on" : view.capture ? "must" : turn.at ? "where" : "which")}`;
    },
    note: (row) => row.action,
    said(row) {
      return said(row);
    },
    heir(lost) {
      if (lost === back) return forward ?? null;
      if (lost === forward) return back ?? null;
      return lost === undo || lost === finish ? squares.stop() : null;
    },
    cells: (row) => [row.action],
    mark: () => "",
    lesson: () => ({ title: "", verdict: "", why: "" }),
    best: () => 0,
  };

  /** A move in words. */
  function said(row: Row): string {
    const ply = state!.rows.indexOf(row);
    const before = placed(code(ply));
    const after = placed(row.position);
    const mover = code(ply)[0]!;
    let [from, to] = ["", ""];
    let taken = 0;
    for (const at of changed(code(ply), row.position)) {
      if (before.get(at)?.[0] === mover) from = at;
      else if (before.has(at)) taken++;
      if (after.get(at)?.[0] === mover) to = at;
    }
    const [, was, rank] = before.get(from) ?? "";
    const stone = say(`stone.${mover === "w" ? "first" : "second"}.${rank}`);
    const name = api.name(row.seat);
    if (!to) return say("said.Z", { name, stone, from }) + ".";
    const is = after.get(to)![1]!;
    const ending = taken ? say("said.take", { n: taken }) : is !== was ? say("said." + is) : "";
    return say("said", { name, stone, from, to }) + ending + ".";
  }
}
