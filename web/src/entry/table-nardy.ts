import { mount } from "../board/nardy/nardy";
import { run } from "../table";

run(mount);
