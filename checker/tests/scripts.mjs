/** Scripts of the certificates in the tests, which are written here by hand from their documented form. */

import { createHash } from "node:crypto";

export const digest = (text) => createHash("sha256").update(text).digest("hex");
export const bytes = (text) => new TextEncoder().encode(text);
export const json = (value) => bytes(JSON.stringify(value));
export const check = (part, ...conditions) => [`; ${part}`, "(push 1)", ...conditions.map((each) => `(assert ${each})`), "(check-sat)", "(pop 1)"];
export const scriptOf = (declared, facts, ...checks) =>
  ["(set-logic QF_LIA)", ...declared, "(push 1)", ...facts.map((each) => `(assert ${each})`), ...checks.flat(), "(pop 1)", ""].join("\n");

/** A script of facts about two counters; each condition contradicts them. */
export function facts(...parts) {
  const declared = ["(declare-const s.a!1 Int)", "(declare-const |s b!2| Int)", "(define-fun shared.3 () Int (+ s.a!1 |s b!2|))"];
  const known = ["(and (<= 0 s.a!1) (<= s.a!1 1))", "(and (<= 0 |s b!2|) (<= |s b!2| 1))"];
  return scriptOf(declared, known, ...parts.map((part) => check(part, "(< 2 shared.3)", "(or (= (mod s.a!1 2) 0) (not (= s.a!1 0)))")));
}
