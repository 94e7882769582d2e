// The receipts of throws as a player sees them: a mark beside the dice, and a
// dialog with the numbers behind it, which comes when it is asked for.

import { Dice, type Desk } from "./dice";
import type { Boot } from "./gen/wire";
import type { Dialog } from "./receipts-dialog";
import type { State } from "./store";
import type { Message, Texts } from "./texts";

/** What the table page needs of dice. */
export interface DicePart {
  readonly dice: Dice;
  /** Draws the mark of the last throw; past is that the board shows an earlier position. */
  render(s: State, past: boolean): void;
}

declare global {
  // Of the script with the dialog, which a table loads when somebody wants to see it.
  var hodDialog: { Dialog: new (boot: Boot, dice: Dice, t: Texts) => Dialog; texts: Record<string, Message> } | undefined;
}

/** Loads the dialog and its texts. */
function load(): Promise<void> {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = document.getElementById("table")!.dataset.receipts!;
    script.onload = () => done();
    script.onerror = () => {
      script.remove();
      failed(new Error("the dialog can not be loaded"));
    };
    document.head.append(script);
  });
}

export function receipts(boot: Boot, desk: Desk, t: Texts): DicePart {
  const dice = new Dice(boot, desk);
  const button = document.getElementById("receipt") as HTMLButtonElement | null;
  let dialog: Dialog | null = null;

  let state: State | null = null;
  async function open(): Promise<void> {
    if (!dialog) {
      if (!globalThis.hodDialog) await load();
      if (dialog) return; // a second press, while it was on its way
      const { Dialog, texts } = globalThis.hodDialog!;
      t.add(texts);
      dialog = new Dialog(boot, dice, t);
    }
    if (state) dialog.open(state);
  }
  // Without a network nothing opens, and it can be pressed again.
  button?.addEventListener("click", () => void open().catch(() => undefined));

  return {
    dice,
    render(s, past) {
      state = s;
      if (!button) return;
      const thrown = s.rows.findLast((r) => r.seat === "chance");
      const shown = s.now.outcome || thrown ? dice.mark : "";
      const word = dice.kind === "own" ? "own" : shown || "waiting";
      button.hidden = dice.kind === "";
      button.textContent = t.text("dice.mark." + word);
      button.dataset.mark = word;
      const box = document.getElementById("dice");
      if (box) box.dataset.mark = past ? "" : word;
      button.style.visibility = past ? "hidden" : ""; // it speaks of the last throw
      dialog?.follow(s);
    },
  };
}
