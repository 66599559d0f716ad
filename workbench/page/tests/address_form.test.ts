import assert from "node:assert/strict";
import { test } from "node:test";
import { asShown, followedOf, handOf, isStep, namesWritten, query, shortened, targetOf } from "../src/address_form";

const hand = { deal: "17", seats: "person.greedy", match: "1", hands: "2", rules: "napola-yes", moves: "a.b" };

test("an address that is read is written again as it was; what it does not know is left out", () => {
  const written = "game=scopa&pane=table&deal=17&moves=a.b";
  assert.equal(query(asShown(`${written}&utm=x`)), written);
});

test("a hand is read with its seats, house rules and moves", () => {
  assert.deepEqual(handOf(hand, "scopa.regole"), {
    settings: { napola: "yes" },
    dealing: {
      name: "scopa.regole",
      seed: 17,
      settings: { napola: "yes" },
      seats: ["person", "greedy"],
      match: true,
      moves: ["a", "b"],
      hands: 2,
      names: [],
    },
  });
});

test("a hand that cannot be one is no hand", () => {
  const wrong = [
    {},
    { ...hand, deal: "x" },
    { ...hand, deal: "12345678" },
    { ...hand, seats: "greedy.greedy" },
    { ...hand, seats: "person.cheater" },
    { ...hand, seats: Array(13).fill("person").join(".") },
    { ...hand, rules: "napola" },
    { ...hand, hands: "0" },
    { ...hand, hands: "1.5" },
    { ...hand, moves: Array(5001).fill("a").join(".") },
  ];
  for (const one of wrong) assert.equal(handOf(one, "scopa.regole"), null, JSON.stringify(one).slice(0, 80));
});

test("a record goes into an address and comes out of it, whatever its characters", () => {
  const record = '{"note": "perché ♠ 𝄞"}';
  const shown = followedOf({ hand: { title: "t", record } });
  assert.deepEqual(targetOf(shown ?? {}), { pane: "table", target: { hand: { title: "t", record } } });
  assert.deepEqual(targetOf({ record: "%" })?.target, { hand: { title: "", record: "" } });
});

test("a link that would be too long leaves out the moves, then the record", () => {
  const long = { game: "scopa", deal: "1", moves: "a.".repeat(5000), record: "r".repeat(100), title: "t" };
  assert.equal(shortened(long), query({ game: "scopa", deal: "1", record: long.record, title: "t" }));
  assert.equal(shortened({ ...long, record: "r".repeat(9000) }), "game=scopa&deal=1");
  assert.equal(shortened({ game: "scopa" }), "game=scopa");
});

test("Back takes back a change of game or pane, and no move", () => {
  assert.ok(isStep({ game: "scopa", pane: "table" }, { game: "scopa", pane: "proofs" }));
  assert.ok(isStep({ game: "scopa", deal: "1" }, { game: "scopa", deal: "2" }));
  assert.ok(!isStep({ game: "scopa", deal: "1" }, { game: "scopa", deal: "1", moves: "a" }));
  assert.ok(!isStep({ game: "scopa" }, { game: "scopa", deal: "1", seats: "person" }), "the first deal of a game");
});

test("names of players go into an address and come out of it, and the page's own address leaves them out", () => {
  const names = namesWritten(["Anna, la mia", "", "Ivo & <b>"]);
  assert.deepEqual(handOf(asShown(query({ ...hand, names })), "scopa.regole")?.dealing.names, ["Anna  la mia", "", "Ivo & <b>"]);
  assert.equal(namesWritten(["", ""]), "");
  assert.equal(shortened({ ...hand, names }), query(hand));
  const long = handOf({ ...hand, names: `${"x".repeat(500)},${"y,".repeat(500)}` }, "scopa.regole")?.dealing.names ?? [];
  assert.equal(long.length, 12);
  assert.equal(long[0], "x".repeat(24));
});

test("a hand that was played is a target with its deal and its moves; without a deal it is none", () => {
  const found = targetOf({ ...hand, played: "1", title: "Sunday" }, "scopa.regole");
  assert.equal(found?.target.played?.title, "Sunday");
  assert.deepEqual(found?.target.played?.dealing.moves, ["a", "b"]);
  assert.deepEqual(followedOf(found?.target), { played: "1", title: "Sunday" });
  assert.equal(targetOf({ played: "1" }, "scopa.regole"), null);
});
