/**
 * The Python that the page brings, packed: `node pack.mjs FOLDER WHEELS`.
 *
 * Runs `pack.py` in the Pyodide that will read what it makes, over copies of the project's packages, its rulesets and the wheels.
 * Writes `python/packages.zip` and `python/solver.zip`, to be unpacked at the root of the page's file system.
 */

import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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

const python = await loadPyodide({ indexURL: join(here, "node_modules/pyodide") });
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
FS.writeFile("/given/pack.py", readFileSync(join(here, "pack.py")));
python.runPython("import sys; sys.path.insert(0, '/given'); import pack; pack.main()");
mkdirSync(join(target, "python"), { recursive: true });
for (const name of ["packages.zip", "solver.zip"]) {
  writeFileSync(join(target, "python", name), FS.readFile(`/made/${name}`));
}
