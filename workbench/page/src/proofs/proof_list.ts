/** Claims and verdicts in one list: obligations of every game, the author's claims, advice. */

import type { ShownVerdict } from "../runtime/answers";
import type { Answer } from "../shell/calls";

export type Claim = Answer<"claims">[number];

/** A claim not yet decided, or a verdict; `decided` is whether a verdict was found now or stored. */
export interface ProofItem {
  readonly key: string;
  readonly kind: ShownVerdict["kind"];
  readonly name: string;
  readonly title: string;
  readonly verdict: ShownVerdict | null;
  readonly kept: boolean;
}

/** The key by which a verdict replaces an earlier one. */
function keyOf(verdict: ShownVerdict): string {
  const place = verdict.location === null || verdict.kind === "claim" ? "" : JSON.stringify(verdict.location);
  return `${verdict.kind}/${verdict.name}/${JSON.stringify(verdict.settings)}/${place}`;
}

export class ProofList {
  #items: readonly ProofItem[] = [];

  get items(): readonly ProofItem[] {
    return this.#items;
  }

  /** The claims of a text, all undecided. */
  begin(claims: readonly Claim[]): void {
    this.#items = claims.map(({ name, title }) => ({ key: `claim/${name}`, kind: "claim", name, title, verdict: null, kept: false }));
  }

  /** Add a verdict: in place of an earlier one on the same statement, of its claim, or after all others of its kind. */
  put(verdict: ShownVerdict, kept: boolean): ProofItem {
    const { kind, name, title } = verdict;
    const item: ProofItem = { key: keyOf(verdict), kind, name, title, verdict, kept };
    const same = this.#items.findIndex(({ key }) => key === item.key);
    const open = this.#items.findIndex((one) => one.kind === kind && one.name === name && one.verdict === null);
    const at = same >= 0 ? same : open;
    this.#items = at >= 0 ? this.#items.with(at, item) : this.#ordered([...this.#items, item]);
    return item;
  }

  /** The number of verdicts with each outcome. */
  count(of: ShownVerdict["verdict"] | "open"): number {
    return this.#items.filter(({ kind, verdict }) => kind !== "advice" && (verdict?.verdict ?? "open") === of).length;
  }

  /** Obligations first, then claims, grouped by name, then advice. */
  #ordered(items: readonly ProofItem[]): readonly ProofItem[] {
    const kinds: readonly ProofItem["kind"][] = ["obligation", "claim", "advice"];
    const first = (item: ProofItem): number => items.findIndex(({ kind, name }) => kind === item.kind && name === item.name);
    return items.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || first(a) - first(b));
  }
}
