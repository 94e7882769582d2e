// The panel of somebody whose table waits for anybody: asks the server how it
// stands with it, which answers when the lobby has changed.

import { commitForms } from "../secrets";

const longest = 30_000;

async function follow(): Promise<void> {
  let failures = 0;
  let asking: AbortController | null = null;
  // Nobody looks at a hidden page; what it missed it gets at once afterwards.
  document.addEventListener("visibilitychange", () => asking?.abort());
  addEventListener("pagehide", () => asking?.abort());
  for (;;) {
    const panel = document.getElementById("waiting");
    if (!panel || panel.closest("[hidden]")) return; // somebody has sat down
    let pause = 0;
    if (document.hidden) {
      await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
      continue;
    }
    asking = new AbortController();
    try {
      const answer = await fetch(`${panel.dataset.from}?wait=${panel.dataset.tag}`, { signal: asking.signal });
      if (answer.status === 200) renew(panel, await answer.text());
      else pause = 1000 * Number(answer.headers.get("Retry-After") ?? (answer.ok ? 0 : 5));
      failures = 0;
    } catch {
      if (!asking.signal.aborted) pause = Math.min(longest, 1000 * 2 ** failures++) * (0.5 + Math.random());
    }
    await new Promise((go) => setTimeout(go, Math.max(pause, 250)));
  }
}

/** Shows how it stands now. What says the same keeps its nodes, and with them a press or a focus. */
function renew(panel: HTMLElement, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("waiting");
  if (!next) return;
  const said = (of: HTMLElement): string => of.textContent + (of.querySelector<HTMLElement>("#meet")?.dataset.other ?? "");
  panel.dataset.tag = next.dataset.tag;
  if (said(panel) === said(next)) return;
  panel.replaceChildren(...next.children);
  commitForms(panel);
}

commitForms(document.getElementById("waiting") ?? undefined);
void follow();
