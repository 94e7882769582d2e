// Marks the words of the glossary in texts; a Go test compares them with those
// of the pages.

import { input, print } from "../../testing";
import { glossary, pieces } from "./terms";

const [list = "", ...texts] = input().trim().split("\n");
for (const text of texts) {
  print(pieces(text, glossary(list)).map((piece) => (piece.term ? `[${piece.text}](#term-${piece.term})` : piece.text)).join(""));
}
