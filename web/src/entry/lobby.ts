// Pages with a list of open tables, which stays true by itself, and with forms
// that open tables with dice.

import { followLobby } from "../lobby";
import { commitForms } from "../secrets";

commitForms();
followLobby();
