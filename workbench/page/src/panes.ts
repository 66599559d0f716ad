/**
 * The panes of the page, each made once, and notified when it is shown and when its inputs have changed.
 *
 * Their script and the styles of cards are fetched after the editor's first rendering, or earlier on demand.
 */

import type { EditorPane } from "./editor/editor_pane";
import type { TextService } from "./files/text_service";
import type { PageContext } from "./page_context";
import { element } from "./shell/elements";
import type { Frame } from "./shell/frame";
import type { MakePane, Pane, PaneName, Target } from "./shell/pane";

type Beside = Exclude<PaneName, "editor">;

const MAKE: Readonly<Record<Beside, (later: typeof import("./later")) => MakePane>> = {
  table: ({ tablePane }) => tablePane,
  rulebook: ({ rulebookPane }) => rulebookPane,
  proofs: ({ proofsPane }) => proofsPane,
  statistics: ({ statisticsPane }) => statisticsPane,
};
const BESIDE: readonly Beside[] = ["table", "rulebook", "proofs", "statistics"];

export class Panes {
  readonly #fetched = new Map<Beside, Promise<Pane>>();
  readonly #made: Pane[] = [];
  #asked: Target | undefined;
  /** Whether `open` is currently showing a pane. */
  opening = false;

  /** `lacking` is called if their script cannot be fetched; it is tried again on the next request. */
  constructor(
    private readonly frame: Frame,
    private readonly context: PageContext,
    private readonly editor: EditorPane,
    service: TextService,
    private readonly lacking: () => void,
  ) {
    context.watch((what) => {
      service.tell();
      for (const pane of this.#made) pane.changed(what);
    });
  }

  /** Make them all. */
  async fetch(): Promise<void> {
    await Promise.allSettled(BESIDE.map((name) => this.#pane(name)));
  }

  /** A pane became visible. */
  shown(name: PaneName): void {
    const asked = this.#asked;
    if (name !== "editor") this.#pane(name).then((pane) => pane.shown(asked), this.lacking);
    else if (asked !== undefined) void this.editor.shown(asked);
  }

  open(name: PaneName, target?: Target): void {
    this.#asked = target;
    this.opening = true;
    this.frame.show(name);
    this.opening = false;
    this.#asked = undefined;
  }

  #pane(name: Beside): Promise<Pane> {
    const before = this.#fetched.get(name);
    if (before !== undefined) return before;
    const found = this.#make(name);
    this.#fetched.set(name, found);
    found.catch(() => this.#fetched.delete(name));
    return found;
  }

  async #make(name: Beside): Promise<Pane> {
    const [later] = await Promise.all([import("./later"), lookOfCards()]);
    const make = MAKE[name](later);
    const pane = make(this.frame.hosts[name], this.context);
    this.#made.push(pane);
    pane.changed("text"); // it may have been checked meanwhile
    return pane;
  }
}

let sheet: Promise<void> | undefined;

/** The styles of cards and rulebooks come before the page's own sheet, which overrides them. */
function lookOfCards(): Promise<void> {
  sheet ??= new Promise<void>((resolve, reject) => {
    const link = element("link", { rel: "stylesheet", href: "cards.css" });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      sheet = undefined; // the next time it is wanted it is tried again
      reject(new Error("cards.css cannot be fetched"));
    });
    document.head.prepend(link);
  });
  return sheet;
}
