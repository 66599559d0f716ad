/** The verdicts that a site stores next to the page, as files by the names of rulesets (`verdicts/`, with a list of them). */

import type { Client } from "../runtime/client";

let listed: Promise<ReadonlySet<string>> | undefined;

/** Send the site's verdicts on a ruleset to the service, which checks whether they belong to the current text. */
export async function bringVerdicts(client: Client, file: string): Promise<void> {
  const [ruleset] = file.split(".");
  listed ??= list();
  if (ruleset === undefined || !(await listed).has(ruleset)) return;
  try {
    const response = await fetch(`verdicts/${ruleset}.json`);
    if (response.ok) await client.call("keep_verdicts", { kept: await response.text() });
  } catch {
    return; // they are proved again, if somebody asks
  }
}

async function list(): Promise<ReadonlySet<string>> {
  try {
    const response = await fetch("verdicts/index.json");
    return new Set(response.ok ? ((await response.json()) as string[]) : []);
  } catch {
    return new Set();
  }
}
