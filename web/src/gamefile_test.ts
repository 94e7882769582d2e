// Tells what the checks of a file with a game say: a case a line comes in, a
// verdict a line goes out, and a Go test compares.

import { fits, sealed, type Data } from "./gamefile";
import { input, print } from "./testing";

async function all(): Promise<void> {
  for (const line of input().split("\n")) {
    if (!line) continue;
    const given = JSON.parse(line) as { text: string; seal: string };
    print(JSON.stringify({ sealed: await sealed(given.text, given.seal), fits: fits(JSON.parse(given.text) as Data) }));
  }
}

void all();
