/**
 * Check a certificate that is written here by hand from its documented form, and versions of it that were tampered
 * with.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { init } from "z3-solver";
import { checkCertificate } from "../check.mjs";
import { certificatesIn, UnreadableCertificate, unzip } from "../files.mjs";
import { MalformedScript, readScript } from "../script.mjs";
import { answers } from "../solver.mjs";
import { bytes, check, digest, facts, json, scriptOf } from "./scripts.mjs";

let Z3;
before(async () => ({ Z3 } = await init()));
after(() => setImmediate(() => process.exit())); // Z3's threads keep the process alive

const NAMES = ["conserved", "decided", "discreet", "movable", "ends", "faultless", "endable"];
const INVARIANTS = ["hands/turned/initial", "hands/turned/inductive", "hands/measure/0"];
const HAND = { record: { players: 2, settings: { points: "11" }, stock: [], moves: [{ act: "play" }] } };

/** A certificate with every kind of verdict: the manifest, the scripts, and the results of the searches. */
function written() {
  const scripts = [
    ["proof/conserved"],
    [...INVARIANTS, ...NAMES.slice(1).map((name) => `proof/${name}`), "proof/always/1"],
    ["points=21/hands/turned/initial", "points=21/hands/turned/inductive", "points=21/proof/always/1"],
  ];
  const verdict = (kind, name, found, rests_on, more = {}) => ({
    game: "small", kind, name, verdict: found, players: 2, settings: {}, house_rules: { points: "11" }, rests_on, ...more,
  }); // prettier-ignore
  const rests = { conserved: ["proof/conserved"], decided: ["proof/decided"] };
  const under = { settings: { points: "21" }, house_rules: { points: "21" }, claim: "claim always: 0 is 0" };
  const texts = scripts.map((parts) => facts(...parts));
  return {
    texts,
    manifest: {
      form: 1, game: "small", title: { en: "Small" }, edition: null, digest: "ab".repeat(32), fingerprint: "ab".repeat(6), players: 2,
      house_rules: { points: "11" }, settings: {}, lemmas: ["proof/always/1"],
      verdicts: [
        ...NAMES.map((name) => verdict("obligation", name, "proved", rests[name] ?? [...INVARIANTS, `proof/${name}`])),
        verdict("claim", "always", "proved", [...INVARIANTS, "proof/always/1"], { claim: "claim always: 0 is 0" }),
        verdict("claim", "always", "proved", [...scripts[2]], under),
        verdict("claim", "never", "refuted", [], { claim: "claim never: 0 is 1", counterexample: HAND }),
        verdict("claim", "perhaps", "attained", INVARIANTS, { claim: "claim perhaps: 0 is 0", example: HAND }),
        verdict("claim", "who_knows", "unknown", [], { claim: "claim who_knows: 0 is 0" }),
      ],
      scripts: scripts.map((parts, number) => ({ file: `000${number + 1}.smt2`, sha256: digest(texts[number]), parts: parts.map((part) => [part, 1]) })),
    }, // prettier-ignore
  };
}

/** The files of a certificate after a change of its manifest, or of its files. */
function filesOf(change = () => {}, changeFiles = () => {}) {
  const { manifest, texts } = written();
  change(manifest, texts);
  const verdicts = manifest.verdicts.map(({ kind, name, verdict, settings }) => [kind, name, verdict, Object.entries(settings)]);
  const files = new Map([
    ["manifest.json", json(manifest)],
    ["certificate.json", json({ form: 2, game: manifest.game, verdicts, log: {} })],
    ...texts.map((text, number) => [`000${number + 1}.smt2`, bytes(text)]),
  ]);
  changeFiles(files, manifest);
  return files;
}

const checked = (...changes) => checkCertificate(filesOf(...changes), (script) => answers(Z3, script));
const find = (result, name) => result.verdicts.find((each) => each.name === name);
const of = (manifest, name) => manifest.verdicts.find((each) => each.name === name);

test("every verdict of a good certificate has its status, and a hand leaves the check open", async () => {
  const result = await checked();
  assert.deepEqual([result.faults, result.code, result.conditions], [[], 3, 14]);
  const status = Object.fromEntries(result.verdicts.map(({ name, status }) => [name, status]));
  const known = Object.fromEntries([...NAMES, "always"].map((name) => [name, "checked"]));
  assert.deepEqual(status, { ...known, never: "hand", perhaps: "hand", who_knows: "unknown" });
  assert.equal(find(result, "movable").conditions, 4);
});

test("a certificate of proofs only leaves nothing open", async () => {
  const result = await checked((manifest) => manifest.verdicts.splice(-3));
  assert.equal(result.code, 0);
});

/** Each kind of tampering: the exit code, and a change. */
const TAMPERED = {
  "a refuted verdict becomes proved": [3, (m) => Object.assign(of(m, "never"), { verdict: "proved", counterexample: undefined, rests_on: INVARIANTS })],
  "it becomes proved and rests on nothing": [1, (m) => Object.assign(of(m, "never"), { verdict: "proved", counterexample: undefined })],
  "a proved verdict becomes refuted": [1, (m) => Object.assign(of(m, "always"), { verdict: "refuted", rests_on: [] })],
  "an unknown verdict becomes attained": [1, (m) => Object.assign(of(m, "who_knows"), { verdict: "attained", rests_on: INVARIANTS })],
  "a proof has the hand of another": [1, (m) => Object.assign(of(m, "always"), { counterexample: HAND })],
  "the hand is under other house rules": [1, (m) => { of(m, "never").counterexample = { record: { ...HAND.record, settings: { points: "21" } } }; }],
  "the hand is for other players": [1, (m) => { of(m, "never").counterexample = { record: { ...HAND.record, players: 3 } }; }],
  "a verdict is left out": [1, (m) => m.verdicts.shift()],
  "a verdict is listed twice": [1, (m) => m.verdicts.push(m.verdicts[0])],
  "a verdict of other players": [1, (m) => { of(m, "movable").players = 3; }],
  "a verdict under other house rules": [1, (m) => { of(m, "movable").house_rules = { points: "21" }; }],
  "a verdict of another game": [1, (m) => { of(m, "movable").game = "large"; }],
  "an obligation that is none": [1, (m) => { of(m, "movable").name = "fair"; }],
  "a claim of another name": [1, (m) => { of(m, "always").claim = "claim sometimes: 0 is 0"; }],
  "a proof rests on its invariants only": [1, (m) => of(m, "movable").rests_on.pop()],
  "the parts of a proof are renamed": [1, (m) => renameParts(m, "proof/movable", "proof/ends")],
  "no conditions": [3, (m, texts) => withoutConditions(m, texts)],
  "no proof that the invariants are kept": [3, (m, texts) => withoutPart(m, texts, "hands/turned/inductive")],
  "no proof that the invariants are true at first": [3, (m, texts) => withoutPart(m, texts, "hands/turned/initial")],
  "a proof has no condition of its own": [3, (m, texts) => withoutPart(m, texts, "proof/movable")],
  "one condition less, and the list as it was": [1, (m, texts) => rewrite(m, texts, 0, scriptOf([], ["true"]))],
  "conditions under facts that are false": [3, (m, texts) => rewrite(m, texts, 0, texts[0].replace("(<= 0 s.a!1)", "(< 1 s.a!1)"))],
  "a condition that can be broken": [1, (m, texts) => rewrite(m, texts, 0, texts[0].replace("(< 2 shared.3)", "(< 1 shared.3)"))],
  "a digest that is left": [1, (m, texts) => { texts[0] = texts[0].replace("(< 2", "(< 3"); }],
  "two scripts exchanged": [1, (m, texts) => { [texts[0], texts[1]] = [texts[1], texts[0]]; }],
  "conditions of another part": [1, (m, texts) => rewrite(m, texts, 0, texts[0].replace("; proof/conserved", "; proof/ends"))],
  "a proof of nothing known": [1, (m) => m.scripts[0].parts.push(["proof/other", 1])],
  "a lemma of nothing known": [1, (m) => m.lemmas.push("proof/other/1")],
  "a lemma twice": [1, (m) => m.lemmas.push(m.lemmas[0])],
  "a fingerprint of another digest": [1, (m) => { m.fingerprint = "0".repeat(12); }],
  "a house rule with two values": [1, (m) => { m.settings = { points: "21" }; }],
  "a script that is not listed": [1, () => {}, (files) => files.set("0004.smt2", bytes(facts("proof/ends")))],
  "a script that is missing": [1, () => {}, (files) => files.delete("0002.smt2")],
  "searches for other verdicts": [1, () => {}, (files) => files.set("certificate.json", json({ form: 2, game: "small", verdicts: [], log: {} }))],
}; // prettier-ignore

function renameParts(manifest, from, to) {
  for (const script of manifest.scripts) script.parts = script.parts.map(([part, count]) => [part === from ? to : part, count]);
  of(manifest, "movable").rests_on = INVARIANTS;
  of(manifest, "ends").rests_on = [...INVARIANTS, to, to];
}

function rewrite(manifest, texts, number, text) {
  texts[number] = text;
  manifest.scripts[number].sha256 = digest(text);
}

function withoutConditions(manifest, texts) {
  texts.length = 0;
  manifest.scripts = [];
  manifest.lemmas = [];
  for (const verdict of manifest.verdicts) verdict.rests_on = [];
}

function withoutPart(manifest, texts, gone) {
  const parts = manifest.scripts[1].parts.filter(([part]) => part !== gone);
  manifest.scripts[1].parts = parts;
  rewrite(manifest, texts, 1, facts(...parts.map(([part]) => part)));
  for (const verdict of manifest.verdicts) verdict.rests_on = verdict.rests_on.filter((part) => part !== gone);
}

for (const [kind, [code, ...changes]] of Object.entries(TAMPERED)) {
  test(`tampering is not accepted: ${kind}`, async () => assert.equal((await checked(...changes)).code, code));
}

/** Manifests that are invalid: a change of the manifest, or another text. */
const MALFORMED = {
  "another form": (m) => { m.form = true; },
  "an unknown field": (m) => { m.checked = true; },
  "a list as settings": (m) => { of(m, "ends").settings = []; },
  "another kind of verdict": (m) => { of(m, "ends").verdict = "shown"; },
  "a script of another name": (m) => { m.scripts[0].file = "../0001.smt2"; },
  "a count that is none": (m) => { m.scripts[0].parts[0][1] = 0; },
}; // prettier-ignore

for (const [kind, change] of Object.entries(MALFORMED)) {
  test(`no manifest is read: ${kind}`, () => assert.rejects(checked(change), UnreadableCertificate));
}

test("no manifest is read: a name twice, which readers take differently", async () => {
  const twice = (files, manifest) => files.set("manifest.json", bytes(JSON.stringify(manifest).replace('"kind"', '"verdict":"unknown","kind"')));
  await assert.rejects(checked(() => {}, twice), UnreadableCertificate);
  await assert.rejects(checked(() => {}, (files) => files.delete("manifest.json")), UnreadableCertificate);
});

/** Lines that do not occur in scripts. */
const LINES = [
  "(exit)", "(set-option :produce-models true)", "(get-model)", "(declare-fun f!1 (Int) Int)", "(declare-const a!1 Real)", "(push 2)", "(pop 1)",
  "(define-fun f!1 ((x Int)) Int x)", "(assert)", "(assert 1)", "(assert (and true 1))", "(assert (not true false))", "(assert (f true))",
  "(assert (= 1 true))", "(assert (ite true 1 2))", "(assert (forall ((x Int)) true))", "(assert true) (exit)", "(assert true", "(check-sat)",
  "(declare-const and Bool)", '(assert (= "a" "a"))', "; a\n; b\u0000", "(assert (<= 01 2))", "(assert (constructor true))",
]; // prettier-ignore

for (const line of LINES) {
  test(`a script may only ask: ${line}`, () => assert.throws(() => readScript(`(set-logic QF_LIA)\n${line}\n`), MalformedScript));
}

test("a level never ends a name, and the logic comes first", () => {
  assert.throws(() => readScript("(set-logic QF_LIA)\n(push 1)\n(declare-const a!1 Int)\n"), MalformedScript);
  assert.throws(() => readScript("(set-logic QF_LIA)\n(declare-const a!1 Int)\n(declare-const a!1 Bool)\n"), MalformedScript);
  assert.throws(() => readScript("(declare-const a!1 Int)\n"), MalformedScript);
});

test("facts that contradict each other are found, and conditions are asked one by one", async () => {
  const script = readScript(scriptOf(["(declare-const a!1 Int)"], ["(< a!1 0)"], check("one", "(< 0 a!1)"), check("two", "(< a!1 (- 3))")));
  const found = await answers(Z3, script);
  assert.deepEqual(found.map(({ part, answer }) => [part, answer]), [["one", "unsat"], ["two", "sat"]]); // prettier-ignore
  const false_ = readScript(scriptOf([], ["false"], check("one", "true")));
  assert.equal((await answers(Z3, false_))[0].vacuous, true);
});

test("the facts of each level are asked for once, without the conditions", async () => {
  const level = (fact, ...checks) => ["(push 1)", `(assert ${fact})`, ...checks.flat(), "(pop 1)"];
  const checks = [
    check("first", "(< a!1 0)"),
    level("(<= (- 1) a!1)", check("implied", "(< a!1 (- 2))")),
    level("(= (div a!1 b!2) (+ a!1 7))", check("of another model", "(< a!1 0)")),
    level("(< (+ a!1 b!2) 0)", check("contradictory", "(< a!1 0)"), check("contradictory again", "true")),
    level("(<= b!2 4)", check("after it", "(< a!1 0)")),
  ];
  const declared = ["(declare-const a!1 Int)", "(declare-const b!2 Int)"];
  const script = readScript(scriptOf(declared, ["(<= 0 a!1)", "(<= 0 b!2)", "(<= b!2 9)"], ...checks));
  let searches = 0;
  const counting = { ...Z3, solver_check: (...given) => ((searches += 1), Z3.solver_check(...given)) };
  const found = await answers(counting, script);
  const vacuous = found.filter((each) => each.vacuous).map(({ part }) => part);
  assert.deepEqual(vacuous, ["contradictory", "contradictory again"]);
  assert.ok(found.every(({ answer }) => answer === "unsat"));
  assert.equal(searches, script.checks.length + 6); // the level around all others has no facts
});

test("facts that are added between two checks of a level are asked for again", async () => {
  const facts = ["(push 1)", "(assert (<= 0 a!1))", ...check("before", "(< a!1 0)"), "(assert (< a!1 0))", ...check("after", "true"), "(pop 1)"];
  const found = await answers(Z3, readScript(["(set-logic QF_LIA)", "(declare-const a!1 Int)", ...facts, ""].join("\n")));
  assert.deepEqual(found.map(({ answer, vacuous }) => [answer, vacuous]), [["unsat", false], ["unsat", true]]); // prettier-ignore
});

test("a condition that a procedure leaves undecided goes to the next, which has the same assertions", async () => {
  const declared = ["(declare-const a!1 Int)", "(declare-const b!2 Int)", "(define-fun shared.1 () Int (* a!1 b!2))"];
  const facts = ["(and (<= 0 a!1) (<= a!1 3))", "(and (<= 0 b!2) (<= b!2 3))"];
  const checks = [check("impossible", "(= shared.1 10)"), check("possible", "(= shared.1 6)")];
  const script = readScript(scriptOf(declared, facts, ...checks).replace("QF_LIA", "QF_NIA"));
  for (let undecided = 0; undecided <= 7; undecided += 1) {
    let asked = -2; // the facts of two levels first
    const giving = (...given) => ((asked += 1), asked > 0 && asked <= undecided ? 0 : Z3.solver_check(...given));
    const one = async (part) => (await answers({ ...Z3, solver_check: giving }, only(script, part)))[0].answer;
    assert.equal(await one("impossible"), undecided < 7 ? "unsat" : "unknown");
    asked = -2;
    assert.equal(await one("possible"), undecided < 7 ? "sat" : "unknown");
  }
});

/** The script with one of its checks. */
function only(script, part) {
  const at = script.steps.findIndex((step) => step.check === part);
  const first = script.steps.findIndex((step) => step.check !== undefined) - 2;
  return { ...script, steps: [...script.steps.slice(0, first), ...script.steps.slice(at - 2, at + 2)] };
}

/** A zip archive of some files, in the form that the usual programs write. */
function zipped(files) {
  const locals = [];
  const central = [];
  let at = 0;
  for (const [path, data] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(data);
    const sizes = Buffer.alloc(14);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(data.length, 8);
    sizes.writeUInt16LE(name.length, 12);
    const shared = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes, Buffer.alloc(2)]);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, name, packed]);
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), shared, offset, name]));
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}

test("a zip archive is read as its folder is", async () => {
  const files = new Map([...filesOf()].map(([name, data]) => [`proofs/small/${name}`, data]));
  const [found] = certificatesIn(await unzip(zipped(files)));
  assert.equal(found.name, "small");
  assert.deepEqual([...found.files.keys()].sort(), [...filesOf().keys()].sort());
  assert.deepEqual(Buffer.from(found.files.get("0001.smt2")), Buffer.from(filesOf().get("0001.smt2")));
  const broken = zipped(files);
  broken[60] ^= 255;
  await assert.rejects(unzip(broken.subarray(0, 80)), UnreadableCertificate);
  await assert.rejects(unzip(new Uint8Array(4)), UnreadableCertificate);
});

test("the command has the exit codes of `cartaro certify`", () => {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"));
  const run = (...words) => spawnSync(process.execPath, [join(import.meta.dirname, "..", "command.mjs"), ...words], { encoding: "utf-8" });
  const write = (name, files) => {
    mkdirSync(join(folder, name));
    for (const [file, data] of files) writeFileSync(join(folder, name, file), data);
  };
  try {
    write("proofs", filesOf((manifest) => manifest.verdicts.splice(-3)));
    assert.equal(run(folder).status, 0);
    write("hands", filesOf());
    const open = run(folder, "--json");
    assert.equal(open.status, 3);
    assert.deepEqual(JSON.parse(open.stdout).results.map(({ code }) => code), [3, 0]); // prettier-ignore
    write("wrong", filesOf((manifest) => manifest.verdicts.shift()));
    const wrong = run(folder);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /no verdict on the obligation `conserved`[^]*not checked:/);
    assert.equal(run(join(folder, "none")).status, 2);
    assert.equal(run().status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
