/** What a worker that takes another's place has to be told again: the reader's texts, and the table. */

import type { Dealing, Methods } from "./answers";

export interface Session {
  readonly texts: Readonly<Record<string, string | null>>;
  /** What the table comes of; nothing is dealt before the first `deal`. */
  readonly table: Dealing | null;
}

export const NOTHING_SAID: Session = { texts: {}, table: null };

/** The methods that change the table. */
export const CHANGE_THE_TABLE: ReadonlySet<keyof Methods> = new Set<keyof Methods>([
  "deal",
  "redeal",
  "act",
  "machine_move",
  "next_hand",
  "undo",
]);

export interface Said<M extends keyof Methods = keyof Methods> {
  readonly method: M;
  readonly arguments: Methods[M]["arguments"];
}

/** The calls that bring a new worker there. */
export function calls(session: Session): readonly Said[] {
  const put: Said<"put"> = { method: "put", arguments: { files: session.texts } };
  if (session.table === null) return [put];
  const deal: Said<"deal"> = { method: "deal", arguments: { dealing: session.table, seat: 0, language: "en" } };
  return [put, deal];
}
