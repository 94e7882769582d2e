// The dialog with the numbers behind a throw.

import type { Dice } from "./dice";
import type { Boot, Receipt } from "./gen/wire";
import { native } from "./hash";
import { sentence, tag, tally } from "./receipts-words";
import type { State } from "./store";
import type { Texts } from "./texts";
import { nameMid } from "./words";
import { draw, message, type Throw } from "./verify";

export class Dialog {
  private readonly el = document.createElement("dialog");
  private readonly body = document.createElement("div");
  private at = -1; // which throw; -1 is the last one
  private drawn = "";
  private state!: State; // while it is open

  constructor(
    private readonly boot: Boot,
    private readonly dice: Dice,
    private readonly t: Texts,
  ) {
    this.el.id = "receipts";
    this.el.className = "receipts";
    this.el.setAttribute("aria-labelledby", "receipts-title");
    const close = tag("button", { type: "button", class: "button main", autofocus: "" }, t.text("dice.close"));
    close.addEventListener("click", () => this.el.close());
    this.el.append(tag("h2", { id: "receipts-title" }, t.text("dice.title")), this.body, tag("div", { class: "row" }, close));
    document.body.append(this.el);
  }

  open(s: State): void {
    this.at = -1;
    this.drawn = "";
    this.el.showModal();
    this.follow(s);
    void this.dice.load().then(() => this.follow(s));
  }

  /** Shows what is new, while it is open. */
  follow(s: State): void {
    if (!this.el.open) return;
    this.state = s;
    const throws = this.dice.checker?.throws ?? [];
    const at = this.at < 0 ? throws.length - 1 : this.at;
    const state = `${throws.length} ${at} ${this.dice.trouble} ${this.dice.checker !== null}`;
    if (state === this.drawn) return;
    this.drawn = state;
    void this.draw(throws, at);
  }

  private async draw(throws: readonly Throw[], at: number): Promise<void> {
    const t = this.t;
    const one = throws[at];
    const parts: Node[] = [];
    if (!one) parts.push(tag("p", {}, t.text(this.dice.checker ? "dice.none" : "dice.loading")));
    if (this.dice.trouble) parts.push(tag("p", { class: "problem" }, t.text("dice.trouble." + this.dice.trouble)));
    if (one) {
      parts.push(this.pager(throws, at), tag("p", { class: "verdict", "data-mark": one.mark }, sentence(t, one, this.who, this.boot.mode)));
      if (one.receipt) parts.push(await this.numbers(one.receipt));
      parts.push(...tally(t, throws));
    }
    if (!native) parts.push(tag("p", { class: "hint" }, t.text("dice.own-hash")));
    const about = tag("a", { href: (this.boot.lang === "ru" ? "" : "/" + this.boot.lang) + "/dice" }, t.text("dice.about"));
    const log = tag("a", { href: `/api/tables/${this.boot.table}/log`, download: "" }, t.text("dice.log"));
    parts.push(tag("p", { class: "links" }, about, " ", log));
    this.body.replaceChildren(...parts);
  }

  private pager(throws: readonly Throw[], at: number): HTMLElement {
    const t = this.t;
    const go = (to: number, name: string, words: string): HTMLElement => {
      const b = tag("button", { type: "button", class: "button", id: "receipt-" + name, "aria-label": words }, name === "back" ? "‹" : "›") as HTMLButtonElement;
      b.disabled = to < 0 || to >= throws.length;
      b.addEventListener("click", () => {
        this.at = to === throws.length - 1 ? -1 : to;
        this.follow(this.state);
        document.getElementById("receipt-" + name)?.focus();
      });
      return b;
    };
    const words = t.text("dice.throw", { no: at + 1, of: throws.length, pips: throws[at]!.pips.join("–") });
    return tag("div", { class: "pager" }, go(at - 1, "back", t.text("dice.back")), tag("p", { class: "num" }, words), go(at + 1, "on", t.text("dice.on")));
  }

  private readonly who = (seat: string): string => nameMid(this.t, this.state, seat);

  private async numbers(r: Receipt): Promise<HTMLElement> {
    const t = this.t;
    const list = tag("dl", { class: "numbers" });
    const row = (name: string, ...values: (Node | string)[]): void => {
      list.append(tag("dt", {}, name), tag("dd", {}, ...values));
    };
    const code = (text: string): HTMLElement => tag("code", {}, text);
    row(t.text("dice.site.commit"), code(r.siteCommit));
    row(t.text("dice.site.secret"), code(r.site));
    for (const seat of ["first", "second"]) {
      const share = r.shares.find((s) => s.seat === seat);
      const who = this.who(seat);
      if (!share) {
        row(t.text("dice.share.none", { who }), t.text("dice.share.none.note"));
        continue;
      }
      row(t.text("dice.share.commit", { who, seq: share.commitSeq }), code(share.commit));
      row(t.text("dice.share.secret", { who, seq: share.revealSeq }), code(share.reveal));
    }
    row(t.text("dice.message"), tag("pre", {}, message(this.boot.table, r) + "0"));
    const steps = (await draw(this.boot.table, r)).map(({ byte, die }) =>
      t.text(die ? "dice.byte" : "dice.byte.skipped", { byte, faces: r.faces, rest: byte % r.faces, die }),
    );
    row(t.text("dice.arithmetic"), tag("ol", {}, ...steps.map((s) => tag("li", { class: "num" }, s))));
    const more = tag("details", {}, tag("summary", {}, t.text("dice.numbers")), list);
    return more;
  }
}
