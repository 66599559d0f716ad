/**
 * The page's own files, bundled: `node build.mjs FOLDER`.
 *
 * `main.js` with its chunks and `main.css`, `worker.js`, `index.html`, and what Pyodide fetches, as it was published.
 */

import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2];
if (target === undefined) throw new Error("usage: node build.mjs FOLDER");

const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};

const PYODIDE_INFO = JSON.stringify(JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8")).info);

mkdirSync(target, { recursive: true });
rmSync(join(target, "chunks"), { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: ["src/main.ts"],
  outdir: target,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  loader: { ".svg": "dataurl" },
});
await build({ ...shared, entryPoints: { worker: "src/runtime/worker.ts" }, outdir: target, external: ["node:*", "ws"], define: { PYODIDE_INFO } });
cpSync(join(here, "index.html"), join(target, "index.html"));
for (const file of ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]) {
  cpSync(join(here, "node_modules/pyodide", file), join(target, "pyodide", file));
}
