/**
 * The page's side of the service: every pane asks through one `Client`.
 *
 * The language worker is watched.  One that takes longer than a call's budget, or that breaks, is ended and another is
 * started, which is first told again what made the session what it is (`session.ts`).  What takes long and uses much memory, a
 * proof, is asked in a worker of its own, which knows the same session and ends with its answer.
 */

import { Connection, Failure, type Call } from "./connection";
import type { Times } from "./protocol";
import { remembered, type Remembered } from "./session";

export { Failure } from "./connection";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Options {
  /** Aborting rejects the call with a `Failure`; one not begun is never begun. */
  readonly signal?: AbortSignal;
  /** Hears the parts of a long answer, in order, before the answer. */
  readonly part?: (part: unknown) => void;
  /** Milliseconds before the worker is given up; 10 s if not said. */
  readonly budget?: number;
}

/** What the frame is told of the worker, to show it. */
export type State = "starting" | "ready" | "restarting" | "broken";

const BUDGET = 10_000;
const LONG_BUDGET = 3_600_000;
const RESTARTS = 3;

export class Client {
  private connection: Connection;
  private session: readonly Remembered[] = [];
  private failures = 0;
  private readonly listeners = new Set<(state: State) => void>();
  state: State = "starting";

  constructor(private readonly keepMemory = true) {
    this.connection = this.connected();
  }

  /** How long the language worker's start took, by steps. */
  get started(): Promise<Times> {
    return this.connection.ready;
  }

  /** What a method of the service answers. */
  async call(method: string, args: Json, options: Options = {}): Promise<unknown> {
    const call = asCall(method, args, options, BUDGET);
    const answer = JSON.parse(await this.connection.call(call)) as unknown;
    this.failures = 0;
    this.session = remembered(this.session, call);
    return answer;
  }

  /** What a method answers in a prover worker of its own, that has been told this session; stopped by its signal at once. */
  async prove(method: string, args: Json, options: Options = {}): Promise<unknown> {
    const connection = new Connection("prover", this.keepMemory, () => undefined);
    options.signal?.addEventListener("abort", () => connection.end(), { once: true });
    if (options.signal?.aborted === true) connection.end();
    try {
      for (const said of this.session) if (said.subject === "texts") void connection.call(quietly(said)).catch(() => undefined);
      return JSON.parse(await connection.call(asCall(method, args, options, LONG_BUDGET))) as unknown;
    } finally {
      connection.end();
    }
  }

  /** Be told whenever the state changes. */
  watch(listener: (state: State) => void): void {
    this.listeners.add(listener);
    listener(this.state);
  }

  private connected(): Connection {
    const connection = new Connection("language", this.keepMemory, (failure) => this.lost(failure));
    connection.ready.then(
      () => this.become("ready"),
      () => undefined,
    );
    for (const said of this.session) connection.call(quietly(said)).catch(() => undefined);
    return connection;
  }

  private lost(failure: Failure): void {
    this.failures += 1;
    if (this.failures > RESTARTS) {
      this.become("broken");
      return;
    }
    console.warn(failure.message);
    this.become("restarting");
    this.connection = this.connected();
  }

  private become(state: State): void {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}

function asCall(method: string, args: Json, options: Options, budget: number): Call {
  const { part, signal } = options;
  return {
    method,
    arguments: JSON.stringify(args),
    budget: options.budget ?? budget,
    part: part === undefined ? undefined : (text) => part(JSON.parse(text)),
    signal,
  };
}

function quietly(said: Remembered): Call {
  return { method: said.method, arguments: said.arguments, budget: BUDGET };
}
