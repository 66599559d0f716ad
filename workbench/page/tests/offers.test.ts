import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableView } from "../src/runtime/answers";
import { withoutWinner } from "../src/table/offers";

type End = Parameters<typeof withoutWinner>[1];

const context: Parameters<typeof withoutWinner>[0] = {
  say: (key: string, values: Record<string, unknown> = {}): string => [key, ...Object.values(values)].join(" "),
};
const scored: TableView["scores"] = [{ points: [30, 30], shares: [] }];
const level: End = { match: false, scores: scored, winner_is: "side", side_names: ["Anna", "Bea"] };

test("a level hand ends with the points of both sides", () => {
  assert.equal(withoutWinner(context, level), "table_level_hand 30 (Anna), 30 (Bea)");
});

test("a level match, a void hand and a game without a winner have ends of their own", () => {
  assert.equal(withoutWinner(context, { ...level, match: true }), "table_level");
  assert.equal(withoutWinner(context, { ...level, scores: [] }), "table_void");
  assert.equal(withoutWinner(context, { ...level, winner_is: null }), "table_over");
});
