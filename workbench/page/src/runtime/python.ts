/** Python in a worker, as far as `cartaro_workbench.service`. */

import { loadPyodide } from "pyodide";

import type { Role, Times } from "./protocol";

export interface Python {
  /** One call of the service: JSON in and out; `part` is given each part of a long answer. */
  readonly call: (method: string, args: string, part: (part: string) => void) => string;
  readonly took: Times;
}

/** What Pyodide's list of packages says of itself; the build puts it in, since the list itself is never needed. */
declare const PYODIDE_INFO: object;

/** Python started from files under `base`; rejects where one cannot be fetched. */
export async function startPython(base: string, role: Role, _keepMemory: boolean): Promise<Python> {
  const begun = performance.now();
  const packages = fetched(`${base}python/packages.zip`);
  const solver = role === "prover" ? fetched(`${base}python/solver.zip`) : null;
  const pyodide = await loadPyodide({ indexURL: `${base}pyodide/`, lockFileContents: JSON.stringify({ info: PYODIDE_INFO, packages: {} }) });
  const booted = performance.now();
  pyodide.unpackArchive(await packages, "zip", { extractDir: "/" });
  const call = pyodide.runPython(SERVICE) as Python["call"];
  const served = performance.now();
  if (solver !== null) pyodide.unpackArchive(await solver, "zip", { extractDir: "/" });
  const ended = performance.now();
  const took = { fetched: 0, python: booted - begun, service: served - booted, solver: ended - served, fromKeptMemory: false };
  return { call, took };
}

const SERVICE = `
def answer(method, arguments, part):
    import json
    return json.dumps({"error": f"there is no method {method} yet"})
answer
`;

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}
