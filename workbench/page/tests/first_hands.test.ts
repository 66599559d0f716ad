/** Answers that the build has recorded, before Python has started; and the change to Python. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Dealing, FirstHands } from "../src/runtime/answers";
import { Client } from "../src/runtime/client";
import type { FromWorker, ToWorker } from "../src/runtime/protocol";

let sent: (readonly [string, Record<string, unknown>])[] = [];
let send: (message: FromWorker) => void = () => undefined;

class StubWorker {
  addEventListener(kind: string, listener: (event: object) => void): void {
    if (kind === "message") send = (data): void => listener({ data });
  }

  postMessage(message: ToWorker): void {
    if (message.kind === "call") sent.push([message.method, JSON.parse(message.arguments)]);
  }

  terminate(): void {
    return;
  }
}

const DEALING: Dealing = {
  name: "scopa.regole",
  seed: 3,
  settings: { points: "11" },
  seats: ["person", "greedy"],
  match: false,
  moves: [],
  hands: 1,
  names: [],
};
const position = (moves: readonly string[], rest: object): object => ({
  moves,
  view: moves.join(),
  choices: [],
  acts: {},
  machine: null,
  ...rest,
});
const RECORD = {
  rulesets: ["scopa", "fishing"],
  problems: [],
  controls: "controls",
  hands: [
    {
      dealing: DEALING,
      positions: [
        position([], { view: "dealt", acts: { a: 1 }, choices: [{ cards: ["1", "2"], choice: "chosen" }] }),
        position(["a"], { machine: 2 }),
        position(["a", "m"], {}),
      ],
    },
  ],
} as unknown as FirstHands;

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
const answered = (value: unknown): void => send({ kind: "answer", id: 0, answer: JSON.stringify({ answer: value }) });
const start = (): void => send({ kind: "ready", took: { unpacked: 1, interpreter: 1, imported: 1 } });
const deal = (dealing: Partial<Dealing> = {}): { dealing: Dealing; seat: number; language: "en" } => ({
  dealing: { ...DEALING, settings: {}, ...dealing },
  seat: 0,
  language: "en",
});
const atSeat = { seat: 0, language: "en" } as const;

beforeEach(() => {
  sent = [];
  const fetch = (url: URL): Promise<unknown> => {
    const file = String(url);
    if (file.endsWith("worker.js")) return Promise.resolve({ ok: true, text: () => Promise.resolve("") });
    return Promise.resolve({ ok: file.endsWith("hands/scopa.en.json"), json: () => Promise.resolve(RECORD) });
  };
  Object.assign(globalThis, { Worker: StubWorker, document: { baseURI: "http://localhost/" }, fetch });
});

test("a recorded hand is dealt and played before Python has started, which then takes it over", async () => {
  const client = new Client();
  const tables: Dealing[] = [];
  client.watchTable((table) => tables.push(table));
  assert.deepEqual(await client.call("problems", { name: "scopa.regole" }), []);
  assert.equal(await client.call("controls", { name: "scopa.regole", language: "en" }), "controls");
  assert.equal(await client.firstSeed("scopa.regole"), 3);
  assert.deepEqual(await client.call("deal", deal()), { view: "dealt", stopped: null });
  assert.equal(await client.call("choices", { ...atSeat, cards: ["2", "1"] }), "chosen");
  assert.equal(await client.call("act", { ...atSeat, move: "a" }), "a");
  assert.equal(await client.call("machine_move", atSeat), "a,m");
  assert.equal(await client.call("undo", { ...atSeat, moves: 2 }), "dealt");
  assert.equal(await client.call("act", { ...atSeat, move: "a" }), "a");
  assert.deepEqual(
    tables.map(({ moves }) => moves),
    [[], ["a"], ["a", "m"], [], ["a"]],
  );
  start();
  await settled();
  answered(null);
  const taken = { ...DEALING, moves: ["a"] };
  assert.deepEqual(sent.at(-1), ["deal", { dealing: taken, seat: 0, language: "en" }]);
  answered({});
  const next = client.call("machine_move", atSeat);
  await settled();
  assert.equal(sent.at(-1)?.[0], "machine_move", "Python is asked from now on");
  answered("from Python");
  assert.equal(await next, "from Python");
});

test("a move that is not recorded waits for Python, which is dealt the hand before it", async () => {
  const client = new Client();
  await client.call("deal", deal());
  const move = client.call("act", { ...atSeat, move: "b" });
  await settled();
  start();
  answered(null);
  answered({});
  answered("b");
  assert.equal(await move, "b");
  assert.deepEqual(
    sent.map(([method]) => method),
    ["put", "deal", "act", "dealing"],
  );
});

test("what is not as it was recorded waits for Python", async () => {
  const others: readonly Partial<Dealing>[] = [
    { seed: 4 },
    { settings: { points: "21" } },
    { seats: ["person", "good"] },
    { match: true },
    { moves: ["b"] },
    { name: "briscola.regole" },
  ];
  for (const other of others) {
    const client = new Client();
    let done = false;
    void client.call("deal", deal(other)).then(() => (done = true));
    await settled();
    assert.ok(!done, JSON.stringify(other));
  }
});

test("a hand of a link that is recorded is shown at once, after its moves", async () => {
  const client = new Client();
  const settings = { points: "11" };
  assert.deepEqual(await client.call("deal", deal({ settings, moves: ["a", "m"] })), { view: "a,m", stopped: null });
});

test("a game of which a text is the reader's is not answered from the record", async () => {
  const client = new Client();
  void client.call("put", { files: { "fishing.mine.regole": "annex mine of fishing\n" } });
  let done = false;
  void client.call("problems", { name: "scopa.regole" }).then(() => (done = true));
  await settled();
  assert.ok(!done);
  assert.equal(await client.firstSeed("scopa.regole"), null);
});

test("once Python has started no seed is recommended", async () => {
  const client = new Client();
  await settled();
  start();
  await settled();
  assert.equal(await client.firstSeed("scopa.regole"), null);
});
