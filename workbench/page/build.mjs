/**
 * Bundle the files of the page: `node build.mjs FOLDER WHEELS`.
 *
 * `index.html` and `_headers`, `main.js` with its chunks and `main.css`, `worker.js`, the part of Pyodide that is
 * fetched as it was published, and `NOTICE.txt` with the licences of all that is brought.
 */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { notice } from "./notice.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [target, wheels] = process.argv.slice(2);
if (target === undefined || wheels === undefined) throw new Error("usage: node build.mjs FOLDER WHEELS");

const lock = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));

const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  metafile: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};

mkdirSync(target, { recursive: true });
for (const folder of ["chunks", "pyodide"]) rmSync(join(target, folder), { recursive: true, force: true });
const page = await build({
  ...shared,
  entryPoints: ["src/main.ts"],
  outdir: target,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  loader: { ".svg": "dataurl", ".regole": "text" },
});
const worker = await build({
  ...shared,
  entryPoints: { worker: "src/runtime/worker.ts" },
  outdir: target,
  external: ["node:*", "ws"],
  define: { PYODIDE_INFO: JSON.stringify(lock.info) },
});
const markup = readFileSync(join(here, "index.html"), "utf8");
writeFileSync(join(target, "index.html"), withFirstChunks(markup));
writeFileSync(join(target, "_headers"), headers(markup));
for (const file of ["pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  cpSync(join(here, "node_modules/pyodide", file), join(target, "pyodide", file));
}

mkdirSync(join(target, "verdicts"), { recursive: true });
writeFileSync(join(target, "verdicts/index.json"), "[]"); // a site has some

const inputs = [page, worker].flatMap(({ metafile }) => Object.keys(metafile.inputs));
const packages = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter((name) => name !== undefined);
writeFileSync(join(target, "NOTICE.txt"), notice([...new Set(packages)].sort(), wheels));

/**
 * The headers that a server should send, in the file that Netlify, Cloudflare Pages and their like read: the page's own policy, for
 * each of its scripts too, and that no other page may show it in a frame, which markup cannot express; the type without
 * which WebAssembly is compiled late; and how long files are kept: those with a digest in their name for ever, what names all others
 * never. No header is listed under two patterns that one file fits, because hosts would send both.
 */
function headers(index) {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(index);
  const lines = [
    `Content-Security-Policy: ${policy}; frame-ancestors 'none'`,
    "X-Frame-Options: DENY",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
  ];
  const own = {
    "/*": lines,
    "/pyodide/pyodide.asm.wasm": ["Content-Type: application/wasm"],
    "/chunks/*": ["Cache-Control: public, max-age=31536000, immutable"],
    "/index.html": ["Cache-Control: no-cache"],
    "/service-worker.js": ["Cache-Control: no-cache"],
  };
  return Object.entries(own)
    .map(([pattern, wanted]) => `${pattern}\n${wanted.map((line) => `  ${line}\n`).join("")}`)
    .join("");
}

/** The first file, which also requests the first requests of the page's own script, so that all arrive together. */
function withFirstChunks(index) {
  const [main] = Object.values(page.metafile.outputs).filter(({ entryPoint }) => entryPoint === "src/main.ts");
  const chunks = main.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path.slice(path.indexOf("chunks/")));
  const links = chunks.map((path) => `<link rel="modulepreload" href="${path}">\n`).join("");
  return index.replace('<script type="module"', `${links}$&`);
}
