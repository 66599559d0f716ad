/** Light or dark mode, from the system or chosen by the reader. */

const KEY = "cartaro-appearance";
/** The setting that records that the reader has seen the first steps. */
export const GUIDE_SEEN = "cartaro-guide-seen";
const DARK = matchMedia("(prefers-color-scheme: dark)");

function isDark(): boolean {
  const chosen = kept(KEY);
  return chosen === null ? DARK.matches : chosen === "dark";
}

/** Apply the mode: our own properties and those of the rulebook's sheet depend on these attributes. */
export function appear(): void {
  const root = document.documentElement;
  root.dataset["appearance"] = isDark() ? "dark" : "light";
  document.body.dataset["mdColorScheme"] = isDark() ? "slate" : "default";
}

export function turnAppearance(): void {
  keep(KEY, isDark() ? "light" : "dark");
  appear();
}

DARK.addEventListener("change", appear);

/** A small setting of the reader's, if the browser stores any. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing is asked again the next time
  }
}
