/**
 * What a worker that takes another's place has to be told again: the reader's texts, and what was done at the table since the
 * deal.  The same calls in the same order give the same session.
 */

import type { Methods } from "./answers";

export interface Said {
  readonly method: keyof Methods;
  readonly arguments: unknown;
}

export interface Session {
  readonly texts: Readonly<Record<string, string | null>>;
  readonly table: readonly Said[];
}

export const NOTHING_SAID: Session = { texts: {}, table: [] };

/** The methods that begin a table, and those that go on with it; all others only ask. */
const BEGINS: ReadonlySet<string> = new Set<keyof Methods>(["deal"]);
const GOES_ON: ReadonlySet<string> = new Set<keyof Methods>(["act", "machine_move", "next_hand", "undo"]);

/** The session after a call that was answered. */
export function after(session: Session, said: Said): Session {
  if (said.method === "put") {
    const { files } = said.arguments as Methods["put"]["arguments"];
    return { ...session, texts: { ...session.texts, ...files } };
  }
  if (BEGINS.has(said.method)) return { ...session, table: [said] };
  return GOES_ON.has(said.method) ? { ...session, table: [...session.table, said] } : session;
}

/** The calls that bring a new worker there: the texts, then what happened at the table. */
export function calls(session: Session): readonly Said[] {
  return [{ method: "put", arguments: { files: session.texts } }, ...session.table];
}
