// The list of a browser's games: nothing that somebody has is lost by joining
// two lists, and nothing in a spoilt list gets through.

import { merge, read } from "./mine";
import { equal, test } from "./testing";
import { soundOf, wishesOf } from "./talk";
import type { Event } from "./gen/wire";

void (async () => {
  await test("joining lists keeps every seat of both", () => {
    const a = [{ id: "one", first: "A", at: 5 }, { id: "two", second: "B" }];
    const b = [{ id: "one", second: "C", join: "J", at: 3 }, { id: "three", first: "D", at: 9 }];
    const all = merge(a, b);
    equal(all.map((m) => m.id), ["three", "one", "two"], "the order");
    equal(all[1], { id: "one", first: "A", at: 5, second: "C", join: "J" }, "the table in both");
    equal(merge(all, all), all, "joining twice");
    equal(merge([], a).length + merge(a, []).length, 4, "joining with nothing");
  });
  await test("what makes no sense is skipped", () => {
    equal(read(null), [], "nothing");
    equal(read("{"), [], "no JSON");
    equal(read('{"id":"one"}'), [], "no list");
    equal(read('[null,1,"x",{},{"id":7},{"id":"<b>"},{"id":"ok","first":"<b>","second":5,"join":"J","at":"x","other":1}]'), [{ id: "ok", join: "J" }], "a spoilt list");
  });
  await test("everything is off until it is chosen", () => {
    for (const text of [null, "", "{", "null", "[]", '{"sound":"2","buzz":1,"notify":"yes"}', '{"sound":3}']) {
      equal(wishesOf(text), { sound: 0, buzz: false, notify: false }, String(text));
    }
    equal(wishesOf('{"sound":1,"buzz":true,"notify":true}'), { sound: 1, buzz: true, notify: true }, "what was chosen");
  });
  await test("a sound says what has happened", () => {
    const e = (kind: string): Event => ({ seq: 1, at: 0, kind });
    equal(soundOf(e("acted"), true, false), "move", "one's own move");
    equal(soundOf(e("acted"), false, true), "turn", "the other's move");
    equal(soundOf(e("rolled"), false, true), "dice", "a throw");
    equal(soundOf(e("ended"), false, false), "end", "the end");
    equal(soundOf(e("said"), true, false), "", "one's own phrase");
    equal(soundOf(e("said"), false, false), "said", "the other's phrase");
    equal(soundOf(e("renamed"), false, false), "", "a name");
    equal(soundOf(e("next"), false, true), "turn", "a new round");
  });
})();
