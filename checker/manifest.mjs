/** The manifest of a certificate, and everything in a certificate that can be checked without a solver. */

import { choicesAt, faultsEverywhere } from "./everywhere.mjs";
import { isObject, readJson } from "./form.mjs";
import { allParts, partOf, proofsOf, sameList, underOf } from "./parts.mjs";

const OBLIGATIONS = ["conserved", "decided", "discreet", "movable", "ends", "faultless", "endable"];

const sorted = (value) => JSON.stringify(Object.entries(value).sort());

/** The statement of a verdict: no other verdict of a manifest has the same. */
const placeOf = ({ kind, name, settings, players, boxes }) => JSON.stringify([kind, name, Object.entries(settings).sort(), boxes && players]);

/** Yield the faults of a certificate: each as a text, with the verdict that it concerns, if it concerns one. */
export function* structure(manifest, files, isWhole) {
  const parts = allParts(manifest);
  if (manifest.fingerprint !== manifest.digest.slice(0, 12)) yield { text: "the fingerprint is not that of the digest" };
  for (const [option, value] of Object.entries(manifest.settings ?? {})) {
    if (manifest.house_rules[option] !== value) yield { text: `the house rule \`${option}\` has two values` };
  }
  const places = manifest.verdicts.map(placeOf);
  for (const [number, verdict] of manifest.verdicts.entries()) {
    for (const text of faultsOf(verdict, manifest, parts)) yield { text, verdict };
    if (places.indexOf(places[number]) < number) yield { text: "the verdict is listed twice", verdict };
  }
  if (isWhole) yield* faultsOfWhole(manifest, parts);
  if (new Set(manifest.lemmas).size < manifest.lemmas.length) yield { text: "a lemma is listed twice" };
  const listed = ["manifest.json", "certificate.json", ...manifest.scripts.map((script) => script.file)];
  for (const name of files.keys()) {
    if (!listed.includes(name)) yield { text: `the file \`${name}\` is not listed` };
  }
  yield* faultsOfSearches(manifest, files);
}

/** Every obligation has a verdict, and every part is about one. */
function* faultsOfWhole(manifest, parts) {
  for (const players of [manifest.players].flat()) {
    for (const name of manifest.form === 3 ? [] : OBLIGATIONS) {
      const found = manifest.verdicts.some((each) => each.name === name && each.kind === "obligation" && each.players === players);
      if (!found) yield { text: `there is no verdict on the obligation \`${name}\` for ${players} players` };
    }
  }
  for (const part of [...parts, ...manifest.lemmas.map(partOf)]) {
    if (part.path !== "" && !isAboutVerdict(part, manifest)) yield { text: `no verdict is about the part \`${part.path}\`` };
  }
}

/** Whether a part is under the house rules of some verdict, and names a verdict if it is a proof of its own. */
function isAboutVerdict({ under, kind, rest }, { form, verdicts, players, house_rules }) {
  const isNamed = (name) => verdicts.some((verdict) => verdict.name === name);
  if (form !== 2) return verdicts.some((each) => sameList(underOf(each), under)) && (kind !== "proof" || isNamed(rest[0]));
  const isAlone = kind === "alone";
  const place = [...under, ...(isAlone ? [kind] : [])].join("/");
  const [first, name] = isAlone ? rest : [kind, rest[0]];
  return players.some((count) => choicesAt(house_rules, place, count) !== null) && (!/^proof( \d+)?$/.test(first) || isNamed(name));
}

function* faultsOf(verdict, manifest, parts) {
  if (verdict.game !== manifest.game) yield "the verdict is about another game";
  if (verdict.kind === "obligation" && (!OBLIGATIONS.includes(verdict.name) || sorted(verdict.settings) !== "[]")) {
    yield "there is no such obligation";
  }
  if (verdict.kind === "claim" && !verdict.claim.split(/[\s:(]/).includes(verdict.name)) yield "the claim has another name";
  if (manifest.form === 3 && (verdict.verdict !== "proved" || sorted(verdict.settings) !== "[]")) yield "the clause is not proved to be the same";
  yield* manifest.form === 2 ? faultsEverywhere(verdict, manifest, parts) : faultsUnderSettings(verdict, manifest, parts);
}

function* faultsUnderSettings(verdict, manifest, parts) {
  const { players, ...settings } = verdict.settings;
  if (verdict.players !== Number(players ?? manifest.players)) yield "the verdict is about another number of players";
  if (sorted(verdict.house_rules) !== sorted({ ...manifest.house_rules, ...settings })) yield "the verdict is about other house rules";
  const [hand, other] = verdict.verdict === "refuted" ? ["counterexample", "example"] : ["example", "counterexample"];
  if (verdict[other] !== undefined || (verdict[hand] !== undefined && !["refuted", "attained"].includes(verdict.verdict))) {
    yield "the verdict has a hand that shows something else";
  }
  if (verdict[hand] !== undefined && !isRecordFor(verdict[hand]?.record, verdict)) yield "the hand is one of another game";
  if (verdict.verdict === "attained" && verdict[hand] === undefined) yield "there is no hand that shows it";
  const wanted = proofsOf(verdict, parts).flatMap(({ all }) => all.map((part) => part.path));
  if (!sameList(verdict.rests_on ?? [], wanted)) yield "the verdict names other parts of the proof than those about it";
}

function isRecordFor(record, verdict) {
  if (!isObject(record) || record.players !== verdict.players || !isObject(record.settings)) return false;
  return Object.entries(record.settings).every(([option, value]) => verdict.house_rules[option] === value);
}

/** The results of the searches are not used here, but they are about the same verdicts. */
function* faultsOfSearches(manifest, files) {
  const found = readJson(files.get("certificate.json"), "certificate.json");
  const under = ({ settings, players }) => Object.entries(manifest.form === 2 ? { players: `${players}` } : settings);
  const stated = (each) => JSON.stringify([each.kind, each.name, each.verdict, under(each)]);
  const listed = ([kind, name, verdict, settings = []]) => JSON.stringify([kind, name, verdict, settings]);
  const here = manifest.verdicts.map(stated).sort();
  const there = Array.isArray(found?.verdicts) && found.verdicts.every(Array.isArray) ? found.verdicts.map(listed).sort() : [];
  if (found?.form !== 2 || found.game !== manifest.game || !isObject(found.log) || !sameList(here, there)) {
    yield { text: "certificate.json states other verdicts than the manifest" };
  }
}
