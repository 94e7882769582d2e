// Looks now and then whether the opponent, whose turn it is, has been away for
// so long that the round can be claimed. The page loads it only when it has
// waited for a while.

import type { Boot, Claim } from "../gen/wire";
import type { State } from "../store";

const boot = JSON.parse(document.getElementById("boot")!.textContent!) as Boot;
const form = document.getElementById("claim");
const lookEvery = 15_000;

async function look(): Promise<void> {
  if (!form || document.hidden) return;
  let claim: Claim;
  try {
    const answer = await fetch(`/api/tables/${boot.table}/claim?lang=${boot.lang}`);
    if (!answer.ok) return;
    claim = (await answer.json()) as Claim;
  } catch {
    return; // no network just now
  }
  const shown = claim.against !== "" && !boot.mine[claim.against];
  form.hidden = !shown;
  document.getElementById("claim-text")!.textContent = claim.text;
  (document.getElementById("claim-now") as HTMLButtonElement).disabled = !shown || claim.wait > 0;
  if (shown && claim.wait > 0 && claim.wait < lookEvery) setTimeout(() => void look(), claim.wait + 50);
}

setInterval(() => void look(), lookEvery);
document.addEventListener("visibilitychange", () => void look());
let turn = "";
document.addEventListener("hod:state", (e) => {
  const now = (e as CustomEvent<State>).detail.now.toAct;
  if (now === turn) return;
  turn = now;
  if (form) form.hidden = true; // until it is known better
  void look();
});
void look();
