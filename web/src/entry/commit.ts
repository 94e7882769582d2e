// Pages on which one opens a table with dice, or sits down at one.

import { commitForms } from "../secrets";

commitForms();
