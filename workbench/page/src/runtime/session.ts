/**
 * What has to be said again to a worker that takes another's place: the texts, and what happened at the table since the deal.
 */

import type { Call } from "./connection";

export interface Remembered {
  readonly method: string;
  readonly arguments: string;
  readonly subject: "texts" | "table";
}

/** What each method does to the session; the others only ask. */
const CHANGES: Readonly<Record<string, { readonly subject: Remembered["subject"]; readonly begins: boolean }>> = {
  put: { subject: "texts", begins: true },
  deal: { subject: "table", begins: true },
  act: { subject: "table", begins: false },
  machine_move: { subject: "table", begins: false },
  next_hand: { subject: "table", begins: false },
  undo: { subject: "table", begins: false },
};

/** The session after a call that was answered. */
export function remembered(session: readonly Remembered[], call: Pick<Call, "method" | "arguments">): readonly Remembered[] {
  const change = CHANGES[call.method];
  if (change === undefined) return session;
  const { subject, begins } = change;
  const kept = begins ? session.filter((said) => said.subject !== subject) : session;
  const now = [...kept, { method: call.method, arguments: call.arguments, subject }];
  return subject === "texts" ? [...now].sort((a, b) => Number(a.subject === "table") - Number(b.subject === "table")) : now;
}
