/** Queries of which only the newest matters: each aborts those before it. */

export class Newest {
  #stop = new AbortController();

  /** The signal of a new question, which stops those before it. */
  next(): AbortSignal {
    this.stop();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }
}
