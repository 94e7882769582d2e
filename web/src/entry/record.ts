// The page from which a game is taken away: buttons that copy.

import { copying } from "../copy";
import { Texts } from "../texts";

const button = document.querySelector<HTMLElement>("[data-copy]");
copying(new Texts(document.documentElement.lang, { "play.copy": button?.textContent ?? "", "play.copied": button?.dataset.copied ?? "" }));
