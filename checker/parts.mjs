/** The parts of the proofs, and the verdicts that each of them may support. */

/** Obligations of any placement of the cards, for which the invariants are not needed. */
const WITHOUT_INVARIANTS = ["conserved", "decided"];

export const sameList = (some, others) => JSON.stringify(some) === JSON.stringify(others);

/** The parts of a manifest's proofs, each once. */
export const allParts = (manifest) => [...new Set(manifest.scripts.flatMap((script) => script.parts.map(([path]) => path)))].map(partOf);

/** A part of a proof: the house rules that it supposes, its kind, and the names after it. */
export function partOf(path) {
  const names = path.split("/");
  const first = names.findIndex((name) => !name.includes("="));
  const under = first < 0 ? names : names.slice(0, first);
  const [kind = "", ...rest] = first < 0 ? [] : names.slice(first);
  return { path, under, kind, rest, isOfInvariants: kind === "hands" || kind.startsWith("hands ") };
}

/** The parts that may support a statement under some house rules: its own, with those of joint proofs, and those of the invariants. */
export function partsOf(name, under, parts) {
  const same = parts.filter((part) => sameList(part.under, under));
  const isFree = WITHOUT_INVARIANTS.includes(name);
  const isOwn = (part) => (part.kind === "jointly" ? !isFree : !part.isOfInvariants && part.rest[0] === name);
  const isMeasure = (part) => part.isOfInvariants && part.rest[0] === "measure";
  return {
    all: same.filter((part) => isOwn(part) || (part.isOfInvariants && !isFree)),
    own: same.filter((part) => isOwn(part) || (name === "ends" && isMeasure(part))),
    invariants: isFree ? [] : same.filter((part) => part.isOfInvariants),
  };
}

/** The parts of each proof on which a verdict rests: of one, of one for each box, or of none. */
export function proofsOf(verdict, parts) {
  if (verdict.boxes !== undefined) return partsOfBoxes(verdict, parts);
  const isByHand = verdict.verdict === "refuted" && verdict.counterexample !== undefined;
  return verdict.verdict === "unknown" || isByHand ? [] : [partsOf(verdict.name, underOf(verdict), parts)];
}

/** The parts of each proof of a verdict, one for each of its boxes. */
export function partsOfBoxes({ name, boxes }, parts) {
  return boxes.map(({ place, part }) => {
    const here = parts.filter(({ path }) => path.startsWith(`${place}/`));
    const inPlace = here.map(({ path }) => ({ ...partOf(path.slice(place.length + 1)), path }));
    const isOfProof = (each) => part === null || each.isOfInvariants || each.kind === part;
    return partsOf(name, [], inPlace.filter(isOfProof));
  });
}

/** The house rules that a verdict names, as the parts of its proof name them. */
export const underOf = ({ settings }) => Object.entries(settings).map(([option, value]) => `${option}=${value}`);

/** The kinds of part that the invariants of a proof need and that have no condition: facts that nobody has shown. */
export function missingOfInvariants({ invariants }) {
  const places = new Set(invariants.filter((part) => part.rest[0] !== "measure").map((part) => `${part.kind}/${part.rest[0]}`));
  if (invariants.length > 0 && places.size === 0) return ["initial", "inductive"];
  const kinds = (place) => invariants.filter((part) => `${part.kind}/${part.rest[0]}` === place).map((part) => part.rest[1]);
  return [...places].flatMap((place) => ["initial", "inductive"].filter((kind) => !kinds(place).includes(kind)));
}
