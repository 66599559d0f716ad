/**
 * The notice of third-party parts of the page: names, versions and licences, from the installed packages.
 *
 * A package that comes without its licence has it in `licences/`; a package without any licence is refused.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";

const here = dirname(fileURLToPath(import.meta.url));

/** The notice, of npm packages by name and a folder of wheels. */
export function notice(packages, wheels) {
  const pyodide = manifest("pyodide");
  const parts = [
    part("Pyodide", pyodide.version, pyodide.license, own("pyodide"), pyodide.homepage),
    part("CPython and its standard library, in Pyodide", "3.14", "PSF-2.0", own("cpython"), "https://www.python.org"),
    ...packages.filter((name) => name !== "pyodide").map(ofPackage),
    ...readdirSync(wheels)
      .filter((name) => name.endsWith(".whl"))
      .sort()
      .map((name) => ofWheel(join(wheels, name))),
  ];
  const head = "The workbench of Cartaro brings with it, as they were published but for their being compiled and packed:";
  return `${[head, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function part(name, version, licence, text, source) {
  return `${name} ${version} (${licence})\n${source}\n\n${text.trim()}`;
}

function manifest(name) {
  return JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8"));
}

function own(name) {
  return readFileSync(join(here, "licences", `${name}.txt`), "utf8");
}

function ofPackage(name) {
  const { version, license, homepage, repository } = manifest(name);
  const folder = join(here, "node_modules", name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without its licence: put it into licences/`);
  return part(name, version, license, readFileSync(join(folder, file), "utf8"), homepage ?? repository?.url ?? repository ?? "");
}

function ofWheel(path) {
  const files = Object.entries(unzipSync(readFileSync(path), { filter: ({ name }) => name.includes(".dist-info/") }));
  const metadata = strFromU8(files.find(([name]) => name.endsWith("/METADATA"))[1]);
  const field = (key) => new RegExp(`^${key}: (.*)$`, "m").exec(metadata)?.[1];
  const name = field("Name");
  const text = files.find(([file]) => /licen[cs]e/i.test(file));
  const source = field("Home-page") ?? field("Project-URL")?.split(", ").at(-1) ?? "";
  const licence = field("License-Expression") ?? field("License") ?? "see below";
  return part(name, field("Version"), licence, text ? strFromU8(text[1]) : own(name.split("-")[0]), source);
}
