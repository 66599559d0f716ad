/** The session that a new worker must get when it replaces another: the reader's texts, and the table. */

import type { Dealing, Methods } from "./answers";

export interface Session {
  readonly texts: Readonly<Record<string, string | null>>;
  /** The recipe of the table; null before the first `deal`. */
  readonly table: Dealing | null;
}

export const EMPTY_SESSION: Session = { texts: {}, table: null };

/** The methods that change the table. */
export const CHANGE_TABLE: ReadonlySet<keyof Methods> = new Set<keyof Methods>([
  "deal",
  "redeal",
  "name_players",
  "act",
  "machine_move",
  "next_hand",
  "undo",
]);

export interface SessionCall<M extends keyof Methods = keyof Methods> {
  readonly method: M;
  readonly arguments: Methods[M]["arguments"];
}

/** The calls that give a new worker the session. */
export function restoringCalls(session: Session): readonly SessionCall[] {
  const put: SessionCall<"put"> = { method: "put", arguments: { files: session.texts } };
  if (session.table === null) return [put];
  const deal: SessionCall<"deal"> = { method: "deal", arguments: { dealing: session.table, seat: 0, language: "en" } };
  return [put, deal];
}
