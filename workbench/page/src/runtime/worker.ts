/**
 * A worker in which Python runs: it starts the service, then passes it every call and returns the answer.
 *
 * Calls are answered in order.  A worker cannot be interrupted; the page ends it.
 */

import type { FromWorker, ToWorker } from "./protocol";
import { NotFetched, type Python, startPython } from "./python";

let python: Python | null = null;

function send(message: FromWorker): void {
  self.postMessage(message);
}

async function receive(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    python = await startPython(message.base, message.role, (part) => send({ kind: "part", part }));
    send({ kind: "ready", took: python.took });
    return;
  }
  if (python === null) throw new Error("a call before the start");
  send({ kind: "answer", id: message.id, answer: python.call(message.method, message.arguments) });
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  receive(data).catch((why: unknown) => {
    send({ kind: "failed", reason: why instanceof NotFetched ? "not fetched" : "broken", message: String(why) });
  });
});
