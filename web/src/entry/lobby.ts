// Lists of open tables: they stay true by themselves.

import { followLobby } from "../lobby";

followLobby();
