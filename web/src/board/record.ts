// The list of moves, numbered by pairs, and the game as text.

import type { State } from "../store";

export class Record {
  private readonly list = document.getElementById("plies")!;
  private drawn: State["rows"] | null = null;
  private readonly blackBegan: boolean;

  constructor(
    private readonly begin: string,
    show: (ply: number) => void,
  ) {
    this.blackBegan = begin.startsWith("b");
    this.list.addEventListener("click", (e) => {
      if (e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
      const ply = (e.target as Element).closest<HTMLElement>("[data-ply]")?.dataset.ply;
      if (!ply) return;
      e.preventDefault();
      show(Number(ply));
    });
  }

  /** Draws the moves; past is the one that the board shows, -1 if it shows the game. */
  draw(s: State, past: number, sideOf: (s: State, seat: string) => string): void {
    if (this.drawn !== s.rows) {
      if (this.drawn) this.list.replaceChildren(); // a new round has a new list
      this.drawn = s.rows;
    }
    const shift = this.blackBegan ? 1 : 0;
    const before = this.list.querySelectorAll("a").length;
    for (let i = before; i < s.rows.length; i++) {
      const no = Math.floor((i + shift) / 2);
      let pair = this.list.children[no];
      if (!pair) {
        pair = document.createElement("li");
        const number = document.createElement("span");
        number.className = "pair-no num";
        number.textContent = `${no + 1}.`;
        pair.append(number, " ");
        if (i === 0 && shift) pair.append(gap());
        this.list.append(pair);
      }
      pair.querySelector("a ~ .no-move")?.remove();
      const a = document.createElement("a");
      a.href = `${this.list.dataset.url}?ply=${i + 1}`;
      a.dataset.ply = String(i + 1);
      a.textContent = s.rows[i]!.action;
      pair.append(a, " ");
      if ((i + shift) % 2 === 0) pair.append(gap());
    }
    for (const a of this.list.querySelectorAll<HTMLElement>("a")) {
      if (a.dataset.ply === String(past)) a.setAttribute("aria-current", "step");
      else a.removeAttribute("aria-current");
    }
    if (before !== s.rows.length) this.list.scrollTop = this.list.scrollHeight;
    const field = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
    field("position-text").value = past >= 0 ? (s.rows[past - 1]?.position ?? this.begin) : (s.rows.at(-1)?.position ?? this.begin);
    field("game-text").value = this.text(s, sideOf);
    if (before !== s.rows.length && s.rows.at(-1)?.action === field("type-text")?.value.trim()) field("type-text").value = "";
  }

  /** The game as people keep it. */
  private text(s: State, sideOf: (s: State, seat: string) => string): string {
    const shift = this.blackBegan ? 1 : 0;
    const first = document.getElementById("game-text")!.dataset.usual === this.begin ? "" : this.begin + "\n";
    let text = first;
    s.rows.forEach((row, i) => {
      const black = (i + shift) % 2 === 1;
      if (!black) text += `${Math.floor((i + shift) / 2) + 1}. `;
      else text += i === 0 ? "1. ... " : " ";
      text += row.action;
      if (black || i === s.rows.length - 1) text += "\n";
    });
    const end = s.now.outcome;
    if (end) {
      const points = [0, 0];
      points[sideOf(s, end.winner) === "first" ? 0 : 1] = end.points;
      text += `# ${points[0]} : ${points[1]}\n`;
    }
    return text;
  }
}

function gap(): HTMLElement {
  const span = document.createElement("span");
  span.className = "no-move";
  span.textContent = "…";
  return span;
}

/** The stones of a position code by their squares: "c3" → "wM3". */
export function placed(code: string): Map<string, string> {
  const all = new Map<string, string>();
  code.split(" ").forEach((list, i) => {
    if (i === 0 || list === "-") return;
    for (const stone of list.split(",")) all.set(stone.slice(2), "wb"[i - 1]! + stone.slice(0, 2));
  });
  return all;
}

/** The squares that differ between two position codes. */
export function changed(before: string, after: string): string[] {
  const [a, b] = [placed(before), placed(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((at) => a.get(at) !== b.get(at));
}
