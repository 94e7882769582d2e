// The page on which one chooses: a number of one's own is the choice once it is
// typed, and no longer when another one is chosen.

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

export {};
