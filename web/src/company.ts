// Who is at the table: a dot at the seats of others, and how many watch.

import type { Event, Presence } from "./gen/wire";
import type { Handed } from "./later";
import { seatNames, type State } from "./store";
import type { Texts } from "./texts";
import { nameOf } from "./words";

const offerTime = 3_601_000; // milliseconds; table.OfferLasts and a little more

/** Takes over what the server tells of presence; before is what it has told already. */
export function company(handed: Handed, t: Texts, before: Event[]): void {
  const { state, told } = handed;
  handed.told = (e) => {
    if (e.kind === "presence") show(state, e.body as Presence, t);
    else told?.(e);
    // The panel of whoever waits is the server's; a form that did it comes back by itself.
    if (e.kind === "offered" || e.kind === "withdrawn") setTimeout(() => location.reload(), 1000);
  };
  // An offer that nobody has taken up ends; the page then says how to make it again.
  if (document.getElementById("withdraw-seat")) setTimeout(() => location.reload(), offerTime);
  const last = before.findLast((e) => e.kind === "presence");
  if (last) show(state, last.body as Presence, t);
}

/** The number in the bar; what it means stands in words below the board, and in its title. */
function watching(): HTMLElement {
  const there = document.getElementById("watching");
  if (there) return there;
  const made = Object.assign(document.createElement("span"), { id: "watching" });
  made.setAttribute("aria-hidden", "true");
  const eye = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  eye.setAttribute("viewBox", "0 0 24 24");
  const line = document.createElementNS(eye.namespaceURI!, "path");
  line.setAttribute("d", "M2 12q4.5-7 10-7t10 7q-4.5 7-10 7t-10-7zM12 9a3 3 0 1 0 .01 0z");
  eye.append(line);
  made.append(eye, document.createElement("span"));
  (document.getElementById("net") ?? document.querySelector(".languages")!).before(made);
  return made;
}

function show(s: State, p: Presence, t: Texts): void {
  const words = p.watchers ? t.text("company.watchers", { n: p.watchers }) : "";
  document.getElementById("watchers")!.textContent = words;
  if (words || document.getElementById("watching")) {
    const mark = watching();
    mark.hidden = !words;
    mark.title = words;
    mark.lastElementChild!.textContent = String(p.watchers);
  }
  seatNames.forEach((seat, i) => {
    if (s.boot.mode !== "link" || s.boot.mine[seat]) return;
    const strip = document.querySelector<HTMLElement>(`.seat[data-seat=${seat}]`)!;
    const before = strip.dataset.here;
    // Whose page has just gone may be loading it again: nobody is told anything new of that.
    const now = !s.seats[i]!.taken ? "" : p.leaving?.[i] ? (before ?? "") : p[seat] ? "yes" : "no";
    if (before === now) return;
    strip.dataset.here = now;
    strip.querySelector(".seat-here")!.textContent = now && t.text(now === "yes" ? "company.here" : "company.away");
    if (before && now) {
      const words = t.text(now === "yes" ? "company.here.said" : "company.away.said", { name: nameOf(t, s, seat) });
      document.getElementById("live")!.textContent = words;
    }
  });
}
