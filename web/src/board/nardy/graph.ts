// The graph of a turn, as the view carries it: plain, or packed where it is
// large (internal/games/nardy/packed.go says how). Nodes are numbers, 0 is the
// position before the first hop. A packed graph is read once, in one pass, the
// first time that somebody asks; nothing but numbers is kept of it.

import type { Hop, Packed, Turn, View } from "../../gen/nardy";
import { format, type Step } from "./position";

/** A way to go on from a node. */
export interface Edge {
  step: Step;
  next: number;
  index: number; // among the hops of its node
}

/** What the two forms of a graph have in common. */
interface Source {
  edges(node: number): Edge[];
  action(node: number): string;
  size(): number;
}

export class Graph {
  private source: Source | null = null;
  private readonly known: Edge[][] = [];

  constructor(private readonly view: Pick<View, "turn" | "packed">) {}

  /** How many nodes there are. */
  get size(): number {
    return this.read().size();
  }

  edges(node: number): Edge[] {
    return (this.known[node] ??= this.read().edges(node));
  }

  /** What to send to end the turn in a node, "" where it must go on. */
  action(node: number): string {
    return this.read().action(node);
  }

  private read(): Source {
    const { turn, packed } = this.view;
    return (this.source ??= packed ? new PackedSource(packed) : new PlainSource(turn ?? { nodes: [] }));
  }
}

function stepOf(hop: Hop): Step {
  const fx = (kind: string): boolean => hop.fx?.some((e) => e.kind === kind) ?? false;
  return { from: hop.from ?? "", to: hop.to, die: hop.die ?? 0, hit: fx("take"), cover: fx("cover"), uncover: fx("turn") };
}

class PlainSource implements Source {
  constructor(private readonly turn: Turn) {}

  size(): number {
    return this.turn.nodes.length;
  }

  edges(node: number): Edge[] {
    return (this.turn.nodes[node]?.hops ?? []).map((hop, index) => ({ step: stepOf(hop), next: hop.next, index }));
  }

  action(node: number): string {
    return this.turn.nodes[node]?.action ?? "";
  }
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%'()*+,-./:;=?@[]^_`{|}~";
const digits = alphabet.length;
const oneDigit = 72;
const values = new Int8Array(128).fill(-1);
for (let i = 0; i < digits; i++) values[alphabet.charCodeAt(i)] = i;

/** Reads the characters of a code as numbers; throws where there are none left. */
class Reader {
  private at = 0;

  constructor(private readonly code: string) {}

  get done(): boolean {
    return this.at >= this.code.length;
  }

  digit(): number {
    const value = values[this.code.charCodeAt(this.at++)] ?? -1;
    if (value < 0) throw new Error("the graph of the turn is broken");
    return value;
  }

  number(): number {
    const n = this.digit();
    return n < oneDigit ? n : oneDigit + (n - oneDigit) * digits + this.digit();
  }

  fixed(width: number): number {
    let n = 0;
    for (; width > 0; width--) n = n * digits + this.digit();
    return n;
  }
}

class PackedSource implements Source {
  private readonly steps: Step[];
  // The edges of node n are first[n] … first[n+1]-1; a node is reached first
  // by the edge via[n] of node parent[n].
  private readonly first: number[] = [];
  private readonly kind: number[] = [];
  private readonly next: number[] = [];
  private readonly parent: number[] = [-1];
  private readonly via: number[] = [-1];
  private readonly final: boolean[] = [false];

  constructor(packed: Packed) {
    this.steps = packed.kinds.map(stepOf);
    const code = new Reader(packed.code);
    for (let node = 0; node < this.final.length; node++) {
      this.first.push(this.kind.length);
      if (this.final[node]) continue;
      for (let hops = code.number(); hops > 0; hops--) this.hop(node, code, packed.width);
    }
    this.first.push(this.kind.length);
    if (!code.done) throw new Error("the graph of the turn is broken");
  }

  private hop(node: number, code: Reader, width: number): void {
    const n = code.number();
    const kind = Math.floor(n / 3);
    if (kind >= this.steps.length) throw new Error("the graph of the turn is broken");
    let next = this.final.length;
    if (n % 3 === 2) {
      next = code.fixed(width);
      if (next <= node || next >= this.final.length) throw new Error("the graph of the turn is broken");
    } else {
      this.final.push(n % 3 === 1);
      this.parent.push(node);
      this.via.push(this.kind.length);
    }
    this.kind.push(kind);
    this.next.push(next);
  }

  size(): number {
    return this.final.length;
  }

  edges(node: number): Edge[] {
    const edges: Edge[] = [];
    const first = this.first[node] ?? 0;
    for (let e = first; e < (this.first[node + 1] ?? 0); e++) {
      edges.push({ step: this.steps[this.kind[e]!]!, next: this.next[e]!, index: e - first });
    }
    return edges;
  }

  action(node: number): string {
    if (!this.final[node]) return "";
    const way: Step[] = [];
    for (let n = node; n > 0; n = this.parent[n]!) way.push(this.steps[this.kind[this.via[n]!]!]!);
    return format(way.reverse());
  }
}
