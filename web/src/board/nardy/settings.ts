// What a player has set for the table, kept in this browser: what is done
// without being asked, and how the board looks.

/** Forced hops that are made without being asked. */
export type Forced =
  | "never"
  | "turns" // only whole turns that leave no choice
  | "always"; // every hop that leaves no choice

export interface Settings {
  /** One tap on a checker plays the active die; otherwise it picks the checker up, and a second tap says where to. */
  tap: boolean;
  forced: Forced;
  /** Throws the dice as soon as they are due. */
  roll: boolean;
  /** Bears off by itself where the rules allow it (clause 7). */
  off: boolean;
  /** Passes by itself where nothing can be played, after saying why. */
  pass: boolean;
  /** Numbers points from the seat of whoever plays, 24 to 1, instead of along Light's route. */
  own: boolean;
  /** Moves checkers and dice visibly. */
  motion: boolean;
}

const key = "nardy/settings";

export function defaults(): Settings {
  return { tap: false, forced: "never", roll: false, off: false, pass: true, own: false, motion: true };
}

/** Reads what is kept; what is missing or no value is as usual. */
export function load(): Settings {
  const all = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
    for (const name of ["tap", "roll", "off", "pass", "own", "motion"] as const) {
      if (typeof kept[name] === "boolean") all[name] = kept[name];
    }
    if (kept.forced === "turns" || kept.forced === "always") all.forced = kept.forced;
  } catch {
    // somebody has edited it: as usual then
  }
  return all;
}

export function keep(s: Settings): void {
  try {
    localStorage.setItem(key, JSON.stringify(s));
  } catch {
    // a browser that keeps nothing: it holds for this page
  }
}

/** Takes over the menu on the table; changed hears of every new choice. */
export function menu(changed: (s: Settings) => void): Settings {
  const now = load();
  const form = document.getElementById("nardy-settings") as HTMLFormElement | null;
  if (!form) return now;
  form.hidden = false;
  for (const field of form.querySelectorAll<HTMLInputElement>("input")) {
    const name = field.name as keyof Settings;
    field.checked = field.type === "checkbox" ? Boolean(now[name]) : String(now[name]) === field.value;
  }
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("change", (e) => {
    const field = e.target as HTMLInputElement;
    if (field.name === "forced") now.forced = field.value as Forced;
    else if (field.name === "own") now.own = field.type === "checkbox" ? field.checked : field.value === "true";
    else now[field.name as "tap" | "roll" | "off" | "pass" | "motion"] = field.checked;
    keep(now);
    changed(now);
  });
  return now;
}
