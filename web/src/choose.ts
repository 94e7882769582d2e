// The page on which one chooses: a number of one's own is the choice once it is
// typed, and no longer when another one is chosen; and the buttons of nardy name
// the variant that they begin.

const own = document.querySelector<HTMLInputElement>("input[name=heap][value=own]");
const sticks = document.querySelector<HTMLInputElement>("#sticks");

if (own && sticks) {
  sticks.addEventListener("input", () => (own.checked = true));
  document.querySelector("#heap-size")!.addEventListener("change", (e) => {
    const chosen = e.target as HTMLInputElement;
    if (chosen.name !== "heap") return;
    if (chosen === own) sticks.focus();
    else sticks.value = "";
  });
}

const chosen = document.querySelector("#chosen");
const variants = document.querySelector("#variants");

function name(): void {
  const one = variants!.querySelector("input:checked + span");
  if (one) chosen!.lastElementChild!.textContent = one.firstChild!.textContent!.trim();
  chosen!.setAttribute("data-live", "");
}

if (chosen && variants) {
  variants.addEventListener("change", name);
  addEventListener("pageshow", name); // a page that is gone back to keeps what was pressed
  name();
}

export {};
