/** The page stored for use without a network, and the offer of a new build. */

/**
 * Store the page for later; `offer` receives the function that installs a new build, whenever one is waiting. Nothing
 * happens if the browser keeps no pages (a folder opened as files, a private window of some browsers).
 */
export async function keepOffline(offer: (take: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const controlled = serviceWorker.controller !== null;
  try {
    const registration = await serviceWorker.register(new URL("service-worker.js", document.baseURI));
    const tell = (): void => {
      const { waiting } = registration;
      if (waiting !== null && serviceWorker.controller !== null) offer(() => waiting.postMessage("take over"));
    };
    tell();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
    if (controlled) serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  } catch {
    return; // it works without
  }
}
