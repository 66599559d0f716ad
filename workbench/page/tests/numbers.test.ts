import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeasureRow } from "../src/runtime/answers";
import { interval, value, written } from "../src/statistics/numbers";

const mean = { measure: "mean", value: 11.234, low: 11.2, high: 11.3 } as MeasureRow;
const share = { measure: "share", value: 0.4567, low: 0.4, high: 0.5 } as MeasureRow;

test("numbers are written as the language writes them", () => {
  assert.equal(written("it", 1.5, 2), "1,50");
  assert.equal(written("en", 1.5, 2), "1.50");
  assert.equal(written("en", 3, 2), "3");
});

test("a mean is written as it is, a share as one of a hundred", () => {
  assert.equal(value("en", mean), "11.23");
  assert.equal(value("en", share), "45.7");
  assert.equal(interval("en", share), "40 – 50");
});

test("an interval no wider than its value is not written", () => {
  assert.equal(interval("en", { ...mean, low: 11.2, high: 11.2 }), "");
});
