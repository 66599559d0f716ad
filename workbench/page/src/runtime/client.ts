/**
 * The page's side of the service: every pane asks through one `Client`.
 *
 * The language worker is watched.  One that takes longer than a call's budget, or that breaks, is ended, and another is started
 * and told the same session.  What takes long and much memory is asked `apart`, in a worker of its own that knows the same texts
 * and ends with its answer.
 */

import type { Dealing, Language, Methods, Outcome } from "./answers";
import { type Call, Connection } from "./connection";
import { CallFailed } from "./failure";
import type { Times } from "./protocol";
import { CHANGE_THE_TABLE, calls, NOTHING_SAID, type Said, type Session } from "./session";

export { CallFailed } from "./failure";

export interface Options {
  /** Aborting it rejects the call; one that has not begun never begins. */
  readonly signal?: AbortSignal;
  /** Hears what the service tells while the call goes on, in order, before the answer. */
  readonly part?: (part: unknown) => void;
  /** Milliseconds before the worker is given up. */
  readonly budget?: number;
}

/** What the language worker is doing; `broken` is the end: it failed again and again. */
export type State = "starting" | "ready" | "restarting" | "broken";

const BUDGET = 10_000;
const LONG_BUDGET = 3_600_000;
const MOST_RESTARTS = 3;

export class Client {
  /** The language in which calls are answered that say none of their own. */
  language: Language = "en";
  private connection: Connection;
  private session: Session = NOTHING_SAID;
  private restarts = 0;
  private current: State = "starting";
  private readonly watchers = new Set<(state: State) => void>();
  private readonly failureWatchers = new Set<(failure: CallFailed) => void>();
  private readonly tableWatchers = new Set<(table: Dealing) => void>();
  private lastFailure: CallFailed | null = null;

  /** The first worker begins after something else: what a reader sees before. */
  constructor(after: Promise<void> = Promise.resolve()) {
    this.connection = this.connected(after);
  }

  /** How long the language worker's start took, by steps. */
  get started(): Promise<Times> {
    return this.connection.ready;
  }

  /** What a method of the service answers; rejects with `CallFailed`. */
  async call<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Methods[M]["answer"]> {
    const { connection } = this;
    const answer = await this.heard<M>(connection.call(asCall({ method, arguments: this.spoken(args) }, options, BUDGET)));
    this.restarts = 0;
    if (method === "put") this.remember((args as Methods["put"]["arguments"]).files);
    if (CHANGE_THE_TABLE.has(method)) {
      const asked = connection.call(asCall({ method: "dealing", arguments: {} }, {}, BUDGET));
      void asked.then((text) => this.rememberTable(answered<"dealing">(text))).catch(() => undefined); // as it was before
    }
    return answer;
  }

  /** The same from a worker of its own, which brings the solver and knows the texts; aborting ends that worker at once. */
  async apart<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Methods[M]["answer"]> {
    const connection = new Connection("prover", () => undefined);
    options.signal?.addEventListener("abort", () => connection.end(), { once: true });
    if (options.signal?.aborted === true) connection.end();
    try {
      tellAgain(connection, { ...this.session, table: null });
      return await this.heard<M>(connection.call(asCall({ method, arguments: this.spoken(args) }, options, LONG_BUDGET)));
    } finally {
      connection.end();
    }
  }

  /** Be told the state now, and whenever it changes. */
  watch(watcher: (state: State) => void): void {
    this.watchers.add(watcher);
    watcher(this.current);
  }

  /** Be told of each failure that is the page's own: a call that took too long, or broke.  What is refused is an answer. */
  watchFailures(watcher: (failure: CallFailed) => void): void {
    this.failureWatchers.add(watcher);
  }

  /** Be told what the table comes of, whenever it is another. */
  watchTable(watcher: (table: Dealing) => void): void {
    this.tableWatchers.add(watcher);
  }

  private async heard<M extends keyof Methods>(call: Promise<string>): Promise<Methods[M]["answer"]> {
    try {
      return answered<M>(await call);
    } catch (failure) {
      if (failure instanceof CallFailed) this.tellFailure(failure);
      throw failure;
    }
  }

  /** Tell of a failure once, of however many calls it is: all that waited for a worker that is lost share one. */
  private tellFailure(failure: CallFailed): void {
    if (failure === this.lastFailure || failure.reason === "refused" || failure.reason === "stopped") return;
    this.lastFailure = failure;
    for (const watcher of this.failureWatchers) watcher(failure);
  }

  private spoken<A extends object>(args: A): A {
    return { language: this.language, ...args };
  }

  private remember(files: Session["texts"]): void {
    this.session = { ...this.session, texts: { ...this.session.texts, ...files } };
  }

  private rememberTable(table: Dealing): void {
    this.session = { ...this.session, table };
    for (const watcher of this.tableWatchers) watcher(table);
  }

  private connected(after?: Promise<void>): Connection {
    const connection = new Connection("language", (failure) => this.lost(failure), after);
    connection.ready.then(
      () => this.become("ready"),
      () => undefined, // `lost` is told
    );
    tellAgain(connection, this.session);
    return connection;
  }

  private lost(failure: CallFailed): void {
    console.warn(failure.message);
    this.restarts += 1;
    if (this.restarts > MOST_RESTARTS) {
      this.become("broken");
      return;
    }
    this.become("restarting");
    this.connection = this.connected();
  }

  private become(state: State): void {
    this.current = state;
    for (const watcher of this.watchers) watcher(state);
  }
}

function tellAgain(connection: Connection, session: Session): void {
  if (session === NOTHING_SAID) return;
  for (const said of calls(session)) connection.call(asCall(said, {}, BUDGET)).catch(() => undefined); // `lost` is told
}

function asCall(said: Said, { signal, part, budget }: Options, usual: number): Call {
  return {
    method: said.method,
    arguments: JSON.stringify(said.arguments),
    budget: budget ?? usual,
    part: part === undefined ? undefined : (text) => part(JSON.parse(text)),
    signal,
  };
}

function answered<M extends keyof Methods>(text: string): Methods[M]["answer"] {
  const outcome = JSON.parse(text) as Outcome<Methods[M]["answer"]>;
  if ("answer" in outcome) return outcome.answer;
  throw new CallFailed(outcome.error.reason, outcome.error.message, outcome.error.problems);
}
