// The script of an invitation comes to a page, as a Go test describes it: what
// the hash is, whether the button was pressed before, and with dice or without.
// Printed is when the form is sent, and the code that it then has.

import { input, print } from "./testing";

interface Case {
  hash: string;
  pressed: boolean;
  dice: boolean;
}

const c = JSON.parse(input()) as Case;
const frame = { hidden: false };
const field = { value: "", matches: (selector: string): boolean => c.pressed && selector === ":user-invalid" };
const form = Object.assign(new EventTarget(), {
  dataset: c.dice ? { dice: "" } : {},
  requestSubmit: (): void => print(`sent ${field.value}`),
});
const found: Record<string, unknown> = { "form#join": form, "#invitation": field, "#invitation-field": frame };

Object.assign(globalThis, {
  document: {
    querySelector: (selector: string): unknown => found[selector] ?? null,
    querySelectorAll: (): unknown[] => [],
    activeElement: c.pressed ? field : null,
  },
  location: { hash: c.hash },
  CSS: { supports: (): boolean => true },
  addEventListener: (): void => undefined,
});

void import("./join").then(() => {
  print(`hidden ${frame.hidden}`);
  form.dispatchEvent(new Event("committed"));
  form.dispatchEvent(new Event("committed")); // another secret, after coming back
});
