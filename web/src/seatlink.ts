// A link to seats: the address of a table with their secrets in its fragment.

/**
 * What the fragment of an address holds of seats: "f.SECRET" or
 * "f.SECRET~s.SECRET", without what stood behind the link in the text it was
 * copied from. "" where the fragment is about no seats; a spoilt secret is
 * there, for the site to say so.
 */
export function seatCode(hash: string): string {
  const code = /^#([fs]\.\w*(~[fs]\.\w+)?)/i.exec(hash.replace("%7E", "~"))?.[1] ?? "";
  return code.replace(/.\./g, (role) => role.toLowerCase());
}
