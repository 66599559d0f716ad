/** One worker and the calls that wait for it: a call at a time, so that one that nobody wants any more is never begun. */

import type { FromWorker, Role, Times, ToWorker } from "./protocol";

/** A call failed: its worker took too long, was ended, or could not go on. */
export class Failure extends Error {
  constructor(
    readonly reason: "too-long" | "stopped" | "broken",
    message: string,
  ) {
    super(message);
  }
}

export interface Call {
  readonly method: string;
  readonly arguments: string;
  /** Milliseconds after which the worker is given up. */
  readonly budget: number;
  readonly part?: ((part: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Call {
  readonly id: number;
  readonly yes: (answer: string) => void;
  readonly no: (failure: Failure) => void;
}

export class Connection {
  readonly ready: Promise<Times>;
  private readonly worker: Worker;
  private readonly queue: Waiting[] = [];
  private running: Waiting | null = null;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private started = false;
  private ended: Failure | null = null;
  private count = 0;
  private readonly resolveReady: (took: Times) => void;
  private readonly rejectReady: (failure: Failure) => void;

  /** `lost` is told why the worker was given up, if it was not by `end`. */
  constructor(
    role: Role,
    keepMemory: boolean,
    private readonly lost: (failure: Failure, call: Call | null) => void,
  ) {
    const { promise, resolve, reject } = deferred<Times>();
    this.ready = promise;
    this.resolveReady = resolve;
    this.rejectReady = reject;
    this.ready.catch(() => undefined); // who calls is told; who only waits need not be
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.giveUp("broken", event.message));
    this.send({ kind: "start", role, keepMemory });
  }

  /** The answer of a call; rejects with a `Failure`. */
  call(call: Call): Promise<string> {
    const { promise, resolve, reject } = deferred<string>();
    if (this.ended !== null) return Promise.reject(this.ended);
    if (call.signal?.aborted === true) return Promise.reject(stopped());
    const waiting: Waiting = { ...call, id: ++this.count, yes: resolve, no: reject };
    call.signal?.addEventListener("abort", () => this.forget(waiting), { once: true });
    this.queue.push(waiting);
    this.next();
    return promise;
  }

  /** End the worker at once; all that wait for it are told. */
  end(failure: Failure = stopped()): void {
    if (this.ended !== null) return;
    this.ended = failure;
    clearTimeout(this.watch);
    this.worker.terminate();
    this.rejectReady(failure);
    for (const waiting of [...(this.running === null ? [] : [this.running]), ...this.queue.splice(0)]) waiting.no(failure);
    this.running = null;
  }

  private forget(waiting: Waiting): void {
    const at = this.queue.indexOf(waiting);
    if (at >= 0) this.queue.splice(at, 1);
    waiting.no(stopped()); // one that runs goes on, and its answer is not listened to
  }

  private next(): void {
    if (!this.started || this.running !== null || this.ended !== null) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    this.running = waiting;
    this.watch = setTimeout(() => this.giveUp("too-long", `${waiting.method} took longer than ${waiting.budget} ms`), waiting.budget);
    this.send({ kind: "call", id: waiting.id, method: waiting.method, arguments: waiting.arguments });
  }

  private heard(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.started = true;
        this.resolveReady(message.took);
        break;
      case "part":
        if (this.running?.id === message.id && this.running.signal?.aborted !== true) this.running.part?.(message.part);
        return;
      case "answer":
        this.done()?.yes(message.answer);
        break;
      case "failed":
        this.giveUp("broken", message.message);
        return;
      default:
        message satisfies never;
    }
    this.next();
  }

  private done(): Waiting | null {
    clearTimeout(this.watch);
    const done = this.running;
    this.running = null;
    return done;
  }

  private giveUp(reason: Failure["reason"], message: string): void {
    if (this.ended !== null) return;
    const failure = new Failure(reason, message);
    const call = this.running;
    this.end(failure);
    this.lost(failure, call);
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

function stopped(): Failure {
  return new Failure("stopped", "stopped");
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: Failure) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Failure) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
