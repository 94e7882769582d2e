// Tells what the page makes of views: a view a line comes in, an account a
// line goes out, and a Go test compares it with the rules themselves.

import type { View } from "../../gen/nardy";
import { input, print } from "../../testing";
import { Graph, type Edge } from "./graph";
import { positionCode, replay, format, checkersOf } from "./position";
import { Draft } from "./turn";

const mostWalks = 150; // of one view, by taps

interface Account {
  /** Nodes: the number, the position, the action. */
  nodes: [number, string, string][];
  /** Hops out of nodes: "from/to/die" in the order of the graph. */
  edges: string[][];
  /** What one gesture can do, at some nodes: node, from, to, hops, the node it leads to. */
  targets: [number, string, string, number, number][];
  /** Turns made by taps: what would be sent, and where the page shows the checkers. */
  turns: [string, string][];
  /** What is done without being asked: the text and whether it is the whole turn. */
  off: string;
  whole: string;
  wrong: string[];
}

function account(view: View): Account {
  const out: Account = { nodes: [], edges: [], targets: [], turns: [], off: "", whole: "", wrong: [] };
  const graph = new Graph(view);
  const way: Edge[][] = [[]];
  for (let node = 0; node < graph.size; node++) {
    const edges = graph.edges(node);
    out.edges.push(edges.map(({ step: s }) => `${s.from}/${s.to}/${s.die}${s.hit ? "*" : ""}`));
    for (const e of edges) {
      if (e.next in way) continue;
      way[e.next] = [...way[node]!, e];
    }
  }
  const draft = new Draft(view, { tap: true, forced: "never", off: false });
  const stride = Math.max(1, Math.floor(graph.size / mostWalks));
  for (let node = 0; node < graph.size; node++) {
    if (node % stride && !graph.action(node)) continue;
    visit(out, draft, graph, node, way[node]!, node % stride === 0);
  }
  out.off = automatic(view, { tap: true, forced: "never", off: true });
  out.whole = automatic(view, { tap: true, forced: "turns", off: false });
  return out;
}

/** Makes the hops of a way by taps, and takes them back. */
function visit(out: Account, draft: Draft, graph: Graph, node: number, way: Edge[], fully: boolean): void {
  draft.reset();
  const shown: string[] = [];
  for (const e of way) {
    shown.push(positionCode(draft.shown()));
    if (!draft.choose(e.step.die)) out.wrong.push(`no die ${e.step.die} is left for ${format(draft.steps)}`);
    const effect = draft.tap(e.step.from);
    if (effect.kind !== "played" || draft.node !== e.next || format(effect.steps) !== format([e.step])) out.wrong.push(`a tap on ${e.step.from} is ${effect.kind}`);
  }
  if (draft.node !== node) out.wrong.push(`${draft.save()} is at node ${draft.node}, not ${node}`);
  out.nodes.push([node, positionCode(draft.shown()), graph.action(node)]);
  const text = draft.done();
  if ((text === null) !== (graph.action(node) === "" || !way.length)) out.wrong.push(`node ${node} is done with ${text}`);
  if (text) out.turns.push([text, positionCode(draft.shown())]);
  if (!fully) return;
  for (const from of draft.sources()) {
    for (const t of draft.targets(from)) {
      const effect = draft.move(from, t.to);
      if (effect.steps.length !== t.hops || effect.steps.some((s) => s.hit) !== t.hit) out.wrong.push(`${from} to ${t.to} is another move than announced`);
      out.targets.push([node, from, t.to, t.hops, draft.node]);
      if (!draft.undo() || draft.node !== node) out.wrong.push(`${from} to ${t.to} can not be taken back`);
    }
  }
  const again = replay(checkersOf(draft["view"]), draft.mover, format(draft.steps));
  if (JSON.stringify(again.map((s) => [s.from, s.to, s.hit, s.cover, s.uncover])) !== JSON.stringify(draft.steps.map((s) => [s.from, s.to, s.hit, s.cover, s.uncover]))) {
    out.wrong.push(`${format(draft.steps)} is replayed as ${format(again)}`);
  }
  const saved = new Draft(draft["view"], { tap: true, forced: "never", off: false }, draft.save());
  if (fully && node < 5 && saved.node !== draft.node) out.wrong.push(`${draft.save()} is not restored`);
  while (shown.length) {
    draft.undo();
    if (positionCode(draft.shown()) !== shown.pop()) out.wrong.push(`taking a hop of node ${node} back goes elsewhere`);
  }
}

function automatic(view: View, settings: ConstructorParameters<typeof Draft>[1]): string {
  const draft = new Draft(view, settings);
  const steps = draft.auto();
  if (!steps) return "";
  draft.take();
  return `${format(draft.steps)}${steps.whole ? " whole" : ""}`;
}

for (const line of input().split("\n")) {
  if (line) print(JSON.stringify(account(JSON.parse(line) as View)));
}
