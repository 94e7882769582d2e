// What a table can do without at first: phrases, sounds, notifications. It comes
// in a script of its own once somebody does something, or a while after.

import type { Event } from "./gen/wire";
import { again, load } from "./load";
import type { State } from "./store";

/** What the table hands to that script. */
export interface Handed {
  readonly state: State;
  /** What happened before the script came. */
  readonly news: Event[];
  /** Set by the script: takes what happens from then on. */
  told?: (e: Event) => void;
  /** What somebody has pressed to open its dialog before it was there. */
  wish?: HTMLElement;
}

declare global {
  var hodTable: Handed | undefined;
}

const patience = 6_000;

/** Sees to it that the script comes; what is returned tells it what happens. */
export function later(state: State): (e: Event) => void {
  const handed: Handed = (globalThis.hodTable = { state, news: [] });
  const wanted = document.getElementById("extras")?.dataset.later?.split(" ") ?? [];
  const come = (): void => {
    for (const url of wanted) load(url, lost);
  };
  /** Whoever has pressed gets what he wants as a page, as without any script; it needs the line, too. */
  const lost = (): void => {
    const link = handed.told ? undefined : handed.wish;
    delete handed.wish;
    if (link && state.line === "open") link.click();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, come, true);
  addEventListener("click", (e) => {
    const link = (e.target as Element).closest?.<HTMLElement>("[data-extras]");
    if (handed.told || !link || !e.isTrusted || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    handed.wish = link;
    come();
  });
  setTimeout(come, patience);
  return (e) => {
    if (handed.told) handed.told(e);
    else handed.news.push(e);
    if (e.kind === "said") come();
    else again();
  };
}
