/**
 * The messages between the page and a worker.  Arguments and answers are JSON text that Python reads and writes; the worker parses
 * neither.
 */

/** The role of a worker: texts and tables, or proofs, for which it loads the solver. */
export type Role = "language" | "prover";

export type ToWorker =
  /** `base` is the address of the page's folder, which cannot be derived from the worker's address. */
  | { readonly kind: "start"; readonly role: Role; readonly base: string }
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly arguments: string };

export type FromWorker =
  | { readonly kind: "ready"; readonly took: Times }
  | { readonly kind: "part"; readonly part: string }
  | { readonly kind: "answer"; readonly id: number; readonly answer: string }
  | { readonly kind: "failed"; readonly reason: "broken" | "not fetched"; readonly message: string };

/** Milliseconds of each step of a worker's start: fetching and unpacking, then the start of the interpreter, then the imports. */
export interface Times {
  readonly unpacked: number;
  readonly interpreter: number;
  readonly imported: number;
}
