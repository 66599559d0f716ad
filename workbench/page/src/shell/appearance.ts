/** Light or dark: as the system has it, or as the reader chose. */

const KEY = "cartaro-appearance";
const DARK = matchMedia("(prefers-color-scheme: dark)");

function isDark(): boolean {
  const chosen = kept(KEY);
  return chosen === null ? DARK.matches : chosen === "dark";
}

/** Apply it: our own properties, and those of the rulebook's sheet, follow these attributes. */
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

/** A small choice of the reader's, if the browser keeps any. */
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
