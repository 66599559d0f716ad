/**
 * Queries of the service about texts: changed texts are sent before each query, and stale answers can be recognised.
 */

import type { Methods } from "../runtime/answers";
import { CallFailed, type Client, type Options } from "../runtime/client";
import type { Texts } from "./texts";

type Answer<M extends keyof Methods> = Methods[M]["answer"];
type OutcomeOf<M extends keyof Methods> = { answer: Answer<M> } | { refused: string };

async function outcomeOf<A>(call: Promise<A>): Promise<{ answer: A } | { refused: string }> {
  try {
    return { answer: await call };
  } catch (failure) {
    return { refused: failure instanceof CallFailed ? failure.message : String(failure) };
  }
}

export class TextService {
  #sentVersion = -1;
  #sending: Promise<unknown> = Promise.resolve();
  readonly #named = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly texts: Texts,
  ) {}

  /** An answer about the current texts; none if the query was refused, or the worker was lost meanwhile. */
  async ask<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Answer<M> | undefined> {
    const outcome = await this.outcome(method, args, options);
    return "answer" in outcome ? outcome.answer : undefined;
  }

  /** The same, with the reason for a missing answer. */
  outcome<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<OutcomeOf<M>> {
    this.tell();
    return outcomeOf(this.client.call(method, args, options));
  }

  /** The same in a separate worker, which ends after its answer. */
  async apart<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<OutcomeOf<M>> {
    this.tell();
    await this.#sending; // the worker gets the session's texts
    return outcomeOf(this.client.apart(method, args, options));
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
    this.#sending = this.client.call("put", { files }).catch(() => (this.#sentVersion = -1));
  }
}
