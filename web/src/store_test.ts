// The state that a page begins with and what its first events make of it, and
// what is read from the address that it was opened by.

import type { Boot } from "./gen/wire";
import { seatCode } from "./seatlink";
import { apply, begin } from "./store";
import { equal, test } from "./testing";

const boot: Boot = {
  table: "t", base: "/t/t", lang: "en", title: "", game: "toy", options: {}, mode: "link", round: 1, score: [0, 0], plies: [], seq: 1,
  position: "", view: null, actions: null, toAct: "first", outcome: null, starts: "first",
  seats: [{ taken: true }, { taken: true }], mine: { first: "FIRST" }, best: [], board: true, fresh: false, icons: ["", ""],
} as Boot;

void (async () => {
  await test("why a form was refused is said until there is news", () => {
    equal([begin(boot).trouble, begin(boot).rule], ["", ""], "of no form");
    const s = begin({ ...boot, trouble: "No.", rule: "toy.no" });
    equal([s.trouble, s.rule], ["No.", "toy.no"], "what the page came with");
    const e = (kind: string): boolean => apply(s, { seq: s.seq + 1, at: 0, kind, body: { seat: "second" } }, () => 0);
    equal(e("committed"), true, "a page commits itself as soon as it is there");
    equal([s.trouble, s.rule], ["No.", "toy.no"], "after that");
    equal(e("renamed"), true, "news");
    equal([s.trouble, s.rule], ["", ""], "after news");
  });
  await test("a link to seats is taken out of what stands around it", () => {
    for (const [hash, code] of [
      ["#s.SECRET", "s.SECRET"], ["#f.ONE~s.TWO", "f.ONE~s.TWO"], ["#f.ONE%7Es.TWO", "f.ONE~s.TWO"],
      ["#s.SECRET.", "s.SECRET"], ["#s.SECRET%20see", "s.SECRET"], ["#s.SECRET)", "s.SECRET"], ["#f.ONE~s.TWO,", "f.ONE~s.TWO"], ["#f.ONE~", "f.ONE"],
      ["#F.ONE~S.TWO", "f.ONE~s.TWO"],
      ["#s.", "s."], ["#s.secret", "s.secret"], // spoilt: the site says so
      ["", ""], ["#", ""], ["#rules", ""], ["#fs.SECRET", ""], ["#INVITATION", ""],
    ] as const) equal(seatCode(hash), code, hash);
  });
})();
