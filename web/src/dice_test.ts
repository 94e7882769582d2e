// This page's part in the dice, against a site that behaves, and one that does not.

import { Dice } from "./dice";
import type { Boot, Event } from "./gen/wire";
import * as secrets from "./secrets";
import type { Share } from "./secrets";
import type { State } from "./store";
import { equal, input, test } from "./testing";
import { commitment, type Fact } from "./verify";

interface Sent extends Share {
  key: string;
  seat: string;
}

// A log with some throws, made by a Go test.
const log = JSON.parse(input()) as { table: string; events: Fact[] };

class Box {
  private readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

const page = globalThis as unknown as { localStorage: Box; sessionStorage: Box; fetch: (url: string) => Promise<unknown> };

function fresh(): void {
  page.localStorage = new Box();
  page.sessionStorage = new Box();
}

const site = "a".repeat(64);

function desk(mine: Record<string, string>, commits: [string, string] = ["", ""], kind = "fair"): { dice: Dice; sent: Sent[]; tend(s?: Partial<State["now"]>): void } {
  const sent: Sent[] = [];
  const boot = { table: "t1", mine, dice: { kind, next: 1, commit: site, commits } } as unknown as Boot;
  const dice = new Dice(boot, { commit: (key, seat, share) => void sent.push({ key, seat, ...share }), changed: () => undefined });
  const tend = (now: Partial<State["now"]> = {}): void => dice.tend({ pending: null, now: { toAct: "first", outcome: null, ...now } } as unknown as State);
  return { dice, sent, tend };
}

async function later(): Promise<void> {
  await new Promise((done) => setTimeout(done, 100));
}

let seq = 1;
function event(kind: string, body: unknown): Event {
  return { seq: ++seq, at: 0, kind, body };
}

async function all(): Promise<void> {
  await test("a seat that is not committed is, once, and again only when that was lost", async () => {
    fresh();
    const { dice, sent, tend } = desk({ first: "x" });
    await later();
    tend();
    tend();
    equal(sent.length, 1);
    const [s] = sent;
    equal([s!.seat, s!.reveal, s!.commit!.length], ["first", undefined, 64]);
    equal(dice.answer(s!.key, 2), true, "its own answer");
    dice.event(event("committed", { seat: "first", commit: s!.commit }));
    tend();
    equal(sent.length, 1, "it is committed now");
    equal(dice.answer("somebody else's", 3), false);
  });

  await test("a command reveals what stands and commits anew; the secrets fit", async () => {
    fresh();
    const mine = await secrets.make();
    secrets.keep(mine);
    const { dice, sent, tend } = desk({ first: "x", second: "y" }, [mine.commit, ""]);
    await later();
    const share = dice.share("first", "k1");
    equal(share.reveal, mine.secret);
    equal(await commitment(secrets.find(share.commit!)), share.commit);
    dice.event(event("acted", { seat: "first", ...share }));
    equal(dice.answer("k1", seq), false, "the page's own command");
    equal(dice.trouble, "");
    equal(secrets.find(mine.commit), "", "known to all by now");
    equal(dice.share("first", "k2").reveal === undefined, false);
    await later();
    tend();
    equal(sent.map((s) => s.seat), ["second"], "the other seat of the same device");
  });

  await test("a draw that is thrown again has a share each time", async () => {
    fresh();
    const mine = await secrets.make();
    secrets.keep(mine);
    const { dice } = desk({ first: "x", second: "y" }, [mine.commit, ""]);
    await later();
    for (let n = 1, standing = mine.commit; n <= 4; n++) {
      const share = dice.share("first", `k${n}`);
      equal(await commitment(share.reveal ?? ""), standing, `the commitment revealed for throw ${n}`);
      standing = share.commit!;
      dice.event(event("called", { seat: "first", ...share }));
      dice.answer(`k${n}`, seq);
      dice.event(event("rolled", { pips: [4, 4], receipt: { n, nextCommit: String(n).repeat(64) } }));
      await later();
    }
    equal(dice.trouble, "");
  });

  await test("a page volunteers where the other seat throws, once a throw", async () => {
    fresh();
    const mine = await secrets.make();
    secrets.keep(mine);
    const { dice, sent, tend } = desk({ second: "y" }, ["b".repeat(64), mine.commit]);
    await later();
    tend({ toAct: "first" });
    equal(sent.length, 0);
    tend({ toAct: "chance", calls: ["second"] } as never);
    equal(sent.length, 0, "it will be asked");
    tend({ toAct: "chance", calls: ["first"] } as never);
    equal([sent.length, sent[0]?.reveal], [1, mine.secret]);
    dice.event(event("committed", { seat: "second", reveal: sent[0]!.reveal, commit: sent[0]!.commit }));
    dice.answer(sent[0]!.key, seq);
    tend({ toAct: "chance", calls: ["first"] } as never);
    equal(sent.length, 1, "for this throw it has contributed");
    dice.event(event("rolled", { pips: [1, 2], receipt: { n: 1, nextCommit: "c".repeat(64) } }));
    tend({ toAct: "chance", calls: ["first"] } as never);
    equal(sent.length, 2, "for the next one it has not");
  });

  await test("a site that leaves a share out is caught", async () => {
    fresh();
    const mine = await secrets.make();
    secrets.keep(mine);
    const { dice } = desk({ first: "x" }, [mine.commit, ""]);
    await later();
    dice.share("first", "k1");
    dice.event(event("acted", { seat: "first" }));
    dice.answer("k1", seq);
    equal([dice.trouble, dice.mark], ["left-out", "failed"]);
  });

  await test("a site that changes its commitment is caught, after a reload too", async () => {
    fresh();
    desk({ first: "x" });
    const again = desk({ first: "x" });
    equal(again.dice.trouble, "");
    const boot = { table: "t1", mine: {}, dice: { kind: "fair", next: 1, commit: "d".repeat(64), commits: ["", ""] } } as unknown as Boot;
    equal(new Dice(boot, { commit: () => undefined, changed: () => undefined }).trouble, "rewritten");
  });

  await test("the log so far is checked, and what follows it", async () => {
    fresh();
    const half = Math.floor(log.events.length / 2);
    page.fetch = () => Promise.resolve({ ok: true, json: () => Promise.resolve({ table: log.table, events: log.events.slice(0, half) }) });
    const boot = { table: log.table, mine: {}, dice: { kind: "fair", next: 1, commit: "", commits: ["", ""] } } as unknown as Boot;
    const dice = new Dice(boot, { commit: () => undefined, changed: () => undefined });
    await dice.load();
    for (const e of log.events.slice(half - 3)) dice.event({ at: 0, ...e } as Event);
    await later();
    await later();
    equal(dice.checker!.sound, true);
    equal(dice.checker!.throws.length, log.events.filter((e) => e.kind === "rolled").length);
  });

  await test("own dice and no dice ask for nothing", async () => {
    fresh();
    for (const kind of ["own", ""]) {
      const { dice, sent, tend } = desk({ first: "x" }, ["", ""], kind);
      await later();
      tend();
      equal([sent.length, dice.share("first", "k"), dice.mark], [0, {}, ""]);
    }
  });
}

void all();
