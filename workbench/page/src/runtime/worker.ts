/**
 * A worker in which Python runs: it starts Pyodide with the project's packages, then hands every call to
 * `cartaro_workbench.service` and its answer back.
 *
 * A *prover* unpacks the solver too.  Calls are answered in the order in which they come; a worker cannot be interrupted,
 * only ended by the page.
 */

import { startPython, type Python } from "./python";
import type { FromWorker, ToWorker } from "./protocol";

let python: Promise<Python> | null = null;

function tell(message: FromWorker): void {
  self.postMessage(message);
}

async function answer(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    python = startPython(new URL("./", self.location.href).href, message.role, message.keepMemory);
    tell({ kind: "ready", took: (await python).took });
    return;
  }
  if (python === null) throw new Error("a call before the start");
  const { call } = await python;
  const { id } = message;
  tell({ kind: "answer", id, answer: call(message.method, message.arguments, (part) => tell({ kind: "part", id, part })) });
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  answer(data).catch((reason: unknown) => {
    tell({ kind: "failed", id: data.kind === "call" ? data.id : null, message: String(reason) });
  });
});
