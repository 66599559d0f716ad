/** The shown text, checked a moment after the last key; of a text that has changed since nothing more is asked. */

import type { Fold, Problem, Token } from "../runtime/answers";
import type { Tab, Texts } from "../files/texts";
import { Newest } from "../runtime/newest";
import type { Words } from "../shell/words";
import type { TextService } from "../files/text_service";

export interface CheckedText {
  readonly tab: Tab;
  readonly problems: readonly Problem[];
  readonly tokens: readonly Token[];
  readonly folds: readonly Fold[];
  /** Whether the ruleset of the text has no mistakes, in all of its texts. */
  readonly sound: boolean;
}

const PAUSE = 150;

export class Checks {
  #due = 0;
  #round = 0;
  readonly #newest = new Newest();

  constructor(
    private readonly texts: Texts,
    private readonly service: TextService,
    private readonly words: Words,
    private readonly checked: (found: CheckedText) => void,
    private readonly failed: () => void,
  ) {}

  /** Check after a pause, or at once. */
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
    const name = { name: tab.name };
    const options = { signal: this.#newest.next() };
    const asked = [
      this.service.ask("problems", { ...name, language: this.words.language }, options),
      this.service.ask("tokens", name, options),
      this.service.ask("folds", name, options),
    ] as const;
    const [problems, tokens, folds] = await Promise.all(asked);
    const ofMain = tab.name === main ? problems : await this.service.ask("problems", { name: main }, options);
    if (round !== this.#round) return;
    if (!problems || !tokens || !folds) return this.failed();
    const sound = ofMain?.every((problem) => problem.severity !== "error") ?? false;
    this.checked({ tab, problems, tokens, folds, sound });
  }
}
