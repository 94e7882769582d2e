// The heap of sticks. Its nodes come from the server and stay.

import type { View } from "../gen/bachet";
import type { Now } from "../gen/wire";
import { acts, anySeat, me, other, seatOf, type Row, type State } from "../store";
import type { Api, Board, Lesson } from "./board";

export function mount(el: HTMLElement, api: Api): Board {
  const t = api.texts;
  const heap = el.querySelector<HTMLElement>("#heap")!;
  const sticks = [...heap.querySelectorAll<HTMLButtonElement>("[data-stick]")];
  const takes = [...document.querySelectorAll<HTMLButtonElement>("[data-take]")];
  const count = el.querySelector<HTMLElement>("#count")!;
  const countWord = el.querySelector<HTMLElement>("#count-word")!;

  for (const button of takes) {
    const show = (on: boolean): void => preview(on ? Number(button.dataset.take) : 0);
    for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => show(!button.disabled));
    for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => show(false));
  }

  /** Shows which sticks would go. */
  function preview(take: number): void {
    for (const stick of sticks) {
      stick.classList.toggle("will", !stick.disabled && Number(stick.value) <= take);
    }
  }

  /** The takes of the turn: number of sticks → action. */
  function choices(view: View): Map<number, string> {
    const { nodes } = view.turn;
    const all = new Map<number, string>();
    for (const hop of nodes[0]?.hops ?? []) {
      const action = nodes[hop.next]?.action;
      if (action) all.set(Number(hop.to), action);
    }
    return all;
  }

  function render(s: State): void {
    const view = viewOf(s.now);
    const mayAct = acts(s) !== "";
    const open = mayAct ? choices(view) : new Map<number, string>();
    const last = s.rows.length ? Number(s.rows.at(-1)!.action) : 0;
    const going = s.pending?.kind === "act" ? Number(s.pending.text) : 0;
    for (const stick of sticks) {
      const no = Number(stick.dataset.stick);
      const take = view.left - no + 1;
      const action = take > 0 ? open.get(take) : undefined;
      const { classList } = stick;
      classList.toggle("taken", take <= 0);
      classList.toggle("last", take <= 0 && take > -last);
      classList.toggle("going", take > 0 && take <= going);
      classList.toggle("open", action !== undefined);
      if (action === undefined) classList.remove("will");
      stick.disabled = action === undefined;
      if (action === undefined) {
        stick.setAttribute("aria-hidden", "true");
        stick.removeAttribute("aria-label");
        stick.removeAttribute("value");
      } else {
        stick.removeAttribute("aria-hidden");
        stick.setAttribute("aria-label", t.text("bachet.play.take-from", { n: take }));
        stick.value = action;
      }
    }
    for (const button of takes) {
      button.disabled = !open.has(Number(button.dataset.take));
    }
    el.dataset.left = String(view.left);
    count.textContent = String(view.left);
    countWord.textContent = t.text("bachet.play.count", { n: view.left });
    heap.setAttribute("aria-label", t.text("bachet.play.heap", { n: view.left }));
  }

  function detail(s: State, mayAct: boolean): string {
    const view = viewOf(s.now);
    const left = t.text("bachet.play.left", { n: view.left });
    const most = view.legal.length;
    if (!anySeat(s)) return left + " " + t.text("play.watching");
    if (!mayAct) return left;
    return left + " " + (most === 1 ? t.text("bachet.play.one-only") : t.text("bachet.play.up-to", { most }));
  }

  function lesson(s: State): Lesson {
    const { left, max, misere, lesson } = viewOf(s.now);
    const { modulus, remainder, won } = lesson;
    const ending = misere ? ".misere" : "";
    if (s.now.outcome) {
      return { title: t.text("bachet.play.lesson.after"), verdict: guilt(s), why: t.text("bachet.play.rule" + ending, { modulus, max }) };
    }
    const title = t.text("bachet.play.lesson");
    if (s.boot.mode === "link") return { title, verdict: t.text("bachet.play.lesson.later"), why: "" };
    const favourite = won ? s.now.toAct : other(s.now.toAct);
    const take = lesson.take ?? 0;
    return {
      title,
      verdict: t.text(verdictKey(s, favourite), { name: api.name(favourite) }),
      why: t.text(`bachet.play.why.${won ? "won" : "lost"}${ending}`, { left, modulus, max, remainder, take, rest: left - take }),
    };
  }

  /** What decided a round that is over: giving up what could be won, the last slip, or nothing that anybody did. */
  function guilt(s: State): string {
    const { winner, reason } = s.now.outcome!;
    if (reason === "time" || reason === "absent") return t.text("bachet.play.off-board");
    const mine = me(s);
    const last = s.rows.at(-1);
    const toMove = last ? other(last.seat) : s.now.starts;
    if (reason === "resigned" && viewOf(s.now).lesson.won === (toMove !== winner)) {
      return t.text("bachet.play.slip-resigned" + (mine && mine !== winner ? ".you" : ""));
    }
    const slip = s.rows.findLastIndex((r) => r.best > 0);
    const row = s.rows[slip];
    if (!row) return reason !== "resigned" && winner === mine ? t.text("bachet.play.no-slip.you") : t.text("bachet.play.no-slip") + mirror(s);
    return t.text("bachet.play.slip" + (row.seat === mine ? ".you" : ""), {
      no: slip + 1,
      name: api.name(row.seat),
      nameMid: api.nameMid(row.seat),
      left: leftAfter(row) + Number(row.action),
      take: row.best,
    });
  }

  /** Offers the mirror image of a round that the computer could not lose. */
  function mirror(s: State): string {
    const { winner, reason } = s.now.outcome ?? {};
    if (!s.seats[1].bot || winner !== "second" || reason === "resigned") return "";
    return " " + t.text("bachet.play.mirror." + s.now.starts);
  }

  // Where the focus rests while nothing can be pressed.
  heap.tabIndex = -1;
  function heir(lost: HTMLElement): HTMLElement | null {
    const row = [takes, sticks].find((r) => r.includes(lost as HTMLButtonElement));
    if (!row) return null;
    const open = row.filter((b) => !b.disabled);
    const at = row.indexOf(lost as HTMLButtonElement);
    return open.findLast((b) => row.indexOf(b) <= at) ?? open[0] ?? heap;
  }

  return {
    render,
    heir,
    detail,
    lesson,
    key(s, key) {
      if (!/^[1-9]$/.test(key) || !acts(s)) return false;
      api.act(choices(viewOf(s.now)).get(Number(key)) ?? key); // what is not allowed the server explains
      return true;
    },
    cells: (row) => [row.action, String(leftAfter(row))],
    note: (row) => t.text("bachet.play.note", { action: row.action }),
    said: (row) => t.text("bachet.play.said", { name: api.name(row.seat), taken: row.action, left: leftAfter(row) }),
    mark: (row) => (row.best ? t.text("bachet.play.slip-mark", { take: row.best }) : ""),
    best(before, action) {
      const { won, take } = viewOf(before).lesson;
      return won && take && String(take) !== action ? take : 0;
    },
  };
}

function viewOf(now: Now): View {
  return now.view as View;
}

/** How many sticks a move left: the position code begins with it. */
function leftAfter(row: Row): number {
  return parseInt(row.position, 10);
}

function verdictKey(s: State, favourite: string): string {
  const mine = me(s);
  if (!mine) return "bachet.play.verdict";
  if (favourite === mine) return "bachet.play.verdict.can";
  return "bachet.play.verdict.cannot" + (seatOf(s, other(mine)).bot === "winning" ? ".winning" : "");
}
