// What a server knows and pages are to show: each question is answered when
// there is something new.

const longest = 30_000;

/**
 * Asks at data-from of a panel for what follows its data-tag, and gives it to
 * renew; ends once there is no panel any more.
 */
export async function poll(find: () => HTMLElement | null, renew: (panel: HTMLElement, html: string) => void): Promise<void> {
  let failures = 0;
  let asking: AbortController | null = null;
  // Nobody looks at a hidden page; what it missed it gets at once afterwards.
  document.addEventListener("visibilitychange", () => asking?.abort());
  addEventListener("pagehide", () => asking?.abort());
  for (;;) {
    await shown();
    const panel = find();
    if (!panel) return;
    asking = new AbortController();
    let pause = 0;
    try {
      const url = new URL(panel.dataset.from!, location.href);
      url.searchParams.set("wait", panel.dataset.tag!);
      const answer = await fetch(url, { signal: asking.signal });
      if (answer.status === 200) renew(panel, await answer.text());
      else pause = 1000 * Number(answer.headers.get("Retry-After") ?? (answer.ok ? 0 : 5));
      failures = 0;
    } catch {
      if (!asking.signal.aborted) pause = Math.min(longest, 1000 * 2 ** failures++) * (0.5 + Math.random());
    }
    await new Promise((go) => setTimeout(go, Math.max(pause, 250)));
  }
}

/** Waits until the page is looked at. */
function shown(): Promise<unknown> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
}
