import { bytesOf, digest, hex, hmac, mac, native, sha256, unhex } from "./hash";
import { equal, input, test } from "./testing";

// Messages of every length around a block come in with their digests.
interface Case {
  text: string;
  sha256: string;
  key: string;
  hmac: string;
}

const cases = JSON.parse(input()) as Case[];

async function all(): Promise<void> {
  await test("both ways of hashing agree with another implementation", async () => {
    equal(native, true, "Web Crypto in Node");
    for (const c of cases) {
      const data = bytesOf(c.text);
      const key = unhex(c.key)!;
      equal(hex(digest(data)), c.sha256, `the digest of ${c.text.length} characters`);
      equal(hex(await sha256(data)), c.sha256, "the browser's digest");
      equal(hex(mac(key, data)), c.hmac, `the code of ${c.text.length} characters`);
      equal(hex(await hmac(key, data)), c.hmac, "the browser's code");
    }
  });
  await test("only 64 lower-case digits are 32 bytes", () => {
    const good = "0123456789abcdef".repeat(4);
    equal(hex(unhex(good)!), good);
    for (const bad of [good + "0", good.slice(1), good.toUpperCase(), "g" + good.slice(1), "", null, 7, undefined]) equal(unhex(bad), null, String(bad));
  });
}

void all();
