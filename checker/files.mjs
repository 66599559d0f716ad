/** The files of a certificate, from a folder or from a zip archive of it. */

const MOST_BYTES = 64_000_000;
const MANIFEST = "manifest.json";

export class UnreadableCertificate extends Error {}

/** The certificates among some files: one for each manifest, with the files of its folder by name. */
export function certificatesIn(files) {
  const manifests = [...files.keys()].filter((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`)).sort();
  return manifests.map((manifest) => {
    const folder = manifest.slice(0, -MANIFEST.length);
    const own = [...files].filter(([path]) => path.startsWith(folder) && !path.slice(folder.length).includes("/"));
    return { name: folder.split("/").at(-2) ?? "", files: new Map(own.map(([path, data]) => [path.slice(folder.length), data])) };
  });
}

/** The files of a zip archive by their paths. Only stored and deflated files are read, each once. */
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map();
  let total = 0;
  try {
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError();
      const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const path = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(at + 46, at + 46 + name));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      total += size;
      if (found.has(path) || total > MOST_BYTES || start + packed > bytes.length || ![0, 8].includes(method)) throw new RangeError();
      const data = bytes.subarray(start, start + packed);
      if (!path.endsWith("/")) found.set(path, method === 0 ? data : await inflate(data, size));
      at += 46 + name + extra + comment;
    }
  } catch (error) {
    throw new UnreadableCertificate("the zip archive can't be read", { cause: error });
  }
  return found;
}

/** The inflated bytes, which must have the size that the archive states: no more of them are kept. */
async function inflate(data, size) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const found = new Uint8Array(size);
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > size) throw new RangeError();
    found.set(chunk, length);
    length += chunk.length;
  }
  if (length !== size) throw new RangeError();
  return found;
}
