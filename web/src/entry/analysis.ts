// The page with the analysis of a game: it begins the analysis and follows it
// without being loaded again. Who listens hears of the quarters and of the end.

let part = document.getElementById("analysis")!;
const said = document.getElementById("analysis-said")!;
let quarter = 0; // of the analysis that was told of last

document.addEventListener("submit", (e) => {
  const form = e.target as HTMLFormElement;
  if (form.id !== "analysis-form") return;
  e.preventDefault();
  const button = form.querySelector("button")!;
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true"); // and it keeps the focus
  void begin(form);
});

async function begin(form: HTMLFormElement): Promise<void> {
  quarter = 0;
  said.textContent = "";
  try {
    const answer = await fetch(form.action, { method: "POST", redirect: "follow" });
    if (!answer.ok) throw new Error(String(answer.status));
    await follow();
  } catch (why) {
    // A page that can not come would take this one away.
    if (!(why instanceof TypeError)) return form.submit(); // the page that comes says what is wrong
    form.querySelector<HTMLElement>("#analysis-offline")!.hidden = false;
    form.querySelector("button")!.removeAttribute("aria-disabled");
  }
}

/** Asks how far the analysis is until it is done. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${part.dataset.address!}&part=analysis&was=busy`);
      if (answer.ok) put(await answer.text());
    } catch {
      // no network for a while: it is asked again
    }
    if (part.dataset.state !== "busy") return;
    await new Promise((done) => setTimeout(done, 700));
  }
}

function put(text: string): void {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("analysis");
  if (!fresh) return;
  if (part.dataset.state === "busy" && fresh.dataset.state === "busy") progress(fresh);
  else replace(fresh);
}

/** Moves the bar on; the nodes stay, so that nobody is read them again and again. */
function progress(fresh: HTMLElement): void {
  const [bar, now] = [part.querySelector("progress")!, fresh.querySelector("progress")!];
  const line = part.querySelector("#analysis-progress")!;
  line.textContent = fresh.querySelector("#analysis-progress")!.textContent;
  [bar.max, bar.value] = [now.max, now.value];
  const at = Math.floor((4 * bar.value) / bar.max);
  if (at > quarter && at < 4) said.textContent = line.textContent;
  quarter = Math.max(quarter, at);
}

/** Puts another state of the part into the page. The focus that was in the old one goes to what has come of it. */
function replace(fresh: HTMLElement): void {
  const focused = part.contains(document.activeElement);
  part.replaceWith(fresh);
  part = fresh;
  const heir = part.querySelector<HTMLElement>("#analysis-sums, #analysis-progress, #analysis-go");
  if (focused) heir?.focus({ preventScroll: true });
  const line = part.querySelector("#analysis-progress");
  if (line && !focused) said.textContent = line.textContent;
  if (part.dataset.state === "done") said.textContent = said.dataset.done!;
}

if (part.dataset.state === "busy") void follow();

export {}; // a module: its names are its own
