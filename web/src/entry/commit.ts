// Pages on which one opens a table with dice.

import { commitForms } from "../secrets";

commitForms();
