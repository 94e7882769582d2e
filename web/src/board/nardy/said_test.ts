// What those who listen are told of throws and of the cube, with the texts of
// the catalogue, which a Go test hands over.

import type { State } from "../../store";
import { equal, input, test } from "../../testing";
import { Texts, type Message } from "../../texts";
import { said } from "./said";

const catalogues = JSON.parse(input()) as Record<string, Record<string, Message>>;
const stones = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0";

/** What is said of a ply of the first seat, which is ours or has a name. */
function told(language: string, seat: string, action: string, name?: string): string {
  const code = `${stones} ${seat === "chance" ? "play L 4-4" : "answer D"}`;
  const s = {
    rows: [{ seat, action, position: code }],
    seats: [name ? { taken: true, name } : { taken: true }, { taken: true }],
    boot: { mine: name ? {} : { first: "secret" } },
    now: { starts: "first", outcome: null, view: { phase: "play", mover: "first", variant: "short", match: { stake: 1 }, cube: { kind: "doubling", price: 1, next: 2 } } },
  } as unknown as State;
  return said(new Texts(language, catalogues[language]!), s, `${stones} decide L`, 0, (point) => point).replaceAll("\u00a0", " ");
}

async function all(): Promise<void> {
  for (const [language, name, sentences] of [
    ["en", "Ann", [["You throw 4–4.", "Ann throws 4–4."], ["You raise the price to", "Ann raises the price to"], ["You take:", "Ann takes:"], ["You drop and lose", "Ann drops and loses"]]],
    ["ru", "Аня", [["Вам выпало 4–4.", "Аня: выпало 4–4."], ["Вы поднимаете цену до", "Аня поднимает цену до"], ["Вы принимаете:", "Аня принимает:"], ["Вы отказываетесь и отдаёте", "Аня отказывается и отдаёт"]]],
  ] as const) {
    await test(`the reader and others are spoken of in sentences of their own: ${language}`, () => {
      for (const [i, action] of ["4–4", "raise", "take", "drop"].entries()) {
        const seat = i ? "first" : "chance";
        const [you, other] = sentences[i]!;
        equal(told(language, seat, action).slice(0, you.length), you);
        equal(told(language, seat, action, name).slice(0, other.length), other);
      }
    });
  }
}

void all();
