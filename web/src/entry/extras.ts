// What a table can do without at first; see later.ts. Its texts come in front
// of it, in the same file.

import { company } from "../company";
import { keep, type Mine } from "../mine";
import { talk } from "../talk";
import { Texts, type Message } from "../texts";

declare const hodExtras: Record<string, Message>;

const handed = globalThis.hodTable!;
const { boot } = handed.state;

const texts = new Texts(boot.lang, { ...globalThis.hodTexts, ...hodExtras });
const before = [...handed.news];
talk(handed, texts);
company(handed, texts, before);

// The list of the games of this browser, for which the cookie has not always room.
const mine: Mine = { id: boot.table, at: Date.now() };
if (boot.mine.first) mine.first = boot.mine.first;
if (boot.mine.second) mine.second = boot.mine.second;
if (mine.first || mine.second) keep([mine]);
