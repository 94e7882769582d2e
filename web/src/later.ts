// What a table can do without at first: phrases, sounds, notifications. It comes
// in a script of its own once somebody does something, or a while after.

import type { Event } from "./gen/wire";
import type { State } from "./store";

/** What the table hands to that script. */
export interface Handed {
  readonly state: State;
  /** What happened before the script came. */
  readonly news: Event[];
  /** Set by the script: takes what happens from then on. */
  told?: (e: Event) => void;
  /** Somebody wants its dialog and has pressed before it was there. */
  wish?: boolean;
}

declare global {
  var hodTable: Handed | undefined;
}

const patience = 6_000;

/** Sees to it that the script comes; what is returned tells it what happens. */
export function later(state: State): (e: Event) => void {
  const handed: Handed = (globalThis.hodTable = { state, news: [] });
  let wanted = document.getElementById("extras")?.dataset.later?.split(" ") ?? [];
  const load = (): void => {
    for (const url of wanted) {
      const style = url.endsWith(".css");
      const one = Object.assign(document.createElement(style ? "link" : "script"), style ? { rel: "stylesheet", href: url } : { src: url });
      one.onerror = () => {
        one.remove();
        wanted.push(url); // it may come the next time
      };
      document.head.append(one);
    }
    wanted = [];
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, load, true);
  addEventListener("click", (e) => {
    if (handed.told || !(e.target as Element).closest?.("[data-extras]")) return;
    e.preventDefault();
    handed.wish = true;
    load();
  });
  setTimeout(load, patience);
  return (e) => {
    if (handed.told) handed.told(e);
    else handed.news.push(e);
    if (e.kind === "said") load();
  };
}
