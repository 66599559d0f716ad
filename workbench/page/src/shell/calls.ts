/** Calls of the service whose failure is a value that is shown instead of the answer. */

import type { Methods } from "../runtime/answers";
import { CallFailed, type Client, type Options } from "../runtime/client";

export type Method = keyof Methods;
export type Arguments<M extends Method> = Methods[M]["arguments"];
export type Answer<M extends Method> = Methods[M]["answer"];
export type Outcome<T> = { readonly answer: T } | { readonly error: CallFailed };

/** The answer of a method, or the reason why there is none. */
export function ask<M extends Method>(client: Client, method: M, args: Arguments<M>, options: Options = {}): Promise<Outcome<Answer<M>>> {
  return outcome(client.call(method, args, options));
}

/** The same for a call that has already been made. */
export async function outcome<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await call };
  } catch (failure) {
    if (failure instanceof CallFailed) return { error: failure };
    throw failure;
  }
}
