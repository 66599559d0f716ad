/**
 * Check the shown text shortly after the last key; results for a text that has changed since are dropped.
 *
 * Problems are shown first and the panes notified; semantic tokens are requested after that.
 */

import type { TextService } from "../files/text_service";
import type { Tab, Texts } from "../files/texts";
import type { Problem } from "../runtime/answers";
import type { Options } from "../runtime/client";
import { Newest } from "../runtime/newest";
import type { Soundness } from "../shell/pane";
import type { Words } from "../shell/words";
import type { Meanings } from "./meanings";

export interface CheckedText {
  readonly tab: Tab;
  readonly problems: readonly Problem[];
  /** Whether the ruleset of the text has mistakes, in any of its texts. */
  readonly soundness: Soundness;
}

const PAUSE = 150;
/** Milliseconds during which the panes may send queries before the editor checks again. */
const BETWEEN = 100;

function soundnessOf(problems: readonly Problem[] | undefined): Soundness {
  if (problems === undefined) return "unknown";
  return problems.some((problem) => problem.severity === "error") ? "unsound" : "sound";
}

export class Checks {
  #due = 0;
  #round = 0;
  readonly #newest = new Newest();

  constructor(
    private readonly texts: Texts,
    private readonly service: TextService,
    private readonly words: Words,
    private readonly checked: (found: CheckedText) => void,
    private readonly read: (found: Meanings) => void,
    private readonly failed: () => void,
  ) {}

  /** Check after a pause, or immediately. */
  later(pause = PAUSE): void {
    window.clearTimeout(this.#due);
    this.#round += 1;
    this.#newest.stop();
    this.#due = window.setTimeout(() => void this.#check(this.#round), pause);
  }

  async #check(round: number): Promise<void> {
    const tab = this.texts.active;
    const main = this.texts.main;
    if (tab === undefined) return;
    const { language } = this.words;
    const options = { signal: this.#newest.next() };
    const names = tab.name === main ? [tab.name] : [tab.name, main];
    const [problems, ofMain] = await Promise.all(names.map((name) => this.service.ask("problems", { name, language }, options)));
    if (round !== this.#round) return;
    if (!problems) return this.failed();
    this.checked({ tab, problems, soundness: soundnessOf(tab.name === main ? problems : ofMain) });
    this.#due = window.setTimeout(() => void this.#read(round, tab.name, options), BETWEEN);
  }

  async #read(round: number, name: string, options: Options): Promise<void> {
    const [tokens, folds] = await Promise.all([
      this.service.ask("tokens", { name }, options),
      this.service.ask("folds", { name }, options),
    ]);
    if (round === this.#round && tokens && folds) this.read({ tokens, folds });
  }
}
