// Studies: which ones this browser has solved, and where a stone can go when it
// is chosen. The answers come from the server, through the script of articles.

const key = "studies.ashtarashki";

function solved(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : []);
  } catch {
    return new Set(); // nothing is kept, or nothing may be
  }
}

function keep(ids: Set<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...ids]));
  } catch {
    // The study is solved all the same.
  }
}

function remember(): void {
  const id = document.querySelector<HTMLElement>("[data-solved]")?.dataset.solved;
  if (id) keep(solved().add(id));
}

/** The list of studies: what is solved, and what comes next. */
function showProgress(list: HTMLElement): void {
  const bar = document.getElementById("progress")!;
  const goOn = document.getElementById("go-on") as HTMLAnchorElement;
  const links = [...list.querySelectorAll<HTMLAnchorElement>("a[data-study]")];
  const done = solved();
  for (const link of links) {
    const is = done.has(link.dataset.study!);
    link.classList.toggle("solved", is);
    link.querySelector(".hidden")?.remove();
    if (!is) continue;
    const word = document.createElement("span");
    word.className = "hidden";
    word.textContent = ", " + bar.dataset.mark;
    link.append(word);
  }
  const count = links.filter((link) => link.classList.contains("solved")).length;
  const next = links.find((link) => !link.classList.contains("solved"));
  document.getElementById("progress-text")!.textContent = bar
    .dataset.words!.replace("{solved}", String(count))
    .replace("{all}", String(links.length));
  goOn.hidden = !next;
  if (next) goOn.href = next.href;
  bar.hidden = count === 0;
}

interface Choice {
  to: string;
  name: string;
  value: string;
  mark?: string;
  label: string;
}

/** What a square is, for those who hear it. */
function label(button: HTMLButtonElement, text: string): void {
  const span = button.querySelector(".hidden");
  if (span) span.textContent = text;
}

/** Shows at once where the chosen stone can go. */
function choose(board: HTMLElement, button: HTMLButtonElement): boolean {
  const all = JSON.parse(board.dataset.choices!) as Record<string, Choice[]>;
  const from = button.dataset.square!;
  if (!(from in all) || button.classList.contains("target")) return false;
  const again = button.classList.contains("selected");
  const squares = new Map([...board.querySelectorAll<HTMLButtonElement>("[data-square]")].map((b) => [b.dataset.square!, b]));
  for (const [at, b] of squares) {
    b.classList.remove("selected");
    b.removeAttribute("aria-pressed");
    if (b.classList.contains("target")) {
      b.classList.remove("target");
      b.dataset.mark = "";
      label(b, b.dataset.label!);
      b.disabled = !(at in all);
      b.name = "at";
      b.value = at;
    }
  }
  if (again) return true;
  button.classList.add("selected");
  button.setAttribute("aria-pressed", "true");
  for (const choice of all[from]!) {
    const b = squares.get(choice.to);
    if (!b) continue;
    b.dataset.label = b.querySelector(".hidden")?.textContent ?? "";
    b.dataset.mark = choice.mark ?? "";
    label(b, choice.label);
    b.classList.add("target");
    b.disabled = false;
    b.name = choice.name;
    b.value = choice.value;
  }
  return true;
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("button[data-square]");
  const board = button?.closest<HTMLElement>("[data-choices]");
  if (button && board && choose(board, button)) event.preventDefault();
});

remember();
document.addEventListener("swapped", remember);

const list = document.getElementById("studies");
if (list) {
  showProgress(list);
  window.addEventListener("pageshow", () => showProgress(list));
  document.getElementById("forget")!.addEventListener("click", () => {
    keep(new Set());
    showProgress(list);
  });
}

export {}; // a module: its names are its own
