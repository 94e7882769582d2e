// Where the points of a nardy board lie and what they are called. The server
// draws by the same rules (templates/nardy.go).

import type { Seat } from "./position";

export type Route = "same" | "opposed";

/** How the board is turned: Dark at the bottom, homes at the other hand. */
export interface Orientation {
  flipped: boolean;
  mirrored: boolean;
}

/** The point of a step on a side's route, and the step of a point: they are each other's inverse. */
export function along(route: Route, side: Seat, n: number): number {
  if (side === "first") return n;
  if (route === "opposed") return 25 - n;
  return n > 12 ? n - 12 : n + 12;
}

/** The column 2 … 14 from the left, 8 being the bar, and the row, 1 at the top, on a board that lies across. */
export function cell(route: Route, point: number, o: Orientation): [column: number, row: number] {
  let [column, row] = point > 12 ? [point - 12, 2] : [13 - point, 1];
  if (o.flipped) row = 3 - row;
  if ((o.flipped && route === "same") !== o.mirrored) column = 13 - column;
  return [column + (column > 6 ? 2 : 1), row];
}

/** What is written at a point; own numbers count from the seat at the bottom. */
export function numberOf(route: Route, point: number, o: Orientation, own: boolean): number {
  return own ? 25 - along(route, o.flipped ? "second" : "first", point) : point;
}
