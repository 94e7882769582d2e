import { mount } from "../board/nardy/nardy";
import { receipts } from "../receipts";
import { run } from "../table";

run(mount, receipts);
