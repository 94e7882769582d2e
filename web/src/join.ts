// The page behind an invitation: the code is in the fragment of the link, where
// no server sees it before somebody presses the button.

const field = document.querySelector<HTMLInputElement>("#invitation");

function invited(): void {
  const code = location.hash.slice(1);
  if (code === "main") return; // whoever skips the bar is in the same place
  if (field && code) {
    field.value = code;
    document.querySelector<HTMLElement>("#invitation-field")!.hidden = true;
  }
  // Reading on in another language does not lose the invitation.
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[hreflang]")) link.hash = location.hash;
}

invited();
addEventListener("hashchange", invited); // one that was pasted over this page's address

// A second tap is not a second request.
document.querySelector("form#join")?.addEventListener("submit", (e) => {
  const form = e.currentTarget as HTMLFormElement;
  if (form.dataset.sent) e.preventDefault();
  form.dataset.sent = "true";
});
addEventListener("pageshow", () => delete document.querySelector<HTMLFormElement>("form#join")?.dataset.sent);

export {};
