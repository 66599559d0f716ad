/** Changes of one rule each, made in the text before the reader: another value for a house rule. */

import type { HouseRule } from "../runtime/answers";

const MOST = 3;

/** Another value for a house rule, and the text with it. */
export interface ValueChange {
  readonly rule: HouseRule;
  readonly value: HouseRule["values"][number];
  /** The line of the house rule, from 0. */
  readonly line: number;
  readonly text: string;
}

/** The first house rules of a text, each with its first other value; only those whose lines are in this text. */
export function ruleChanges(text: string, rules: readonly HouseRule[]): readonly ValueChange[] {
  return rules.flatMap((rule) => valueChange(text, rule) ?? []).slice(0, MOST);
}

function valueChange(text: string, rule: HouseRule): ValueChange | null {
  const value = rule.values.find((one) => one.value !== rule.default);
  const found = new RegExp(`^( *option ${rule.name}(?: \\([^()\\n]*\\))? is )${rule.default}(?= among )`, "m").exec(text);
  if (value === undefined || found === null) return null;
  const [whole, before = ""] = found;
  const changed = text.slice(0, found.index) + before + value.value + text.slice(found.index + whole.length);
  return { rule, value, line: text.slice(0, found.index).split("\n").length - 1, text: changed };
}
