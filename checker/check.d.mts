/** The types of `check.mjs` for the page, which is in TypeScript. */

/** A script that has been read: lines that declare names and lines that assert, and the steps between them. */
export interface Script {
  readonly declared: readonly string[];
  readonly asserted: readonly string[];
  readonly steps: readonly Step[];
}

export interface Step {
  readonly push?: true;
  readonly pop?: true;
  readonly assert?: number;
  readonly check?: string;
}

export interface Answer {
  readonly part: string;
  readonly answer: "unsat" | "sat" | "unknown";
  readonly vacuous: boolean;
}

export interface Checked {
  readonly conditions: number;
  readonly faults: readonly string[];
  readonly verdicts: readonly { readonly name: string; readonly status: "checked" | "hand" | "open" | "refused" | "unknown" }[];
  readonly code: 0 | 1 | 3;
}

export function checkCertificate(
  files: ReadonlyMap<string, Uint8Array>,
  ask: (script: Script) => Promise<readonly Answer[]>,
  isWhole?: boolean,
): Promise<Checked>;
