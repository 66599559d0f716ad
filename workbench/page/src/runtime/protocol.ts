/**
 * What the page and a worker say to each other.  Arguments and answers go over as the JSON text that Python reads and
 * writes; the worker looks into neither.
 */

/** Which worker: one that answers about texts and tables, or one that proves and so brings the solver. */
export type Role = "language" | "prover";

export type ToWorker =
  | { readonly kind: "start"; readonly role: Role; readonly keepMemory: boolean }
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly arguments: string };

export type FromWorker =
  | { readonly kind: "ready"; readonly took: Times }
  | { readonly kind: "part"; readonly id: number; readonly part: string }
  | { readonly kind: "answer"; readonly id: number; readonly answer: string }
  | { readonly kind: "failed"; readonly id: number | null; readonly message: string };

/** Milliseconds of each step of a worker's start, for the bench; and whether it began from a kept memory. */
export interface Times {
  readonly fetched: number;
  readonly python: number;
  readonly service: number;
  readonly solver: number;
  readonly fromKeptMemory: boolean;
}
