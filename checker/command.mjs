#!/usr/bin/env node
/** `node command.mjs [--json] PATH…` checks certificates: a folder, a folder of such folders, or a zip archive. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { init } from "z3-solver";
import { checkCertificate, NOT_CHECKED } from "./check.mjs";
import { certificatesIn, UnreadableCertificate, unzip } from "./files.mjs";
import { answers } from "./solver.mjs";

const MARKS = { checked: "✓", hand: "–", open: "?", refused: "✗", unknown: "·" };
const WORST = [2, 1, 3, 0];

async function filesAt(path) {
  try {
    if (!statSync(path).isDirectory()) return await unzip(readFileSync(path));
    const paths = readdirSync(path, { recursive: true }).map((name) => join(path, name));
    const ordinary = paths.filter((each) => statSync(each).isFile());
    return new Map(ordinary.map((each) => [relative(path, each).split(sep).join("/"), readFileSync(each)]));
  } catch (error) {
    throw error.code ? new UnreadableCertificate(`${path} can't be read`) : error;
  }
}

async function main(words) {
  const paths = words.filter((word) => !word.startsWith("--"));
  if (paths.length === 0 || words.some((word) => word.startsWith("--") && word !== "--json")) {
    console.error("usage: node command.mjs [--json] PATH…");
    return 2;
  }
  const { Z3 } = await init();
  const version = Z3.get_version();
  const results = [];
  for (const path of paths) {
    try {
      const found = certificatesIn(await filesAt(path));
      if (found.length === 0) throw new UnreadableCertificate(`${path} contains no certificate`);
      for (const { name, files } of found) {
        results.push({ certificate: join(path, name), ...(await checkCertificate(files, (script) => answers(Z3, script))) });
      }
    } catch (error) {
      if (!(error instanceof UnreadableCertificate)) throw error;
      results.push({ certificate: path, game: "", conditions: 0, faults: [error.message], verdicts: [], code: 2 });
    }
  }
  const solver = `Z3 ${version.major}.${version.minor}.${version.build_number}`;
  if (words.includes("--json")) console.log(JSON.stringify({ solver, results, not_checked: NOT_CHECKED }, null, 1));
  else show(results, solver);
  return WORST.find((code) => results.some((result) => result.code === code)) ?? 0;
}

function show(results, solver) {
  for (const { certificate, game, fingerprint, players, conditions, faults, verdicts, code } of results) {
    console.log(`${code === 0 ? "✓" : code === 3 ? "?" : "✗"} ${game || certificate} ${fingerprint ? `(${fingerprint}), ${players} players` : ""}`);
    for (const fault of faults) console.log(`  fault: ${fault}`);
    for (const { status, verdict, name, settings, conditions: own, why } of verdicts) {
      const under = Object.entries(settings).map((each) => each.join("="));
      console.log(`  ${MARKS[status]} ${[name, ...under].join(" ")} ${verdict}: ${why || `${own} conditions are impossible`}`);
    }
    console.log(`  ${solver} finds ${conditions} conditions impossible`);
  }
  console.log(`not checked:\n${NOT_CHECKED.map((each) => `  ${each}`).join("\n")}`);
}

process.exit(await main(process.argv.slice(2)));
