/** The archives of `pack.py`, unpacked into the file system of Python. */

import { unzipSync } from "fflate";

/** The part of Emscripten's file system that is used. */
export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options: { readonly canOwn: boolean }): void;
}

/** Unpack the files of an archive below the root. */
export function unpack(archive: Uint8Array, files: FileSystem): void {
  const folders = new Set<string>();
  for (const [path, content] of Object.entries(unzipSync(archive))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) files.mkdirTree(`/${folder}`);
    folders.add(folder);
    files.writeFile(`/${path}`, content, { canOwn: true });
  }
}
