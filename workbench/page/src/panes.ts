/** The panes of the page, each made once, and told when it is shown and when what it stands on has changed. */

import type { EditorPane } from "./editor/editor_pane";
import type { TextService } from "./files/text_service";
import { proofsPane } from "./proofs/proofs_pane";
import { rulebookPane } from "./rulebook/rulebook_pane";
import type { Frame } from "./shell/frame";
import type { MakePane, Pane, PaneName, Target } from "./shell/pane";
import type { PageContext } from "./page_context";
import { statisticsPane } from "./statistics/statistics_pane";
import { tablePane } from "./table/table_pane";

const MAKE: readonly (readonly [PaneName, MakePane])[] = [
  ["table", tablePane],
  ["rulebook", rulebookPane],
  ["proofs", proofsPane],
  ["statistics", statisticsPane],
];

export interface Panes {
  /** A pane came to be seen. */
  shown(name: PaneName): void;
  open(name: PaneName, target?: Target): void;
}

export function makePanes(frame: Frame, context: PageContext, editor: EditorPane, service: TextService): Panes {
  const made = new Map<PaneName, Pane>();
  for (const [name, make] of MAKE) made.set(name, make(frame.hosts[name], context));
  let asked: Target | undefined;
  context.watch((what) => {
    service.tell();
    for (const pane of made.values()) pane.changed(what);
  });
  return {
    shown: (name) => {
      made.get(name)?.shown(asked);
      if (name === "editor" && asked !== undefined) void editor.shown(asked);
    },
    open: (name, target) => {
      asked = target;
      frame.show(name);
      asked = undefined;
    },
  };
}
