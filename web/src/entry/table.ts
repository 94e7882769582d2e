// A table of a game without a board of its own.

import { run } from "../table";

run();
