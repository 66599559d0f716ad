/** The form of a manifest: its fields and their types. Everything else is refused before anything is checked. */

import { UnreadableCertificate } from "./files.mjs";

const FIELDS = "form game title edition digest fingerprint players house_rules verdicts lemmas scripts".split(" ");
/** The fields that only some forms have: of one choice of house rules, of all, and of two games that are the same. */
const MORE_FIELDS = { 1: ["settings"], 2: [], 3: ["settings", "other", "invariants"] };
const MOST_SCRIPTS = 9_999;

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (each) => typeof each === "string";
export const isCount = (each) => Number.isSafeInteger(each) && each > 0;
const isTextList = (each) => Array.isArray(each) && each.every(isText);
const isTexts = (each) => isObject(each) && Object.values(each).every(isText);

/** The manifest in these bytes. Throws `UnreadableCertificate` if its form is not that of a manifest. */
export function readManifest(bytes) {
  const value = readJson(bytes, "the manifest");
  const isPart = (each) => Array.isArray(each) && each.length === 2 && isText(each[0]) && isCount(each[1]);
  const isNamed = (each, number) => each.file === `${String(number + 1).padStart(4, "0")}.smt2` && isText(each.sha256);
  const isScript = (each, number) => isObject(each) && isNamed(each, number) && Array.isArray(each.parts) && each.parts.every(isPart);
  const isVerdict = (each) =>
    isObject(each) &&
    [each.kind, each.name, each.verdict, each.game].every(isText) &&
    (value.form === 3 ? ["clause"] : ["obligation", "claim"]).includes(each.kind) &&
    ["proved", "attained", "refuted", "unknown"].includes(each.verdict) &&
    isTexts(each.settings) &&
    isTexts(each.house_rules) &&
    isCount(each.players) &&
    (each.kind !== "claim" || isText(each.claim)) &&
    (value.form === 2 || each.boxes === undefined) &&
    (value.form === 2 || each.verdict === "unknown" || isTextList(each.rests_on));
  const isForm =
    isObject(value) &&
    [1, 2, 3].includes(value.form) &&
    sameSet(Object.keys(value), [...FIELDS, ...MORE_FIELDS[value.form]]) &&
    isText(value.game) &&
    isTexts(value.title) &&
    /^[0-9a-f]{64}$/.test(value.digest) &&
    [value.verdicts, value.lemmas, value.scripts].every(Array.isArray) &&
    value.lemmas.every(isText) &&
    value.scripts.length <= MOST_SCRIPTS &&
    value.scripts.every(isScript) &&
    value.verdicts.every(isVerdict) &&
    (value.form === 2 ? isManifestEverywhere(value) : isGame(value)) &&
    (value.form !== 3 || (isObject(value.other) && isGame(value.other) && isText(value.other.game) && isText(value.other.digest)));
  if (!isForm) throw new UnreadableCertificate("the manifest is malformed, or lists impossible entries");
  return value;
}

const sameSet = (some, others) => some.length === others.length && some.every((each) => others.includes(each));

const isGame = ({ players, house_rules, settings }) => isCount(players) && [house_rules, settings].every(isTexts);
const isBox = (each) => isObject(each) && Object.values(each).every(isTextList);
const isNumber = (each) => each === 0 || isCount(each);
const isProof = (each) =>
  isObject(each) && isBox(each.house_rules) && isText(each.place) && isText(each.part ?? "") && isTextList(each.rests_on);
const isHand = (each) => each === undefined || isObject(each);
const isExempted = (each) =>
  isObject(each) && isBox(each.under) && isCount(each.choices) && ["refuted", "unknown"].includes(each.verdict) && isHand(each.counterexample);

/** Whether the form of a manifest is one of verdicts under all house rules. */
const isManifestEverywhere = ({ players, house_rules: axes, verdicts }) =>
  Array.isArray(players) && players.length > 0 &&
  players.every(isCount) &&
  isBox(axes) &&
  Object.values(axes).every((values) => values.length > 0 && new Set(values).size === values.length) &&
  verdicts.every(({ everywhere, boxes, example, counterexample }) => {
    const isCoverage = isObject(everywhere) && isBox(everywhere.under) && [everywhere.choices, everywhere.holding].every(isNumber);
    const lists = [boxes, everywhere?.proved, everywhere?.exempted];
    return isCoverage && [example, counterexample].every(isHand) && lists.every(Array.isArray) && boxes.every(isProof) && lists[1].every(isBox) && lists[2].every(isExempted);
  });

/** The JSON in these bytes. Nothing is named twice in it, because readers differ about which value counts. */
export function readJson(bytes, what) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value = JSON.parse(text);
    const open = [];
    for (const [token, name] of text.matchAll(/[{}[\]]|("(?:[^"\\]|\\.)*")\s*(?=:)|"(?:[^"\\]|\\.)*"/g)) {
      if (token === "{" || token === "[") open.push(new Set());
      else if (token === "}" || token === "]") open.pop();
      else if (name !== undefined) {
        const key = JSON.parse(name);
        if (open.at(-1).has(key)) throw new SyntaxError("a name occurs twice");
        open.at(-1).add(key);
      }
    }
    return value;
  } catch (error) {
    throw new UnreadableCertificate(`${what} is missing, is no JSON, or names something twice`, { cause: error });
  }
}
