/** What the shown text leaves open: asked for by its reader, in a worker of its own; the answer is of the text as it then was. */

import type { TextService } from "../files/text_service";
import type { Texts } from "../files/texts";
import type { OpenHint } from "../runtime/answers";
import type { Words } from "../shell/words";

/** Nothing asked, being asked, or what was found. */
export type OpenQuestions = null | "asking" | readonly OpenHint[];

export class QuestionAsker {
  found: OpenQuestions = null;
  #running: AbortController | null = null;
  #of = "";

  /** `changed` is called whenever `found` is another, `failed` with why there is no answer. */
  constructor(
    private readonly texts: Texts,
    private readonly service: TextService,
    private readonly words: Words,
    private readonly changed: () => void,
    private readonly failed: (why: string) => void,
  ) {}

  async ask(): Promise<void> {
    this.forget();
    const running = new AbortController();
    this.#running = running;
    this.#of = this.#now;
    this.#put("asking");
    const args = { name: this.texts.active?.name ?? "", language: this.words.language };
    const found = await this.service.apart("open_questions", args, { signal: running.signal });
    if (this.#running !== running) return;
    this.#running = null;
    this.#put("answer" in found ? found.answer : null);
    if ("refused" in found) this.failed(found.refused);
  }

  /** Keep nothing of a text that is another by now. */
  follow(): void {
    if (this.found !== null && this.#of !== this.#now) this.forget();
  }

  forget(): void {
    this.#running?.abort();
    this.#running = null;
    if (this.found !== null) this.#put(null);
  }

  get #now(): string {
    const { active, version } = this.texts;
    return JSON.stringify([active?.guest, active?.name, version, this.words.language]);
  }

  #put(found: OpenQuestions): void {
    this.found = found;
    this.changed();
  }
}
