/** The shipped texts, available before Python has started: the build stores them next to the page. */

import type { Language, ShippedText } from "../runtime/answers";
import type { Files } from "./texts";

export interface Shipped {
  readonly files: Files;
  readonly rulesets: readonly ShippedText[];
}

export async function shippedTexts(): Promise<Shipped> {
  const response = await fetch("texts.json");
  if (!response.ok) throw new Error(`texts.json: ${response.status}`);
  return (await response.json()) as Shipped;
}

export function titleOf(text: ShippedText, language: Language): string {
  return text.titles[language] ?? text.titles[""] ?? Object.values(text.titles)[0] ?? text.name;
}

/** A family with its games, each after its base; the largest family first, games without one last. */
export interface Family {
  readonly library: ShippedText | undefined;
  readonly games: readonly ShippedText[];
}

export function families(shipped: Shipped): readonly Family[] {
  const games = shipped.rulesets.filter((text) => text.kind !== "library");
  const names = [...new Set(games.map((text) => text.family))];
  const members = (name: string): readonly ShippedText[] => games.filter((text) => text.family === name);
  names.sort((one, other) => Number(one === "") - Number(other === "") || members(other).length - members(one).length);
  return names.map((name) => ({
    library: shipped.rulesets.find((text) => text.kind === "library" && text.name === name),
    games: behindTheirBases(members(name)),
  }));
}

function behindTheirBases(games: readonly ShippedText[]): readonly ShippedText[] {
  const names = new Set(games.map((text) => text.name));
  const withVariants = (game: ShippedText): readonly ShippedText[] => [
    game,
    ...games.filter((one) => one.base === game.name && one !== game).flatMap(withVariants),
  ];
  return games.filter((game) => game.base === null || !names.has(game.base)).flatMap(withVariants);
}

/** The game with most variants, which is shown on a first visit. */
export function mostVaried(shipped: Shipped): ShippedText | undefined {
  const variants = (text: ShippedText): number => shipped.rulesets.filter((one) => one.base === text.name).length;
  return [...shipped.rulesets].filter((text) => text.kind === "game").sort((one, other) => variants(other) - variants(one))[0];
}
