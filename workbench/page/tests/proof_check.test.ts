import assert from "node:assert/strict";
import { test } from "node:test";
import type { Script } from "../../../checker/check.mjs";
import { answers, outcomeOf } from "../src/proofs/proof_check";

/** A level with a fact, and two checks under it. */
const SCRIPT: Script = {
  declared: ["(declare-const a!1 Int)"],
  asserted: ["(assert (< a!1 0))", "(assert (< 0 a!1))", "(assert (< a!1 9))"],
  steps: [
    { push: true },
    { assert: 0 },
    ...[1, 2].flatMap((number) => [{ push: true as const }, { assert: number }, { check: `part ${number}` }, { pop: true as const }]),
    { pop: true },
  ],
};

/** A solver that answers questions in order, and the scripts that it received. */
function solving(...found: readonly (readonly string[])[]): {
  readonly scripts: string[];
  readonly solve: (text: string) => Promise<string[]>;
} {
  const scripts: string[] = [];
  const solve = (text: string): Promise<string[]> => {
    scripts.push(text);
    return Promise.resolve([...(found[scripts.length - 1] ?? [])]);
  };
  return { scripts, solve };
}

test("the facts of a check are asked before it, and each answer is that of its own question", async () => {
  const { scripts, solve } = solving(["sat", "sat", "unsat", "unsat", "sat"]);
  assert.deepEqual(await answers(SCRIPT, solve), [
    { part: "part 1", answer: "unsat", vacuous: false },
    { part: "part 2", answer: "sat", vacuous: true },
  ]);
  const asked = (scripts[0] ?? "").split("\n").filter((line) => !line.startsWith("(set-option"));
  const check = (number: number): string[] => ["(check-sat)", "(push 1)", SCRIPT.asserted[number] ?? "", "(check-sat)", "(pop 1)"];
  const before = ["(set-logic ALL)", ...SCRIPT.declared, "(check-sat)", "(push 1)", SCRIPT.asserted[0]];
  assert.deepEqual(asked, [...before, ...check(1), ...check(2), "(pop 1)"]);
});

test("a check that the solver leaves undecided is asked by itself, with the facts of its levels", async () => {
  const { scripts, solve } = solving(["sat", "sat", "unknown", "sat", "unsat"], ["unsat"]);
  const [first] = await answers(SCRIPT, solve);
  assert.equal(first?.answer, "unsat");
  const lines = ["(set-logic ALL)", ...SCRIPT.declared, SCRIPT.asserted[0], SCRIPT.asserted[1], "(check-sat)"];
  assert.deepEqual(scripts[1]?.split("\n"), lines);
});

test("an answer that is missing is not taken for one", async () => {
  await assert.rejects(answers(SCRIPT, solving(["sat", "sat", "unsat"]).solve));
});

test("only a check that leaves nothing open is called one", () => {
  const verdict = (status: "checked" | "open" | "unknown"): { readonly name: string; readonly status: typeof status } => ({
    name: "a",
    status,
  });
  assert.equal(outcomeOf({ code: 0, verdicts: [verdict("checked")] }), "checked");
  assert.equal(outcomeOf({ code: 0, verdicts: [verdict("unknown")] }), "check_open");
  assert.equal(outcomeOf({ code: 0, verdicts: [] }), "check_open");
  assert.equal(outcomeOf({ code: 3, verdicts: [verdict("checked")] }), "check_open");
  assert.equal(outcomeOf({ code: 1, verdicts: [verdict("checked")] }), "check_failed");
});
