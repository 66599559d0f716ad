/** Measure the share of a processor that a worker of this page gets at the moment. */

/** Steps of the loop that is timed, and the milliseconds that they take on an idle processor. */
const STEPS = 15_000_000;
const USUAL = 100;
const TIMED = `
const begun = performance.now();
let x = 1;
for (let n = 0; n < ${STEPS}; n += 1) x = (x ^ (x << 5)) + n | 0;
postMessage({ took: performance.now() - begun, x });
`;

/**
 * Return how many times longer work takes now than on an idle processor: at least 1. A separate worker is timed, so
 * that the result includes the load from all other programs on the machine.
 */
export async function slowness(): Promise<number> {
  const address = URL.createObjectURL(new Blob([TIMED], { type: "text/javascript" }));
  const worker = new Worker(address);
  try {
    const took = await new Promise<number>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<{ readonly took: number }>) => resolve(data.took));
      worker.addEventListener("error", () => resolve(USUAL)); // it cannot be timed: nothing is known to be slow
    });
    return Math.max(1, took / USUAL);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}
