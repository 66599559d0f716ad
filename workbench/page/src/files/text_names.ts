/** The names of ruleset files, and the ruleset that a file belongs to. */

export const ENDING = ".regole";
const FILE_NAME = /^[a-z][a-z0-9_]{0,59}(?:\.[a-z0-9_]{1,60})?\.regole$/;
const RULESET_NAME = /^[a-z][a-z0-9_]{0,59}$/;

export const isFileName = (name: string): boolean => FILE_NAME.test(name);
export const isRulesetName = (name: string): boolean => RULESET_NAME.test(name);

/** `scopa` of `scopa.prove.regole`. */
export const rulesetOf = (name: string): string => name.split(".")[0] ?? name;

/** Whether a file is an annex: examples and claims, or a guide. */
export const isAnnex = (name: string): boolean => name.split(".").length > 2;

/** The header of a text: its kind, its name and its base. */
const HEADER = /^(?:(game|variant|library) +([a-z][a-z0-9_]*)|annex +[a-z][a-z0-9_]*)(?: +of +([a-z][a-z0-9_]*))?/m;

export const isLibrary = (text: string): boolean => HEADER.exec(text)?.[1] === "library";

/** The rulesets that a text names as its base, its ruleset or its libraries. */
export function standsOn(text: string): readonly string[] {
  const base = HEADER.exec(text)?.[3];
  const used = [...text.matchAll(/^ *use ([a-z][a-z0-9_]*)/gm)].map((use) => use[1] ?? "");
  return base === undefined ? used : [base, ...used];
}

/** A text in which a ruleset is renamed: in its own header, in that of an annex or a variant of it, and at its uses. */
function renamedIn(text: string, from: string, to: string): string {
  const before = "(^(?:game|variant|library) +|^(?:annex|variant) +[a-z][a-z0-9_]* +of +|^ *use +)";
  return text.replace(new RegExp(`${before}${from}(?![a-z0-9_])`, "gm"), `$1${to}`);
}

/** A free name for a ruleset. */
export function freeName(wished: string, taken: (name: string) => boolean): string {
  if (!taken(wished)) return wished;
  for (let number = 2; ; number += 1) if (!taken(`${wished}_${number}`)) return `${wished}_${number}`;
}

/** Texts in which a ruleset and its files have new names. */
export function withRenamed(files: Readonly<Record<string, string>>, from: string, to: string): Record<string, string> {
  const name = (one: string): string => (rulesetOf(one) === from ? to + one.slice(from.length) : one);
  return Object.fromEntries(Object.entries(files).map(([one, text]) => [name(one), renamedIn(text, from, to)]));
}
