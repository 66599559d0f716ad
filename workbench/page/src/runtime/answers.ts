// Written by `python -m cartaro_workbench.service.published_forms` from the service's own types; a test keeps it so.

/** The outcome of a call. */
export type Outcome<T> = { readonly answer: T } | { readonly error: Failure };

/** The languages of answers. */
export type Language = "en" | "fr" | "it";

/** A shipped ruleset or library by its file's name: its titles by language ("" where there is one for all), what it varies, its family (the name of a library, or ""), its annexes, and all that it stands on, by the names of files. */
export interface ShippedText {
  readonly file: string;
  readonly name: string;
  readonly kind: "game" | "variant" | "library";
  readonly titles: { readonly [name: string]: string };
  readonly base: string | null;
  readonly family: string;
  readonly annexes: readonly string[];
  readonly stands_on: readonly string[];
}

/** A mistake or a doubt in a text: its code, what is said of it, of its place, and for help. */
export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly range: Range;
  readonly message: string;
  readonly note: string;
  readonly help: string;
  readonly remarks: readonly Remark[];
  readonly repair: Repair | null;
}

/** A place between two characters. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** What may be written in a place; `filter` is what it is looked for by, `detail` what it is or means. */
export interface Completion {
  readonly text: string;
  readonly kind: "word" | "card" | "citation" | "game" | "library" | "variant" | "annex" | "source" | "row" | "article" | "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding" | "parameter" | "answer" | "option" | "value of an option" | "attribute" | "value of an attribute" | "measure" | "definition" | "clause" | "heading" | "claim" | "example" | "local" | "text" | "word of the language";
  readonly range: Range;
  readonly filter: string;
  readonly detail: string;
}

/** A name at a place, what it means in a language, the place that declares it, and how that is written there. */
export interface Hover {
  readonly range: Range;
  readonly name: string;
  readonly meaning: NameInWords;
  readonly declared: Location | null;
  readonly written: string;
}

/** A part of a text, by the text's name. */
export interface Location {
  readonly name: string;
  readonly range: Range;
}

/** From one place up to another, the latter not included. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** What to write in a part of a text instead of what stands there. */
export interface Edit {
  readonly name: string;
  readonly range: Range;
  readonly text: string;
}

/** A part of a text: its name, what it is called in a language, where it is and where its name stands, and its own parts. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: "article" | "amendment" | "clause" | "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding" | "option" | "setting" | "words" | "pictures" | "telling" | "quotes" | "claim" | "example";
  readonly detail: string;
  readonly range: Range;
  readonly selection: Range;
  readonly parts: readonly OutlineSymbol[];
}

/** Lines that can be folded away below the first of them, the last included. */
export interface Fold {
  readonly first: number;
  readonly last: number;
  readonly comment: boolean;
}

/** A word where it begins, how many units it takes, what it is, and whether it is declared there. */
export interface Token {
  readonly position: Position;
  readonly length: number;
  readonly type: "comment" | "string" | "number" | "keyword" | "card" | "citation" | "zone" | "variable" | "act" | "parameter" | "option" | "value" | "attribute" | "definition" | "clause" | "claim" | "ruleset";
  readonly declares: boolean;
}

/** Something to do at a place: run an example, prove a claim. */
export interface Lens {
  readonly action: "run example" | "prove claim";
  readonly name: string;
  readonly range: Range;
}

/** What may be chosen before cards are dealt; `players` is the number unless another is chosen. */
export interface GameControls {
  readonly name: string;
  readonly title: string;
  readonly players: number;
  readonly player_counts: readonly number[];
  readonly house_rules: readonly HouseRule[];
}

/** All that a table comes of: the text's name, the seed, house rules and the number of players (`players`), who sits where (of whom nothing is said, a person), whether it is a match, what was entered so far as an author writes it, in which hand. */
export interface Dealing {
  readonly name: string;
  readonly seed: number;
  readonly settings: { readonly [name: string]: string };
  readonly seats: readonly ("person" | "random" | "greedy" | "good")[];
  readonly match: boolean;
  readonly moves: readonly string[];
  readonly hands: number;
}

/** A table as a seat sees it, and where its moves could not be done again. */
export interface DealtTable {
  readonly view: TableView;
  readonly stopped: Stopped | null;
}

/** What the player in a seat sees. `actor` is the seat whose move is awaited; `moves` are theirs, where it is this one. `seats` are who sits where, `sides` the side of each, and both have names; `log` are the last moves, which all have seen. `arbiter` says whether there may be something to call the arbiter for. */
export interface TableView {
  readonly seed: number;
  readonly match: boolean;
  readonly seats: readonly ("person" | "random" | "greedy" | "good")[];
  readonly sides: readonly number[];
  readonly player_names: readonly string[];
  readonly side_names: readonly string[];
  readonly seat: number;
  readonly actor: number | null;
  readonly over: boolean;
  readonly next_hand: boolean;
  readonly hands: number;
  readonly moves_played: number;
  readonly zones: readonly ShownZone[];
  readonly out_of_sight: number;
  readonly memory: readonly ShownMemory[];
  readonly moves: readonly ShownMove[];
  readonly more_moves: number;
  readonly scores: readonly ShownScore[];
  readonly winner: number | null;
  readonly winner_is: "player" | "side" | null;
  readonly log: readonly LoggedMove[];
  readonly arbiter: boolean;
}

/** The moves that chosen cards are, and those that they begin. */
export interface CardChoice {
  readonly whole: readonly ShownMove[];
  readonly begun: readonly ShownMove[];
}

/** The ruling on a move: as an author writes it and in words, where it fails, all that is said of it line by line, the clauses, and the legal move that is nearest. */
export interface Reason {
  readonly phrase: string;
  readonly text: string;
  readonly legal: boolean;
  readonly reason: string;
  readonly lines: readonly string[];
  readonly clauses: readonly CitedClause[];
  readonly nearest: string | null;
}

/** What chosen cards could have meant, the nearest first, each with why it is not legal, or why it is. */
export interface Reasons {
  readonly reasons: readonly Reason[];
}

/** What may be entered when the arbiter is called. */
export interface ArbiterEntries {
  readonly entries: readonly ArbiterEntry[];
}

/** The steps of a hand, the deal or what is set out first; for how many players, under which house rules; and of a record the text of it that `cartaro replay` takes. */
export interface Steps {
  readonly title: string;
  readonly players: number;
  readonly sides: readonly number[];
  readonly player_names: readonly string[];
  readonly side_names: readonly string[];
  readonly settings: readonly (readonly [string, string])[];
  readonly steps: readonly ShownStep[];
  readonly record: string;
}

/** Whether the rules say what an example says, and what was found against it. */
export interface ExampleOutcome {
  readonly name: string;
  readonly holds: boolean;
  readonly failures: readonly Problem[];
}

/** A page: its title and the inside of its document. */
export interface LivePage {
  readonly title: string;
  readonly html: string;
}

/** Verdicts on a game, and the digest of the texts and house rules that they are of. */
export interface Verdicts {
  readonly digest: string;
  readonly verdicts: readonly ShownVerdict[];
}

/** A claim of the author's that can be proved: its name, its title, the rows that it cites, and where it stands. */
export interface ShownClaim {
  readonly name: string;
  readonly title: string;
  readonly cites: readonly string[];
  readonly location: Location | null;
}

/** A claim or an example, by its name. */
export interface Evidence {
  readonly kind: "claim" | "example";
  readonly name: string;
}

/** What was played so far, by what, and what the sides are called; what in the game the engine does not play; the measures, and all as the JSON text that the command answers. */
export interface ManyHands {
  readonly unit: "hand" | "match";
  readonly seed: number;
  readonly played: number;
  readonly hands: number;
  readonly played_by: "engine" | "python" | "interpreter";
  readonly sides: readonly string[];
  readonly not_lowered: string | null;
  readonly rows: readonly MeasureRow[];
  readonly json: string;
}

/** Why a call has no answer; `problems` are the ruleset's, or those of what was asked of it. */
export interface Failure {
  readonly reason: "unknown method" | "wrong arguments" | "refused" | "broken";
  readonly message: string;
  readonly problems: readonly Problem[];
}

/** An event: what is being decided, by its name, or what the verifier is at. */
export interface Deciding {
  readonly event: "deciding";
  readonly what: string;
}

/** An event: a verdict; one on what a verdict was told of already takes its place. */
export interface Decided {
  readonly event: "verdict";
  readonly verdict: ShownVerdict;
}

/** A further place that a problem speaks of, and what it says of it. */
export interface Remark {
  readonly location: Location;
  readonly text: string;
}

/** A change that mends a problem, and what it is called. */
export interface Repair {
  readonly title: string;
  readonly edit: Edit;
}

/** What a name is (`clause`, `act`), what it is called, what is said of it, and the rows of the sources that it cites. */
export interface NameInWords {
  readonly kind: string;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly cites: readonly string[];
}

/** A house rule: its word, what it is called, the value it has unless another is chosen, why that, and all values. */
export interface HouseRule {
  readonly name: string;
  readonly title: string;
  readonly default: string;
  readonly reason: string;
  readonly values: readonly OptionValue[];
}

/** Where moves could not be done again: the number of the first that could not, from 1, how it is written, and why not. */
export interface Stopped {
  readonly number: number;
  readonly phrase: string;
  readonly problem: Problem;
}

/** A place: what kind of owner it has, whether its order counts, whose it is, counted from 0 (of groups on the table, which group), its name, its title, which says whose it is, how many cards lie in it, and those that are seen. Of a pile of which only the top is seen, that one is `top`. */
export interface ShownZone {
  readonly zone: string;
  readonly owned_by: "table" | "player" | "side";
  readonly ordered: boolean;
  readonly owner: number | null;
  readonly name: string;
  readonly title: string;
  readonly size: number;
  readonly cards: readonly ShownCard[] | null;
  readonly top: ShownCard | null;
}

/** What is remembered, for the table, each player or each side, in their order, in words. */
export interface ShownMemory {
  readonly name: string;
  readonly title: string;
  readonly owner: "table" | "player" | "side";
  readonly values: readonly string[];
}

/** A legal move: as an author writes it, in words, by the clauses that permit it, and the codes of the cards that it names, with those of the groups that it is done to. `unseen` are the places from which a card is chosen unseen, as `zone-owner`. */
export interface ShownMove {
  readonly phrase: string;
  readonly text: string;
  readonly by: readonly ShownClause[];
  readonly cards: readonly string[];
  readonly unseen: readonly string[];
}

/** What each side got for a hand, and for what. */
export interface ShownScore {
  readonly points: readonly number[];
  readonly shares: readonly ShownShare[];
}

/** What was entered: its number, from 1, and its hand's; by whom, as an author writes it, and in words; whether it is a finding of the arbiter, and the clauses by which the arbiter ruled on it later. */
export interface LoggedMove {
  readonly number: number;
  readonly hand: number;
  readonly seat: number;
  readonly phrase: string;
  readonly text: string;
  readonly finding: boolean;
  readonly rulings: readonly ShownClause[];
}

/** A clause: its name and title, its article in words, with its ruleset (`of`) and title, the rows it cites, its sentence; what it does to the move (`role`: permits, fails, forbids, …), and how it stands here. */
export interface CitedClause {
  readonly name: string;
  readonly title: string;
  readonly article: string;
  readonly of: string;
  readonly article_title: string;
  readonly cites: readonly string[];
  readonly sources: readonly string[];
  readonly text: string;
  readonly role: string;
  readonly here: string;
}

/** What may be entered: as it is written, `{name}` where an argument is asked for, and in words; whether it is a finding or a move that breaks a rule, and whether such a move is noticed at once; the articles that say what comes of it; and the arguments that are asked for. */
export interface ArbiterEntry {
  readonly phrase: string;
  readonly text: string;
  readonly finding: boolean;
  readonly at_once: boolean;
  readonly articles: readonly string[];
  readonly asked: readonly AskedArgument[];
}

/** What is done or said, by whom, by which clauses; all places with their cards after it, what is remembered, and the places (`zone`, or `zone-owner` counted from 1) and memories that it changed. */
export interface ShownStep {
  readonly text: string;
  readonly seat: number | null;
  readonly by: readonly ShownClause[];
  readonly zones: readonly ShownZone[];
  readonly memory: readonly ShownMemory[];
  readonly changed: readonly string[];
}

/** A verdict on an obligation of every game or a claim of the author's, or advice: `title` says what is claimed, `method` how it was decided, `reason` why not, or what would help. It is `fine` where the ruleset keeps what it promises; `vacuous` where its premise was never found to hold; `contradicted` where play contradicts what was proved, which is a fault of the prover and no verdict. A claim that the text tells as false (`told_false`) is fine where it is refuted. `settings` are the house rules that the claim names; `hands` how many random hands did not break what is unknown. One of the same kind, name, settings and `location` as one before takes its place. */
export interface ShownVerdict {
  readonly kind: "obligation" | "claim" | "advice";
  readonly name: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly players: number;
  readonly verdict: "proved" | "refuted" | "attained" | "unknown" | "told";
  readonly fine: boolean;
  readonly vacuous: boolean;
  readonly contradicted: boolean;
  readonly told_false: boolean;
  readonly title: string;
  readonly method: string;
  readonly reason: string;
  readonly cites: readonly string[];
  readonly hands: number;
  readonly seconds: number;
  readonly location: Location | null;
  readonly witness: ShownWitness | null;
  readonly open: ShownOpenCase | null;
}

/** Something measured: what kind of thing, of which heading, act or clause (its name and title), of which side, from 0; its value and the interval of 95 % around it; of how many it is, and, of a mean, the extremes. */
export interface MeasureRow {
  readonly kind: "counted" | "moves" | "options" | "lengths" | "points" | "shares" | "ahead" | "level" | "wins" | "acts" | "clauses";
  readonly name: string | null;
  readonly title: string;
  readonly side: number | null;
  readonly measure: "mean" | "share";
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly least: number | null;
  readonly greatest: number | null;
}

/** A value of a house rule, by its word, and what it is called. */
export interface OptionValue {
  readonly value: string;
  readonly title: string;
}

/** A card by its code, its name, and what its picture is made of. */
export interface ShownCard {
  readonly code: string;
  readonly name: string;
  readonly signs: CardSigns;
}

/** A clause by its name, its title and its article in words. */
export interface ShownClause {
  readonly name: string;
  readonly title: string;
  readonly article: string;
}

/** What each side got under a heading of the score, by its clause's name and title. */
export interface ShownShare {
  readonly name: string;
  readonly title: string;
  readonly points: readonly number[];
}

/** An argument that is asked for: its word, of what kind it is, whether it may be several, and what there is to choose. */
export interface AskedArgument {
  readonly name: string;
  readonly kind: "card" | "player" | "side" | "value";
  readonly several: boolean;
  readonly values: readonly ArgumentValue[];
}

/** The hand that refutes a claim or attains it: a record for `record_steps`, the number of the move after which it does, and what is said of it. */
export interface ShownWitness {
  readonly record: string;
  readonly moves: number;
  readonly note: string;
}

/** Where a proof came to nothing: the case, the move, the invariants of the case, and what would help. */
export interface ShownOpenCase {
  readonly players: number;
  readonly case: string;
  readonly move: string;
  readonly invariants: readonly string[];
  readonly help: string;
}

/** What a picture of a card is made of: its classes, the texts in its corner and for its suit, and what it is read as. */
export interface CardSigns {
  readonly classes: readonly string[];
  readonly corner: string;
  readonly suit: string;
  readonly read_as: ReadAsSigns | null;
}

/** What an argument may be: as it is written, and in words. */
export interface ArgumentValue {
  readonly written: string;
  readonly text: string;
}

/** What a card is read as: the signs of that card, what was settled with it, and the class of its ink. */
export interface ReadAsSigns {
  readonly corner: string;
  readonly suit: string;
  readonly settled: string;
  readonly ink: string;
}

/** What is reported while a call goes on. */
export type ServiceEvent = Deciding | Decided;

/** The elements of a page, each with the attributes that it may have; everything else is left out. */
export const PAGE_ELEMENTS: { readonly [name: string]: readonly string[] } = {
  a: ["aria-label", "class", "data-search-exclude", "download", "href", "title"],
  b: [],
  blockquote: ["lang"],
  button: ["aria-label", "data-go", "title", "type"],
  code: [],
  dd: [],
  details: ["class", "data-search-exclude"],
  div: ["class", "data-place", "data-same", "data-steps", "hidden", "id", "role", "title"],
  dl: ["class"],
  dt: ["id"],
  em: ["class"],
  figcaption: [],
  figure: [],
  h1: ["id"],
  h2: ["id"],
  h3: ["id"],
  i: [],
  li: ["class", "id", "title"],
  ol: ["start"],
  output: ["aria-live"],
  p: ["class", "id", "title"],
  s: [],
  small: ["class"],
  span: ["aria-hidden", "aria-label", "class", "lang", "role"],
  strong: ["class"],
  summary: [],
  table: ["class"],
  tbody: [],
  td: ["class"],
  th: ["scope"],
  thead: [],
  tr: ["id"],
  u: [],
  ul: [],
};

/** What the address of a link begins with; others are left out. */
export const PAGE_LINKS: readonly string[] = ["#", "data:application/json;base64,"];

export interface Methods {
  /** The shipped rulesets and libraries, what each stands on and belongs to; their texts are read with `text`. */
  shipped: { arguments: { language?: Language }; answer: readonly ShippedText[] };
  /** A text by its name, the reader's before a shipped one. */
  text: { arguments: { name: string; language?: Language }; answer: string };
  /** A shipped text by its name, whatever the reader has made of it. */
  shipped_text: { arguments: { name: string; language?: Language }; answer: string };
  /** Take texts of the reader's by their names, over shipped ones of the same name; null takes one back. */
  put: { arguments: { files: { readonly [name: string]: string | null }; language?: Language }; answer: null };
  /** What is wrong with a text, with the changes that mend it. */
  problems: { arguments: { name: string; language?: Language }; answer: readonly Problem[] };
  /** What fits at a place. */
  completions: { arguments: { name: string; position: Position; language: Language }; answer: readonly Completion[] };
  /** What the name at a place means, if there is one. */
  hover: { arguments: { name: string; position: Position; language: Language }; answer: Hover | null };
  /** The places that declare the name at a place. */
  definitions: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** All places where what is named at a place is named, in all texts. */
  references: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** The same, of one text alone. */
  highlights: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** The place of the name at a place, if it is one that can be changed. */
  renamable: { arguments: { name: string; position: Position; language?: Language }; answer: Range };
  /** The changes that give another name to what is named at a place; in shipped texts nothing is renamed. */
  renamed: { arguments: { name: string; position: Position; new: string; language?: Language }; answer: readonly Edit[] };
  /** The parts of a text. */
  outline: { arguments: { name: string; language: Language }; answer: readonly OutlineSymbol[] };
  /** The parts of a text that can be folded away. */
  folds: { arguments: { name: string; language?: Language }; answer: readonly Fold[] };
  /** Every word of a text that is something. */
  tokens: { arguments: { name: string; language?: Language }; answer: readonly Token[] };
  /** What can be done with the examples and claims of a text. */
  lenses: { arguments: { name: string; language?: Language }; answer: readonly Lens[] };
  /** The change that lays a text out anew. */
  formatted: { arguments: { name: string; language?: Language }; answer: readonly Edit[] };
  /** The first texts of a variant of a text, by their names; the session does not have them yet. */
  new_variant: { arguments: { name: string; base: string; language?: Language }; answer: { readonly [name: string]: string } };
  /** The house rules and numbers of players of a text's game. */
  controls: { arguments: { name: string; language: Language }; answer: GameControls };
  /** A new table, as a seat sees it; with moves as many of them are done as are legal. */
  deal: { arguments: { dealing: Dealing; seat: number; language: Language }; answer: DealtTable };
  /** The same table again by a text as it is now: the same seed and seats, the house rules and number of players that the text still has, and as many of the moves as are still legal. */
  redeal: { arguments: { name: string; seat: number; language: Language }; answer: DealtTable };
  /** What the table comes of: `deal` makes the same of it, in this worker or in another. */
  dealing: { arguments: { language?: Language }; answer: Dealing };
  /** What the person in a seat sees of the table, and may do. */
  seen: { arguments: { seat: number; language: Language }; answer: TableView };
  /** The moves that chosen cards are, and those that they begin. */
  choices: { arguments: { seat: number; cards: readonly string[]; language: Language }; answer: CardChoice };
  /** Why a move, by its phrase, is legal or is not, with the clauses and their articles. */
  why: { arguments: { seat: number; move: string; language: Language }; answer: Reason };
  /** What chosen cards could have meant and why each is not legal; nothing of cards that the player does not see. */
  why_not: { arguments: { seat: number; cards: readonly string[]; language: Language }; answer: Reasons };
  /** Do a move of the person in a seat, by its phrase; what they see then. */
  act: { arguments: { seat: number; move: string; language: Language }; answer: TableView };
  /** What the person in a seat can call the arbiter for. */
  arbiter_entries: { arguments: { seat: number; language: Language }; answer: ArbiterEntries };
  /** Enter a finding, or a move that breaks a rule and that nobody notices, as it is written; what the person sees then. */
  enter: { arguments: { seat: number; entry: string; language: Language }; answer: TableView };
  /** Let the machine whose turn it is make its move; what the person in a seat sees then. */
  machine_move: { arguments: { seat: number; language: Language }; answer: TableView };
  /** Deal the next hand of a match. */
  next_hand: { arguments: { seat: number; language: Language }; answer: TableView };
  /** Take back some moves, of whomever. */
  undo: { arguments: { moves: number; seat: number; language: Language }; answer: TableView };
  /** The record of what was played, for `cartaro replay`: not before a hand is over, since it tells all cards. */
  record: { arguments: { language?: Language }; answer: string };
  /** A record of a text's game, as `record` or the command writes it, or of a verdict's witness with its note, step by step with all cards open. */
  record_steps: { arguments: { name: string; record: string; language: Language; note?: string }; answer: Steps };
  /** An example of a text's game step by step, where something is done in it. */
  example_steps: { arguments: { name: string; example: string; language: Language }; answer: Steps };
  /** Whether the rules say what an example says. */
  run_example: { arguments: { name: string; example: string; language?: Language }; answer: ExampleOutcome };
  /** Whether the rules say what each example of a text's game says. */
  run_examples: { arguments: { name: string; language?: Language }; answer: readonly ExampleOutcome[] };
  /** The rulebook page of a text's game under house rules, as HTML of the known elements; with its examples run, each says whether it holds. */
  page: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string }; examples_run?: boolean }; answer: LivePage };
  /** How the elements of a page look, its cards above all: the same for every text. */
  stylesheet: { arguments: { language?: Language }; answer: string };
  /** Where the part of a text's page with an address (`c-name`) is declared. */
  place_of: { arguments: { name: string; anchor: string; language?: Language }; answer: Location | null };
  /** The address of the part of the page in which what is named at a place is told. */
  anchor_at: { arguments: { name: string; position: Position; language?: Language }; answer: string | null };
  /** Decide all claims of a text's game and what every game must keep, or those named `only`; each is told as it is known. */
  prove: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string }; only?: readonly string[] }; answer: Verdicts };
  /** The claims of a text's game, in the order of the text. */
  claims: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string } }; answer: readonly ShownClaim[] };
  /** Take verdicts that were found before, as the site's file has them; the digest of what they are of. */
  keep_verdicts: { arguments: { kept: string; language?: Language }; answer: string };
  /** The verdicts on a text's game that were kept; none where a text has changed since. */
  verdicts: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string } }; answer: Verdicts };
  /** The claim or example at a place of a text. */
  evidence: { arguments: { name: string; position: Position; language?: Language }; answer: Evidence | null };
  /** Begin to play hands, or matches, of a text's game by chance; none is played yet. */
  begin_simulation: { arguments: { name: string; settings: { readonly [name: string]: string }; seed: number; unit: "hand" | "match"; language: Language }; answer: ManyHands };
  /** Play some more, a second's work at most, and tell what all came to; the same whatever the parts. */
  simulate: { arguments: { count: number; language: Language }; answer: ManyHands };
}
