/** The reason why a call was not answered. */

import type { Problem, Failure as ServiceFailure } from "./answers";

/**
 * The reason from the service, or that the worker took too long, crashed, was stopped by the caller, or lacks its
 * files.
 */
export type Reason = ServiceFailure["reason"] | "too long" | "stopped" | "not fetched";

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
