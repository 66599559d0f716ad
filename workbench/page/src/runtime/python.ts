/** Python in a worker, as far as `cartaro_workbench.service`. */

import { loadPyodide } from "pyodide";

import type { Role, Times } from "./protocol";
import { instantiate } from "./web_assembly";

type Tell = (event: string) => void;

export interface Python {
  /** One call of the service, JSON in and out. */
  readonly call: (method: string, args: string) => string;
  readonly took: Times;
}

/** What Pyodide's list of packages says of itself; the build puts it in, and the list itself is never fetched. */
declare const PYODIDE_INFO: object;

const SERVICE = `
from cartaro_grammar.load import shipped_folder
from cartaro_workbench.service.service import Service

shipped = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
lambda tell, instantiate: Service(shipped, tell, instantiate).call
`;

/** Python with the service, from files under `base`; `tell` is given what the service tells during a call. */
export async function startPython(base: string, role: Role, tell: Tell): Promise<Python> {
  const begun = performance.now();
  const library = fetched(`${base}python/library.bin`);
  const archives = [fetched(`${base}python/packages.bin`)];
  if (role === "prover") archives.push(fetched(`${base}python/solver.bin`));
  const lockFileContents = JSON.stringify({ info: PYODIDE_INFO, packages: {} });
  const stdLibURL = URL.createObjectURL(new Blob([await library]));
  const pyodide = await loadPyodide({
    indexURL: `${base}pyodide/`,
    stdLibURL,
    lockFileContents,
  });
  URL.revokeObjectURL(stdLibURL);
  const interpreter = performance.now();
  for (const archive of archives) pyodide.unpackArchive(await archive, "zip", { extractDir: "/" });
  const unpacked = performance.now();
  const serve = pyodide.runPython(SERVICE) as (tell: Tell, instantiation: typeof instantiate) => Python["call"];
  const call = serve(tell, instantiate);
  const took = {
    interpreter: interpreter - begun,
    unpacked: unpacked - interpreter,
    imported: performance.now() - unpacked,
    fromKeptMemory: false,
  };
  return { call, took };
}

/** An archive, which is compressed as a whole. */
async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
