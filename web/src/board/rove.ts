// One square of a board takes the Tab key; the arrows lead to the others.

export class Rover {
  private focus = "";
  private readonly all = new Map<string, HTMLButtonElement>();

  constructor(private readonly grid: HTMLElement) {
    for (const button of grid.querySelectorAll<HTMLButtonElement>("[data-square]")) {
      this.all.set(button.dataset.square!, button);
      button.tabIndex = -1;
    }
    grid.addEventListener("focusin", (e) => this.to((e.target as HTMLElement).dataset.square ?? ""));
    grid.addEventListener("keydown", (e) => this.arrow(e));
  }

  /** The square that takes the Tab key. */
  stop(): HTMLElement | null {
    return this.all.get(this.focus) ?? null;
  }

  private to(at: string): void {
    const next = this.all.get(at);
    if (!next) return;
    const before = this.all.get(this.focus);
    if (before) before.tabIndex = -1;
    next.tabIndex = 0;
    this.focus = at;
  }

  /** The square that Tab leads to, unless somebody has been elsewhere. */
  offer(at: string): void {
    if (!this.focus || !this.grid.contains(document.activeElement)) this.to(this.all.has(at) ? at : "a1");
  }

  private arrow(e: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4 }[e.key];
    if (!step || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
    const order = [...this.grid.querySelectorAll<HTMLButtonElement>("[data-square]")];
    const i = order.indexOf(e.target as HTMLButtonElement);
    if (i < 0) return;
    e.preventDefault();
    order[i + step]?.focus();
  }
}
