// The panel of somebody whose table waits for anybody: asks the server how it
// stands with it, which answers when the lobby has changed.

import { poll } from "../poll";
import { commitForms } from "../secrets";

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

/** The panel, until somebody has sat down. */
function waiting(): HTMLElement | null {
  const panel = document.getElementById("waiting");
  return panel?.closest("[hidden]") ? null : panel;
}

commitForms(waiting() ?? undefined);
void poll(waiting, renew);
