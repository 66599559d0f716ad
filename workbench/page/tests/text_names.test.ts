import assert from "node:assert/strict";
import { test } from "node:test";
import { freeName, isAnnex, isFileName, isLibrary, isRulesetName, rulesetOf, standsOn, withRenamed } from "../src/files/text_names";

test("a file of rules has a name of small letters and the ending of the language", () => {
  for (const name of ["scopa.regole", "scopa.prove.regole", "a1_b.regole"]) assert.ok(isFileName(name), name);
  for (const name of [
    "Scopa.regole",
    "1scopa.regole",
    "scopa",
    "scopa.txt",
    "../scopa.regole",
    "a.b.c.regole",
    `${"a".repeat(61)}.regole`,
  ]) {
    assert.ok(!isFileName(name), name);
  }
  assert.ok(isRulesetName("scopa") && !isRulesetName("scopa.regole"));
});

test("an annex belongs to the ruleset whose name it begins with", () => {
  assert.equal(rulesetOf("scopa.prove.regole"), "scopa");
  assert.ok(isAnnex("scopa.prove.regole") && !isAnnex("scopa.regole"));
});

test("a header names the base and `use` the libraries", () => {
  const text = "-- a comment\nvariant rebello of scopa\n  use fishing\n  use points\n";
  assert.deepEqual(standsOn(text), ["scopa", "fishing", "points"]);
  assert.deepEqual(standsOn("game scopa\n"), []);
  assert.ok(isLibrary("library fishing\n") && !isLibrary(text));
});

test("a free name is the wished one, or the first number after it that nobody has", () => {
  assert.equal(
    freeName("scopa", () => false),
    "scopa",
  );
  assert.equal(
    freeName("scopa", (name) => ["scopa", "scopa_2"].includes(name)),
    "scopa_3",
  );
});

test("renaming a ruleset renames its files and the headers that name it, and nothing that only begins like it", () => {
  const files = {
    "scopa.regole": "game scopa\n  title scopa\n",
    "scopa.prove.regole": "annex prove of scopa\n",
    "rebello.regole": "variant rebello of scopa\n  use scopa\n  use scopa_lib\n",
  };
  assert.deepEqual(withRenamed(files, "scopa", "mia"), {
    "mia.regole": "game mia\n  title scopa\n",
    "mia.prove.regole": "annex prove of mia\n",
    "rebello.regole": "variant rebello of mia\n  use mia\n  use scopa_lib\n",
  });
});
