/**
 * The page's client of the service, shared by every pane.
 *
 * The language worker is watched: one that takes longer than a call's budget, or crashes, is ended, and another is
 * started with the same session, which answers the calls that had to wait. Until Python has started, recorded answers
 * are given; then Python gets the table in the state that resulted from them. Calls that take much time and memory run
 * `apart`, in a separate worker that gets the same texts and ends after its answer.
 */

import type { Dealing, Language, Methods, Outcome } from "./answers";
import { type Call, Connection } from "./connection";
import { CallFailed } from "./failure";
import { ABOUT_TABLE, FirstHandAnswers } from "./first_hands";
import type { Times } from "./protocol";
import { CHANGE_TABLE, EMPTY_SESSION, restoringCalls, type Session, type SessionCall } from "./session";

export { CallFailed } from "./failure";

export interface Options {
  /** Aborting it rejects the call; a call that has not begun is never sent. */
  readonly signal?: AbortSignal;
  /** Called with the events of the call, in order, before it is answered. */
  readonly part?: (part: unknown) => void;
  /** Milliseconds until the worker is ended. */
  readonly budget?: number;
}

/** The state of the language worker; `broken` is final: it has failed too often. */
export type State = "starting" | "ready" | "restarting" | "broken";

const BUDGET = 10_000;
const LONG_BUDGET = 3_600_000;
const MOST_RESTARTS = 3;
const RETRY = 1_000;

export class Client {
  /** The language of calls that do not name one. */
  language: Language = "en";
  private connection: Connection;
  private session: Session = EMPTY_SESSION;
  /** Recorded answers, until Python has started or the table is no longer as recorded. */
  private recorded: FirstHandAnswers | null = new FirstHandAnswers();
  private restarts = 0;
  private current: State = "starting";
  private readonly watchers = new Set<(state: State) => void>();
  private readonly failureWatchers = new Set<(failure: CallFailed) => void>();
  private readonly tableWatchers = new Set<(table: Dealing) => void>();
  private lastFailure: CallFailed | null = null;

  /** Start the first worker after another promise has settled: the first rendering. */
  constructor(after: Promise<void> = Promise.resolve()) {
    this.connection = this.connect(after);
  }

  /** The times of the steps in which the language worker starts. */
  get started(): Promise<Times> {
    return this.connection.ready;
  }

  /** Call a method of the service; rejects with `CallFailed`. */
  call<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Methods[M]["answer"]> {
    if (method === "put") this.recorded?.put((args as Methods["put"]["arguments"]).files);
    return this.recorded?.concerns(method) === true ? this.early(method, args, options) : this.asked(method, args, options);
  }

  /** The seed of one of the recorded hands of a game; null if Python has started or there is none. */
  async firstSeed(file: string): Promise<number | null> {
    const seeds = (await this.recorded?.seeds(file, this.language)) ?? [];
    return this.recorded === null ? null : (seeds[Math.floor(Math.random() * seeds.length)] ?? null);
  }

  /** Answer a call from the recorded answers, or send it to Python. */
  private async early<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options): Promise<Methods[M]["answer"]> {
    const found = await this.recorded?.answer(method, args, args.language ?? this.language);
    if (found && this.recorded !== null) {
      if (found.table !== undefined) this.rememberTable(found.table);
      return found.answer as Methods[M]["answer"];
    }
    if (ABOUT_TABLE.has(method)) this.takeOver();
    return await this.asked(method, args, options);
  }

  /** Give Python the table that resulted from recorded answers, and send all later calls to it. */
  private takeOver(): void {
    if (this.recorded === null) return;
    this.recorded = null;
    if (this.session.table !== null) restore(this.connection, { ...this.session, texts: {} });
  }

  private async asked<M extends keyof Methods>(
    method: M,
    args: Methods[M]["arguments"],
    options: Options = {},
  ): Promise<Methods[M]["answer"]> {
    const answer = await this.resolved<M>(this.sent(asCall({ method, arguments: this.withLanguage(args) }, options, BUDGET)));
    this.restarts = 0;
    if (method === "put") this.remember((args as Methods["put"]["arguments"]).files);
    if (CHANGE_TABLE.has(method)) {
      const dealing = this.connection.call(asCall({ method: "dealing", arguments: {} }, {}, BUDGET));
      void dealing.then((text) => this.rememberTable(parsedAnswer<"dealing">(text))).catch(() => undefined); // as it was before
    }
    return answer;
  }

  /**
   * Call a method in a separate worker, which loads the solver and gets the texts; aborting ends that worker at once.
   */
  apart<M extends keyof Methods>(method: M, args: Methods[M]["arguments"], options: Options = {}): Promise<Methods[M]["answer"]> {
    return this.withProver((call) => call(method, args, options), options.signal);
  }

  /** Make several calls in such a worker, which ends when `use` returns. */
  async withProver<T>(use: (call: Client["call"]) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const connection = new Connection("prover", () => undefined);
    signal?.addEventListener("abort", () => connection.end(), { once: true });
    if (signal?.aborted === true) connection.end();
    try {
      restore(connection, { ...this.session, table: null });
      return await use((method, args, options = {}) =>
        this.resolved<typeof method>(connection.call(asCall({ method, arguments: this.withLanguage(args) }, options, LONG_BUDGET))),
      );
    } finally {
      connection.end();
    }
  }

  /** Call a watcher with the state now, and whenever it changes. */
  watch(watcher: (state: State) => void): void {
    this.watchers.add(watcher);
    watcher(this.current);
  }

  /** Call a watcher with each failure of the page: a call that took too long, or crashed.  A refusal is an answer. */
  watchFailures(watcher: (failure: CallFailed) => void): void {
    this.failureWatchers.add(watcher);
  }

  /** Call a watcher with the recipe of the table, whenever it changes. */
  watchTable(watcher: (table: Dealing) => void): void {
    this.tableWatchers.add(watcher);
  }

  /** Send a call to the worker, or to the next one if this one is lost before the call is sent. */
  private async sent(call: Call): Promise<string> {
    for (;;) {
      const { connection } = this;
      let begun = false;
      try {
        return await connection.call({ ...call, begun: () => (begun = true) });
      } catch (failure) {
        if (begun || call.signal?.aborted === true || connection === this.connection) throw failure;
      }
    }
  }

  private async resolved<M extends keyof Methods>(call: Promise<string>): Promise<Methods[M]["answer"]> {
    try {
      return parsedAnswer<M>(await call);
    } catch (failure) {
      if (failure instanceof CallFailed) this.reportFailure(failure);
      throw failure;
    }
  }

  /** Report a failure once: all calls that waited for a lost worker share one. */
  private reportFailure(failure: CallFailed): void {
    if (failure === this.lastFailure || failure.reason === "refused" || failure.reason === "stopped") return;
    this.lastFailure = failure;
    for (const watcher of this.failureWatchers) watcher(failure);
  }

  private withLanguage<A extends object>(args: A): A {
    return { language: this.language, ...args };
  }

  private remember(files: Session["texts"]): void {
    this.session = { ...this.session, texts: { ...this.session.texts, ...files } };
  }

  private rememberTable(table: Dealing): void {
    this.session = { ...this.session, table };
    for (const watcher of this.tableWatchers) watcher(table);
  }

  private connect(after?: Promise<void>): Connection {
    const connection = new Connection("language", (failure) => this.lost(failure), after);
    connection.ready.then(
      () => {
        this.takeOver();
        this.setState("ready");
      },
      () => undefined, // `lost` is called
    );
    restore(connection, this.session);
    return connection;
  }

  private lost(failure: CallFailed): void {
    console.warn(failure.message);
    this.restarts += 1;
    if (this.restarts > MOST_RESTARTS) {
      this.setState("broken");
      return;
    }
    this.setState("restarting");
    const pause = failure.reason === "not fetched" ? RETRY * this.restarts : 0; // a service worker that is just waking
    this.connection = this.connect(pause > 0 ? new Promise((go) => setTimeout(go, pause)) : undefined);
  }

  private setState(state: State): void {
    this.current = state;
    for (const watcher of this.watchers) watcher(state);
  }
}

function restore(connection: Connection, session: Session): void {
  if (session === EMPTY_SESSION) return;
  for (const call of restoringCalls(session)) connection.call(asCall(call, {}, BUDGET)).catch(() => undefined); // `lost` is called
}

function asCall(call: SessionCall, { signal, part, budget }: Options, usual: number): Call {
  return {
    method: call.method,
    arguments: JSON.stringify(call.arguments),
    budget: budget ?? usual,
    part: part === undefined ? undefined : (text) => part(JSON.parse(text)),
    signal,
  };
}

function parsedAnswer<M extends keyof Methods>(text: string): Methods[M]["answer"] {
  const outcome = JSON.parse(text) as Outcome<Methods[M]["answer"]>;
  if ("answer" in outcome) return outcome.answer;
  throw new CallFailed(outcome.error.reason, outcome.error.message, outcome.error.problems);
}
