// A game in a frame on another site: steps without a new page, and news of a
// game that is being played. Without this script links and a slow reload do the
// same.

const pause = 5_000; // between questions, while somebody can see the frame
let timer = 0;

async function turn(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const text = await answer.text();
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("embed");
  const now = document.getElementById("embed");
  if (!next || !now) return;
  const focused = document.activeElement?.id ?? "";
  if (next.innerHTML !== now.innerHTML) now.replaceWith(next);
  if (focused) (document.getElementById(focused) ?? document.getElementById(focused === "step-back" || focused === "step-first" ? "step-forward" : "step-back"))?.focus();
}

async function go(address: string): Promise<void> {
  try {
    await turn(address);
    // So that going on asks from where one is.
    history.replaceState(null, "", address);
  } catch {
    location.href = address; // no script can help then
  }
  ask();
}

/** Asks whether something has happened, now and then. */
function ask(): void {
  clearTimeout(timer);
  if (document.getElementById("embed")?.dataset.live !== "true") return;
  timer = window.setTimeout(async () => {
    if (document.visibilityState === "visible") {
      try {
        await turn(location.href);
      } catch {
        // no network just now
      }
    }
    ask();
  }, pause);
}

document.addEventListener("click", (e) => {
  const link = (e.target as Element).closest?.<HTMLAnchorElement>(".steps a");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  void go(link.href);
});

const keys: Record<string, string> = { Home: "step-first", ArrowLeft: "step-back", ArrowRight: "step-forward", End: "step-last" };

document.addEventListener("keydown", (e) => {
  const link = keys[e.key] && document.getElementById(keys[e.key]!);
  if (!link || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  link.click();
});

ask();
