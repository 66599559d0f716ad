/** The open questions of the shown text, found on request in a separate worker, for the text at that moment. */

import type { TextService } from "../files/text_service";
import type { Texts } from "../files/texts";
import type { OpenHint } from "../runtime/answers";
import type { Words } from "../shell/words";

/** Not requested, in progress, or finished with a result. */
export type OpenQuestions = null | "asking" | readonly OpenHint[];

export class QuestionAsker {
  found: OpenQuestions = null;
  #running: AbortController | null = null;
  #of = "";

  /** `changed` is called whenever `found` changes, `failed` with the reason if there is no answer. */
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

  /** Discard results for an earlier version of the text. */
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
