// The moves of Scopa for two, of 60 lines, for `cartaro conform scopa -- node scopa_rules.mjs`:
// reads questions, one a line in JSON, and answers each.
import { createInterface } from "node:readline";

const VALUES = { A: 1, F: 8, C: 9, R: 10 };
const value = (card) => VALUES[card[0]] ?? Number(card[0]);
const total = (cards) => cards.reduce((sum, card) => sum + value(card), 0);
const key = (cards) => [...cards].sort().join(" ");

function subsets(cards) {
  return cards.reduce((found, card) => found.concat(found.map((set) => [...set, card])), [[]]).filter((set) => set.length);
}

function takes(card, table, settings) {
  const equal = table.filter((other) => value(other) === value(card)).map((other) => [other]);
  const sums = subsets(table).filter((set) => set.length > 1 && total(set) === value(card));
  if (settings.precedenza !== "nessuna" && equal.length) return equal;
  const all = [...equal, ...sums];
  const fewest = Math.min(...all.map((set) => set.length));
  return settings.precedenza === "poche" ? all.filter((set) => set.length === fewest) : all;
}

function moves({ position, player, settings }) {
  const table = position.zones.table ?? [];
  return (position.zones.hand[player] ?? []).flatMap((card) => {
    const sets = takes(card, table, settings).map((taken) => ({ act: "take", args: { taken, card } }));
    return sets.length && settings.rifiuto === "vietato" ? sets : [...sets, { act: "lay", args: { card } }];
  });
}

function same(one, other) {
  return one.act === other.act && one.args.card === other.args.card && key(one.args.taken ?? []) === key(other.args.taken ?? []);
}

// The cards on the table and in the hand of the player, if the hand goes on and nothing is dealt in between.
function apply({ position, player, move }) {
  const { card, taken = [] } = move.args;
  const hands = position.zones.hand;
  if (Object.values(hands).flat().length === 1) return null;
  const table = position.zones.table.filter((other) => !taken.includes(other));
  return { table: move.act === "lay" ? [...table, card] : table };
}

function answer(question) {
  switch (question.ask) {
    case "legal":
      return { moves: moves(question) };
    case "judge":
      return { legal: moves(question).some((move) => same(move, question.move)) };
    case "apply": {
      const zones = apply(question);
      return zones ? { zones } : { unknown: true };
    }
    default:
      return { unknown: true };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  console.log(JSON.stringify({ id: question.id, ...answer(question) }));
}
