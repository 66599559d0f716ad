/** The rulebook's page of the text as it is, made anew a moment after a change; while there are mistakes in the text, the last one. */

import { element } from "../shell/elements";
import type { Context, Pane, Target } from "../shell/pane";

export function rulebookPane(host: HTMLElement, context: Context): Pane {
  host.append(element("p", {}, context.say("loading")));
  return { shown: (_target?: Target) => undefined, changed: () => undefined };
}
