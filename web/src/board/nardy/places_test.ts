// Tells where the page puts the points of a board; a Go test compares it with
// what the server draws.

import { input, print } from "../../testing";
import { cell, numberOf, along, type Route } from "./places";

for (const line of input().trim().split("\n")) {
  const [route, flipped, mirrored, own] = line.split(" ") as [Route, string, string, string];
  const o = { flipped: flipped === "true", mirrored: mirrored === "true" };
  const points = Array.from({ length: 24 }, (_, i) => {
    const point = along(route, "second", i + 1);
    const [column, row] = cell(route, point, o);
    return `${point} c${column} r${row} ${numberOf(route, point, o, own === "true")}`;
  });
  print(points.join(", "));
}
