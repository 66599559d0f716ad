// What the service answers under Pyodide in Node: `node answers.mjs PAGE`, a list of calls as JSON on the standard input, each
// answer's digest, or the answer itself where it is no larger, as a list on the standard output.  With `--solver`, Z3 is there.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "../../workbench/page/node_modules/pyodide/pyodide.mjs";
import { instantiate } from "../../workbench/page/src/runtime/web_assembly.ts";

const [page, ...options] = process.argv.slice(2);
const content = (name) => gunzipSync(readFileSync(join(page, "python", `${name}.bin`)));

const place = mkdtempSync(join(tmpdir(), "page-"));
const stdLibURL = join(place, "library.zip");
writeFileSync(stdLibURL, content("library"));
const python = await loadPyodide({ indexURL: join(import.meta.dirname, "../../workbench/page/node_modules/pyodide"), stdLibURL });
rmSync(place, { recursive: true });
const archives = options.includes("--solver") ? ["packages", "solver"] : ["packages"];
for (const name of archives) python.unpackArchive(new Uint8Array(content(name)), "zip", { extractDir: "/" });
const serve = python.runPython(`
from cartaro_grammar import shipped_folder
from cartaro_workbench.service.service import Service

shipped = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
lambda instantiate: Service(shipped, instantiate=instantiate).call
`);
const call = serve(instantiate);
const calls = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(([method, given]) => call(method, JSON.stringify(given)))));
