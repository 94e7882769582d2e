// The page with the analysis of a game: it begins the analysis and follows it
// without being loaded again.

let part = document.getElementById("analysis")!;

document.addEventListener("submit", (e) => {
  const form = e.target as HTMLFormElement;
  if (form.id !== "analysis-form") return;
  e.preventDefault();
  void begin(form);
});

async function begin(form: HTMLFormElement): Promise<void> {
  form.querySelector("button")!.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", redirect: "follow" });
    if (!answer.ok) throw new Error(String(answer.status));
    await follow();
  } catch {
    form.submit(); // the page that comes says what is wrong
  }
}

/** Asks how far the analysis is until it is done. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${part.dataset.address!}&part=analysis`);
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
  part.replaceWith(fresh);
  part = fresh;
}

if (part.dataset.state === "busy") void follow();

export {}; // a module: its names are its own
