/** A game at the table over a service that answers later: what quick presses mean. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardChoice, DealtTable, ShownMove, TableView } from "../src/runtime/answers";
import type { Context } from "../src/shell/pane";
import { TableGame } from "../src/table/table_game";

const AT_THE_TABLE = {
  seat: 0,
  actor: 0,
  seats: ["person", "person"],
  moves: [],
  more_moves: 0,
  moves_played: 0,
  swept: [],
  log: [],
  memory: [],
};
const VIEW = AT_THE_TABLE as unknown as TableView;

/** The service: each call waits until the test answers it. */
class Service {
  readonly asked: { method: string; args: Record<string, unknown>; answer: (answer: unknown) => void }[] = [];

  call(method: string, args: Record<string, unknown>): Promise<unknown> {
    return new Promise((answer) => this.asked.push({ method, args, answer }));
  }

  /** Answer the last call. */
  async answer(method: string, answer: unknown): Promise<void> {
    const last = this.asked.at(-1);
    assert.equal(last?.method, method);
    last?.answer(answer);
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((go) => setImmediate(go));
}

function whole(...phrases: string[]): CardChoice {
  return {
    whole: phrases.map((phrase): ShownMove => ({ phrase, text: phrase, by: [], cards: [], unseen: [], makes: [] })),
    begun: [],
    series: [],
  };
}

/** A hand that was dealt and waits for the person's move. */
async function dealt(): Promise<{ game: TableGame; service: Service }> {
  const service = new Service();
  const words = { say: () => "", announce: () => undefined, language: "en", text: { main: "g" }, settings: {}, client: service };
  const game = new TableGame(words as unknown as Context, () => undefined);
  const seats = { seed: 1, seat: 0, match: false, opponent: "person", names: [] } as const;
  const dealing = game.deal(seats, 2);
  await settled();
  await service.answer("deal", { view: { ...VIEW, seats: ["person", "random"] }, stopped: null } satisfies Pick<
    DealtTable,
    "view" | "stopped"
  >);
  await dealing;
  return { game, service };
}

test("a card that is pressed twice before it is known what it means is played", async () => {
  const { game, service } = await dealt();
  void game.press("7C");
  void game.press("7C");
  await settled();
  assert.deepEqual(service.asked.at(-1)?.args["cards"], ["7C"]);
  await service.answer("choices", whole("play 7C"));
  assert.equal(service.asked.at(-1)?.method, "act");
  assert.equal(service.asked.at(-1)?.args["move"], "play 7C");
});

test("a card that means no move is no longer chosen after a second quick press", async () => {
  const { game, service } = await dealt();
  void game.press("7C");
  void game.press("7C");
  await settled();
  await service.answer("choices", whole());
  assert.deepEqual([...game.chosen], []);
  assert.equal(service.asked.at(-1)?.method, "choices");
});

test("three cards that are pressed quickly are chosen together", async () => {
  const { game, service } = await dealt();
  for (const card of ["7C", "3D", "4D"]) void game.press(card);
  await settled();
  for (const _ of [1, 2, 3]) await service.answer("choices", whole());
  assert.deepEqual([...game.chosen], ["7C", "3D", "4D"]);
});

test("a button that is pressed twice makes one move", async () => {
  const { game, service } = await dealt();
  void game.play("draw");
  void game.play("draw");
  await settled();
  await service.answer("act", { ...VIEW });
  assert.equal(game.refused, "");
  assert.deepEqual(
    service.asked.map(({ method }) => method),
    ["deal", "act"],
  );
});

test("moves that are laid one after the other are all made", async () => {
  const { game, service } = await dealt();
  void game.playAll(["lay A♣", "lay 2♣"]);
  for (const _ of [1, 2]) {
    await settled();
    await service.answer("act", { ...VIEW });
  }
  assert.deepEqual(
    service.asked.slice(1).map(({ args }) => args["move"]),
    ["lay A♣", "lay 2♣"],
  );
});
