/** Records as files of the reader. */

import { element } from "../shell/elements";

const LARGEST = 2_000_000;

/** Let the browser save a text. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A file that the reader chooses; null if they choose none, or if it is too large. */
export async function pickFile(accept: string): Promise<{ readonly name: string; readonly text: string } | null> {
  const input = element("input", { type: "file", accept });
  const file = await new Promise<File | undefined>((chosen) => {
    input.addEventListener("change", () => chosen(input.files?.[0]));
    input.addEventListener("cancel", () => chosen(undefined));
    input.click();
  });
  return file === undefined || file.size > LARGEST ? null : { name: file.name, text: await file.text() };
}
