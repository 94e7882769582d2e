// Tells what the page makes of logs: a log a line comes in, a verdict a line
// goes out, and a Go test compares it with the verdict of the server's own code.

import type { Fact } from "./verify";
import { beyond, Checker, count } from "./verify";
import { input, print } from "./testing";

async function all(): Promise<void> {
  for (const line of input().split("\n")) {
    if (!line) continue;
    const log = JSON.parse(line) as { table: string; events: Fact[] };
    const checker = new Checker(log.table);
    for (const e of log.events) await checker.event(e);
    const wrong = [...checker.problems, ...checker.throws.flatMap((t) => t.problem ?? [])];
    const marks = { checked: 0, site: 0, own: 0, failed: 0 };
    for (const t of checker.throws) if (!t.again) marks[t.mark]++;
    const { faces } = count(checker.throws);
    print(JSON.stringify({ first: wrong.length ? Math.min(...wrong.map((p) => p.seq)) : 0, sound: checker.sound, finished: checker.finished, marks, faces, words: wrong.map((p) => p.word) }));
  }
  print(JSON.stringify([0, 1.145, 4.351, 9.236, 11.07, 15.086, 20.515].map(beyond)));
}

void all();
