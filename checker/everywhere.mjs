/** Verdicts under all house rules: their boxes are counted. A box here is an object with the allowed values of every house rule. */

import { isObject } from "./form.mjs";
import { partsOfBoxes, sameList } from "./parts.mjs";

/** Yield the faults of a verdict: in its boxes, its numbers and its hands. */
export function* faultsEverywhere(verdict, manifest, parts) {
  const { house_rules: axes, players } = manifest;
  const { choices, under, proved, exempted } = verdict.everywhere;
  const isFree = [verdict.settings, verdict.house_rules].every((each) => Object.keys(each).length === 0);
  if (!players.includes(verdict.players) || !isFree) return yield "the verdict is about other players or house rules";
  const written = [[under], proved, exempted.map((each) => each.under), verdict.boxes.map((each) => each.house_rules)];
  if (!written.flat().every((box) => isOf(axes, box))) return yield "a box has values that no house rule has, or none";
  const [[all], held, left, own] = written.map((boxes) => boxes.map((box) => whole(axes, box)));
  if (choices !== size(all)) yield "the number of choices is wrong";
  if (exempted.some((each, number) => each.choices !== size(left[number]))) yield "the number of exempted choices is wrong";
  if (outside([...held, ...left], [all]).length > 0) yield "a box has choices that the claim does not name";
  if (count(outside(held, left)) !== count(held)) yield "a choice is both proved and exempted";
  if (held.length + left.length > 0 && outside([all], [...held, ...left]).length > 0) yield "the boxes leave choices out";
  if (outside(own, held).length + outside(held, own).length > 0) yield "the proofs are about other choices than those called proved";
  yield* faultsOfNumbers(verdict, count(held));
  const wanted = partsOfBoxes(verdict, parts).map(({ all }) => all.map((part) => part.path));
  for (const [number, { place, rests_on }] of verdict.boxes.entries()) {
    const here = choicesAt(axes, place, verdict.players);
    if (here === null || outside([own[number]], [here]).length > 0) yield `the box is not one of the game \`${place}\``;
    if (!sameList(rests_on, wanted[number])) yield "a box names other parts of the proof than those about it";
  }
  for (const [{ record }, box] of handsOf(verdict)) {
    const choice = record?.settings;
    const isChoice = isObject(choice) && Object.entries(whole(axes, box)).every(([option, values]) => values.includes(choice[option]));
    if (record?.players !== verdict.players || !isChoice) yield "the hand is one of another game, or under other house rules";
  }
}

/** Yield a fault if a verdict does not follow from its numbers: `proved` is the number of choices that its proofs cover. */
function* faultsOfNumbers({ verdict, everywhere, example, counterexample }, proved) {
  const { choices, holding, exempted } = everywhere;
  const isByPlay = exempted.length === 0 && verdict !== "proved";
  if (holding !== proved && !(isByPlay && holding < (proved || choices + 1))) yield "the number of choices that hold is wrong";
  const follows = {
    proved: proved === choices && exempted.length === 0,
    attained: holding > 0 && exempted.length === 0 && example !== undefined,
    refuted: holding === 0 || exempted.some((each) => each.verdict === "refuted"),
    unknown: exempted.every((each) => each.verdict === "unknown"),
  };
  if (!follows[verdict]) yield "the verdict does not follow from its boxes";
  if ((example && verdict !== "attained") || (counterexample && verdict !== "refuted")) yield "the verdict has a hand that shows something else";
}

/** The hands of a verdict, each with the box in which it is played. */
export function handsOf({ everywhere, example, counterexample }) {
  const own = [example, counterexample].map((hand) => [hand, everywhere.under]);
  const exempted = everywhere.exempted.map((each) => [each.counterexample, each.under]);
  return [...own, ...exempted].filter(([hand]) => isObject(hand));
}

/** The choices of the game that a place names for a number of players; null if it names none, or has values that the text does not have. */
export function choicesAt(axes, place, players) {
  const [first, ...names] = place.split("/");
  const isAlone = names.at(-1) === "alone";
  let found = whole(axes, {});
  for (const [option, values] of names.slice(0, isAlone ? -1 : undefined).map((name) => name.split("="))) {
    if (values === undefined || !isOf(axes, { [option]: values.split("+") })) return null;
    found = { ...found, [option]: found[option].filter((each) => values.split("+").includes(each)) };
  }
  const isGame = first === `players=${players}` && (isAlone ? size(found) === 1 : size(found) > 0);
  return isGame ? found : null;
}

const isOf = (axes, box) =>
  Object.entries(box).every(([option, values]) => values.length > 0 && Object.hasOwn(axes, option) && values.every((each) => axes[option].includes(each)));
const whole = (axes, box) =>
  Object.fromEntries(Object.entries(axes).map(([option, values]) => [option, values.filter((each) => box[option]?.includes(each) ?? true)]));
const size = (box) => Object.values(box).reduce((product, values) => product * values.length, 1);
const count = (boxes) => boxes.reduce((sum, box, number) => sum + outside([box], boxes.slice(0, number)).reduce((n, each) => n + size(each), 0), 0);

/** Boxes with the choices of some boxes that are in no other. */
const outside = (boxes, others) => others.reduce((left, other) => left.flatMap((box) => without(box, other)), boxes);

function without(box, other) {
  const found = [];
  let rest = box;
  for (const [option, values] of Object.entries(box)) {
    const outer = values.filter((each) => !other[option].includes(each));
    if (outer.length > 0) found.push({ ...rest, [option]: outer });
    rest = { ...rest, [option]: values.filter((each) => other[option].includes(each)) };
    if (rest[option].length === 0) break;
  }
  return found;
}
