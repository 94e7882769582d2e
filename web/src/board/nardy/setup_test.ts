// Sets up positions; a Go test compares them with those of the server.

import { input, print } from "../../testing";
import { Checkers, type Side } from "./setup";

for (const line of input().trim().split("\n")) {
  const [covering, code = "", ...changes] = line.split(" ");
  const checkers = new Checkers(code);
  for (const change of changes) {
    const [what, place = ""] = change.split("@");
    if (what === "none") checkers.take(place);
    else checkers.put(place, what as Side, covering === "true");
  }
  print(checkers.code());
}
