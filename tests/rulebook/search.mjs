// node search.mjs SITE LANGUAGE: ask the search of a site the queries on standard input, a JSON list, and print for each the
// addresses of the pieces shown, best first.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const [site, code] = process.argv.slice(2);
const workers = join(site, "assets", "javascripts", "workers");
const [worker] = readdirSync(workers).filter((name) => /^search\..*\.js$/.test(name));
const handlers = [];
const answers = [];
const self = {
  addEventListener: (_, handler) => handlers.push(handler),
  postMessage: (message) => answers.push(message),
  importScripts: (...names) => names.forEach((name) => runInContext(readFileSync(join(workers, name), "utf8"), self)),
  location: { href: "http://localhost/" },
  base: "http://localhost/",
  performance,
  URL,
};
self.self = self;
createContext(self);
runInContext(readFileSync(join(workers, worker), "utf8"), self);
runInContext(readFileSync(join(site, code, "search", "search_index.js"), "utf8").replace("var __index", "self.index"), self);

const SETUP = 0, QUERY = 2, RESULT = 3;
const send = (type, data) => Promise.all(handlers.map((handler) => handler({ data: { type, data } })));
await send(SETUP, { options: { suggest: false }, ...self.index });
const found = {};
for (const query of JSON.parse(readFileSync(0, "utf8"))) {
  answers.length = 0;
  await send(QUERY, query);
  const { items } = answers.find((message) => message.type === RESULT).data;
  found[query] = items.flatMap((page) => {
    const best = Math.max(...page.map(({ score }) => score));
    return page.filter(({ score }) => score === best).map(({ location }) => location);
  });
}
process.stdout.write(JSON.stringify(found));
