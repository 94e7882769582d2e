// A turn that is being made, hop by hop: a way through the graph that came with
// the view. It is never sent before it is complete, so undoing costs nothing.

import type { Hop, Node, Turn } from "../gen/ashtarashki";

export class Walk {
  /** Where the piece stood and went, "" at first: nothing is chosen yet. */
  places: string[] = [];
  hops: Hop[] = [];

  constructor(private readonly turn: Turn) {}

  /** The half-made position. */
  get node(): Node {
    return this.turn.nodes[this.hops.at(-1)?.next ?? 0] ?? {};
  }

  /** Where the chosen piece stands now, "" if none is chosen. */
  get at(): string {
    return this.places.at(-1) ?? "";
  }

  /** What can be done next, by the chosen piece or by any. */
  ways(from = this.at): Hop[] {
    return (this.node.hops ?? []).filter((h) => !from || h.from === from);
  }

  choose(at: string): void {
    this.places = at ? [at] : [];
    this.hops = [];
  }

  step(hop: Hop): void {
    this.hops.push(hop);
    this.places.push(hop.to);
  }

  undo(): boolean {
    if (!this.places.length) return false;
    this.places.pop();
    if (this.hops.length) this.hops.pop();
    return true;
  }

  /** The hops that end the turn from here, where there is one way to go on. */
  only(): Hop[] {
    const way: Hop[] = [];
    let node = this.node;
    let hops = this.ways();
    while (hops.length === 1 && !node.action) {
      const hop = hops[0]!;
      way.push(hop);
      node = this.turn.nodes[hop.next] ?? {};
      hops = (node.hops ?? []).filter((h) => h.from === hop.to);
    }
    return node.action && !hops.length ? way : [];
  }

  /** The way that ends in an action, [] if there is none. */
  find(action: string): Hop[] {
    const seek = (node: Node, way: Hop[]): Hop[] | null => {
      if (way.length && node.action === action) return way;
      for (const hop of node.hops ?? []) {
        const found = seek(this.turn.nodes[hop.next] ?? {}, [...way, hop]);
        if (found) return found;
      }
      return null;
    };
    return seek(this.turn.nodes[0] ?? {}, []) ?? [];
  }

  /** What the turn is called once it ends after these hops. */
  action(way: Hop[]): string {
    return this.turn.nodes[way.at(-1)?.next ?? 0]?.action ?? "";
  }
}
