// The tables at which this browser sits, with the secrets of its seats. The
// cookie has room for some dozens and serves pages without script; this list
// has room for all of them.

/** What a browser holds of one table; the file that one exports has the same. */
export interface Mine {
  id: string;
  first?: string;
  second?: string;
  join?: string;
  at?: number; // when it was last looked at, milliseconds since 1970
}

const key = "mine";
const most = 2000; // some hundred kilobytes; the oldest are forgotten beyond

const word = /^[\w-]{1,64}$/;

/** Reads a list that somebody has kept; what makes no sense is skipped. */
export function read(text: string | null): Mine[] {
  try {
    const kept = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.flatMap((m) => clean(m) ?? []) : [];
  } catch {
    return [];
  }
}

function clean(x: unknown): Mine | null {
  const m = (x ?? {}) as Record<string, unknown>;
  if (typeof m.id !== "string" || !word.test(m.id)) return null;
  const made: Mine = { id: m.id };
  for (const role of ["first", "second", "join"] as const) {
    const secret = m[role];
    if (typeof secret === "string" && word.test(secret)) made[role] = secret;
  }
  if (typeof m.at === "number") made.at = m.at;
  return made;
}

/** Joins two lists: what either has of a table stays, the newest come first. */
export function merge(a: readonly Mine[], b: readonly Mine[]): Mine[] {
  const all = new Map<string, Mine>();
  for (const m of [...a, ...b]) {
    const had = all.get(m.id);
    const at = Math.max(had?.at ?? 0, m.at ?? 0);
    all.set(m.id, { ...had, ...m, ...(at ? { at } : {}) });
  }
  return [...all.values()].sort((x, y) => (y.at ?? 0) - (x.at ?? 0)).slice(0, most);
}

export function kept(): Mine[] {
  try {
    return read(localStorage.getItem(key));
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** Adds to the list that this browser keeps, and returns all of it. */
export function keep(more: readonly Mine[]): Mine[] {
  const all = merge(kept(), more);
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // full, or forbidden: the cookie remembers some
  }
  return all;
}
