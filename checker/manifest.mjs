/** The manifest of a certificate, and everything in a certificate that can be checked without a solver. */

import { UnreadableCertificate } from "./files.mjs";

const OBLIGATIONS = ["conserved", "decided", "discreet", "movable", "ends", "faultless", "endable"];
/** Obligations of any placement of the cards, for which the invariants are not needed. */
const WITHOUT_INVARIANTS = ["conserved", "decided"];
const FIELDS = "form game title edition digest fingerprint players house_rules settings verdicts lemmas scripts".split(" ");
const MOST_SCRIPTS = 9_999;

/** The manifest in these bytes. Throws `UnreadableCertificate` if its form is not that of a manifest. */
export function readManifest(bytes) {
  const value = readJson(bytes, "the manifest");
  const isText = (each) => typeof each === "string";
  const isTexts = (each) => isObject(each) && Object.values(each).every(isText);
  const isCount = (each) => Number.isSafeInteger(each) && each > 0;
  const isPart = (each) => Array.isArray(each) && each.length === 2 && isText(each[0]) && isCount(each[1]);
  const isNamed = (each, number) => each.file === `${String(number + 1).padStart(4, "0")}.smt2` && isText(each.sha256);
  const isScript = (each, number) => isObject(each) && isNamed(each, number) && Array.isArray(each.parts) && each.parts.every(isPart);
  const isVerdict = (each) =>
    isObject(each) &&
    [each.kind, each.name, each.verdict, each.game].every(isText) &&
    ["obligation", "claim"].includes(each.kind) &&
    ["proved", "attained", "refuted", "unknown"].includes(each.verdict) &&
    isTexts(each.settings) &&
    isTexts(each.house_rules) &&
    isCount(each.players) &&
    (each.kind !== "claim" || isText(each.claim)) &&
    (each.verdict === "unknown" || (Array.isArray(each.rests_on) && each.rests_on.every(isText)));
  const isForm =
    isObject(value) &&
    value.form === 1 &&
    sameSet(Object.keys(value), FIELDS) &&
    isText(value.game) &&
    isCount(value.players) &&
    [value.title, value.house_rules, value.settings].every(isTexts) &&
    /^[0-9a-f]{64}$/.test(value.digest) &&
    [value.verdicts, value.lemmas, value.scripts].every(Array.isArray) &&
    value.lemmas.every(isText) &&
    value.scripts.length <= MOST_SCRIPTS &&
    value.scripts.every(isScript) &&
    value.verdicts.every(isVerdict);
  if (!isForm) throw new UnreadableCertificate("the manifest is malformed, or lists impossible entries");
  return value;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const sameSet = (some, others) => some.length === others.length && some.every((each) => others.includes(each));
const sameList = (some, others) => JSON.stringify(some) === JSON.stringify(others);
const sorted = (value) => JSON.stringify(Object.entries(value).sort());

/** The JSON in these bytes. Nothing is named twice in it, because readers differ about which value counts. */
function readJson(bytes, what) {
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

/** A part of a proof: the house rules that it supposes, its kind, and the names after it. */
export function partOf(path) {
  const names = path.split("/");
  const first = names.findIndex((name) => !name.includes("="));
  const under = first < 0 ? names : names.slice(0, first);
  const [kind = "", ...rest] = first < 0 ? [] : names.slice(first);
  return { path, under, kind, rest, isOfInvariants: kind === "hands" || kind.startsWith("hands ") };
}

/** The parts that may support a verdict: its own, with those of joint proofs, and those of the invariants. */
export function partsOf(verdict, parts) {
  const under = Object.entries(verdict.settings).map(([option, value]) => `${option}=${value}`);
  const same = parts.filter((part) => sameList(part.under, under));
  const isFree = WITHOUT_INVARIANTS.includes(verdict.name);
  const isOwn = (part) => (part.kind === "jointly" ? !isFree : !part.isOfInvariants && part.rest[0] === verdict.name);
  const isMeasure = (part) => part.isOfInvariants && part.rest[0] === "measure";
  return {
    all: same.filter((part) => isOwn(part) || (part.isOfInvariants && !isFree)),
    own: same.filter((part) => isOwn(part) || (verdict.name === "ends" && isMeasure(part))),
    invariants: isFree ? [] : same.filter((part) => part.isOfInvariants),
  };
}

/** The parts of a manifest's proofs, each once. */
export const allParts = (manifest) => [...new Set(manifest.scripts.flatMap((script) => script.parts.map(([path]) => path)))].map(partOf);

const placeOf = (verdict) => JSON.stringify([verdict.kind, verdict.name, Object.entries(verdict.settings).sort()]);

/** Yield the faults of a certificate: each as a text, with the verdict that it concerns, if it concerns one. */
export function* structure(manifest, files) {
  const parts = allParts(manifest);
  if (manifest.fingerprint !== manifest.digest.slice(0, 12)) yield { text: "the fingerprint is not that of the digest" };
  for (const [option, value] of Object.entries(manifest.settings)) {
    if (manifest.house_rules[option] !== value) yield { text: `the house rule \`${option}\` has two values` };
  }
  const places = manifest.verdicts.map(placeOf);
  for (const [number, verdict] of manifest.verdicts.entries()) {
    for (const text of faultsOf(verdict, manifest, parts)) yield { text, verdict };
    if (places.indexOf(places[number]) < number) yield { text: "the verdict is listed twice", verdict };
  }
  for (const name of OBLIGATIONS) {
    const found = manifest.verdicts.some((verdict) => verdict.name === name && verdict.kind === "obligation");
    if (!found) yield { text: `there is no verdict on the obligation \`${name}\`` };
  }
  const names = manifest.verdicts.map((verdict) => verdict.name);
  const settings = manifest.verdicts.map((verdict) => JSON.stringify(Object.entries(verdict.settings).map((each) => each.join("="))));
  for (const part of [...parts, ...manifest.lemmas.map(partOf)]) {
    const isKnown = settings.includes(JSON.stringify(part.under)) && (part.kind !== "proof" || names.includes(part.rest[0]));
    if (part.path !== "" && !isKnown) yield { text: `no verdict is about the part \`${part.path}\`` };
  }
  if (new Set(manifest.lemmas).size < manifest.lemmas.length) yield { text: "a lemma is listed twice" };
  const listed = ["manifest.json", "certificate.json", ...manifest.scripts.map((script) => script.file)];
  for (const name of files.keys()) {
    if (!listed.includes(name)) yield { text: `the file \`${name}\` is not listed` };
  }
  yield* faultsOfSearches(manifest, files);
}

function* faultsOf(verdict, manifest, parts) {
  const { players, ...settings } = verdict.settings;
  const rules = { ...manifest.house_rules, ...settings };
  if (verdict.game !== manifest.game) yield "the verdict is about another game";
  if (verdict.players !== Number(players ?? manifest.players)) yield "the verdict is about another number of players";
  if (sorted(verdict.house_rules) !== sorted(rules)) yield "the verdict is about other house rules";
  if (verdict.kind === "obligation" && (!OBLIGATIONS.includes(verdict.name) || sorted(verdict.settings) !== "[]")) {
    yield "there is no such obligation";
  }
  if (verdict.kind === "claim" && !verdict.claim.split(/[\s:(]/).includes(verdict.name)) yield "the claim has another name";
  const [hand, other] = verdict.verdict === "refuted" ? ["counterexample", "example"] : ["example", "counterexample"];
  if (verdict[other] !== undefined || (verdict[hand] !== undefined && !["refuted", "attained"].includes(verdict.verdict))) {
    yield "the verdict has a hand that shows something else";
  }
  if (verdict[hand] !== undefined && !isRecordFor(verdict[hand]?.record, verdict)) yield "the hand is one of another game";
  if (verdict.verdict === "attained" && verdict[hand] === undefined) yield "there is no hand that shows it";
  const isByProof = verdict.verdict !== "unknown" && !(verdict.verdict === "refuted" && verdict[hand] !== undefined);
  const wanted = isByProof ? partsOf(verdict, parts).all.map((part) => part.path) : [];
  if (!sameList(verdict.rests_on ?? [], wanted)) yield "the verdict names other parts of the proof than those about it";
}

function isRecordFor(record, verdict) {
  if (!isObject(record) || record.players !== verdict.players || !isObject(record.settings)) return false;
  return Object.entries(record.settings).every(([option, value]) => verdict.house_rules[option] === value);
}

/** The results of the searches are not used here, but they are about the same verdicts. */
function* faultsOfSearches(manifest, files) {
  const found = readJson(files.get("certificate.json"), "certificate.json");
  const stated = ({ kind, name, verdict, settings }) => JSON.stringify([kind, name, verdict, Object.entries(settings)]);
  const listed = ([kind, name, verdict, settings = []]) => JSON.stringify([kind, name, verdict, settings]);
  const here = manifest.verdicts.map(stated).sort();
  const there = Array.isArray(found?.verdicts) && found.verdicts.every(Array.isArray) ? found.verdicts.map(listed).sort() : [];
  if (found?.form !== 2 || found.game !== manifest.game || !isObject(found.log) || !sameList(here, there)) {
    yield { text: "certificate.json states other verdicts than the manifest" };
  }
}

/** The kinds of part that a verdict's invariants need and that have no condition: facts that nobody has shown. */
export function missingOfInvariants(verdict, parts) {
  const { invariants } = partsOf(verdict, parts);
  const places = new Set(invariants.filter((part) => part.rest[0] !== "measure").map((part) => `${part.kind}/${part.rest[0]}`));
  if (invariants.length > 0 && places.size === 0) return ["initial", "inductive"];
  const kinds = (place) => invariants.filter((part) => `${part.kind}/${part.rest[0]}` === place).map((part) => part.rest[1]);
  return [...places].flatMap((place) => ["initial", "inductive"].filter((kind) => !kinds(place).includes(kind)));
}
