// What is said at a table, and how the table makes itself heard: the phrases in
// the strips, the dialog in which one chooses a phrase, sounds, a buzz, and
// notifications.

import type { Event } from "./gen/wire";
import type { Handed } from "./later";
import { tag } from "./receipts-words";
import { play, wake, type Loudness, type Sound } from "./sounds";
import { acts, anySeat, caller, me, type State } from "./store";
import type { Texts } from "./texts";
import { headline, nameOf } from "./words";

/** What this browser has chosen. */
export interface Wishes {
  sound: Loudness;
  buzz: boolean;
  notify: boolean;
}

const key = "wishes";
const shownFor = 12_000; // milliseconds that a phrase stands in a strip

/** Reads what was chosen; whatever makes no sense is off. */
export function wishesOf(text: string | null): Wishes {
  let kept: Record<string, unknown> = {};
  try {
    kept = (JSON.parse(text ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    // nothing that can be read
  }
  return { sound: kept.sound === 1 || kept.sound === 2 ? kept.sound : 0, buzz: kept.buzz === true, notify: kept.notify === true };
}

/** What an event sounds like; mine is whether this browser did it, turn whether it has just become its turn. */
export function soundOf(e: Event, mine: boolean, turn: boolean): Sound | "" {
  switch (e.kind) {
    case "ended":
      return "end";
    case "rolled":
      return "dice";
    case "said":
      return mine ? "" : "said";
    case "acted":
      return turn ? "turn" : "move";
    default:
      return turn ? "turn" : "";
  }
}

export function talk(handed: Handed, t: Texts): void {
  const { state } = handed;
  const link = document.getElementById("extras")!;
  const live = tag("p", { class: "hidden", role: "status", "aria-live": "polite", id: "talk-live" });
  document.body.append(live);
  let wishes = load();
  let muted = link.dataset.muted === "true";
  let turn = isTurn(state);
  const timers = new Map<string, number>();

  function load(): Wishes {
    try {
      return wishesOf(localStorage.getItem(key));
    } catch {
      return wishesOf(null);
    }
  }

  function choose(change: Partial<Wishes>): void {
    wishes = { ...wishes, ...change };
    try {
      localStorage.setItem(key, JSON.stringify(wishes));
    } catch {
      // a browser that keeps nothing: it holds until the page goes
    }
  }

  // A browser lets a page sound only after a tap on it.
  if (wishes.sound) for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, true);

  function said(seat: string, phrase: string): void {
    const strip = document.querySelector<HTMLElement>(`.seat[data-seat=${seat}] .seat-said`);
    if (!strip || (muted && seat !== me(state))) return;
    const words = t.text("talk.phrase." + phrase);
    strip.textContent = words;
    strip.hidden = false;
    clearTimeout(timers.get(seat));
    timers.set(
      seat,
      window.setTimeout(() => (strip.hidden = true), shownFor),
    );
    live.textContent = t.text("talk.said", { name: nameOf(t, state, seat), words });
  }

  handed.told = (e) => {
    const body = (e.body ?? {}) as { seat?: string; phrase?: string };
    const mine = body.seat === me(state);
    const was = turn;
    turn = isTurn(state);
    const now = turn && !was;
    if (e.kind === "said") said(body.seat ?? "", body.phrase ?? "");
    const silent = e.kind === "said" && muted;
    const sound = soundOf(e, mine, now);
    if (sound && !silent) play(sound, wishes.sound);
    if (now && !mine && wishes.buzz) navigator.vibrate?.(60);
    if (document.hidden && wishes.notify && (now || e.kind === "ended" || e.kind === "seated")) notify();
  };
  for (const e of handed.news.splice(0)) if (e.kind === "said" || e.kind === "seated") handed.told(e);
  // What stood in a strip when the page came goes as well.
  for (const strip of document.querySelectorAll<HTMLElement>(".seat-said:not([hidden])")) setTimeout(() => (strip.hidden = true), shownFor);

  function notify(): void {
    try {
      const n = new Notification(headline(t, state)[0] + state.boot.title, { tag: "hod/" + state.boot.table, icon: "/icon-192.png" });
      n.addEventListener("click", () => {
        window.focus();
        n.close();
      });
    } catch {
      // browsers of phones want a program of their own for that
    }
  }

  // -- the dialog ---------------------------------------------------------------

  let dialog: HTMLDialogElement | null = null;
  let note: HTMLElement;

  async function say(phrase: string): Promise<void> {
    const seat = anySeat(state);
    note.textContent = "";
    try {
      const answer = await fetch(`/api/tables/${state.boot.table}/commands?lang=${state.boot.lang}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${state.boot.mine[seat] ?? ""}` },
        body: JSON.stringify({ key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, seen: state.seq, kind: "say", text: phrase }),
      });
      if (answer.ok) {
        dialog!.close();
        return;
      }
      note.textContent = ((await answer.json()) as { message?: string }).message ?? t.text("talk.lost");
    } catch {
      note.textContent = t.text("talk.lost");
    }
  }

  function phrases(): HTMLElement[] {
    const ids = (link.dataset.phrases ?? "").split(" ").filter(Boolean);
    if (!ids.length || !state.seats[1].taken) return [];
    const buttons = ids.map((id) => {
      const b = tag("button", { type: "button", class: "button", "data-phrase": id }, t.text("talk.phrase." + id));
      b.addEventListener("click", () => void say(id));
      return b;
    });
    return [
      tag("h2", {}, t.text("talk.say")),
      tag("div", { class: "talk-phrases" }, ...buttons),
      check("talk-mute", "talk.mute", muted, (on) => {
        muted = on;
        if (on) for (const said of document.querySelectorAll<HTMLElement>(`.seat:not([data-seat=${anySeat(state)}]) .seat-said`)) said.hidden = true;
        void fetch(link.dataset.prefs!, { method: "POST", body: new URLSearchParams({ mute: on ? "on" : "off", back: "/" }), redirect: "manual" });
      }),
    ];
  }

  function check(id: string, words: string, on: boolean, change: (on: boolean) => void): HTMLElement {
    const box = tag("input", { type: "checkbox", id }) as HTMLInputElement;
    box.checked = on;
    box.addEventListener("change", () => change(box.checked));
    return tag("label", { class: "talk-check", for: id }, box, " ", t.text(words));
  }

  function settings(): HTMLElement[] {
    const select = tag("select", { id: "talk-sound" }) as HTMLSelectElement;
    (["off", "quiet", "normal"] as const).forEach((word, i) => select.append(new Option(t.text("talk.sound." + word), String(i), false, wishes.sound === i)));
    select.addEventListener("change", () => {
      choose({ sound: Number(select.value) as Loudness });
      wake();
      // The first sound waits for the browser to let it through.
      if (wishes.sound) setTimeout(() => play("turn", wishes.sound), 100);
      if (wishes.sound) for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, true);
    });
    const parts = [tag("h2", {}, t.text("talk.heard")), tag("div", { class: "field" }, tag("label", { for: "talk-sound" }, t.text("talk.sound")), select)];
    if ("vibrate" in navigator) {
      parts.push(
        check("talk-buzz", "talk.buzz", wishes.buzz, (on) => {
          choose({ buzz: on });
          if (on) navigator.vibrate(60);
        }),
      );
    }
    if ("Notification" in window) parts.push(check("talk-notify", "talk.notify", wishes.notify && Notification.permission === "granted", (on) => void allow(on)));
    parts.push(tag("p", { class: "hint" }, t.text("talk.notify.note")));
    return parts;
  }

  /** Asks the browser, and only when somebody has just asked for it. */
  async function allow(on: boolean): Promise<void> {
    if (on && (await Notification.requestPermission()) !== "granted") {
      (document.getElementById("talk-notify") as HTMLInputElement).checked = false;
      note.textContent = t.text("talk.notify.denied");
      choose({ notify: false });
      return;
    }
    choose({ notify: on });
  }

  function open(): void {
    dialog?.remove(); // what it offers depends on who is there
    dialog = tag("dialog", { id: "talk", class: "talk", "aria-label": t.text("talk.title") }) as HTMLDialogElement;
    // Beside the button that is always in sight.
    note = tag("p", { class: "problem", role: "status", id: "talk-note" });
    const close = tag("button", { type: "button", class: "button main" }, t.text("talk.close"));
    close.addEventListener("click", () => dialog!.close());
    dialog.append(...phrases(), ...settings(), tag("div", { class: "row" }, note, close));
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) dialog!.close(); // beside it
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("click", (e) => {
    const at = (e.target as Element).closest?.("[data-extras]");
    if (!at || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    open();
  });
  if (handed.wish) open();
}

/** Whether this browser is to do something now. */
function isTurn(s: State): boolean {
  return !s.now.outcome && (acts(s) !== "" || caller(s) !== "");
}
