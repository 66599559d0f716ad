/** Why a call has no answer. */

import type { Problem, Failure as Told } from "./answers";

/** What the service says, or that the worker took too long, was stopped by who asked, or is gone. */
export type Reason = Told["reason"] | "too long" | "stopped";

export class CallFailed extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
    this.name = "CallFailed";
  }
}

export function stopped(): CallFailed {
  return new CallFailed("stopped", "stopped");
}
