// The dialog with the numbers behind the throws of a table. The server puts its
// texts before it.

import { Dialog } from "../receipts-dialog";
import type { Message } from "../texts";

declare const hodDialogTexts: Record<string, Message>;

globalThis.hodDialog = { Dialog, texts: hodDialogTexts };
