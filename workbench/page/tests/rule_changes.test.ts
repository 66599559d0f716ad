import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleChanges } from "../src/files/rule_changes";
import type { HouseRule } from "../src/runtime/answers";

const rule = (name: string, ...values: string[]): HouseRule => ({
  name,
  title: `the ${name}`,
  default: values[0] ?? "",
  reason: "",
  values: values.map((value) => ({ value, title: value })),
});

const TEXT = `game g
  option target (S7, R8) is 11 among 11, 21
    because en "eleven"
  option target_two is 11 among 11, 15
  option last is won among won, lost
  option four is a among a, b
`;

test("a change of a rule changes one word of the text, in the line of its house rule", () => {
  const [first, second] = ruleChanges(TEXT, [rule("target", "11", "21"), rule("target_two", "11", "15")]);
  assert.equal(first?.text, TEXT.replace("is 11 among 11, 21", "is 21 among 11, 21"));
  assert.equal(first?.line, 1);
  assert.equal(second?.text, TEXT.replace("is 11 among 11, 15", "is 15 among 11, 15"));
});

test("only house rules of the text that have another value are offered, at most three", () => {
  const rules = [rule("elsewhere", "a", "b"), rule("last", "won"), rule("target", "11", "21"), rule("target_two", "11", "15")];
  const more = [rule("last", "won", "lost"), rule("four", "a", "b")];
  assert.deepEqual(
    ruleChanges(TEXT, [...rules, ...more]).map(({ rule: { name } }) => name),
    ["target", "target_two", "last"],
  );
  assert.deepEqual(ruleChanges("in italiano\n  opzione target è 11 fra 11, 21\n", [rule("target", "11", "21")]), []);
});
