// SHA-256 and HMAC. The browser's own where it has them; over plain http, on a
// network of one's own, browsers keep them back, and the page computes itself.

const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;

/** Whether the browser computes, and not this file. */
export const native = subtle !== undefined;

type Bytes = Uint8Array<ArrayBuffer>;

export async function sha256(data: Bytes): Promise<Bytes> {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : digest(data);
}

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  if (subtle) {
    const k = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", k, message));
  }
  return mac(key, message);
}

export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes;
}

export function hex(data: Bytes): string {
  return Array.from(data, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Reads 64 lower-case hexadecimal digits, null where it is anything else. */
export function unhex(text: unknown): Bytes | null {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));
}

/** HMAC-SHA-256 by the definition (RFC 2104), for keys of at most 64 bytes. */
export function mac(key: Bytes, message: Bytes): Bytes {
  const pad = (with_: number, rest: Bytes): Bytes => {
    const block = new Uint8Array(64 + rest.length).fill(with_, 0, 64);
    key.forEach((b, i) => (block[i]! ^= b));
    block.set(rest, 64);
    return block;
  };
  return digest(pad(0x5c, digest(pad(0x36, message))));
}

/** SHA-256 by the definition (FIPS 180-4). */
export function digest(data: Bytes): Bytes {
  const length = (data.length + 72) & ~63;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(length - 4, data.length << 3);
  const state = firstWords(8, 1 / 2);
  const k = firstWords(64, 1 / 3);
  const w = new Int32Array(64);
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getInt32(at + 4 * i);
        continue;
      }
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i]! += x));
  }
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  state.forEach((x, i) => words.setInt32(4 * i, x));
  return out;
}

/** The first 32 bits after the point of a root of the first primes. */
function firstWords(count: number, power: number): Int32Array {
  const words = new Int32Array(count);
  for (let n = 2, i = 0; i < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
    if (prime) words[i++] = (n ** power % 1) * 2 ** 32;
  }
  return words;
}
