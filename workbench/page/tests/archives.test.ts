import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { opened, unzipped, zipped } from "../src/files/archives";

const files = { "scopa.regole": "game scopa\n", "scopa.prove.regole": "annex prove of scopa\n" };

test("unzipping an archive gives back its texts", () => {
  assert.deepEqual(unzipped(zipped(files)), files);
});

test("the same texts make the same bytes, in whatever order", () => {
  assert.deepEqual(zipped(Object.fromEntries(Object.entries(files).reverse())), zipped(files));
});

test("texts are found in any folder of an archive, and everything else is left", () => {
  const archive = zipSync({ "folder/scopa.regole": strToU8("game scopa\n"), "folder/readme.txt": strToU8("no") });
  assert.deepEqual(unzipped(archive), { "scopa.regole": "game scopa\n" });
});

test("opened files are texts or archives of them; others are refused by name", async () => {
  const list = [
    new File(["game mia\n"], "mia.regole"),
    new File([zipped(files)], "All.ZIP"),
    new File(["no archive"], "broken.zip"),
    new File(["?"], "notes.txt"),
  ];
  assert.deepEqual(await opened(list), { files: { "mia.regole": "game mia\n", ...files }, refused: ["broken.zip", "notes.txt"] });
});
