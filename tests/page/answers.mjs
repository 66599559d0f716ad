// The answers of the service under Pyodide in Node: `node answers.mjs PAGE`, a list of calls as JSON on the standard input, each
// answer's digest, or the answer itself if it is no larger, as a list on the standard output.  With `--solver`, Z3 is loaded.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "../../workbench/page/node_modules/pyodide/pyodide.mjs";
import { unpack } from "../../workbench/page/src/runtime/archive.ts";
import { instantiate } from "../../workbench/page/src/runtime/web_assembly.ts";

const [page, ...options] = process.argv.slice(2);
const archives = ["library", "packages", ...(options.includes("--solver") ? ["solver"] : [])];
const python = await loadPyodide({
  indexURL: join(import.meta.dirname, "../../workbench/page/node_modules/pyodide"),
  stdLibURL: "/dev/null", // it is among the archives
  env: { PYTHONPATH: "/library" },
  fsInit: async (files) => {
    for (const name of archives) unpack(gunzipSync(readFileSync(join(page, "python", `${name}.bin`))), files);
  },
});
const begin = python.runPython("import page_start; page_start.begin");
const serve = begin(readFileSync(join(page, "texts.json"), "utf8"));
const call = serve.callKwargs({ instantiate });
const calls = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(([method, given]) => call(method, JSON.stringify(given)))));
