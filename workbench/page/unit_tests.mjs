/**
 * The unit tests of the page's pure modules: `node unit_tests.mjs [FILE...]`.
 *
 * Each `tests/*.test.ts` is bundled as the page is, and run by Node's own test runner.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const named = process.argv.slice(2);
const tests = readdirSync(join(here, "tests")).filter((file) => file.endsWith(".test.ts") && (named.length === 0 || named.includes(file)));
if (tests.length === 0) throw new Error("there are no such tests");

const bundles = mkdtempSync(join(tmpdir(), "page-tests-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: tests.map((file) => join("tests", file)),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    sourcemap: "inline",
    logLevel: "warning",
    loader: { ".svg": "dataurl" },
  });
  const files = readdirSync(bundles).map((file) => join(bundles, file));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=dot", "--test-timeout=20000", ...files], {
    stdio: "inherit",
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(bundles, { recursive: true, force: true });
}
