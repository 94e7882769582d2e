// The last parts of addresses, one a line, from a Go test that holds the answers.

import { invitationIn } from "./invitation";
import { input, print } from "./testing";

for (const hash of input().split("\n")) print(`<${invitationIn(hash)}>`);
