// Buttons that copy a link or hand it to the phone's own sharing.

import type { Texts } from "./texts";

export function copying(t: Texts): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const from = document.getElementById(button.dataset.copy!) as HTMLInputElement;
    from.addEventListener("focus", () => from.select());
    button.hidden = false;
    button.addEventListener("click", () => void copy(from, button, t));
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share]")) {
    if (!("share" in navigator)) continue;
    const from = document.getElementById(button.dataset.share!) as HTMLInputElement;
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: document.title, url: from.value }).catch(() => undefined); // they thought better of it
    });
  }
}

async function copy(from: HTMLInputElement, button: HTMLButtonElement, t: Texts): Promise<void> {
  try {
    await navigator.clipboard.writeText(from.value);
  } catch {
    from.select(); // without permission, or without https
    document.execCommand("copy");
  }
  button.textContent = t.text("play.copied");
  setTimeout(() => (button.textContent = t.text("play.copy")), 2000);
}
