// The secrets with which this browser takes part in throws of dice. A secret is
// 32 random bytes; all that leaves the browser before its time is its SHA-256,
// the commitment. They are kept by their commitment, since the events of a table
// say which commitment stands, whatever became of this page meanwhile.

import type { Command } from "./gen/wire";
import { hex, sha256, unhex } from "./hash";

/** A seat's part in throws to come, as a command carries it. */
export type Share = Pick<Command, "reveal" | "commit">;

export interface Secret {
  secret: string;
  commit: string;
}

const key = "dice/secrets";
const most = 400; // some tables' worth; the oldest are forgotten

let memory: Record<string, string> = {}; // where the browser keeps nothing

function all(): Record<string, string> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as unknown;
    return { ...memory, ...(kept && typeof kept === "object" ? (kept as Record<string, string>) : {}) };
  } catch {
    return memory;
  }
}

function store(secrets: Record<string, string>): void {
  memory = Object.fromEntries(Object.entries(secrets).slice(-most));
  try {
    localStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // full, or forbidden: this page remembers, and a reload commits itself anew
  }
}

/** Makes a secret that nobody knows yet. It is not kept. */
export async function make(): Promise<Secret> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { secret: hex(bytes), commit: hex(await sha256(bytes)) };
}

export function keep(s: Secret): void {
  const secrets = all();
  delete secrets[s.commit];
  store({ ...secrets, [s.commit]: s.secret });
}

/** The secret of a commitment, "" if this browser does not have it. */
export function find(commit: string): string {
  const secret = all()[commit];
  return unhex(secret) ? secret! : "";
}

/** Forgets what everybody knows by now. */
export function forget(commit: string): void {
  const secrets = all();
  if (!(commit in secrets)) return;
  delete secrets[commit];
  delete memory[commit];
  store(secrets);
}

/**
 * Lets a form that opens a table, or takes a seat, carry a commitment, so that
 * this browser has a part in the very first throw.
 */
async function attach(form: HTMLFormElement): Promise<void> {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "commit";
  form.append(field);
  const fill = async (): Promise<void> => {
    const s = await make();
    keep(s);
    field.value = s.commit;
  };
  // Another table needs another secret, also after coming back to this page.
  addEventListener("pageshow", (e) => {
    if (e.persisted) void fill();
  });
  await fill();
  form.dispatchEvent(new Event("committed"));
}

/** Lets the forms of a page that lead to fair dice carry commitments. */
export function commitForms(at: ParentNode = document): void {
  for (const form of at.querySelectorAll<HTMLFormElement>("form[data-dice]:not(:has([name=commit]))")) void attach(form);
}
