// The table page: takes over the forms that the server drew, and keeps the
// page true to the table. Each game has an entry of its own in entry/, so that
// nobody loads the board of another one.

import type { Mount } from "./board/board";
import { copying } from "./copy";
import type { Desk } from "./dice";
import type { Boot, Earlier, Event, Presence } from "./gen/wire";
import { guardTime } from "./guard";
import { later } from "./later";
import { again, load } from "./load";
import type { DicePart } from "./receipts";
import { chrome, type Chrome } from "./render";
import type { Share } from "./secrets";
import { seatCode } from "./seatlink";
import { Socket } from "./socket";
import { acts, anySeat, apply, begin, me, other, seatNames, settle, type Pending, type SeatName, type State } from "./store";
import { Texts, type Message } from "./texts";
import { askedText, headline, nameMid, nameOf, reason } from "./words";

declare global {
  // Of a script that comes before this one: the texts of the catalogue, by key.
  var hodTexts: Record<string, Message> | undefined;
}

const boot = JSON.parse(document.getElementById("boot")!.textContent!) as Boot;

/** Makes this page's part in the dice of a table. */
export type MountDice = (boot: Boot, desk: Desk, texts: Texts) => DicePart;

/** Runs the page; mount is the board of its game, if that has one, and mountDice its dice. */
export function run(mount?: Mount, mountDice?: MountDice): void {
  if (adopt()) return; // nobody watches here: the page comes back with its seats
  addEventListener("hashchange", adopt); // a link that was pasted over this page's address
  // The answer to a form has the form's address; the table has its own.
  if (location.pathname !== boot.base) history.replaceState(null, "", boot.base);
  const texts = globalThis.hodTexts && new Texts(boot.lang, globalThis.hodTexts);
  if (!mount || !texts) reloadOnNews(texts);
  else if (boot.earlier) void earlier(boot.earlier, texts, () => play(mount, texts, mountDice));
  else play(mount, texts, mountDice);
}

/**
 * Fetches the plies that a long round began with; until they are here the page
 * is played by its forms. Where they are no longer those, there is news.
 */
async function earlier(address: string, texts: Texts, then: () => void): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(address);
      if (answer.status === 404) return reloadOnNews(texts);
      if (answer.ok) {
        boot.plies.unshift(...((await answer.json()) as Earlier).plies);
        return then();
      }
    } catch {
      // no network just now
    }
    await new Promise((done) => setTimeout(done, 3000));
  }
}

/** Hands the seats of a seat link to this browser's cookie; tells whether it does, and another page comes. */
function adopt(): boolean {
  const code = seatCode(location.hash);
  if (!code) return false;
  history.replaceState(null, "", location.pathname + location.search); // the secret leaves the address bar
  if (seatNames.every((n) => !code.includes(`${n[0]}.`) || code.includes(boot.mine[n] ?? " "))) return false;
  const form = document.createElement("form");
  form.method = "post";
  form.action = boot.base + "/seat";
  const field = document.createElement("input");
  field.name = "code";
  field.value = code;
  form.append(field);
  document.body.append(form);
  form.submit();
  return true;
}

/**
 * A game without a board of its own is played by its form; news reloads it. So
 * is any game whose texts have got lost on the way.
 */
function reloadOnNews(texts?: Texts): void {
  const state = begin(boot);
  if (texts) copying(texts);
  const socket = new Socket(address(), {
    after: () => state.seq,
    event: () => location.reload(),
    answer: () => undefined,
    line: () => undefined,
  }, Object.values(boot.mine));
  socket.reconnect();
}

/** Has a script look whether the opponent has left, once he was waited for a while. */
function watchOpponent(table: HTMLElement, s: State): void {
  const src = table.dataset.claim;
  setInterval(() => {
    if (src && !s.now.outcome && !acts(s) && performance.now() - s.turnSince >= 30_000) load(src);
  }, 10_000);
}

/** Somebody has done something, or has come: what was said of his being away has to be looked up again. */
function doubt(): void {
  const claim = document.getElementById("claim");
  if (!claim) return;
  claim.hidden = true;
  claim.dispatchEvent(new Event("hod:doubt"));
}

function address(): string {
  return `/api/tables/${boot.table}/socket?lang=${boot.lang}`;
}

function play(mount: Mount, t: Texts, mountDice?: MountDice): void {
  const state: State = begin(boot);
  const board = mount(document.getElementById("board")!, {
    texts: t,
    name: (seat) => nameOf(t, state, seat),
    nameMid: (seat) => nameMid(t, state, seat),
    act: (action) => command("act", action),
    command: (kind, text, of) => command(kind, text, of),
    say: (words) => page.say(words),
    goOn: () => letGo(),
    late: () => tooSoon(),
    refuse(words, rule) {
      state.trouble = words;
      state.rule = rule;
      if (words) page.say(words);
      redraw();
    },
    tell(words) {
      state.trouble = state.rule = "";
      state.news = words;
      if (words) page.say(words);
      redraw();
    },
    redraw: () => redraw(),
  });
  const page: Chrome = chrome(t, board);
  const part = mountDice?.(
    boot,
    {
      commit: (key, seat, share) => void socket.send({ key, seat: boot.mine[seat] ?? "", seen: state.seq, kind: "commit", text: "", ...share }),
      changed() {
        if (state.line === "open") part?.dice.tend(state);
        redraw();
      },
    },
    t,
  );
  const table = document.getElementById("table")!;
  const stored = `pending/${boot.table}`;
  const tell = later(state);
  copying(t);
  watchOpponent(table, state);

  let frame = 0;
  let lost: HTMLButtonElement | null = null;
  let rest: HTMLElement | null = null;

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const focused = document.activeElement;
    board.render(state);
    page.render(state);
    part?.render(state, board.past?.() ?? false);
    document.dispatchEvent(new CustomEvent("hod:state", { detail: state }));
    guard();
    keepFocus(focused);
  }

  function redraw(): void {
    // A hidden tab gets no frames, and its title still says whose turn it is.
    if (document.hidden) draw();
    else if (!frame) frame = requestAnimationFrame(draw);
  }

  /**
   * A button that was pressed and is disabled for a while gets its focus back;
   * one that stays disabled hands it to another one of the board, or to a
   * place to rest until there is one.
   */
  function keepFocus(focused: Element | null): void {
    const active = document.activeElement;
    if (focused instanceof HTMLButtonElement && focused.disabled) lost = focused;
    else if (active !== document.body && active !== lost && active !== rest) lost = rest = null;
    if (!lost || state.pending) return;
    const to = lost.disabled ? board.heir?.(lost) : lost;
    if (!to) return;
    to.focus({ preventScroll: true });
    if (to instanceof HTMLButtonElement) lost = rest = null;
    else rest = to;
  }

  // While the table says data-guard, controls ignore what was begun before.
  let unguard = 0;
  function guard(): void {
    const rest = state.turnSince + guardTime - performance.now();
    table.toggleAttribute("data-guard", rest > 0);
    clearTimeout(unguard);
    if (rest > 0) unguard = window.setTimeout(() => table.removeAttribute("data-guard"), rest);
  }

  const socket = new Socket(address(), {
    after() {
      letGo(); // what waits comes again otherwise
      return state.seq;
    },
    event,
    answer(a) {
      const p = state.pending;
      if (part?.dice.answer(a.key ?? "", a.seq)) return;
      if (!p || a.key !== p.key) {
        if (a.error) state.trouble = a.message ?? a.error;
      } else if (a.seq) {
        p.done = a.seq;
        settle(state);
      } else if (a.rule === "table.dice-wrong-reveal" && p.share?.reveal) {
        // Another page of this seat was faster: then without a part in the throw.
        state.pending = { ...p, key: newKey(), share: {} };
        deliver();
      } else {
        state.pending = null;
        // Both have asked for the next round: it has begun, which was the wish.
        if (a.error === "stale" && p.kind === "next" && !state.now.outcome) {
          remember();
          redraw();
          return;
        }
        state.trouble = a.message ?? a.error ?? "";
        state.rule = a.rule ?? "";
        page.say(state.trouble);
        if (a.error === "stale") socket.reconnect(); // we knew less than we thought
      }
      remember();
      redraw();
    },
    line(l) {
      const back = l === "open" && state.line === "lost";
      state.line = l;
      if (l === "open") deliver();
      if (l === "open") part?.dice.tend(state);
      if (l === "lost" && !socket.everOpen && socket.failures > 1) void withoutSocket();
      if (back) page.say(t.text("play.online"));
      if (back) again();
      redraw();
    },
    presence(e) {
      if ((e.body as Presence)[other(me(state)) as SeatName]) doubt();
      tell(e);
    },
  }, Object.values(boot.mine));

  // Events that wait while the board keeps what it shows: what it shows was
  // over before anybody could see it.
  let held: Event[] = [];
  let holding = 0;

  function hold(pause: number): void {
    clearTimeout(holding);
    holding = window.setTimeout(letGo, Math.min(pause, 2 ** 31 - 1));
  }

  function letGo(): void {
    clearTimeout(holding);
    holding = 0;
    while (held.length && !holding) follow(held.shift()!);
  }

  function event(e: Event): void {
    if (!holding) follow(e);
    else if (e.seq === state.seq + held.length + 1) held.push(e);
  }

  function follow(e: Event): void {
    if (e.seq > state.seq + 1) {
      socket.reconnect();
      return;
    }
    if (!apply(state, e, (before, action) => board.best(before, action))) return;
    remember();
    doubt();
    tell(e);
    part?.dice.event(e);
    part?.dice.tend(state);
    const words = sentence(e);
    if (["seated", "renamed", "declined", "tookback", "resumed"].includes(e.kind)) state.news = words;
    if (e.kind === "seated") setTimeout(() => pass(words), 10_000);
    page.say(words);
    const pause = board.pause?.(state) ?? 0;
    if (pause) hold(pause);
    redraw();
  }

  /** Takes away news that is none any more. */
  function pass(words: string): void {
    if (state.news !== words) return;
    state.news = "";
    redraw();
  }

  /** What an event means, in one sentence. */
  function sentence(e: Event): string {
    const body = (e.body ?? {}) as { seat?: string; gap?: number };
    const name = nameOf(t, state, body.seat ?? "");
    switch (e.kind) {
      case "rolled":
      case "acted": {
        const words = board.said(state.rows.at(-1)!);
        return state.now.toAct === "nobody" ? words : `${words} ${headline(t, state)[0]}.`.trim();
      }
      case "ended": {
        // Together with the move that ended it: they come in one breath.
        const last = ["resigned", "time", "absent"].includes(state.now.outcome?.reason ?? "") ? undefined : state.rows.at(-1);
        return `${last ? board.said(last) + " " : ""}${headline(t, state)[0]}. ${reason(t, state)}`;
      }
      case "next":
      case "reset":
        return `${t.text("play.round-begins")} ${headline(t, state)[0]}.`;
      case "seated":
        return t.text("play.joined", { name });
      case "renamed":
        return t.text(me(state) && body.seat !== me(state) ? "play.renamed" : "play.renamed.own", { name });
      case "declined":
        return t.text(`play.${state.askedFor}.declined`, { name });
      case "asked":
        return askedText(t, state);
      case "tookback":
        return `${t.text(`${t.has(boot.game + ".play.takeback.done") ? boot.game + "." : ""}play.takeback.done`)} ${headline(t, state)[0]}.`;
      case "resumed": {
        const n = Math.round((body.gap ?? 0) / 1000);
        const words = n < 100 ? t.text("play.resumed", { n }) : t.text("play.resumed.minutes", { n: Math.round(n / 60) });
        document.dispatchEvent(new CustomEvent("hod:stood", { detail: words }));
        return words;
      }
      default:
        return "";
    }
  }

  function command(kind: string, text: string, of?: string): void {
    const seat = of ?? (kind === "act" ? acts(state) : anySeat(state));
    if (!seat || state.pending) return;
    if (part && !part.dice.ready) {
      setTimeout(() => command(kind, text, of), 20); // the page has just come
      return;
    }
    state.trouble = state.rule = "";
    const key = newKey();
    const share = part?.dice.share(seat, key) ?? {};
    state.pending = { key, seat, seen: state.seq, kind, text, share, since: performance.now() };
    remember();
    deliver();
    draw();
    setTimeout(redraw, 350); // "sending" shows only when it takes long
  }

  function newKey(): string {
    return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  }

  function message(p: Pending): { key: string; seat: string; seen: number; kind: string; text: string } & Share {
    return { key: p.key, seat: boot.mine[p.seat] ?? "", seen: p.seen, kind: p.kind, text: p.text, ...p.share };
  }

  /** Sends what is pending: at once, and again after every new line. */
  function deliver(): void {
    if (state.pending && !state.pending.done) socket.send(message(state.pending));
  }

  /** A reload does not lose a command that is on its way. */
  function remember(): void {
    try {
      if (state.pending) sessionStorage.setItem(stored, JSON.stringify(state.pending));
      else sessionStorage.removeItem(stored);
    } catch {
      // a browser that keeps nothing: only a reload could lose the command
    }
  }

  function recall(): void {
    try {
      const p = JSON.parse(sessionStorage.getItem(stored) ?? "null") as Pending | null;
      if (p && boot.mine[p.seat]) state.pending = { ...p, since: performance.now() };
    } catch {
      // nothing is kept, or nothing that can be read
    }
  }

  /** Where no socket gets through, plain requests do. */
  async function withoutSocket(): Promise<void> {
    try {
      const p = state.pending;
      if (p) {
        const { seat, ...body } = message(p);
        await fetch(`/api/tables/${boot.table}/commands`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${seat}` },
          body: JSON.stringify(body),
        });
        state.pending = null;
        remember();
      }
      const now = (await (await fetch(`/api/tables/${boot.table}`)).json()) as { seq: number };
      if (now.seq !== state.seq) location.reload();
    } catch {
      // no network at all: the socket tries again
    }
  }

  // When the press began that becomes a click. Assistive technology presses
  // without a pointer and without a key: then it begins with the click.
  let began: number | null = null;
  let keyed = false;
  let released = 0;
  const press = (byKey: boolean): void => {
    clearTimeout(released);
    began = performance.now();
    keyed = byKey;
  };
  const release = (): void => {
    released = window.setTimeout(() => (began = null), 100);
  };
  addEventListener("pointerdown", () => press(false), true);
  addEventListener("pointerup", release, true);
  addEventListener("pointercancel", release, true);
  addEventListener("keyup", release, true);
  addEventListener(
    "keydown",
    (e) => {
      // Enter held down presses a button again and again.
      if (e.repeat && (e.key === "Enter" || e.key === " ") && e.target instanceof HTMLButtonElement) e.preventDefault();
      if (!e.repeat) press(true);
    },
    true,
  );

  /** An input that began before this turn, or just after it began, was meant for another. */
  function tooSoon(): boolean {
    const since = began ?? performance.now();
    const guarded = boot.mode === "hotseat" || began === null || !keyed;
    return guarded && since < state.turnSince + guardTime;
  }

  document.addEventListener(
    "click",
    (e) => {
      const button = (e.target as Element).closest?.(".actions button:not([data-harmless]), .offer button, #board button");
      // To take back a move that was just made is meant for nothing else; a second press is.
      if (button && tooSoon() && !(button.id === "takeback" && state.moved)) {
        e.preventDefault();
        e.stopPropagation();
      }
    },
    true,
  );

  document.addEventListener("submit", (e) => {
    const form = e.target as HTMLFormElement;
    const kind = form.dataset.form;
    if (!kind || (!socket.everOpen && socket.failures > 1)) return; // then the form does it
    e.preventDefault();
    const text = new FormData(form, e.submitter).get("text");
    form.closest("dialog")?.close();
    form.closest<HTMLDetailsElement>("details")?.removeAttribute("open");
    command(kind, typeof text === "string" ? text : "", form.dataset.seat);
  });

  document.addEventListener("keydown", (e) => {
    if (e.repeat || e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented) return;
    const at = e.target as HTMLElement;
    if (at.closest?.("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
    if (e.code === "KeyR" && !e.shiftKey) {
      e.preventDefault();
      restart();
    } else if (tooSoon()) {
      return;
    } else if (board.key(state, e.key)) {
      e.preventDefault();
    }
  });

  /** R: the next round at once after the end, a question while one is running. */
  function restart(): void {
    const next = document.getElementById("next") as HTMLButtonElement | null;
    if (!next) return; // somebody watches
    if (state.now.outcome) {
      if (!next.disabled && !tooSoon()) command("next", "");
    } else if (boot.mode !== "link") {
      ask("ask-next"); // even while a move is on its way
    }
  }

  /** Asks a question: nothing behind it can be reached before it is answered. */
  function ask(id: string): void {
    const question = document.getElementById(id) as HTMLDialogElement | null;
    if (!question || question.open) return;
    question.hidePopover?.(); // it may have been opened before this script came
    question.showModal();
  }

  document.addEventListener("click", (e) => {
    const button = (e.target as Element).closest?.("[popovertarget]");
    if (!button) return;
    e.preventDefault();
    const id = button.getAttribute("popovertarget")!;
    if (button.getAttribute("popovertargetaction") === "hide") button.closest("dialog")?.close();
    else ask(id);
  });

  const keys = document.getElementById("keys");
  if (keys) keys.hidden = false;
  recall();
  draw();
  socket.reconnect();
  // The receipts of throws before are checked once there is nothing better to do.
  if (part) (window.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 1500)))(() => void part.dice.load().then(redraw), { timeout: 4000 });
}
