// How a turn is made by taps, in positions that a Go test hands over by name.

import type { View } from "../../gen/nardy";
import { equal, input, test } from "../../testing";
import { positionCode } from "./position";
import { Draft, type Settings } from "./turn";

const views = JSON.parse(input()) as Record<string, View>;
const plain: Settings = { tap: false, forced: "never", off: false };

function draft(name: string, settings: Partial<Settings> = {}, saved?: string): Draft {
  const view = views[name];
  if (!view) throw new Error(`no view ${name}`);
  return new Draft(view, { ...plain, ...settings }, saved);
}

function dice(d: Draft): string {
  return d
    .shown()
    .dice.map((die) => `${die.active ? ">" : ""}${die.n}${die.used ? "x" : ""}${die.idle ? "-" : ""}`)
    .join(" ");
}

async function all(): Promise<void> {
  await test("a tap picks a checker up, a second one puts it down or plays it", () => {
    const d = draft("short 3-1");
    equal(d.tap("17").kind, "selected");
    equal(d.selected, "17");
    equal(d.tap("17").kind, "dropped");
    d.tap("17");
    equal(d.tap("19").kind, "selected", "another checker instead");
    equal(d.tap("23").kind, "played", "two hops of one checker");
    equal([d.steps.length, d.done()], [2, "19/22 22/23"]);
    equal(d.tap("2"), { kind: "none", steps: [], from: "", to: "" }, "an empty point with nothing in hand");
  });

  await test("a place ends the turn only where the turn can end and nothing is in hand or to be picked up", () => {
    const d = draft("short 3-1");
    const ending = (): string[] => ["17", "18", "20", "21", "2", "bar"].filter((place) => d.finishes(place));
    equal(ending(), [], "at the beginning");
    d.tap("17");
    equal(ending(), [], "with a checker in hand");
    d.tap("18");
    equal([d.steps.length, ending()], [1, []], "one hop of two");
    d.tap("18");
    d.tap("21");
    equal(ending(), ["17", "18", "20", "21", "2", "bar"], "after both hops");
    d.undo();
    equal(ending(), [], "after one was taken back");
  });

  await test("one tap plays the active die, a tap on the dice exchanges them", () => {
    const d = draft("short 3-1", { tap: true });
    equal([d.active, dice(d)], [3, ">3 1"]);
    equal(d.swap(), true);
    equal([d.active, dice(d)], [1, ">1 3"]);
    equal(d.tap("17").steps.map((s) => s.to), ["18"]);
    equal(dice(d), "1x >3");
    equal(d.swap(), false, "one die is left");
    d.tap("17");
    equal(d.done(), "17/18 17/20");
  });

  await test("a tap plays another die where the active one can not be played", () => {
    const d = draft("short 3-1", { tap: true });
    d.choose(3);
    equal(d.tap("1").steps.map((s) => s.die), [3]);
    d.reset();
    d.choose(1);
    equal(d.choose(6), false, "no such die");
    equal(d.active, 1);
    // From 12 a 1 leads to a point that Dark holds.
    equal(d.tap("12").steps.map((s) => s.die), [3]);
  });

  await test("one undo takes one gesture back, a reset all of them", () => {
    const d = draft("short 3-1");
    const before = positionCode(d.shown());
    equal([d.undo(), d.reset(), d.canUndo], [false, false, false]);
    d.move("1", "5");
    equal(d.steps.length, 2);
    equal([d.undo(), positionCode(d.shown())], [true, before]);
    d.move("17", "20");
    d.move("19", "20");
    equal(d.done(), "17/20 19/20");
    d.undo();
    equal([d.steps.length, d.done()], [1, null]);
    d.move("19", "20");
    equal([d.reset(), positionCode(d.shown())], [true, before]);
  });

  await test("undoing a hit brings the enemy checker back", () => {
    const d = draft("short hit");
    const before = positionCode(d.shown());
    const e = d.move("1", "4");
    equal(e.steps[0]!.hit, true);
    equal(d.shown().bar, [0, 1]);
    d.undo();
    equal(positionCode(d.shown()), before);
  });

  await test("covering and uncovering", () => {
    const d = draft("plakoto cover");
    d.move("1", "4");
    equal([d.shown().points[3], d.shown().covered], [1, [4]]);
    d.undo();
    equal([d.shown().points[3], d.shown().covered], [-1, []]);
  });

  await test("a bar must be played first", () => {
    const d = draft("short bar");
    equal(d.sources(), ["bar"]);
    equal(d.tap("17").kind, "refused");
    equal(d.targets("bar").map((t) => t.to).sort(), ["3", "4", "7"]);
    equal(d.why("17", ""), "17/20");
  });

  await test("a double tap bears off, with a greater die from the rearmost point", () => {
    const d = draft("short off");
    d.select("24");
    equal(d.double("24").steps.map((s) => [s.to, s.die]), [["off", 1]]);
    equal(d.double("20").kind, "none", "nobody stands there");
    d.reset();
    equal(d.sources().includes("22"), true, "the rearmost one, for the 6");
    equal(d.double("22").steps.map((s) => s.die), [6]);
    equal(d.double("1").kind, "none");
  });

  await test("what can not be played is idle", () => {
    equal(dice(draft("short blocked six")), ">5 6-");
    equal(dice(draft("classic half a double")), ">6 6 6- 6-");
  });

  await test("forced moves are made as far as the player wants", () => {
    const d = draft("short only", { forced: "turns" });
    const auto = d.auto();
    equal([auto?.why, auto?.whole], ["forced", true]);
    equal(d.take().kind, "played");
    equal([d.auto(), d.done() !== null], [null, true]);
    equal(draft("short only").auto(), null, "never");
    equal(draft("short 3-1", { forced: "always" }).auto(), null, "a choice");
    d.undo();
    equal(d.auto(), null, "after an undo");
    const half = draft("short forced entry", { forced: "turns" });
    equal(half.auto(), null, "only its beginning is forced");
    half.use({ ...plain, forced: "always" });
    equal(half.auto()?.whole, false);
  });

  await test("automatic bear-off is made by itself and taken back with what led to it", () => {
    const d = draft("short off", { off: true });
    equal([d.auto()?.why, d.auto()?.steps.map((s) => s.die)], ["bear-off", [1]]);
    d.take();
    equal([d.undo(), d.auto(), d.steps.length], [true, null, 0]);
  });

  await test("a draft survives as a text, for its position only", () => {
    const d = draft("short 3-1");
    d.swap();
    d.move("17", "18");
    const saved = d.save();
    const again = draft("short 3-1", {}, saved);
    equal([again.steps.length, again.active, again.canUndo], [1, 3, true]);
    equal(positionCode(again.shown()), positionCode(d.shown()));
    for (const bad of ["", "{", "null", "7", saved.replace('"hops":[', '"hops":[99,'), saved.replace('"order":[1', '"order":[7')]) {
      equal(draft("short 3-1", {}, bad).steps.length, 0, bad);
    }
    equal(draft("short hit", {}, saved).steps.length, 0, "of another position");
  });

  await test("outside a turn nothing can be done", () => {
    const d = draft("draw");
    equal([d.sources(), d.tap("1").kind, d.done(), d.auto(), d.undo(), d.active], [[], "none", null, null, false, 0]);
  });
}

void all();
