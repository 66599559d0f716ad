import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownMemory, ShownZone } from "../src/runtime/answers";
import { parties, type Seated, zoneKey } from "../src/table/table_layout";

function zone(name: string, owned_by: ShownZone["owned_by"], owner: number | null, size = 1): ShownZone {
  return { zone: name, owned_by, owner, size, cards: owned_by === "table" ? [] : null } as unknown as ShownZone;
}

/** Memory with a text for each owner, or an empty one. */
function memory(owner: ShownMemory["owner"], ...said: string[]): ShownMemory {
  return { name: "", title: "", owner, values: said, said };
}

const pairs: Seated = {
  seat: 1,
  actor: 2,
  player_names: ["A", "B", "C", "D"],
  side_names: ["AC", "BD"],
  sides: [0, 1, 0, 1],
  zones: [
    zone("hand", "player", 0),
    zone("hand", "player", 1),
    zone("hand", "player", 2, 0),
    zone("taken", "side", 0),
    zone("taken", "side", 1),
    zone("table", "table", null, 0),
  ],
  memory: [],
  tricks: [],
};

test("the others are above in the order of play, the shared places in the middle, one's own below", () => {
  assert.deepEqual(
    parties(pairs).map(({ title }) => title),
    ["C", "D", "A", "AC", "", "B", "BD"],
  );
});

test("the player whose move is awaited is marked, and one's own side is one's own", () => {
  const shown = parties(pairs);
  assert.deepEqual(
    shown.filter(({ acts }) => acts).map(({ title }) => title),
    ["C"],
  );
  assert.deepEqual(
    shown.filter(({ own }) => own).map(({ title }) => title),
    ["B", "BD"],
  );
});

test("an empty place is shown on the table alone", () => {
  const shown = parties(pairs).flatMap(({ zones }) => zones.map(zoneKey));
  assert.deepEqual(shown, ["hand-0", "taken-0", "table-", "hand-1", "taken-1"]);
});

test("the places of a side of one are that player's", () => {
  const alone: Seated = { ...pairs, player_names: ["A", "B"], side_names: ["A", "B"], sides: [0, 1], seat: 0 };
  assert.deepEqual(
    parties(alone).map(({ title, zones }) => [title, zones.map(zoneKey)]),
    [
      ["B", ["hand-1", "taken-1"]],
      ["", ["table-"]],
      ["A", ["hand-0", "taken-0"]],
    ],
  );
});

test("the state of play is next to its owner, and on the table if its owner has no places", () => {
  const told = [memory("table", "trump: hearts"), memory("player", "", "bid: 3"), memory("side", "points: 7", "points: 2")];
  const shown = parties({ ...pairs, memory: told, zones: pairs.zones.filter(({ owner, zone: name }) => name !== "taken" || owner !== 1) });
  assert.deepEqual(
    shown.filter(({ facts }) => facts.length > 0).map(({ title, facts }) => [title, facts]),
    [
      ["AC", ["points: 7"]],
      ["", ["trump: hearts", "BD — points: 2"]],
      ["B", ["bid: 3"]],
    ],
  );
});

test("the tricks are on the table", () => {
  const shown = parties({ ...pairs, tricks: ["9♦ (A), then 8♦ (B)"] });
  assert.deepEqual(
    shown.map(({ title, tricks }) => [title, tricks]).filter(([, tricks]) => tricks?.length),
    [["", ["9♦ (A), then 8♦ (B)"]]],
  );
});
