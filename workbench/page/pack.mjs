/**
 * Pack the Python code of the page: `node pack.mjs FOLDER WHEELS`.
 *
 * Runs `pack.py` in the Pyodide that will read its output, over copies of the project's packages, its rulesets and the
 * wheels. Writes the archives listed there into `python/`.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [target, wheels] = process.argv.slice(2);
if (target === undefined || wheels === undefined) throw new Error("usage: node pack.mjs FOLDER WHEELS");

const PACKAGES = [
  "grammar/cartaro_grammar",
  "interpreter/cartaro_interpreter",
  "engine/cartaro_engine",
  "verify/cartaro_verify",
  "rulebook/cartaro_rulebook",
  "workbench/cartaro_workbench",
];

// sets in the same order every time, so that the same files make the same bytes
const env = { PYTHONHASHSEED: "0", HOME: "/home/pyodide" };
const python = await loadPyodide({ indexURL: join(here, "node_modules/pyodide"), env });
const { FS } = python;

function copy(from, to) {
  if (statSync(from).isDirectory()) {
    FS.mkdirTree(to);
    for (const name of readdirSync(from).sort()) if (name !== "__pycache__") copy(join(from, name), `${to}/${name}`);
  } else FS.writeFile(to, readFileSync(from));
}

for (const folder of PACKAGES) copy(join(root, folder), `/given/packages/${folder.split("/").at(-1)}`);
copy(join(root, "rulesets"), "/given/packages/cartaro_rulesets");
copy(wheels, "/given/wheels");
FS.writeFile("/given/python_stdlib.zip", readFileSync(join(here, "node_modules/pyodide/python_stdlib.zip")));
for (const name of ["pack.py", "page_start.py"]) FS.writeFile(`/given/${name}`, readFileSync(join(here, name)));
try {
  python.runPython("import sys; sys.path.insert(0, '/given'); import pack; pack.main()");
} catch (reason) {
  console.error(reason.message); // without the line of Pyodide's code in which it was thrown, a megabyte
  process.exit(1);
}
rmSync(join(target, "python"), { recursive: true, force: true });
mkdirSync(join(target, "python"), { recursive: true });
for (const name of ["library", "packages", "solver"]) {
  // no `.gz`, which some servers would ask a browser to unpack
  writeFileSync(join(target, `python/${name}.bin`), gzipSync(FS.readFile(`/made/${name}.zip`), { level: 9 }));
}
