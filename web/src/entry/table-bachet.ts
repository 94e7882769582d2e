import { mount } from "../board/bachet";
import { run } from "../table";

run(mount);
