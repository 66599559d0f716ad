import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync, strToU8 } from "fflate";
import { packed, unpacked } from "../src/files/links";

const shared = { main: "mia.regole", files: { "mia.regole": "game mia\n  title “Perché?” ♠\n", "mia.prove.regole": "" } };

function code(value: unknown): string {
  const bytes = deflateSync(strToU8(typeof value === "string" ? value : JSON.stringify(value)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

test("unpacking a link gives back the texts that were packed", () => {
  assert.deepEqual(unpacked(packed(shared)), shared);
});

test("a packed link has only characters that no messenger changes", () => {
  assert.match(packed(shared), /^[\w-]+$/);
});

test("what is no link of texts is refused", () => {
  for (const wrong of ["", "%%%", "AAAA", code("{"), code([]), code({ main: "mia.regole" }), code({ ...shared, main: "../x" })]) {
    assert.equal(unpacked(wrong), undefined);
  }
});

test("a link with a wrong file name, a text that is none or too many texts is refused whole", () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`m${n}.regole`, ""]));
  for (const files of [{ ...shared.files, "x.html": "" }, { "mia.regole": 1 }, many]) {
    assert.equal(unpacked(code({ main: "mia.regole", files })), undefined);
  }
});

test("a small link cannot become texts of any length", () => {
  const bomb = code({ main: "mia.regole", files: { "mia.regole": " ".repeat(1_000_000) } });
  assert.ok(bomb.length < 3000);
  assert.equal(unpacked(bomb), undefined);
});
