/** One worker and its queue: one call at a time, so that an aborted call that waits is never sent. */

import { CallFailed, stopped } from "./failure";
import type { FromWorker, Role, Times, ToWorker } from "./protocol";
import { slowness } from "./slowness";

export interface Call {
  readonly method: string;
  /** JSON text. */
  readonly arguments: string;
  /** Milliseconds after which the worker is ended, if it has a processor of its own and has answered before. */
  readonly budget: number;
  /** Called when the call is sent. */
  readonly begun?: (() => void) | undefined;
  /** Called with the events of the call, JSON text. */
  readonly part?: ((part: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Call {
  readonly id: number;
  readonly resolve: (answer: string) => void;
  readonly reject: (failure: CallFailed) => void;
}

/** A call's budget is counted in beats; a time in which the page itself was held up counts as one beat. */
const BEATS = 20;
/** The first answer other than to `put` gets this additional time, because its code is compiled then. */
const FIRST = 6;

export class Connection {
  /** The times of the steps of the start; rejects if the worker is ended before. */
  readonly ready: Promise<Times>;
  private worker: Worker | undefined;
  private readonly queue: Waiting[] = [];
  private readonly opening: Deferred<Times> = deferred();
  private running: Waiting | null = null;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private started = false;
  /** The factor by which a budget is multiplied. */
  private patience = FIRST;
  private ended: CallFailed | null = null;
  private count = 0;

  /**
   * `lost` receives the reason why the worker was ended, unless `end` was called; the worker starts after another
   * promise has settled.
   */
  constructor(
    role: Role,
    private readonly lost: (failure: CallFailed) => void,
    after: Promise<void> = Promise.resolve(),
  ) {
    this.ready = this.opening.promise;
    this.ready.catch(() => undefined); // callers get the rejection
    void after.then(underOwnPolicy).then(
      (address) => this.begin(role, address),
      (why: unknown) => this.giveUp("not fetched", String(why)),
    );
  }

  private begin(role: Role, address: string): void {
    if (this.ended !== null) return;
    this.worker = new Worker(address, { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.receive(data));
    this.worker.addEventListener("error", ({ message }) => {
      if (message) this.giveUp("broken", message);
      else this.giveUp("not fetched", "the script of a worker could not be had"); // an event without a message
    });
    this.send({ kind: "start", role, base: new URL("./", document.baseURI).href });
  }

  /** Queue a call and return its answer, JSON text; rejects with `CallFailed`. */
  call(call: Call): Promise<string> {
    if (this.ended !== null) return Promise.reject(this.ended);
    if (call.signal?.aborted === true) return Promise.reject(stopped());
    const { promise, resolve, reject } = deferred<string>();
    const waiting: Waiting = { ...call, id: ++this.count, resolve, reject };
    call.signal?.addEventListener("abort", () => this.forget(waiting), { once: true });
    this.queue.push(waiting);
    this.next();
    return promise;
  }

  /** End the worker at once and reject all calls. */
  end(failure: CallFailed = stopped()): void {
    if (this.ended !== null) return;
    this.ended = failure;
    clearTimeout(this.watch);
    this.worker?.terminate();
    this.opening.reject(failure);
    this.running?.reject(failure);
    this.running = null;
    for (const waiting of this.queue.splice(0)) waiting.reject(failure);
  }

  private forget(waiting: Waiting): void {
    const at = this.queue.indexOf(waiting);
    if (at >= 0) this.queue.splice(at, 1);
    waiting.reject(stopped()); // a running call goes on, and its answer is dropped
  }

  private next(): void {
    if (!this.started || this.running !== null || this.ended !== null) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    this.running = waiting;
    waiting.begun?.();
    void this.limit(waiting, waiting.budget * this.patience);
    this.send({ kind: "call", id: waiting.id, method: waiting.method, arguments: waiting.arguments });
  }

  /** End the worker if a call takes longer than its budget, or than its share of a busy processor permits. */
  private async limit(call: Waiting, budget: number): Promise<void> {
    let spent = 0;
    let allowed = budget;
    while (allowed - spent > budget / BEATS) {
      await this.wait(allowed - spent);
      spent = allowed;
      allowed = budget * (await slowness());
      if (this.running !== call) return;
    }
    this.giveUp("too long", `${call.method} took longer than ${Math.round(spent)} ms`);
  }

  /** Wait for some beats, or indefinitely if the call is answered meanwhile. */
  private wait(time: number): Promise<void> {
    return new Promise((done) => this.beat(done, time / BEATS, BEATS));
  }

  private beat(done: () => void, length: number, left: number): void {
    if (left === 0) done();
    else this.watch = setTimeout(() => this.beat(done, length, left - 1), length);
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.started = true;
        this.opening.resolve(message.took);
        this.next();
        break;
      case "part":
        if (this.running?.signal?.aborted !== true) this.running?.part?.(message.part);
        break;
      case "answer":
        if (this.running?.method !== "put") this.patience = 1;
        this.done()?.resolve(message.answer);
        this.next();
        break;
      case "failed":
        this.giveUp(message.reason, message.message);
        break;
      default:
        message satisfies never;
    }
  }

  private done(): Waiting | null {
    clearTimeout(this.watch);
    const done = this.running;
    this.running = null;
    return done;
  }

  private giveUp(reason: "broken" | "not fetched" | "too long", message: string): void {
    if (this.ended !== null) return;
    const failure = new CallFailed(reason, message);
    this.end(failure);
    this.lost(failure);
  }

  private send(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

let workerAddress: string | undefined;

/**
 * The address of the worker's script. A worker from a file uses the Content-Security-Policy of that file's response,
 * which a plain web server does not send; a worker from a blob uses the policy of the page that made it. The blob
 * contains the script itself, because in Firefox a blob's imports do not always come from the service worker.
 */
async function underOwnPolicy(): Promise<string> {
  if (workerAddress !== undefined) return workerAddress;
  const response = await fetch(new URL("worker.js", document.baseURI));
  if (!response.ok) throw new Error(`worker.js: ${response.status}`);
  workerAddress = URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" }));
  return workerAddress;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: CallFailed) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: CallFailed) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
