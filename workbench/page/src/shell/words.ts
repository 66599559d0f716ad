/** Phrases of the catalogue in the reader's language, and elements of the page that change with the language. */

import type { Language } from "./pane";

export type Slots = Readonly<Record<string, string | number>>;
export type Phrases = Readonly<Record<string, string>>;

/** The browser's key for the chosen language. */
export const LANGUAGE = "cartaro-language";
export const LANGUAGES: readonly Language[] = ["it", "en", "fr"];
export const OWN_NAMES: Readonly<Record<Language, string>> = { it: "Italiano", en: "English", fr: "Français" };

/** The language that was chosen here before, or the browser's first supported language, or English. */
export function preferredLanguage(chosen: string | null, browser: readonly string[]): Language {
  const wished = [chosen ?? "", ...browser].map((code) => code.slice(0, 2).toLowerCase());
  return wished.flatMap((code) => LANGUAGES.filter((known) => known === code))[0] ?? "en";
}

/** The phrases of every language, which the build writes from the catalogue. */
export async function allPhrases(): Promise<Readonly<Record<Language, Phrases>>> {
  const response = await fetch("words.json");
  if (!response.ok) throw new Error(`words.json: ${response.status}`);
  return (await response.json()) as Readonly<Record<Language, Phrases>>;
}

export class Words {
  readonly #lasting: (() => void)[] = [];

  constructor(
    private readonly phrases: Readonly<Record<Language, Phrases>>,
    public language: Language,
  ) {
    document.documentElement.lang = language;
  }

  /** A phrase by its key without `page_`; a key that the catalogue lacks is shown as it is. */
  say(key: string, slots: Slots = {}): string {
    const phrase = this.phrases[this.language][`page_${key}`] ?? key;
    return phrase.replace(/\{(\w+)\}/g, (_, slot: string) => String(slots[slot] ?? ""));
  }

  /** Call a function that uses phrases, now and again whenever the language changes. */
  lasting(write: () => void): void {
    this.whenChanged(write);
    write();
  }

  /** Call a function whenever the language changes. */
  whenChanged(write: () => void): void {
    this.#lasting.push(write);
  }

  /** A text that stays on the page. */
  text(key: string): Text {
    const node = document.createTextNode("");
    this.lasting(() => (node.data = this.say(key)));
    return node;
  }

  /** An attribute of an element that stays on the page. */
  attribute(of: Element, name: string, key: string): void {
    this.lasting(() => of.setAttribute(name, this.say(key)));
  }

  speak(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
    for (const write of this.#lasting) write();
  }
}
