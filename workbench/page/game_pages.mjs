/**
 * Write a page for each shipped game, which is `index.html` with the title of the game: `node game_pages.mjs FOLDER`.
 *
 * A link to it has this title in a preview, since a server never receives what is behind the hash.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: node game_pages.mjs FOLDER");

const index = readFileSync(join(target, "index.html"), "utf8");
const { rulesets } = JSON.parse(readFileSync(join(target, "texts.json"), "utf8"));

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

for (const { name, kind, titles } of rulesets) {
  if (kind === "library") continue;
  const title = escaped(titles.en ?? titles[""] ?? Object.values(titles)[0] ?? name);
  const page = index
    .replace("<title>Cartaro</title>", `<title>${title} · Cartaro</title>`)
    .replace('property="og:title" content="Cartaro"', `property="og:title" content="${title} · Cartaro"`);
  if (page === index) throw new Error("index.html has no title to replace");
  writeFileSync(join(target, `${name}.html`), page);
}
