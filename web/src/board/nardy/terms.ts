// Words of the glossary in what the board says: the first mention of each leads
// there. The list is that of the pages, see glossaryWords in internal/web.

interface Word {
  term: string;
  stem: string;
  more: number; // how many letters may follow
}

export function glossary(list: string): Word[] {
  return list.split(";").flatMap((entry) => {
    const [term = "", ...words] = entry.trim().split(" ");
    return words.map((word) => {
      const [stem = "", more = "0"] = word.split(":");
      return { term, stem, more: Number(more) };
    });
  });
}

/** A text in pieces: what is linked has the id of its term. */
export function pieces(text: string, words: Word[]): { text: string; term?: string }[] {
  const linked = new Set<string>();
  return text
    .split(/([\p{L}-]+)/u)
    .filter(Boolean)
    .map((part) => {
      const lower = part.toLowerCase();
      const word = words.find((w) => lower.startsWith(w.stem) && lower.length - w.stem.length <= w.more && !linked.has(w.term));
      if (!word) return { text: part };
      linked.add(word.term);
      return { text: part, term: word.term };
    });
}

/** Keeps the words linked in every refusal that place shows. */
export function linkTerms(place: HTMLElement, rules: string, list: string): void {
  const words = glossary(list);
  new MutationObserver(() => {
    const said = place.classList.contains("problem") ? place.querySelector("span") : null;
    if (!said || said.childElementCount > 0) return;
    const parts = pieces(said.textContent ?? "", words);
    if (!parts.some((piece) => piece.term)) return; // to put the same text in place anew would wake this observer for ever
    said.replaceChildren(
      ...parts.map((piece) =>
        piece.term ? Object.assign(document.createElement("a"), { href: `${rules}#term-${piece.term}`, className: "term", textContent: piece.text }) : piece.text,
      ),
    );
  }).observe(place, { childList: true, subtree: true, characterData: true });
}
