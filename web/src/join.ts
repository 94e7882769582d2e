// The page behind an invitation: the code is in the fragment of the link, where
// no server sees it before somebody presses the button.

import { invitationIn } from "./invitation";

const form = document.querySelector<HTMLFormElement>("form#join");
const field = document.querySelector<HTMLInputElement>("#invitation");

function invited(): void {
  const code = invitationIn(location.hash);
  if (code === "main") return; // whoever skips the bar is in the same place
  if (field && code) {
    field.value = code;
    document.querySelector<HTMLElement>("#invitation-field")!.hidden = true;
  }
  // Reading on in another language does not lose the invitation.
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[hreflang]")) link.hash = code;
}

/**
 * Whether somebody has pressed the button before this script came: the browser
 * found no code in the field, said so and went there. Whoever has typed one
 * meanwhile is left alone.
 */
function pressedEarly(): boolean {
  return !!field && document.activeElement === field && CSS.supports("selector(:user-invalid)") && field.matches(":user-invalid");
}

// A second tap is not a second request.
form?.addEventListener("submit", (e) => {
  if (form.dataset.sent) e.preventDefault();
  form.dataset.sent = "true";
});
addEventListener("pageshow", () => delete form?.dataset.sent);

const early = pressedEarly();
invited();
if (early && field?.value) {
  const press = (): void => form?.requestSubmit();
  // With dice the form waits for its commitment, whose script comes after this one.
  if (form?.dataset.dice !== undefined) form.addEventListener("committed", press, { once: true });
  else press();
}
addEventListener("hashchange", invited); // one that was pasted over this page's address
