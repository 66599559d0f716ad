/** The page: the client of the service, and the panes that show what it answers. */

import "./main.css";
import { Client } from "./runtime/client";

const client = new Client();
client.watch((state) => document.body.setAttribute("data-state", state));
Object.assign(globalThis, { client });
