// Articles: examples one can play, a round one can step through, a table that
// answers as one types. Everything here works by forms and links without this
// script; the script fetches what they lead to and puts it in place, so that
// the reader stays where he reads. It never scrolls the page, and takes the
// arrow keys only where a game is stepped through.

const partSelector = "[data-part]";

/** The request that is under way for a part; a later one ends it. */
const underWay = new WeakMap<Element, AbortController>();

/** Whoever listens to the page hears the answers here. */
const voice = document.createElement("p");
voice.className = "hidden";
voice.setAttribute("role", "status");
document.body.append(voice);

function say(text: string): void {
  // The same sentence twice is news twice.
  voice.textContent = voice.textContent === text ? text + "\u00a0" : text;
}

/** Where the focus was, so that it can be given to what comes there. */
interface Place {
  selector: string; // finds the same thing, "" if only its number is known
  index: number; // among all that can have the focus
}

function peersIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>("a[href], button, summary")];
}

function placeOf(part: Element, element: Element | null): Place | null {
  if (!(element instanceof HTMLElement) || !part.contains(element)) return null;
  const place = element.dataset.place;
  const button = element instanceof HTMLButtonElement && element.name !== "" ? element : null;
  let selector = "";
  if (place) selector = `[data-place="${CSS.escape(place)}"]`;
  if (button) selector = `button[name="${CSS.escape(button.name)}"][value="${CSS.escape(button.value)}"]`;
  return { selector, index: peersIn(part).indexOf(element) };
}

function focusAt(part: Element, place: Place): void {
  const same = place.selector === "" ? null : part.querySelector<HTMLElement>(place.selector);
  const peers = peersIn(part);
  const heir = part.querySelector<HTMLElement>("[data-heir]"); // where one goes on, if what had the focus is gone
  const to = same ?? heir ?? peers[Math.min(Math.max(place.index, 0), peers.length - 1)];
  to?.focus({ preventScroll: true });
}

/** Puts what url leads to in the place of part; follows url if that fails. */
async function swap(part: HTMLElement, url: URL): Promise<void> {
  underWay.get(part)?.abort();
  const request = new AbortController();
  underWay.set(part, request);
  const asked = new URL(url);
  asked.searchParams.set("part", part.dataset.part ?? "");
  asked.hash = "";
  let next: HTMLElement | null = null;
  try {
    const answer = await fetch(asked, { signal: request.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    next = page.querySelector<HTMLElement>(partSelector);
  } catch {
    if (request.signal.aborted) return;
  }
  if (request.signal.aborted) return;
  if (!next) {
    location.assign(url);
    return;
  }
  underWay.delete(part);
  replace(part, next);
  if ("address" in part.dataset) history.replaceState(history.state, "", url);
  part.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
}

/** Keeps the part itself, a field that is being typed in, and the focus. */
function replace(part: HTMLElement, next: HTMLElement): void {
  const place = placeOf(part, document.activeElement);
  const form = part.querySelector<HTMLFormElement>("form[data-live]");
  const successor = next.querySelector("form[data-live]");
  if (form && successor) {
    while (form.previousSibling) form.previousSibling.remove();
    while (form.nextSibling) form.nextSibling.remove();
    while (successor.nextSibling) part.append(successor.nextSibling);
  } else {
    part.replaceChildren(...next.childNodes);
    if (place) focusAt(part, place);
  }
  follow(part);
  offerCopies(part);
  const words = [...part.querySelectorAll("[data-answer], .example-status")];
  say(words.map((w) => (w.textContent ?? "").trim().replace(/\s+/g, " ")).join(" "));
}

/** The address that a GET form leads to. */
function addressOf(form: HTMLFormElement, by: HTMLElement | null): URL {
  const url = new URL(form.action);
  const fields = new FormData(form, by);
  url.search = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])).toString();
  return url;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "get" || "leaves" in form.dataset) return;
  const part = form.closest<HTMLElement>(partSelector);
  if (!part) return;
  event.preventDefault();
  void swap(part, addressOf(form, event.submitter));
});

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-get]");
  const part = link?.closest<HTMLElement>(partSelector);
  if (!link || !part) return;
  event.preventDefault();
  void swap(part, new URL(link.href));
});

/** Lists of moves show the one that the board shows. */
function follow(root: ParentNode): void {
  for (const list of root.querySelectorAll<HTMLElement>("[data-follow]")) {
    const at = list.querySelector<HTMLElement>("[aria-current]");
    list.scrollTop = at ? at.offsetTop - (list.clientHeight - at.offsetHeight) / 2 : 0;
  }
}
follow(document);

// Scripts of a page that know what they want to see.
document.addEventListener("swap", (event) => {
  void swap(event.target as HTMLElement, new URL((event as CustomEvent<string>).detail));
});

const arrows: Record<string, string> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const part = document.querySelector<HTMLElement>("[data-part][data-keys]");
  const place = arrows[event.key];
  if (!part || !place || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if ((event.target as Element).closest("input, textarea, select")) return;
  event.preventDefault();
  const link = part.querySelector<HTMLAnchorElement>(`a[data-place="${place}"][href]`);
  if (link) void swap(part, new URL(link.href));
});

/** Shows the buttons that copy, which would do nothing without this script. */
function offerCopies(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>("[data-copies]")) button.hidden = false;
}
offerCopies(document);

/** The words of the buttons that say now that they have copied. */
const copying = new WeakMap<HTMLButtonElement, string>();

document.addEventListener("click", async (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("[data-copies]");
  if (!button) return;
  const from = document.getElementById(button.dataset.copies!) as HTMLInputElement | HTMLTextAreaElement;
  try {
    await navigator.clipboard.writeText(from.value);
  } catch {
    from.select(); // without permission, or without https
    document.execCommand("copy");
  }
  const word = copying.get(button) ?? button.textContent ?? "";
  copying.set(button, word);
  button.textContent = button.dataset.done!;
  setTimeout(() => {
    button.textContent = word;
    copying.delete(button);
  }, 2000);
});

let typed = 0;
document.addEventListener("input", (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>("form[data-live]");
  const part = form?.closest<HTMLElement>(partSelector);
  if (!form || !part) return;
  clearTimeout(typed);
  typed = window.setTimeout(() => {
    if (form.checkValidity()) void swap(part, addressOf(form, null));
  }, 150);
});
