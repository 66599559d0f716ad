/** How much of a processor a worker of this page gets at the moment. */

/** Steps of the loop that is timed, and the milliseconds that they take if nothing else runs. */
const STEPS = 15_000_000;
const USUAL = 100;
const TIMED = `
const begun = performance.now();
let x = 1;
for (let n = 0; n < ${STEPS}; n += 1) x = (x ^ (x << 5)) + n | 0;
postMessage({ took: performance.now() - begun, x });
`;

/**
 * Return how many times longer work takes now than on a processor that does nothing else: at least 1.  A worker of its own is timed, so
 * that the answer includes what everything else on the machine takes from the page's workers.
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
