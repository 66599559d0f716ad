/** A certificate of verdicts under all house rules, written here by hand from its documented form, and ways to tamper with it. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { init } from "z3-solver";
import { checkCertificate } from "../check.mjs";
import { UnreadableCertificate } from "../files.mjs";
import { answers } from "../solver.mjs";
import { bytes, digest, facts, json } from "./scripts.mjs";

let Z3;
before(async () => ({ Z3 } = await init()));
after(() => setImmediate(() => process.exit())); // Z3's threads keep the process alive

const NAMES = ["conserved", "decided", "discreet", "movable", "ends", "faultless", "endable"];
const ALONE = "players=2/points=21/cards=a/alone";
const invariantsAt = (place) => ["initial", "inductive"].map((name) => `${place}/hands/turned/${name}`);
const handUnder = (points, cards, players = 2) => ({ record: { players, settings: { points, cards }, stock: [], moves: [{ act: "play" }] } });

/** Two numbers of players, two house rules with two and three values, and a verdict of every kind. */
function written() {
  const parts = [2, 3].map((players) => [...invariantsAt(`players=${players}`), ...NAMES.map((name) => `players=${players}/proof/${name}`)]);
  parts.push(["players=2/proof/often/1"], [...invariantsAt("players=2/points=11"), "players=2/points=11/proof 2/often/1"]);
  parts.push([...invariantsAt(ALONE), `${ALONE}/proof/seldom`]);
  const texts = parts.map((each) => facts(...each));
  const box = (house_rules, place, part, ...own) => ({ house_rules, place, part, rests_on: [...own] });
  const verdict = (kind, name, found, players, boxes, everywhere, more = {}) => ({
    game: "small", kind, name, verdict: found, players, settings: {}, house_rules: {}, boxes, everywhere: { under: {}, exempted: [], ...everywhere }, ...more,
  }); // prettier-ignore
  const proof = (name, place) => (["conserved", "decided"].includes(name) ? [] : invariantsAt(place)).concat(`${place}/proof/${name}`);
  const obligations = [2, 3].flatMap((players) => NAMES.map((name) => {
    const boxes = [box({}, `players=${players}`, "proof", ...proof(name, `players=${players}`))];
    return verdict("obligation", name, "proved", players, boxes, { choices: 6, holding: 6, proved: [{}] });
  })); // prettier-ignore
  const often = [
    box({ points: ["11"], cards: ["a", "b"] }, "players=2/points=11", "proof 2", ...invariantsAt("players=2/points=11"), "players=2/points=11/proof 2/often/1"),
    box({ points: ["11"], cards: ["c"] }, "players=2", "proof", ...invariantsAt("players=2"), "players=2/proof/often/1"),
  ];
  const refuted = { under: { points: ["21"] }, verdict: "refuted", choices: 3, shown: 3, counterexample: handUnder("21", "a") };
  const seldom = [box({ points: ["21"], cards: ["a"] }, ALONE, null, ...invariantsAt(ALONE), `${ALONE}/proof/seldom`)];
  const open = [{ points: ["11"] }, { cards: ["b", "c"], points: ["21"] }].map((under) => ({ under, verdict: "unknown", choices: under.cards ? 2 : 3 }));
  return {
    texts,
    manifest: {
      form: 2, game: "small", title: { en: "Small" }, edition: null, digest: "ab".repeat(32), fingerprint: "ab".repeat(6), players: [2, 3],
      house_rules: { points: ["11", "21"], cards: ["a", "b", "c"] }, lemmas: ["players=2/proof/often/1"],
      verdicts: [
        ...obligations,
        verdict("claim", "often", "refuted", 2, often, { choices: 6, holding: 3, proved: [{ points: ["11"] }], exempted: [refuted] }, { claim: "claim often: 0 is 0" }),
        verdict("claim", "seldom", "unknown", 2, seldom, { choices: 6, holding: 1, proved: [seldom[0].house_rules], exempted: open }, { claim: "claim seldom: 0 is 0" }),
        verdict("claim", "perhaps", "attained", 3, [], { choices: 3, holding: 2, shown: 2, under: { points: ["21"] }, proved: [] }, { claim: "claim perhaps: 0 is 0", example: handUnder("21", "b", 3) }),
        verdict("claim", "never", "refuted", 3, [], { choices: 6, holding: 0, proved: [] }, { claim: "claim never: 0 is 1", counterexample: handUnder("21", "c", 3) }),
      ],
      scripts: parts.map((each, number) => ({ file: `000${number + 1}.smt2`, sha256: digest(texts[number]), parts: each.map((part) => [part, 1]) })),
    }, // prettier-ignore
  };
}

function filesOf(change = () => {}) {
  const { manifest, texts } = written();
  change(manifest, texts);
  const verdicts = manifest.verdicts.map(({ kind, name, verdict, players }) => [kind, name, verdict, [["players", String(players)]]]);
  return new Map([
    ["manifest.json", json(manifest)],
    ["certificate.json", json({ form: 2, game: manifest.game, verdicts, log: {} })],
    ...texts.map((text, number) => [`000${number + 1}.smt2`, bytes(text)]),
  ]);
}

const checked = (change) => checkCertificate(filesOf(change), (script) => answers(Z3, script));
const of = (manifest, name) => manifest.verdicts.find((each) => each.name === name);
const often = (manifest) => of(manifest, "often");

test("every verdict of a good certificate has its status", async () => {
  const result = await checked();
  assert.deepEqual([result.faults, result.code, result.conditions], [[], 3, 25]);
  const status = Object.fromEntries(result.verdicts.map(({ name, status }) => [name, status]));
  const known = Object.fromEntries(NAMES.map((name) => [name, "checked"]));
  assert.deepEqual(status, { ...known, often: "hand", seldom: "unknown", perhaps: "hand", never: "hand" });
  assert.equal(result.verdicts.find((each) => each.name === "often").conditions, 6);
});

test("a certificate of proofs only leaves nothing open", async () => {
  assert.equal((await checked((m, texts) => withoutClaims(m, texts))).code, 0);
});

function withoutClaims(manifest, texts) {
  manifest.verdicts.splice(-4);
  manifest.scripts.splice(2);
  texts.splice(2);
  manifest.lemmas = [];
}

/** Each kind of tampering: the exit code, and a change. */
const TAMPERED = {
  "a verdict is left out": [1, (m) => m.verdicts.shift()],
  "the verdicts for one number of players are left out": [1, (m) => { m.verdicts = m.verdicts.filter((each) => each.players === 2); }],
  "a verdict is listed twice": [1, (m) => m.verdicts.push(m.verdicts[0])],
  "a verdict of other players": [1, (m) => { often(m).players = 4; }],
  "a verdict of players with another proof": [1, (m) => { often(m).players = 3; }],
  "a verdict under settings": [1, (m) => { often(m).settings = { points: "11" }; }],
  "refuted choices called proved": [1, (m) => callProved(m, [])],
  "refuted choices called proved by a box of all choices, which only the rules show": [3, (m) => callProved(m, [{ ...often(m).boxes[1], house_rules: {} }])],
  "refuted choices called proved by a proof of nothing": [3, (m) => callProved(m, [{ house_rules: {}, place: "players=2", part: "proof 9", rests_on: invariantsAt("players=2") }])],
  "refuted choices called open": [3, (m) => { often(m).verdict = "unknown"; Object.assign(often(m).everywhere.exempted[0], { verdict: "unknown", counterexample: undefined }); }],
  "refuted choices left out": [1, (m) => { often(m).everywhere.exempted = []; }],
  "a box less": [1, (m) => often(m).boxes.pop()],
  "no boxes": [1, (m) => { of(m, "conserved").boxes = []; }],
  "a box of more choices": [1, (m) => { often(m).boxes[1].house_rules = {}; }],
  "a box beyond its place": [1, (m) => { often(m).boxes[1].place = "players=2/cards=a+b"; }],
  "a box without choices": [1, (m) => { often(m).boxes[1].house_rules = { cards: [] }; }],
  "a box of an unknown house rule": [1, (m) => { often(m).boxes[1].house_rules.suits = ["a"]; }],
  "a box of an unknown value": [1, (m) => { often(m).boxes[1].house_rules.cards = ["d"]; }],
  "a box of another game": [1, (m) => { often(m).boxes[1].place = "players=3"; }],
  "a place of several choices called alone": [1, (m) => { of(m, "seldom").boxes[0].place = "players=2/alone"; }],
  "a box that rests on nothing": [1, (m) => { often(m).boxes[0].rests_on = []; }],
  "a box that rests on another attempt": [1, (m) => { often(m).boxes[0].part = "proof 3"; }],
  "more choices hold": [1, (m) => { often(m).everywhere.holding = 6; }],
  "fewer choices": [1, (m) => { often(m).everywhere.choices = 4; }],
  "more choices hold by a hand": [1, (m) => { of(m, "perhaps").everywhere.holding = 4; }],
  "another number of exempted choices": [1, (m) => { often(m).everywhere.exempted[0].choices = 2; }],
  "a choice both proved and exempted": [1, (m) => { often(m).everywhere.exempted[0].under = {}; often(m).everywhere.exempted[0].choices = 6; }],
  "choices that the claim does not name": [1, (m) => { of(m, "perhaps").everywhere.proved = [{}]; }],
  "an exempted choice of a proved verdict": [1, (m) => { often(m).verdict = "proved"; }],
  "a hand under other house rules": [1, (m) => { often(m).everywhere.exempted[0].counterexample = handUnder("11", "a"); }],
  "a hand that names no value": [1, (m) => { often(m).everywhere.exempted[0].counterexample = handUnder("21"); }],
  "a hand for other players": [1, (m) => { often(m).everywhere.exempted[0].counterexample = handUnder("21", "a", 3); }],
  "a hand under values that the claim does not name": [1, (m) => { of(m, "perhaps").example = handUnder("11", "b", 3); }],
  "a proof has the hand of another": [1, (m) => { of(m, "ends").counterexample = handUnder("21", "a"); }],
  "no hand": [1, (m) => { of(m, "perhaps").example = undefined; }],
  "no hand that refutes": [3, (m) => { often(m).everywhere.exempted[0].counterexample = undefined; }],
  "no condition of a proof": [3, (m, texts) => withoutPart(m, texts, "players=2/proof/often/1")],
  "no proof that the invariants are kept": [3, (m, texts) => withoutPart(m, texts, "players=2/points=11/hands/turned/inductive")],
  "a part of another place": [1, (m, texts) => rename(m, texts, "players=2/proof/often/1", "players=4/proof/often/1")],
  "a proof of nothing known": [1, (m, texts) => rename(m, texts, "players=2/proof/often/1", "players=2/proof/other/1")],
  "a condition that can be broken": [1, (m, texts) => rewrite(m, texts, 3, texts[3].replace("(< 2 shared.3)", "(< 1 shared.3)"))],
  "conditions under facts that are false": [3, (m, texts) => rewrite(m, texts, 3, texts[3].replace("(<= 0 s.a!1)", "(< 1 s.a!1)"))],
  "a lemma of nothing known": [1, (m) => m.lemmas.push("players=2/proof/other/1")],
}; // prettier-ignore

function callProved(manifest, boxes) {
  const verdict = often(manifest);
  Object.assign(verdict, { verdict: "proved", boxes: [...verdict.boxes, ...boxes] });
  Object.assign(verdict.everywhere, { holding: 6, proved: [{}], exempted: [] });
}

function rewrite(manifest, texts, number, text) {
  texts[number] = text;
  manifest.scripts[number].sha256 = digest(text);
}

function rename(manifest, texts, from, to) {
  const number = manifest.scripts.findIndex(({ parts }) => parts.some(([part]) => part === from));
  manifest.scripts[number].parts = manifest.scripts[number].parts.map(([part, n]) => [part === from ? to : part, n]);
  rewrite(manifest, texts, number, texts[number].replace(from, to));
  for (const { boxes } of manifest.verdicts) for (const box of boxes) box.rests_on = box.rests_on.filter((part) => part !== from);
}

function withoutPart(manifest, texts, gone) {
  const script = manifest.scripts.find(({ parts }) => parts.some(([part]) => part === gone));
  script.parts = script.parts.filter(([part]) => part !== gone);
  rewrite(manifest, texts, manifest.scripts.indexOf(script), facts(...script.parts.map(([part]) => part)));
  if (gone.includes("often")) manifest.lemmas = [];
  for (const { boxes } of manifest.verdicts) for (const box of boxes) box.rests_on = box.rests_on.filter((part) => part !== gone);
}

for (const [kind, [code, change]] of Object.entries(TAMPERED)) {
  test(`tampering is not accepted: ${kind}`, async () => assert.equal((await checked(change)).code, code));
}

/** Manifests that are none. */
const MALFORMED = {
  "another form": (m) => { m.form = 3; },
  "the form of one choice": (m) => { m.form = 1; },
  "no boxes": (m) => { delete often(m).boxes; },
  "no place": (m) => { delete often(m).boxes[0].place; },
  "players as a text": (m) => { often(m).players = "2"; },
  "a list as a box": (m) => { often(m).boxes[0].house_rules = []; },
  "a number as a hand": (m) => { of(m, "perhaps").example = 5; },
  "a text as a hand that refutes": (m) => { often(m).everywhere.exempted[0].counterexample = "21"; },
  "no players and no verdicts": (m) => { Object.assign(m, { players: [], verdicts: [] }); },
  "a value twice": (m) => { m.house_rules.points = ["11", "11"]; },
  "no values": (m) => { m.house_rules.points = []; },
  "no house rules": (m) => { delete m.house_rules; },
  "a number as a text": (m) => { often(m).everywhere.holding = "3"; },
}; // prettier-ignore

for (const [kind, change] of Object.entries(MALFORMED)) {
  test(`no manifest is read: ${kind}`, () => assert.rejects(checked(change), UnreadableCertificate));
}
