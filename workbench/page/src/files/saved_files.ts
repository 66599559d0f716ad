/** Files that the reader opens, and downloads. */

import { element } from "../shell/elements";
import type { Files } from "./texts";

/** Ask the reader for files, and process them. */
export function askForFiles(take: (files: readonly File[]) => void): void {
  const input = element("input", { type: "file", multiple: true, accept: ".regole,.zip,.txt" });
  input.addEventListener("change", () => take([...(input.files ?? [])]));
  input.click();
}

/** Give the browser a file to save. */
export function save(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type: name.endsWith(".zip") ? "application/zip" : "text/plain;charset=utf-8" }));
  element("a", { href: url, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The same for several texts, as an archive. */
export async function saveZip(name: string, files: Files): Promise<void> {
  const { zipped } = await import("../later");
  save(name, zipped(files));
}
