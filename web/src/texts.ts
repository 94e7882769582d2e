// The texts of the catalogue that a script needs, with plural forms.

export type Values = Record<string, string | number>;
export type Message = string | Record<string, string>;

export class Texts {
  private readonly plural: Intl.PluralRules;

  constructor(
    language: string,
    private readonly messages: Record<string, Message>,
  ) {
    this.plural = new Intl.PluralRules(language);
  }

  /** Takes further messages. */
  add(messages: Record<string, Message>): void {
    Object.assign(this.messages, messages);
  }

  has(key: string): boolean {
    return key in this.messages;
  }

  /** The text of a key; a number n among the values chooses the plural form. */
  text(key: string, values: Values = {}): string {
    const message = this.messages[key] ?? key;
    let text: string;
    if (typeof message === "string") {
      text = message;
    } else {
      const form = typeof values.n === "number" ? this.plural.select(values.n) : "other";
      text = message[form] ?? message.other ?? key;
    }
    return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  }
}
