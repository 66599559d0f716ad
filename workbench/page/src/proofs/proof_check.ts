/** Check a proof in the page with the second checker of certificates, which uses the solver in a prover's worker. */

import { type Answer, type Checked, checkCertificate, type Script } from "../../../../checker/check.mjs";
import type { Language, Methods } from "../runtime/answers";
import type { Client } from "../runtime/client";

const STEPS = 30_000_000;
/** Ask whether facts contradict each other without a condition. */
const STEPS_OF_FACTS = 3_000_000;

export type Outcome = "checked" | "check_open" | "check_failed";

/** The solver's answers to the checks of a script. */
type Solve = (script: string) => Promise<readonly string[]>;

/** Find the proof of one claim or obligation again, with its conditions, and pass them to the second checker. */
export function checkProof(
  client: Client,
  args: Omit<Methods["proof"]["arguments"], "language"> & { readonly language: Language },
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly conditions: number }> {
  return client.withProver(async (call) => {
    const written = Object.entries(await call("proof", args));
    const files = new Map(written.map(([name, text]) => [name, new TextEncoder().encode(text)]));
    let lost: unknown = null;
    const solve: Solve = async (script) => {
      try {
        return await call("solve", { script, steps: STEPS });
      } catch (failure) {
        lost ??= failure; // the checker would call it a fault of the script
        throw failure;
      }
    };
    const checked = await checkCertificate(files, (script) => answers(script, solve), false);
    if (lost !== null) throw lost;
    if (checked.faults.length > 0) console.warn(checked.faults.join("\n"));
    return { outcome: outcomeOf(checked), conditions: checked.conditions };
  }, signal);
}

/** The outcome of a check in which no hand was played: a verdict that states nothing counts as not checked. */
export function outcomeOf({ code, verdicts }: Pick<Checked, "code" | "verdicts">): Outcome {
  if (code === 1) return "check_failed";
  return code === 0 && verdicts.length > 0 && verdicts.every(({ status }) => status === "checked") ? "checked" : "check_open";
}

interface Question {
  readonly part: string;
  /** The numbers of the assertions that are in force. */
  readonly asserted: readonly number[];
  /** The facts of a level have the same answer as this line. */
  readonly facts: number;
  readonly line: number;
}

/**
 * The answers to the checks of a script. Before each level a question is added: whether the facts so far contradict
 * each other.
 */
export async function answers(script: Script, solve: Solve): Promise<readonly Answer[]> {
  const { lines, questions } = asked(script);
  const found = await solve(lines.join("\n"));
  return await Promise.all(
    questions.map(async ({ part, asserted, facts, line }) => {
      const answer = found[line] === "unknown" ? (await solve(separately(script, asserted)))[0] : found[line];
      return { part, answer: known(answer), vacuous: known(found[facts]) === "unsat" };
    }),
  );
}

function asked({ declared, asserted, steps }: Script): { readonly lines: readonly string[]; readonly questions: readonly Question[] } {
  const lines = ["(set-logic ALL)", ...declared];
  const questions: Question[] = [];
  const levels: { asserted: number[]; facts: number }[] = [{ asserted: [], facts: -1 }];
  let count = 0;
  for (const step of steps) {
    if (step.push) {
      lines.push(`(set-option :rlimit ${STEPS_OF_FACTS})`, "(check-sat)", `(set-option :rlimit ${STEPS})`, "(push 1)");
      levels.push({ asserted: [...(levels.at(-1)?.asserted ?? [])], facts: count });
      count += 1;
    } else if (step.pop) {
      lines.push("(pop 1)");
      levels.pop();
    } else if (step.assert !== undefined) {
      lines.push(asserted[step.assert] ?? "");
      levels.at(-1)?.asserted.push(step.assert);
    } else {
      lines.push("(check-sat)");
      questions.push({
        part: step.check ?? "",
        asserted: [...(levels.at(-1)?.asserted ?? [])],
        facts: levels.at(-1)?.facts ?? -1,
        line: count,
      });
      count += 1;
    }
  }
  return { lines, questions };
}

/** A script with one check: Z3 uses other procedures for a single question. */
function separately({ declared, asserted }: Script, numbers: readonly number[]): string {
  return ["(set-logic ALL)", ...declared, ...numbers.map((number) => asserted[number] ?? ""), "(check-sat)"].join("\n");
}

function known(answer: string | undefined): Answer["answer"] {
  if (answer === "unsat" || answer === "sat" || answer === "unknown") return answer;
  throw new Error(`the solver answers: ${answer ?? "nothing"}`);
}
