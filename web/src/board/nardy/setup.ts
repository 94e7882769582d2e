// A position that is being set up: what a press puts or takes. The server does
// the same with its forms, see edit.go in internal/games/nardy.

export type Side = "L" | "D";
/** A place: whose checkers stand there, how many, and whether one of the other side lies below. */
export interface Place {
  side: Side;
  n: number;
  under: boolean;
}

const most = 15;

/** The checkers of a position code; who is off is counted by the server. */
export class Checkers {
  readonly points: Place[];
  readonly bar: Record<Side, number>;

  constructor(code: string) {
    const [points = "", bar = "0,0"] = code.split("|");
    this.points = points.split(",").map((text) => ({
      side: text.startsWith("-") ? "D" : "L",
      n: Math.abs(parseInt(text, 10)) || 0,
      under: text.endsWith("*"),
    }));
    const [light = 0, dark = 0] = bar.split(",").map(Number);
    this.bar = { L: light, D: dark };
  }

  code(): string {
    const points = this.points.map((p) => (p.n === 0 ? "0" : (p.side === "D" ? "-" : "") + p.n + (p.under ? "*" : "")));
    return `${points.join(",")}|${this.bar.L},${this.bar.D}|0,0`;
  }

  at(place: string): Place | undefined {
    const store = /^(bar|off)-([LD])$/.exec(place);
    if (!store) return this.points[Number(place) - 1];
    return store[1] === "bar" ? { side: store[2] as Side, n: this.bar[store[2] as Side], under: false } : undefined;
  }

  put(place: string, side: Side, covering: boolean): void {
    const p = this.at(place);
    if (!p) return; // beside the board
    if (place.startsWith("bar")) {
      this.bar[p.side] = Math.min(this.bar[p.side] + 1, most);
      return;
    }
    if (p.n === 0 || p.side === side) {
      p.n = Math.min(p.n + 1, most);
    } else if (p.under) {
      Object.assign(p, { n: 1, under: false }); // one's own covered checker is freed
    } else {
      Object.assign(p, { n: 1, under: covering && p.n === 1 });
    }
    p.side = side;
  }

  /** Takes a checker off a place and says whose it was. */
  take(place: string): Side | null {
    const p = this.at(place);
    if (!p || p.n === 0) return null;
    const side = p.side;
    if (place.startsWith("bar")) {
      this.bar[side]--;
      return side;
    }
    if (--p.n === 0 && p.under) Object.assign(p, { side: side === "L" ? "D" : "L", n: 1, under: false });
    return side;
  }
}
