/** Python in a worker, up to `cartaro_workbench.service`. */

import { loadPyodide } from "pyodide";

import { unpack } from "./archive";
import type { Role, Times } from "./protocol";
import { instantiate } from "./web_assembly";

type Report = (event: string) => void;

export interface Python {
  /** One call of the service, JSON in and out. */
  readonly call: (method: string, args: string) => string;
  readonly took: Times;
}

/** The header of Pyodide's list of packages; the build inserts it, so the list is never fetched. */
declare const PYODIDE_INFO: object;

/** Python with the service, from files under `base`; `report` is called with the events of a call. */
export async function startPython(base: string, role: Role, report: Report): Promise<Python> {
  const begun = performance.now();
  const names = ["library", "packages", ...(role === "prover" ? ["solver"] : [])];
  const archives = names.map((name) => unzipped(`${base}python/${name}.bin`));
  const shipped = fetched(`${base}texts.json`).then((response) => response.text()); // the page has requested them before
  shipped.catch(() => undefined); // it is awaited below
  let unpacked = begun;
  const pyodide = await loadPyodide({
    indexURL: `${base}pyodide/`,
    stdLibURL: URL.createObjectURL(new Blob()), // it comes with the other archives, while the interpreter is compiled
    lockFileContents: JSON.stringify({ info: PYODIDE_INFO, packages: {} }),
    env: { PYTHONPATH: "/library" },
    fsInit: async (files) => {
      for (const archive of archives) unpack(await archive, files);
      unpacked = performance.now();
    },
  });
  await Promise.all(archives); // Pyodide begins without what could not be fetched
  const interpreter = performance.now();
  const begin = pyodide.runPython("import page_start; page_start.begin") as (
    texts: string,
  ) => (report: Report, instantiation: typeof instantiate) => Python["call"];
  const call = begin(await shipped)(report, instantiate);
  const took = { unpacked: unpacked - begun, interpreter: interpreter - unpacked, imported: performance.now() - interpreter };
  return { call, took };
}

/** Python's files are not available: there is no network, and the browser has not stored them. */
export class NotFetched extends Error {}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url).catch((why: unknown) => {
    throw new NotFetched(`${url}: ${String(why)}`);
  });
  if (!response.ok) throw new NotFetched(`${url}: ${response.status}`);
  return response;
}

/** An archive, which is compressed as a whole. */
async function unzipped(url: string): Promise<Uint8Array> {
  const { body } = await fetched(url);
  if (body === null) throw new NotFetched(`${url}: empty`);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
