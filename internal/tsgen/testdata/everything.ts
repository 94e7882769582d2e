// Generated for a test.

export interface Base {
  id: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Everything extends Base {
  colour: "red" | "green";
  colours: ("red" | "green")[];
  at: string;
  points?: Point[];
  pair: [Point, Point];
  maybe: Point | null;
  maybes: (Point | null)[];
  missing?: Point;
  byName: Record<string, boolean>;
  raw: unknown;
  Untagged: number;
}
