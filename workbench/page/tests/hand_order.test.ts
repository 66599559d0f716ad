import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownCard, TableView } from "../src/runtime/answers";
import { HandOrder, type Memory } from "../src/table/hand_order";

type Dealt = Pick<TableView, "seed" | "hands" | "seat" | "seats">;
const FIRST: Dealt = { seed: 7, hands: 1, seat: 0, seats: ["person", "random"] };

function memory(text: string | null = null): Memory & { text: string | null } {
  return {
    text,
    read() {
      return this.text;
    },
    write(written) {
      this.text = written;
    },
  };
}

function begun(of: Memory, dealt: Dealt = FIRST): HandOrder {
  const order = new HandOrder(of);
  order.begin("scopa.regole", dealt);
  return order;
}

const cards = (codes: string): readonly ShownCard[] => codes.split(" ").map((code) => ({ code }) as ShownCard);
const held = (order: HandOrder, codes: string): string =>
  order
    .arranged("hand-0", cards(codes))
    .map(({ code }) => code)
    .join(" ");

test("a hand is held as the game has it until it is arranged, and again when it is sorted", () => {
  const order = begun(memory());
  assert.equal(held(order, "A B C"), "A B C");
  order.put("hand-0", ["A", "B", "C"], "C", "A");
  assert.equal(held(order, "A B C"), "C A B");
  assert.equal(order.isArranged("hand-0"), true);
  order.sort("hand-0");
  assert.equal(held(order, "A B C"), "A B C");
  assert.equal(order.isArranged("hand-0"), false);
});

test("a card that comes is put at the end, and one that is taken back where it was", () => {
  const order = begun(memory());
  order.put("hand-0", ["A", "B", "C"], "C", "A");
  assert.equal(held(order, "0 A B"), "A B 0"); // C is played, 0 has come
  order.put("hand-0", ["A", "B", "0"], "0", "B");
  assert.equal(held(order, "0 A B C"), "C A 0 B");
  order.put("hand-0", ["C", "A", "0", "B"], "C", null);
  assert.equal(held(order, "0 A B C"), "A 0 B C");
});

test("a card that is read as another is the same card", () => {
  const order = begun(memory());
  order.put("hand-0", ["A", "JK"], "JK", "A");
  assert.equal(held(order, "A JK/7D"), "JK/7D A");
});

test("an order is kept for its own hand alone", () => {
  const kept = memory();
  begun(kept).put("hand-0", ["A", "B"], "B", "A");
  assert.equal(held(begun(kept), "A B"), "B A");
  for (const other of [
    { ...FIRST, seed: 8 },
    { ...FIRST, hands: 2 },
    { ...FIRST, seat: 1 },
  ]) {
    assert.equal(held(begun(kept, other), "A B"), "A B");
  }
});

test("a hand that is dealt again later is held as it is dealt", () => {
  const order = begun(memory());
  order.put("hand-0", ["A", "B"], "B", "A");
  order.begin("scopa.regole", { ...FIRST, seed: 8 });
  order.begin("scopa.regole", FIRST);
  assert.equal(held(order, "A B"), "A B");
});

test("what was kept by something else is no order", () => {
  for (const text of ["", "{", "null", "[]", '{"hand":1}', `{"hand":${JSON.stringify("x")},"orders":{"hand-0":7}}`]) {
    assert.equal(held(begun(memory(text)), "A B"), "A B");
  }
  const kept = memory();
  begun(kept).put("hand-0", ["A", "B"], "B", "A");
  const spoilt = (kept.text ?? "").replace('["B","A"]', '[["B"],7]');
  assert.notEqual(spoilt, kept.text);
  assert.equal(held(begun(memory(spoilt)), "A B"), "A B");
});
