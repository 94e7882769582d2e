// Looks now and then whether the opponent, whose turn it is, has been away for
// so long that the round can be claimed. The page loads it only when it has
// waited for a while.

import type { Claim } from "../gen/wire";
import type {} from "../later";

const { state } = globalThis.hodTable!;
const { boot } = state;
const form = document.getElementById("claim");
const lookEvery = 15_000;
let doubts = 0;

async function look(): Promise<void> {
  if (!form || document.hidden || state.now.outcome || boot.mine[state.now.toAct]) return;
  const before = doubts;
  let claim: Claim;
  try {
    const answer = await fetch(`/api/tables/${boot.table}/claim?lang=${boot.lang}`);
    if (!answer.ok) return;
    claim = (await answer.json()) as Claim;
  } catch {
    return; // no network just now
  }
  if (before !== doubts) return; // it may be of the time before
  const shown = claim.against !== "" && !boot.mine[claim.against];
  form.hidden = !shown;
  document.getElementById("claim-text")!.textContent = claim.text;
  (document.getElementById("claim-now") as HTMLButtonElement).disabled = !shown || claim.wait > 0;
  if (shown && claim.wait > 0 && claim.wait < lookEvery) setTimeout(() => void look(), claim.wait + 50);
}

setInterval(() => void look(), lookEvery);
document.addEventListener("visibilitychange", () => void look());
// The table has hidden the form; see table.ts.
form?.addEventListener("hod:doubt", () => {
  doubts++;
  void look();
});
void look();
