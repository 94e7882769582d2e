// This page's part in the dice of its table: it commits itself to secrets,
// reveals them with what it sends, and checks every throw as it arrives.
// internal/fair/doc.go says why, and what it is worth.

import type { Boot, Event, Log } from "./gen/wire";
import * as secrets from "./secrets";
import type { Share } from "./secrets";
import { seatNames, type SeatName, type State } from "./store";
import { Checker, type Mark, type Throw } from "./verify";

export interface Desk {
  /** Sends a command "commit" of a seat. */
  commit(key: string, seat: SeatName, share: Share): void;
  /** Something about the receipts has changed. */
  changed(): void;
}

const answerTime = 10_000; // milliseconds after which a commitment is taken for lost
const makingTime = 2_000; // milliseconds that making secrets may take
const tries = 4; // of one page to commit a seat

export class Dice {
  /** Every throw of the table so far, once the log is here; null before. */
  checker: Checker | null = null;
  /** What the site has done that its own events do not show. */
  trouble: "" | "left-out" | "rewritten" = "";

  private readonly fair: boolean;
  private readonly standing: Record<SeatName, string>;
  private readonly revealed: Record<SeatName, boolean> = { first: false, second: false };
  private pool: secrets.Secret[] = [];
  private readonly asked: Record<SeatName, { key: string; since: number; times: number }>;
  private readonly sent = new Map<string, Share>();
  private readonly bodies = new Map<number, Share>();
  private queue: Event[] = [];
  private work: Promise<void> = Promise.resolve();
  private loading = false;
  private readonly born = performance.now();

  constructor(
    private readonly boot: Boot,
    private readonly desk: Desk,
  ) {
    const dice = boot.dice;
    this.fair = dice?.kind === "fair";
    this.standing = { first: dice?.commits[0] ?? "", second: dice?.commits[1] ?? "" };
    const never = { key: "", since: -Infinity, times: 0 };
    this.asked = { first: { ...never }, second: { ...never } };
    if (this.fair) {
      this.witness(dice!.next, dice!.commit ?? "");
      void this.fill();
    }
  }

  /** The kind of dice of this table: "fair", "own", "" for none. */
  get kind(): string {
    return this.boot.dice?.kind ?? "";
  }

  /** Whether there is a secret to contribute, or no use in waiting for one. */
  get ready(): boolean {
    return !this.fair || this.pool.length > 0 || performance.now() - this.born > makingTime;
  }

  /** What the last throw is worth, "" while it is not known. */
  get mark(): Mark | "" {
    if (this.trouble) return "failed";
    return this.last?.mark ?? "";
  }

  get last(): Throw | undefined {
    return this.checker?.throws.at(-1);
  }

  /** What a command of a seat, sent under this key, contributes. */
  share(seat: string, key: string): Share {
    if (!this.fair || !isSeat(seat)) return {};
    const next = this.pool.pop();
    void this.fill();
    // To reveal without a new commitment would leave the seat without a part.
    if (!next) return {};
    secrets.keep(next);
    const reveal = secrets.find(this.standing[seat]);
    const share: Share = { ...(reveal ? { reveal } : {}), commit: next.commit };
    this.sent.set(key, share);
    return share;
  }

  /** Takes an event, in order; s is the state before or after it, as the page has it. */
  event(e: Event): void {
    if (!this.kind) return;
    const body = (e.body ?? {}) as Share & { seat?: string; receipt?: { n?: number; nextCommit?: string } };
    this.bodies.set(e.seq, body);
    this.bodies.delete(e.seq - 40);
    if (e.kind === "rolled") {
      this.revealed.first = this.revealed.second = false;
      if (body.receipt?.n && body.receipt.nextCommit) this.witness(body.receipt.n + 1, body.receipt.nextCommit);
    } else if (isSeat(body.seat)) {
      if (body.reveal) {
        secrets.forget(this.standing[body.seat]);
        this.standing[body.seat] = "";
        this.revealed[body.seat] = true;
      }
      if (body.commit) this.standing[body.seat] = body.commit;
    }
    this.queue.push(e);
    this.check();
  }

  /** Takes an answer. True if it was to a question of this part of the page. */
  answer(key: string, seq: number | undefined): boolean {
    const share = this.sent.get(key);
    this.sent.delete(key);
    const body = seq === undefined ? undefined : this.bodies.get(seq);
    // The event comes before the answer; an older one was seen by an older page.
    if (share && body && (body.reveal !== share.reveal || body.commit !== share.commit)) {
      this.trouble = "left-out";
      this.desk.changed();
    }
    const seat = seatNames.find((n) => this.asked[n].key === key);
    if (!seat) return false;
    this.asked[seat].key = "";
    return true;
  }

  /** Commits seats that are not committed, and contributes to a throw that is none of ours. */
  tend(s: State): void {
    if (!this.fair || s.now.outcome || !this.pool.length) return;
    const mine = seatNames.filter((n) => this.boot.mine[n]);
    const calls = s.now.toAct === "chance" ? (s.now.calls ?? []) : [];
    for (const seat of mine) {
      const asked = this.asked[seat];
      if (asked.key && performance.now() - asked.since < answerTime) continue;
      const known = this.standing[seat] !== "" && secrets.find(this.standing[seat]) !== "";
      const volunteer = known && mine.length === 1 && calls.length > 0 && !calls.includes(seat) && !this.revealed[seat];
      if (known && !volunteer) {
        asked.times = 0;
        continue;
      }
      if (asked.times >= tries || s.pending) continue;
      asked.times++;
      asked.key = `dice-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`}`;
      asked.since = performance.now();
      const share = this.share(seat, asked.key);
      if (share.commit) this.desk.commit(asked.key, seat, share);
      else asked.key = "";
    }
  }

  /** Fetches the events so far; from then on every throw is checked as it comes. */
  async load(): Promise<void> {
    if (!this.kind || this.loading || this.checker) return;
    this.loading = true;
    try {
      const answer = await fetch(`/api/tables/${this.boot.table}/log`);
      if (!answer.ok) return;
      const log = (await answer.json()) as Log;
      const checker = new Checker(this.boot.table);
      for (const e of log.events) await checker.event(e);
      this.compare(checker);
      for (const r of checker.revealed) if (isSeat(r.seat)) this.revealed[r.seat] = true;
      this.checker = checker;
      this.check();
    } catch {
      // no network just now: the next throw tries again
    } finally {
      this.loading = false;
    }
  }

  private check(): void {
    if (!this.checker) {
      if (this.queue.at(-1)?.kind === "rolled") void this.load();
      this.desk.changed();
      return;
    }
    const checker = this.checker;
    this.work = this.work.then(async () => {
      for (let e = this.queue.shift(); e; e = this.queue.shift()) {
        if (e.seq > checker.seq) await checker.event(e);
      }
      this.desk.changed();
    });
  }

  private async fill(): Promise<void> {
    const was = this.pool.length;
    while (this.pool.length < 3) this.pool.push(await secrets.make());
    if (!was) this.desk.changed();
  }

  // -- what the site has said before ----------------------------------------

  private get seenKey(): string {
    return "dice/seen/" + this.boot.table;
  }

  /** Remembers the site's commitment for a throw to come. */
  private witness(n: number, commit: string): void {
    try {
      const seen = JSON.parse(sessionStorage.getItem(this.seenKey) ?? "{}") as Record<string, string>;
      if (seen[n] && seen[n] !== commit) this.trouble = "rewritten";
      sessionStorage.setItem(this.seenKey, JSON.stringify({ ...seen, [n]: seen[n] ?? commit }));
    } catch {
      // a browser that keeps nothing: then the log has to be believed
    }
  }

  /** Compares a log with what the site had said while it was played. */
  private compare(checker: Checker): void {
    try {
      const seen = JSON.parse(sessionStorage.getItem(this.seenKey) ?? "{}") as Record<string, string>;
      for (const t of checker.throws) {
        const commit = seen[t.n];
        if (commit && t.receipt && t.receipt.siteCommit !== commit) this.trouble = "rewritten";
      }
    } catch {
      // see above
    }
  }
}

function isSeat(x: unknown): x is SeatName {
  return x === "first" || x === "second";
}

