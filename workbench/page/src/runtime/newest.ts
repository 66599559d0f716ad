/** Queries in which only the newest matters: each aborts the earlier ones. */

export class Newest {
  #stop = new AbortController();

  /** The signal of a new query, which aborts the earlier ones. */
  next(): AbortSignal {
    this.stop();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }
}
