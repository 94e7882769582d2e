// What tests of scripts need. They run in Node, bundled by a Go test, which
// hands them their input and reads what they print.

declare const testInput: string | undefined;
declare const console: { log(text: string): void };

/** What the Go test has handed over. */
export function input(): string {
  return testInput ?? "";
}

export function print(line: string): void {
  console.log(line);
}

/** Runs a test and prints how it ended. */
export async function test(name: string, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
    print(`ok ${name}`);
  } catch (e) {
    print(`FAIL ${name}: ${e instanceof Error ? e.message : String(e)}`);
  }
}

export function equal(got: unknown, want: unknown, what = "it"): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what} is ${a}, not ${b}`);
}
