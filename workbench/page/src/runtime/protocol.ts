/**
 * What the page and a worker say to each other.  Arguments and answers go over as the JSON text that Python reads and
 * writes; the worker looks into neither.
 */

/** Which worker: one that answers about texts and tables, or one that proves and so brings the solver. */
export type Role = "language" | "prover";

export type ToWorker =
  /** `base` is the address of the page's folder: the worker's own tells nothing of it. */
  | { readonly kind: "start"; readonly role: Role; readonly base: string }
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly arguments: string };

export type FromWorker =
  | { readonly kind: "ready"; readonly took: Times }
  | { readonly kind: "part"; readonly part: string }
  | { readonly kind: "answer"; readonly id: number; readonly answer: string }
  | { readonly kind: "failed"; readonly message: string };

/** Milliseconds of each step of a worker's start: until all is fetched and unpacked, of the interpreter from then on, of what it imports. */
export interface Times {
  readonly unpacked: number;
  readonly interpreter: number;
  readonly imported: number;
}
