/** Texts read from files that the reader opens, plain or zipped, and written to archives. */

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isFileName } from "./text_names";
import { type Files, MOST_CHARACTERS, MOST_TEXTS } from "./texts";

/** A fixed time for every file in an archive, so that the same texts give the same bytes. */
const MIDNIGHT = new Date(1980, 0, 1);

export function zipped(files: Files): Uint8Array<ArrayBuffer> {
  const names = Object.keys(files).sort();
  return new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, [strToU8(files[name] ?? ""), { mtime: MIDNIGHT }]]))));
}

/** The texts of an archive, from any of its folders; everything else is ignored. */
export function unzipped(bytes: Uint8Array): Files {
  let left = MOST_CHARACTERS;
  let count = 0;
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      left -= originalSize;
      count += 1;
      return isFileName(base(name)) && left >= 0 && count <= MOST_TEXTS * 4;
    },
  });
  return Object.fromEntries(Object.entries(found).map(([name, data]) => [base(name), strFromU8(data)]));
}

const base = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The texts of the files that the reader opens, by name, and the names of refused files. */
export async function opened(list: readonly File[]): Promise<{ readonly files: Files; readonly refused: readonly string[] }> {
  const files: Record<string, string> = {};
  const refused: string[] = [];
  for (const file of list.slice(0, MOST_TEXTS)) {
    if (file.size > MOST_CHARACTERS) refused.push(file.name);
    else if (/\.zip$/i.test(file.name)) await unzip(file, files, refused);
    else if (isFileName(file.name)) files[file.name] = await file.text();
    else refused.push(file.name);
  }
  return { files, refused };
}

async function unzip(file: File, files: Record<string, string>, refused: string[]): Promise<void> {
  try {
    const found = unzipped(new Uint8Array(await file.arrayBuffer()));
    if (Object.keys(found).length === 0) refused.push(file.name);
    Object.assign(files, found);
  } catch {
    refused.push(file.name);
  }
}
