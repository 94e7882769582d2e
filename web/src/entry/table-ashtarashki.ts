import { mount } from "../board/ashtarashki";
import { run } from "../table";

run(mount);
