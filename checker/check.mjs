/** The check of one certificate: its structure, its scripts, and a solver's answer to each condition. */

import { handsOf } from "./everywhere.mjs";
import { readManifest } from "./form.mjs";
import { structure } from "./manifest.mjs";
import { allParts, missingOfInvariants, proofsOf } from "./parts.mjs";
import { readScript } from "./script.mjs";

/** Limits of the check, printed even if it finds no fault. */
export const NOT_CHECKED = [
  "the conditions were not compared with the rules: they may be those of another text",
  "hands were not played: `cartaro replay` plays them, and `cartaro certify` also asks whether each shows its verdict",
  "the results of the searches in certificate.json were not read",
  "of two games only the clauses that the manifest lists were compared, not the rest of their texts",
  "the solver is believed",
];

/** The last names of the parts that prove two clauses to apply in the same cases. */
const DIRECTIONS = ["forwards", "backwards"];

/**
 * The result of checking the files of a certificate. `status` of a verdict is "checked" (every condition on which it
 * rests is impossible, and some are its own), "hand" (a hand shows it, which was not played), "open" (no condition of
 * its own, one left undecided, or facts that exclude everything), "refused" or "unknown" (it states nothing). `ask`
 * sends the checks of a script to a solver and returns its answers. An incomplete certificate has the verdicts and
 * proofs of some statements only.
 */
export async function checkCertificate(files, ask, isWhole = true) {
  const manifest = readManifest(files.get("manifest.json"));
  const faults = [...structure(manifest, files, isWhole)];
  const found = new Map(allParts(manifest).map((part) => [part.path, { unsat: 0, sat: 0, unknown: 0, vacuous: 0, wrong: 0 }]));
  for (const listed of manifest.scripts) {
    const expected = listed.parts.flatMap(([part, count]) => Array(count).fill(part));
    try {
      const script = await scriptOf(files.get(listed.file), listed, expected);
      for (const { part, answer, vacuous } of await ask(script)) {
        found.get(part)[answer] += 1;
        if (vacuous) found.get(part).vacuous += 1;
      }
    } catch (error) {
      faults.push({ text: `${listed.file}: ${error.message}` });
      for (const part of expected) found.get(part).wrong += 1;
    }
  }
  for (const [part, { sat }] of found) {
    if (sat > 0) faults.push({ text: `a condition of \`${part}\` can be broken` });
  }
  const parts = allParts(manifest);
  const verdicts = manifest.verdicts.map((verdict) => judged(verdict, parts, found, faults));
  const count = (key) => [...found.values()].reduce((sum, part) => sum + part[key], 0);
  const isOpen = manifest.form === 3 || count("unknown") + count("vacuous") > 0 || verdicts.some(({ status }) => ["hand", "open"].includes(status));
  const { game, fingerprint, players, house_rules } = manifest;
  const code = faults.length > 0 ? 1 : isOpen ? 3 : 0;
  return { game, fingerprint, players, house_rules, conditions: count("unsat"), faults: faults.map(worded), verdicts, code };
}

const worded = ({ text, verdict }) => (verdict === undefined ? text : `${verdict.name}: ${text}`);

async function scriptOf(bytes, listed, expected) {
  const digest = bytes && new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const written = digest && [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (written !== listed.sha256) throw new Error("the script is not the one that the manifest lists");
  const script = readScript(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (JSON.stringify(script.checks) !== JSON.stringify(expected)) throw new Error("the script has other checks than the manifest lists");
  return script;
}

function judged(verdict, parts, found, faults) {
  const proofs = proofsOf(verdict, parts);
  const counts = [...new Set(proofs.flatMap(({ all }) => all.map((part) => part.path)))].map((path) => found.get(path));
  const sum = (key) => counts.reduce((total, part) => total + part[key], 0);
  const { kind, name, settings, players, boxes, everywhere } = verdict;
  const result = { kind, name, settings: boxes ? { players } : settings, verdict: verdict.verdict, conditions: sum("unsat") };
  const state = (status, why) => ({ ...result, status, why });
  if (faults.some((fault) => fault.verdict === verdict) || sum("sat") + sum("wrong") > 0) return state("refused", "see the faults");
  if (proofs.length === 0 && verdict.verdict === "unknown") return state("unknown", "it states nothing");
  if (sum("unknown") > 0) return state("open", "the solver left a condition undecided");
  if (sum("vacuous") > 0) return state("open", "the facts of a condition contradict each other without it");
  const isBare = proofs.some(({ own }) => own.length === 0) && (boxes !== undefined || verdict.verdict !== "attained");
  if (isBare) return state("open", "it has no condition of its own: the text shows it, or nothing does");
  const isOneSided = kind === "clause" && !DIRECTIONS.every((last) => proofs[0].own.some(({ path }) => path.endsWith(`/${last}`)));
  if (isOneSided) return state("open", "no condition shows that one of the two clauses implies the other");
  const missing = proofs.flatMap(missingOfInvariants);
  if (missing.length > 0) return state("open", `no condition shows that its invariants are ${[...new Set(missing)].join(" and ")}`);
  const isByHand = boxes ? handsOf(verdict).length > 0 : verdict.counterexample ?? verdict.example;
  if (isByHand) return state("hand", "it rests on a hand, which was not played");
  if (verdict.verdict === "unknown") return state("unknown", `it is proved under ${everywhere.holding} of ${everywhere.choices} choices`);
  if (verdict.verdict === "refuted" && boxes) return state("open", "no hand shows it");
  return state("checked", "");
}
