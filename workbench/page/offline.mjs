/**
 * Build the service worker, which knows every file of the page by its digest: `node offline.mjs FOLDER`, after
 * everything else.
 *
 * Files of an earlier build that no step makes now are removed first. The steps empty the folders that they fill.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: node offline.mjs FOLDER");

/** Cached when they are first requested, and not for every visitor. */
const ON_DEMAND = new Set(["python/solver.bin", "NOTICE.txt"]);
const isOnDemand = (path) =>
  ON_DEMAND.has(path) || path.startsWith("hands/") || path.startsWith("tutorial.") || (path.endsWith(".html") && path !== "index.html");

/** The files that the steps make in the folder itself. */
const MADE = new Set([
  ...["index.html", "main.js", "main.css", "worker.js", "chunks", "pyodide", "verdicts", "NOTICE.txt", "_headers"], // build.mjs
  ...["hands", "texts.json", "words.json", "cards.css"], // page_files.py
  ...readdirSync(target).filter((name) => name.startsWith("tutorial.")), // tutorials.py
  ...JSON.parse(readFileSync(join(target, "texts.json"), "utf8")).rulesets.map(({ name }) => `${name}.html`), // game_pages.mjs
  ...["python", "service-worker.js"],
]);

for (const name of readdirSync(target)) if (!MADE.has(name)) rmSync(join(target, name), { recursive: true });

const files = readdirSync(target, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(target, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .filter((path) => path !== "service-worker.js" && path !== "_headers" && !path.startsWith("verdicts/")) // a site writes these, and a server reads those
  .sort()
  .map((path) => [path, digest(readFileSync(join(target, path))), !isOnDemand(path)]);

function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

await build({
  absWorkingDir: here,
  entryPoints: { "service-worker": "src/offline/service_worker.ts" },
  outdir: resolve(target),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(digest(JSON.stringify(files))) },
});
