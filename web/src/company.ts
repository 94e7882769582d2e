// Who is at the table: a dot at the seats of others, and how many watch.

import type { Event, Presence } from "./gen/wire";
import type { Handed } from "./later";
import { seatNames, type State } from "./store";
import type { Texts } from "./texts";
import { nameOf } from "./words";

/** Takes over what the server tells of presence; before is what it has told already. */
export function company(handed: Handed, t: Texts, before: Event[]): void {
  const { state, told } = handed;
  handed.told = (e) => {
    if (e.kind === "presence") show(state, e.body as Presence, t);
    else told?.(e);
    // The panel of whoever waits is the server's; a form that did it comes back by itself.
    if (e.kind === "offered" || e.kind === "withdrawn") setTimeout(() => location.reload(), 1000);
  };
  const last = before.findLast((e) => e.kind === "presence");
  if (last) show(state, last.body as Presence, t);
}

function show(s: State, p: Presence, t: Texts): void {
  document.getElementById("watchers")!.textContent = p.watchers ? t.text("company.watchers", { n: p.watchers }) : "";
  seatNames.forEach((seat, i) => {
    if (s.boot.mode !== "link" || s.boot.mine[seat]) return;
    const strip = document.querySelector<HTMLElement>(`.seat[data-seat=${seat}]`)!;
    const before = strip.dataset.here;
    const now = s.seats[i]!.taken ? (p[seat] ? "yes" : "no") : "";
    if (before === now) return;
    strip.dataset.here = now;
    strip.querySelector(".seat-here")!.textContent = now && t.text(now === "yes" ? "company.here" : "company.away");
    if (before && now) {
      const words = t.text(now === "yes" ? "company.here.said" : "company.away.said", { name: nameOf(t, s, seat) });
      document.getElementById("live")!.textContent = words;
    }
  });
}
