// What a file with a game holds, and whether it says the same everywhere. It
// asks nobody anything.

import { bytesOf, hex, sha256 } from "./hash";
import type { Fact } from "./verify";

/** A position of the game with what led to it, as templates.Frame. */
export interface Frame {
  ply: number;
  seat: string;
  who: string;
  text: string;
  clock?: string; // what it left on the clock
  dice?: number[];
  code: string;
  label: string;
  pieces: string; // SVG
}

export interface Data {
  ply: number; // which frame is shown first
  round: number; // which of the rounds in the log it is, from 1; 0 is the last one
  frames: Frame[];
  title: string;
  shown: string; // the page as HTML
  style: string; // SHA-256 of the style
  log: { table: string; events: Fact[] };
}

/** Whether the data are those that the file was written with. */
export async function sealed(text: string, seal: string): Promise<boolean> {
  return hex(await sha256(bytesOf(text))) === seal;
}

interface Step {
  code: string;
  pips: number[] | undefined;
}

interface Body {
  position?: string;
  pips?: number[];
  plies?: number;
}

/** The steps of every round in a log. */
function roundsOf(events: readonly Fact[]): Step[][] {
  const rounds: Step[][] = [[]];
  for (const e of events) {
    const body = (e.body ?? {}) as Body;
    const steps = rounds.at(-1)!;
    switch (e.kind) {
      case "acted":
      case "rolled":
        steps.push({ code: String(body.position), pips: body.pips });
        break;
      case "tookback":
        steps.splice(Math.max(0, steps.length - (body.plies ?? 0)));
        break;
      case "next":
      case "reset":
        rounds.push([]);
    }
  }
  return rounds;
}

/** Whether the frames are the steps of their round in the log. */
export function fits(d: Data): boolean {
  const steps = roundsOf(d.log.events).at(d.round - 1);
  const frames = d.frames.slice(1);
  return (
    steps !== undefined &&
    steps.length === frames.length &&
    steps.every((s, i) => s.code === frames[i]!.code && JSON.stringify(s.pips ?? null) === JSON.stringify(frames[i]!.dice ?? null))
  );
}
