/** The client with fake workers: the messages to them, and the calls that are pending when one is lost. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { CallFailed, Client, type State } from "../src/runtime/client";
import type { FromWorker, ToWorker } from "../src/runtime/protocol";

type Heard = Extract<ToWorker, { kind: "call" }>;

class StubWorker {
  static readonly made: StubWorker[] = [];
  readonly calls: Heard[] = [];
  role = "";
  terminated = false;
  readonly #listeners = new Map<string, (event: object) => void>();

  /** A worker that is not a module only measures the time of a loop: this long. */
  static took = 100;
  readonly #times: boolean;

  constructor(_: string, options?: object) {
    this.#times = options === undefined;
    if (!this.#times) StubWorker.made.push(this);
  }

  addEventListener(kind: string, listener: (event: object) => void): void {
    this.#listeners.set(kind, listener);
    if (this.#times && kind === "message") listener({ data: { took: StubWorker.took } });
  }

  postMessage(message: ToWorker): void {
    if (message.kind === "call") this.calls.push(message);
    else this.role = message.role;
  }

  terminate(): void {
    this.terminated = true;
  }

  send(data: FromWorker): void {
    this.#listeners.get("message")?.({ data });
  }

  start(): void {
    this.send({ kind: "ready", took: { unpacked: 1, interpreter: 1, imported: 1 } });
  }

  answer(answer: unknown): void {
    this.send({ kind: "answer", id: this.calls.at(-1)?.id ?? 0, answer: JSON.stringify({ answer }) });
  }

  crash(message = "out of memory"): void {
    this.#listeners.get("error")?.({ message });
  }

  /** The called methods with their arguments, except the language. */
  get heard(): readonly (readonly [string, unknown])[] {
    return this.calls.map(({ method, arguments: args }) => {
      const { language: _, ...rest } = JSON.parse(args) as Record<string, unknown>;
      return [method, rest];
    });
  }
}

/** Let pending promises run. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

async function worker(number: number): Promise<StubWorker> {
  await settled();
  const made = StubWorker.made[number];
  assert.ok(made !== undefined, `worker ${number} was not made`);
  return made;
}

beforeEach(() => {
  StubWorker.made.length = 0;
  StubWorker.took = 100;
  const fetch = (): Promise<unknown> => Promise.resolve({ ok: true, text: () => Promise.resolve("") });
  Object.assign(globalThis, { Worker: StubWorker, document: { baseURI: "http://localhost/" }, fetch });
  mock.method(console, "warn", () => undefined);
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test("calls go to the worker one at a time, in their order, in the page's language", async () => {
  const client = new Client();
  client.language = "it";
  const first = client.call("put", { files: {} });
  const second = client.call("record", {});
  const language = await worker(0);
  assert.deepEqual(language.heard, [], "none before the start");
  language.start();
  assert.deepEqual(language.heard, [["put", { files: {} }]]);
  assert.equal(JSON.parse(language.calls[0]?.arguments ?? "").language, "it");
  language.answer(null);
  await first;
  language.answer("x");
  assert.equal(await second, "x");
});

test("an error of the service rejects the call with its reason", async () => {
  const client = new Client();
  const failures: CallFailed[] = [];
  client.watchFailures((failure) => failures.push(failure));
  const call = client.call("record", {});
  const language = await worker(0);
  language.start();
  const error = { reason: "refused", message: "no", problems: [] };
  language.send({ kind: "answer", id: 1, answer: JSON.stringify({ error }) });
  await assert.rejects(call, (failure) => failure instanceof CallFailed && failure.reason === "refused" && failure.message === "no");
  assert.deepEqual(failures, [], "a refusal is an answer, not a failure of the page");
});

test("a call that is aborted before its turn is never sent", async () => {
  const client = new Client();
  const running = client.call("put", { files: {} });
  const stop = new AbortController();
  const waiting = client.call("record", {}, { signal: stop.signal });
  const language = await worker(0);
  language.start();
  stop.abort();
  await assert.rejects(waiting, { reason: "stopped" });
  language.answer(null);
  await running;
  assert.deepEqual(language.heard, [["put", { files: {} }]]);
});

test("a worker that crashes is replaced, and the new one gets the texts and the table again", async () => {
  const client = new Client();
  const states: State[] = [];
  client.watch((state) => states.push(state));
  const first = await worker(0);
  first.start();
  const put = client.call("put", { files: { "mia.regole": "game mia\n" } });
  first.answer(null);
  await put;
  const dealing = { name: "mia.regole", seed: 1, settings: {}, seats: ["person"], match: false, moves: [], hands: 1, names: [] };
  const deal = client.call("deal", { dealing, seat: 0 } as unknown as Parameters<typeof client.call<"deal">>[1]);
  first.answer({});
  await deal;
  await settled();
  first.answer(dealing);
  await settled();
  const lost = client.call("record", {});
  first.crash();
  await assert.rejects(lost, { reason: "broken", message: "out of memory" });
  assert.ok(first.terminated);
  const second = await worker(1);
  second.start();
  second.answer(null);
  assert.deepEqual(second.heard, [
    ["put", { files: { "mia.regole": "game mia\n" } }],
    ["deal", { dealing, seat: 0 }],
  ]);
  await settled();
  assert.deepEqual(states, ["starting", "ready", "restarting", "ready"]);
});

/** Let this time pass, as for a page that is not held up. */
async function pass(time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 1) mock.timers.tick(1);
  await settled();
}

/** A client whose worker has answered a call. */
async function begun(): Promise<[Client, StubWorker]> {
  const client = new Client();
  const first = client.call("record", {});
  const language = await worker(0);
  language.start();
  language.answer("x");
  await first;
  return [client, language];
}

test("a call over its budget ends the worker; calls that waited are answered by the next one", async () => {
  const [client] = await begun();
  const failures: string[] = [];
  client.watchFailures(({ reason }) => failures.push(reason));
  const slow = client.call("record", {}, { budget: 100 });
  const waiting = client.call("text", { name: "mia.regole" });
  const ended = assert.rejects(slow, { reason: "too long" });
  await pass(110);
  await ended;
  const next = await worker(1);
  next.start();
  next.answer("game mia\n");
  assert.equal(await waiting, "game mia\n");
  assert.deepEqual(next.heard, [["text", { name: "mia.regole" }]]);
  assert.deepEqual(failures, ["too long"]);
});

test("a call that waits and is aborted after the worker is lost is not sent to the next one", async () => {
  const [client, language] = await begun();
  const stop = new AbortController();
  const lost = client.call("record", {});
  const waiting = client.call("record", {}, { signal: stop.signal });
  language.crash();
  await assert.rejects(lost, { reason: "broken" });
  stop.abort();
  await assert.rejects(waiting, { reason: "stopped" });
  const next = await worker(1);
  next.start();
  assert.deepEqual(next.heard, []);
});

test("the first answer has longer than the others, and texts that are put do not count", async () => {
  const client = new Client();
  const put = client.call("put", { files: {} });
  const first = client.call("record", {}, { budget: 100 });
  const language = await worker(0);
  language.start();
  language.answer(null);
  await put;
  await pass(400);
  assert.ok(!language.terminated);
  language.answer("x");
  assert.equal(await first, "x");
});

test("on a processor that is shared by others a call has as much longer as work takes", async () => {
  const [client, language] = await begun();
  StubWorker.took = 300;
  const slow = client.call("record", {}, { budget: 100 });
  const ended = assert.rejects(slow, { reason: "too long", message: "record took longer than 300 ms" });
  await pass(101);
  await pass(190);
  assert.ok(!language.terminated);
  await pass(30);
  await ended;
});

test("an answer that comes while the processor is timed is an answer", async () => {
  const [client, language] = await begun();
  const slow = client.call("record", {}, { budget: 100 });
  for (let passed = 0; passed < 101; passed += 1) mock.timers.tick(1);
  language.answer("late");
  const next = client.call("record", {});
  assert.equal(await slow, "late");
  await settled();
  language.answer("next");
  assert.equal(await next, "next");
  assert.ok(!language.terminated);
});

test("after three replacements a lost worker is the end", async () => {
  const client = new Client();
  let state: State = "starting";
  client.watch((now) => {
    state = now;
  });
  for (let number = 0; number < 4; number += 1) (await worker(number)).crash();
  assert.equal(state, "broken");
  await settled();
  assert.equal(StubWorker.made.length, 4);
  await assert.rejects(client.call("record", {}), { reason: "broken" });
});

test("a worker whose script could not be had is tried again, after a while", async () => {
  const client = new Client();
  const waiting = client.call("record", {});
  (await worker(0)).crash("");
  await settled();
  assert.equal(StubWorker.made.length, 1, "not at once");
  mock.timers.tick(1_001);
  const second = await worker(1);
  second.start();
  second.answer("x");
  assert.equal(await waiting, "x");
  let state: State = "starting";
  client.watch((now) => {
    state = now;
  });
  assert.equal(state, "ready");
});

test("a call apart has a worker of its own, which gets the texts first and ends with the answer", async () => {
  const client = new Client();
  const parts: unknown[] = [];
  const proof = client.apart("record", {}, { part: (part) => parts.push(part) });
  const prover = await worker(1);
  assert.equal(prover.role, "prover");
  prover.start();
  prover.answer(null);
  assert.deepEqual(prover.heard, [
    ["put", { files: {} }],
    ["record", {}],
  ]);
  prover.send({ kind: "part", part: '{"kind":"deciding"}' });
  prover.answer("done");
  assert.equal(await proof, "done");
  assert.deepEqual(parts, [{ kind: "deciding" }]);
  assert.ok(prover.terminated);
});
