// The connection to a table. It stays up by itself: it comes back after every
// kind of loss, asks for what follows the last event the page knows, and
// notices a line that is dead although nobody has hung up.

import type { Answer, Command, Event } from "./gen/wire";

export type Line = "opening" | "open" | "lost" | "gone";

export interface Listener {
  /** The number of the last event the page knows. */
  after(): number;
  event(e: Event): void;
  answer(a: Answer): void;
  line(l: Line): void;
  /** Who is at the table, now and whenever that changes. */
  presence?(e: Event): void;
}

const silence = 40_000; // the server says something every 25 s
const openingTime = 10_000;
const answerTime = 8_000; // after this a command is on a dead line, whatever else comes
const longest = 15_000;

const closeGone = 4404;
const closeRestart = 1012;

export class Socket {
  /** How often in a row it could not be opened. */
  failures = 0;
  everOpen = false;

  private ws: WebSocket | null = null;
  private watchdog = 0;
  private deadline = 0;
  /** The keys of the commands on this line that have no answer yet. */
  private readonly unanswered = new Set<string>();
  private retry = 0;
  private heard = 0;
  private stopped = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    /** Secrets of the seats that this page is there for. */
    private readonly seats: string[],
  ) {
    addEventListener("online", () => this.reconnect());
    addEventListener("offline", () => this.drop());
    addEventListener("pagehide", () => this.drop());
    addEventListener("pageshow", (e) => {
      if (e.persisted) this.reconnect();
    });
    document.addEventListener("visibilitychange", () => {
      // A browser that slept may not have noticed that the line is dead.
      if (document.visibilityState === "visible" && performance.now() - this.heard > silence / 2) this.reconnect();
    });
  }

  /** Hangs up and dials again at once. */
  reconnect(): void {
    if (this.stopped) return;
    this.hangUp();
    this.open();
  }

  /** Sends a command, or says that there is no line just now. */
  send(command: Command): boolean {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(command));
    this.unanswered.add(command.key);
    this.wait();
    return true;
  }

  private open(): void {
    const url = new URL(this.address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("after", String(this.listener.after()));
    const ws = new WebSocket(url);
    this.ws = ws;
    this.heard = performance.now();
    this.watch(openingTime);
    ws.onopen = () => {
      this.failures = 0;
      this.everOpen = true;
      this.watch(silence);
      // Whoever has no seat is counted as well.
      for (const seat of this.seats.length ? this.seats : [""]) ws.send(JSON.stringify({ kind: "here", seat }));
      this.listener.line("open");
    };
    ws.onmessage = (m) => {
      this.heard = performance.now();
      this.watch(silence);
      this.message(JSON.parse(String(m.data)) as Event & Answer);
    };
    ws.onclose = (c) => {
      if (this.ws === ws) this.closed(c.code);
    };
  }

  private message(m: Event & Answer): void {
    if (m.at) document.dispatchEvent(new CustomEvent("hod:at", { detail: m.at }));
    if (m.kind === "beat") {
      if (m.seq > this.listener.after()) this.reconnect(); // something went past us
    } else if (m.kind === "presence") {
      this.listener.presence?.(m);
    } else if (m.kind) {
      this.listener.event(m);
    } else {
      if (this.unanswered.delete(m.key ?? "")) this.wait();
      this.listener.answer(m);
    }
  }

  private closed(code: number): void {
    this.hangUp();
    if (code === closeGone) {
      this.stopped = true;
      this.listener.line("gone");
      return;
    }
    this.listener.line("lost");
    // Everybody comes back after a restart: not all in the same moment.
    const pause = code === closeRestart ? 1_000 : Math.min(longest, 500 * 2 ** this.failures);
    this.failures++;
    this.retry = window.setTimeout(() => this.open(), pause * (0.5 + Math.random()));
  }

  /** Gives the line up until something happens: the network is gone, or the page. */
  private drop(): void {
    if (this.stopped || !this.ws) return;
    this.hangUp();
    this.listener.line("lost");
    this.retry = window.setTimeout(() => this.open(), longest);
  }

  private hangUp(): void {
    clearTimeout(this.watchdog);
    clearTimeout(this.retry);
    this.unanswered.clear();
    this.wait();
    const ws = this.ws;
    this.ws = null;
    ws?.close();
  }

  private watch(time: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = window.setTimeout(() => this.closed(0), time);
  }

  /** Gives the next answer its time. News that come meanwhile do not show that the
      other direction works. */
  private wait(): void {
    clearTimeout(this.deadline);
    if (this.unanswered.size) this.deadline = window.setTimeout(() => this.closed(0), answerTime);
  }
}
