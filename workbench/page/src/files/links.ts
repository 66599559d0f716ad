/**
 * Texts in a link: deflated, after the hash, which no server receives. Data from a link is limited in size, and its
 * names must be file names.
 */

import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { isFileName } from "./text_names";
import type { Files } from "./texts";

/** Some messengers cut off a longer link; a file is offered instead. */
export const LONGEST_LINK = 8192;
const MOST_BYTES = 1_000_000;
const MOST_FILES = 50;

export interface Shared {
  readonly main: string;
  readonly files: Files;
}

/** The value of `texts=` in a hash. */
export function packed(shared: Shared): string {
  const bytes = deflateSync(strToU8(JSON.stringify(shared)), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The texts of a link, or nothing if it holds none. */
export function unpacked(code: string): Shared | undefined {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    return checked(JSON.parse(strFromU8(inflated(Uint8Array.from(binary, (one) => one.charCodeAt(0))))) as unknown);
  } catch {
    return undefined;
  }
}

/** Inflate bytes in pieces, so that a small link cannot fill the memory. */
function inflated(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((piece) => {
    size += piece.length;
    if (size > MOST_BYTES) throw new RangeError("the texts of a link are too long");
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += 1024) inflate.push(bytes.subarray(at, at + 1024), at + 1024 >= bytes.length);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function checked(value: unknown): Shared | undefined {
  if (typeof value !== "object" || value === null || !("files" in value) || !("main" in value)) return undefined;
  const { files, main } = value;
  if (typeof files !== "object" || files === null || typeof main !== "string" || !isFileName(main)) return undefined;
  const all = Object.entries(files as Record<string, unknown>);
  const good = all.filter((one): one is [string, string] => isFileName(one[0]) && typeof one[1] === "string");
  if (good.length !== all.length || good.length > MOST_FILES) return undefined;
  return { main, files: Object.fromEntries(good) };
}
