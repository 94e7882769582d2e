// Draws everything of a table page around its board. The nodes come from the
// server; rows of the move table are the only ones that are made here.

import type { Board } from "./board/board";
import { acts, anySeat, canTakeBack, me, seatNames, type Row, type State } from "./store";
import type { Texts } from "./texts";
import { askedText, headline, nameOf, nextRule, nextStarts, reason } from "./words";

const byID = <T extends HTMLElement>(id: string): T | null => document.getElementById(id) as T | null;

export interface Chrome {
  render(s: State): void;
  say(sentence: string): void;
}

export function chrome(t: Texts, board: Board): Chrome {
  const table = byID("table")!;
  const rows = byID("plies")!;
  const live = byID("live")!;
  const net = netMark();
  const icon = byID<HTMLLinkElement>("icon")!;
  const away = (id: string, name: string, least: number, rootMargin = "0px"): void =>
    new IntersectionObserver(([e]) => table.toggleAttribute(name, e!.intersectionRatio < least), { threshold: least, rootMargin }).observe(byID(id)!);
  away("message", "data-away", 0.6);
  away("board", "data-gone", 0.04, "0px 0px 9999px"); // at the top: what lies below the window counts as seen
  let drawn: State["rows"] | null = null;
  let wasOver = table.dataset.over === "true";
  let saidTwice = false;

  function render(s: State): void {
    const over = s.now.outcome !== null;
    const [words, tone] = headline(t, s);
    const acting = acts(s);
    table.dataset.tone = tone;
    table.dataset.over = String(over);
    table.dataset.act = acting;
    table.dataset.seq = String(s.seq);
    table.dataset.line = s.line;
    table.dataset.pending = String(s.pending !== null);
    document.title = words + s.boot.title;
    const myTurn = tone === "turn" && s.boot.mine[s.now.toAct] !== undefined;
    setAttribute(icon, "href", s.boot.icons[tone === "turn" ? 1 : 0]);
    text(byID("headline")!.firstElementChild!, board.headline?.(s) || words);
    text(byID("detail"), unbroken(over && !board.past?.() ? reason(t, s) : board.detail(s, myTurn)));
    renderSent(s);
    renderSeats(s);
    renderForms(s, over);
    renderRows(s, over);
    renderSeries(s);
    renderLesson(s, over);
    renderInvite(s);
  }

  function renderSent(s: State): void {
    const sent = byID("sent")!;
    const late = s.pending && performance.now() - s.pending.since > 300;
    let words = s.trouble;
    if (s.pending && s.line !== "open" && s.line !== "opening") words = t.text("play.sent-offline");
    else if (late) words = t.text("play.sending");
    else if (!words && s.news) words = s.news;
    else if (!words && s.asked && s.asked === me(s)) words = t.text(`play.${s.askedFor}.waiting`);
    // The line itself has a place of its own that is read out; what becomes of the move has not.
    if (words && words === t.text("play.sent-offline") && sent.textContent !== words) say(words);
    const refused = s.trouble && words === s.trouble;
    sent.className = refused ? "sent problem" : "sent";
    const link = refused && s.rule.startsWith(s.boot.game + ".") && table.dataset.rules ? `${table.dataset.rules}#${s.rule}` : "";
    const drawn = sent.querySelector("#sent > a")?.getAttribute("href") ?? "";
    if (drawn !== link || !link) text(sent, words);
    else text(sent.firstElementChild, words);
    if (link && drawn !== link) {
      const a = document.createElement("a");
      a.href = link;
      a.textContent = t.text("play.rule");
      sent.replaceChildren(Object.assign(document.createElement("span"), { textContent: words }), " ", a);
    }
    text(net, s.line === "lost" ? t.text("play.offline") : s.line === "gone" ? t.text("play.gone") : "");
  }

  /** What a seat has just done, and how far ahead a computer looked for it. */
  function told(row: Row): string {
    const note = board.note(row);
    return row.depth ? t.text("play.depth", { note, n: row.depth }) : note;
  }

  function renderSeats(s: State): void {
    const last = board.latest ? board.latest(s) : s.rows.at(-1);
    seatNames.forEach((seat, i) => {
      const strip = document.querySelector<HTMLElement>(`.seat[data-seat=${seat}]`)!;
      const name = s.seats[i]?.taken ? nameOf(t, s, seat) : t.text("play.nobody-yet" + (me(s) ? "" : ".watch"));
      strip.toggleAttribute("data-turn", (board.turnOf?.(s) || s.now.toAct) === seat);
      setAttribute(strip.querySelector(".seat-name")!, "title", name);
      text(strip.querySelector(".seat-name bdi"), name);
      text(strip.querySelector(".seat-note"), board.noteOf ? board.noteOf(s, seat) : last?.seat === seat ? told(last) : "");
      text(strip.querySelector(".seat-points"), String(board.score?.(s, seat) ?? s.now.score[i]));
      const tally = board.tally?.(s, seat);
      const at = strip.querySelector<HTMLElement>(".seat-tally");
      if (!tally || !at) return;
      text(at, tally.words);
      setAttribute(at, "data-side", tally.side);
    });
    const names = [".seat.bottom", ".seat.top"].map((at) => document.querySelector(`${at} .seat-name`)!.textContent);
    text(byID("seat-names"), names.join(" — "));
  }

  /** Forms stay true, so that they work if the script gives up. */
  function renderForms(s: State, over: boolean): void {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-form]")) {
      field(form, "seen", String(s.seq));
      field(form, "seat", form.dataset.seat ?? (form.dataset.form === "act" ? acts(s) : anySeat(s)));
    }
    const busy = s.pending !== null;
    const next = byID<HTMLButtonElement>("next");
    if (!next) return; // somebody watches
    const alone = !s.seats[1].taken;
    next.type = over ? "submit" : "button";
    if (over) next.removeAttribute("popovertarget");
    else next.setAttribute("popovertarget", "ask-next");
    const again = byID<HTMLButtonElement>("again"); // in the place of what a move needs
    if (again) {
      again.hidden = !over || (board.past?.() ?? false);
      again.disabled = busy;
      next.closest(".series-buttons")!.toggleAttribute("data-again", !again.hidden);
    }
    next.disabled = busy || (!over && s.boot.mode === "link");
    byID<HTMLButtonElement>("resign")!.disabled = busy || over || alone;
    const asks = s.asked !== "" && s.asked === me(s);
    byID<HTMLButtonElement>("reset")!.disabled = busy || alone || (asks && s.askedFor === "reset");
    byID<HTMLButtonElement>("takeback")!.disabled = busy || over || !canTakeBack(s) || (asks && s.askedFor === "takeback");
    byID("offer")!.hidden = !s.asked || asks;
    if (!s.asked) return;
    text(byID("asked")!.firstElementChild!, askedText(t, s));
    const agree = byID<HTMLFormElement>("agree")!;
    agree.dataset.form = s.askedFor;
    field(agree, "kind", s.askedFor);
  }

  function renderRows(s: State, over: boolean): void {
    if (board.moves) {
      board.moves(s);
      byID("no-plies")!.hidden = s.rows.length > 0;
      return;
    }
    if (drawn && drawn !== s.rows) rows.replaceChildren(); // a new round has a new list
    drawn = s.rows;
    s.rows.forEach((row, i) => {
      let tr = rows.children[i] as HTMLTableRowElement | undefined;
      if (!tr) {
        tr = document.createElement("tr");
        tr.dataset.ply = String(i + 1);
        const who = cell("who");
        who.append(document.createElement("bdi"));
        const number = cell("num");
        number.textContent = String(i + 1);
        tr.append(number, who, ...board.cells(row).map((c) => Object.assign(cell("num"), { textContent: c })), cell("mark-cell"));
        rows.append(tr);
      }
      text(tr.querySelector("bdi"), nameOf(t, s, row.seat));
      const mark = s.boot.mode === "link" && !over ? "" : board.mark(row);
      const at = tr.lastElementChild!;
      if (at.textContent?.trim() !== mark) {
        const slip = document.createElement("span");
        slip.className = "slip";
        slip.textContent = mark;
        at.replaceChildren(slip);
      }
    });
    byID("no-plies")!.hidden = s.rows.length > 0;
  }

  function renderSeries(s: State): void {
    text(byID("round"), t.text("play.round", { n: s.now.round }));
    text(byID("next-rule"), nextRule(t, s));
    const starts = byID<HTMLSelectElement>("next-starts");
    if (starts && !starts.closest("dialog[open]")) {
      starts.value = nextStarts(s);
    }
    const note = byID("ask-next-note");
    if (note) note.hidden = s.now.outcome !== null;
  }

  function renderLesson(s: State, over: boolean): void {
    const details = byID<HTMLDetailsElement>("lesson");
    if (!details) return;
    if (over !== wasOver) details.open = over; // off while playing, on afterwards
    wasOver = over;
    const l = board.lesson(s);
    text(details.querySelector("summary"), l.title);
    text(byID("verdict")!.firstElementChild!, l.verdict);
    text(byID("why"), l.why);
  }

  function renderInvite(s: State): void {
    // When somebody sits down the guard is on: the board may move up.
    const panel = byID("invite");
    if (panel) panel.hidden = s.seats[1].taken;
    const talk = document.querySelector<HTMLElement>(".seat-talk");
    if (talk) talk.hidden = !s.seats[1].taken;
  }

  function say(sentence: string): void {
    // The same sentence twice would not be read out: an invisible difference.
    saidTwice = live.textContent === sentence && !saidTwice;
    live.textContent = saidTwice ? sentence + "\u00a0" : sentence;
  }

  return { render, say };
}

/** A place in the bar for the state of the line. */
function netMark(): HTMLElement {
  const net = document.createElement("span");
  net.id = "net";
  net.setAttribute("role", "status");
  document.querySelector(".languages")!.before(net);
  return net;
}

/** Keeps the numbers on both sides of a dash, as those of two dice, on one line. */
function unbroken(words: string): string {
  return words.replace(/(\d–)(?=\d)/g, "$1\u2060");
}

function cell(name: string): HTMLTableCellElement {
  const td = document.createElement("td");
  td.className = name;
  return td;
}

function field(form: HTMLFormElement, name: string, value: string): void {
  const input = form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`);
  if (input) input.value = value;
}

function text(at: Element | null, value: string): void {
  if (at && at.textContent !== value) at.textContent = value;
}

function setAttribute(at: Element, name: string, value: string): void {
  if (at.getAttribute(name) !== value) at.setAttribute(name, value);
}
