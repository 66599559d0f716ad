/** Queries of the service about texts: changed texts are sent before each query, and an answer may be checked for being stale. */

import type { Methods } from "../runtime/answers";
import { CallFailed, type Client, type Options } from "../runtime/client";
import type { Texts } from "./texts";

type Answer<M extends keyof Methods> = Methods[M]["answer"];

export class TextService {
  #sentVersion = -1;
  readonly #named = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly texts: Texts,
  ) {}

  /** An answer about the texts as they are, or nothing where there is none: refused, or the worker was lost meanwhile. */
  async ask<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Answer<M> | undefined> {
    const outcome = await this.outcome(method, args, options);
    return "answer" in outcome ? outcome.answer : undefined;
  }

  /** The same, with why there is no answer. */
  async outcome<M extends keyof Methods>(
    method: M,
    args: Methods[M]["arguments"],
    options: Options = {},
  ): Promise<{ answer: Answer<M> } | { refused: string }> {
    try {
      this.tell();
      return { answer: await this.client.call(method, args, options) };
    } catch (failure) {
      return { refused: failure instanceof CallFailed ? failure.message : String(failure) };
    }
  }

  /** Send the reader's current texts to the session, and the names of removed ones. */
  tell(): void {
    if (this.#sentVersion === this.texts.version) return;
    this.#sentVersion = this.texts.version;
    const around = this.texts.around;
    const files: Record<string, string | null> = Object.fromEntries([...this.#named].map((name) => [name, null]));
    for (const [name, text] of Object.entries(around)) {
      this.#named.add(name);
      files[name] = text;
    }
    void this.client.call("put", { files }).catch(() => (this.#sentVersion = -1));
  }
}
