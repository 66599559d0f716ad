/** The browser's own WebAssembly, for the engine (`cartaro_workbench.statistics.browser_machine`). */

/** Bytes of Python, as Pyodide hands them over. */
interface Bytes {
  getBuffer(type: "u8"): { readonly data: Uint8Array<ArrayBuffer>; release(): void };
}

interface Instance {
  /** The result of an exported function; nothing if the module stops. */
  call(name: string, ...words: readonly (number | bigint)[]): bigint | undefined;
  read(first: number, count: number): Uint8Array;
  write(first: number, content: Bytes): void;
  /** Another instance of the same module, with its own memory. */
  another(): Instance;
}

/** A module of bytes, instantiated. */
export function instantiate(bytes: Bytes): Instance {
  const view = bytes.getBuffer("u8");
  try {
    return made(new WebAssembly.Module(view.data));
  } finally {
    view.release();
  }
}

function made(module: WebAssembly.Module): Instance {
  const { memory, ...rest } = new WebAssembly.Instance(module).exports;
  const words = (memory as WebAssembly.Memory).buffer;
  const functions = rest as Readonly<Record<string, (...words: readonly bigint[]) => bigint>>;
  return {
    call(name, ...given) {
      try {
        return functions[name]?.(...given.map(BigInt));
      } catch {
        return undefined; // it trapped, or nested its calls too deep
      }
    },
    read: (first, count) => new Uint8Array(words.slice(first, first + count)),
    write(first, content) {
      const view = content.getBuffer("u8");
      new Uint8Array(words).set(view.data, first);
      view.release();
    },
    another: () => made(module),
  };
}
