// Written by `python -m cartaro_workbench.service.published_forms` from the service's own types; a test keeps it so.

/** The outcome of a call. */
export type Outcome<T> = { readonly answer: T } | { readonly error: Failure };

/** The languages of answers. */
export type Language = "en" | "fr" | "it";

/** A shipped ruleset or library: the name of its file, its titles by language (with the key "" if there is one for all), its base, its family (the name of a library, or ""), the file names of its annexes and of all its dependencies, and the numbers of players that its text, or the nearest of these, names. */
export interface ShippedText {
  readonly file: string;
  readonly name: string;
  readonly kind: "game" | "variant" | "library";
  readonly titles: { readonly [name: string]: string };
  readonly base: string | null;
  readonly family: string;
  readonly annexes: readonly string[];
  readonly stands_on: readonly string[];
  readonly players: readonly number[];
}

/** An error or warning in a text: its code, message, range, note, help, further ranges, and fix. */
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

/** A question to the author at its range in a text; a hint if the text itself states it. `position` are the lines of an example or the words of a source, `answers` sentences that would answer it, and `repairs` edits that do. */
export interface OpenHint {
  readonly kind: string;
  readonly severity: "information" | "hint";
  readonly range: Range;
  readonly question: string;
  readonly position: readonly string[];
  readonly answers: readonly string[];
  readonly repairs: readonly Repair[];
}

/** The changes of the text, the relation of the whole, and the positions that show it. */
export interface DifferencesInWords {
  readonly changes: readonly ChangeInWords[];
  readonly whole: string;
  readonly shown: readonly ShownDifference[];
}

/** A place between two characters: its line and character, from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A word, the beginning of a sentence or a piece that fits at a position. `filter` is matched against the input; for a piece it is the title. `detail` is its kind or meaning. */
export interface Completion {
  readonly text: string;
  readonly kind: "word" | "card" | "citation" | "sentence" | "piece" | "game" | "library" | "variant" | "annex" | "source" | "row" | "article" | "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding" | "parameter" | "answer" | "option" | "value of an option" | "attribute" | "value of an attribute" | "measure" | "definition" | "clause" | "heading" | "claim" | "example" | "local" | "text" | "word of the language";
  readonly range: Range;
  readonly filter: string;
  readonly detail: string;
}

/** A name at a position: its meaning in a language, its declaration, the declaration's text, and the section of the reference that explains it (`reference/count.md#heading-of-the-score`). */
export interface Hover {
  readonly range: Range;
  readonly name: string;
  readonly meaning: NameInWords;
  readonly declared: Location | null;
  readonly written: string;
  readonly section: string;
}

/** A range of a text, with the text's name. */
export interface Location {
  readonly name: string;
  readonly range: Range;
}

/** A range of a text; its end is not included. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** The replacement of a range of a text, with the text's name. */
export interface Edit {
  readonly name: string;
  readonly range: Range;
  readonly text: string;
}

/** A part of a text: its name, title, range, the range of its name, and its own parts. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: "article" | "amendment" | "clause" | "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding" | "option" | "setting" | "words" | "pictures" | "telling" | "quotes" | "elsewhere" | "claim" | "example";
  readonly detail: string;
  readonly range: Range;
  readonly selection: Range;
  readonly parts: readonly OutlineSymbol[];
}

/** A range of lines that can be folded below its first line, including the last. */
export interface Fold {
  readonly first: number;
  readonly last: number;
  readonly comment: boolean;
}

/** A word: its position, its length in units, its type, and whether it is declared there. */
export interface Token {
  readonly position: Position;
  readonly length: number;
  readonly type: "comment" | "string" | "number" | "keyword" | "card" | "citation" | "zone" | "variable" | "act" | "parameter" | "option" | "value" | "attribute" | "definition" | "clause" | "claim" | "ruleset";
  readonly declares: boolean;
}

/** An action at a range: run an example, prove a claim. */
export interface Lens {
  readonly action: "run example" | "prove claim";
  readonly name: string;
  readonly range: Range;
}

/** The choices before the deal; `players` is the default number. `signs` explain the signs on the cards for which a text writes another letter. */
export interface GameControls {
  readonly name: string;
  readonly title: string;
  readonly players: number;
  readonly player_counts: readonly number[];
  readonly house_rules: readonly HouseRule[];
  readonly signs: readonly string[];
}

/** Everything from which a table can be dealt again: the text's name, the seed, house rules and the number of players (`players`), who sits in each seat (by default a person), whether it is a match, the entries so far in the author's form, the number of the current hand, and the names of the players, by seat, empty for a player without one. */
export interface Dealing {
  readonly name: string;
  readonly seed: number;
  readonly settings: { readonly [name: string]: string };
  readonly seats: readonly ("person" | "random" | "greedy" | "good")[];
  readonly match: boolean;
  readonly moves: readonly string[];
  readonly hands: number;
  readonly names: readonly string[];
}

/** A table as a seat sees it, and the first move that could not be replayed. */
export interface DealtTable {
  readonly view: TableView;
  readonly stopped: Stopped | null;
}

/** The view of the player in a seat. `actor` is the seat whose move is awaited; `moves` are theirs, if it is this one. `seats` are persons and machines, `sides` the side of each seat, and both have names; `log` are the last moves, which all have seen. `arbiter` is true if there may be a reason to call the arbiter. `progress` has the counters of the turn so far, with the number that a clause requires; `tricks` lists the cards of a trick in the order in which they were laid, or the last play on a pile; `swept` are pictures of the last move that took open cards away; `note` is a sentence for the reader, or nothing; `aim` is the aim of the game. */
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
  readonly progress: readonly string[];
  readonly tricks: readonly string[];
  readonly swept: readonly SweptCards[];
  readonly note: string;
  readonly aim: string;
}

/** The moves that the chosen cards mean, and the moves that they begin; if they fit no move together, a series of moves with one of them each. */
export interface CardChoice {
  readonly whole: readonly ShownMove[];
  readonly begun: readonly ShownMove[];
  readonly series: readonly ShownMove[];
}

/** A legal move: its text, its words, the clauses that permit it, the codes of the cards that it names, and the groups that it acts on. `unseen` are the zones from which a card is chosen unseen, as `zone-owner`. `makes` lists the effects of the move on counters, if it has no arguments or if the chosen cards mean this move. */
export interface ShownMove {
  readonly phrase: string;
  readonly text: string;
  readonly by: readonly ShownClause[];
  readonly cards: readonly string[];
  readonly unseen: readonly string[];
  readonly makes: readonly string[];
}

/** The ruling on a move: its text and its words, the test that fails, the explanation line by line, the clauses, and the nearest legal move. */
export interface Reason {
  readonly phrase: string;
  readonly text: string;
  readonly legal: boolean;
  readonly reason: string;
  readonly lines: readonly string[];
  readonly clauses: readonly CitedClause[];
  readonly nearest: string | null;
}

/** The moves that chosen cards could mean, the nearest first, each with the reason why it is or is not legal. */
export interface Reasons {
  readonly reasons: readonly Reason[];
}

/** The entries that can be made when the arbiter is called. */
export interface ArbiterEntries {
  readonly entries: readonly ArbiterEntry[];
}

/** The steps of a hand, beginning with the deal or the position; the number of players, the house rules; and, for a record, its text for `cartaro replay`. */
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

/** The outcome of an example, with its failures. */
export interface ExampleOutcome {
  readonly name: string;
  readonly holds: boolean;
  readonly failures: readonly Problem[];
}

/** A page: its title and the body of its document. */
export interface LivePage {
  readonly title: string;
  readonly html: string;
}

/** Verdicts on a game, and the digest of its texts and house rules. */
export interface Verdicts {
  readonly digest: string;
  readonly verdicts: readonly ShownVerdict[];
}

/** A claim of the author's that can be proved: its name, its title, the rows that it cites, and its location. */
export interface ShownClaim {
  readonly name: string;
  readonly title: string;
  readonly cites: readonly string[];
  readonly location: Location | null;
}

/** The name of a claim or an example. */
export interface Evidence {
  readonly kind: "claim" | "example";
  readonly name: string;
}

/** The state of a simulation: the number played, the player, and the names of the sides; the constructs of the game that the engine does not play; the measures, and all as the JSON text that the command prints. */
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

/** The reason why a call has no answer; `problems` are problems of the ruleset or of the arguments. */
export interface Failure {
  readonly reason: "unknown method" | "wrong arguments" | "refused" | "broken";
  readonly message: string;
  readonly problems: readonly Problem[];
}

/** The record of a shipped game in a language. It is valid as long as no text of the rulesets that it consists of is changed, nor an annex added to one. */
export interface FirstHands {
  readonly rulesets: readonly string[];
  readonly problems: readonly Problem[];
  readonly controls: GameControls;
  readonly hands: readonly RecordedHand[];
}

/** An event: the name of the claim or obligation being decided, or the phase of the verifier, and the same in words. There are no words for advice and preparation. */
export interface Deciding {
  readonly event: "deciding";
  readonly what: string;
  readonly title: string;
}

/** An event: a verdict; it replaces an earlier one on the same claim. */
export interface Decided {
  readonly event: "verdict";
  readonly verdict: ShownVerdict;
}

/** A further range that a problem refers to, with its note. */
export interface Remark {
  readonly location: Location;
  readonly text: string;
}

/** A change that fixes a problem, and its title. */
export interface Repair {
  readonly title: string;
  readonly edit: Edit;
}

/** A clause or house rule that differs: its name, a title with its kind, its article, its text before and after ("" if it has none), and its meaning; `claimable` is a clause that only the second text has or that is changed there. */
export interface ChangeInWords {
  readonly name: string;
  readonly title: string;
  readonly article: string;
  readonly before: string;
  readonly after: string;
  readonly meaning: string;
  readonly claimable: boolean;
}

/** A position that the two rulesets treat differently: the way to it, its moves and lines, and the answer of each ruleset. */
export interface ShownDifference {
  readonly reached: string;
  readonly lines: readonly string[];
  readonly said: readonly (readonly [string, string])[];
}

/** A name of a ruleset: its kind (`clause`, `act`), its title, the sentences about it, and the source rows that it cites. */
export interface NameInWords {
  readonly kind: string;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly cites: readonly string[];
}

/** A house rule: its name, its title, its default value and the reason for it, and all values. */
export interface HouseRule {
  readonly name: string;
  readonly title: string;
  readonly default: string;
  readonly reason: string;
  readonly values: readonly OptionValue[];
}

/** The first move that could not be replayed: its number, from 1, its text, and the reason. */
export interface Stopped {
  readonly number: number;
  readonly phrase: string;
  readonly problem: Problem;
}

/** A zone: the kind of its owner, whether it is ordered, its owner, counted from 0 (for a family, the number of the group), its name, its title, which names the owner, the number of its cards, and the visible cards. If only the top of a pile is visible, it is `top`. If the rules require the cards laid in groups, `groups` has the number of cards of each. */
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
  readonly groups: readonly number[];
}

/** A counter, flag, reference, mark or tally, with its value in words: one value for the table, or one for each player or side, in order. A value that the player does not know is empty. `said` has a text next to the name of each owner, such as `points: 3`, or nothing if the value carries no information. */
export interface ShownMemory {
  readonly name: string;
  readonly title: string;
  readonly owner: "table" | "player" | "side";
  readonly values: readonly string[];
  readonly said: readonly string[];
}

/** The points of each side for a hand, by heading and in all. */
export interface ShownScore {
  readonly points: readonly number[];
  readonly shares: readonly ShownShare[];
}

/** An entry that was made: its number and the number of its hand, both from 1; its player, its text and its words; `done` are its words as done by that player, in the second person if it is the reader, or nothing if there are none; whether it is a finding of the arbiter; the clauses of the later rulings on it; and, in words, the cards that came into hands and the counters that rose. */
export interface LoggedMove {
  readonly number: number;
  readonly hand: number;
  readonly seat: number;
  readonly phrase: string;
  readonly text: string;
  readonly done: string;
  readonly finding: boolean;
  readonly rulings: readonly ShownClause[];
  readonly gains: readonly string[];
}

/** A picture of the table during a move. It has the number of the move in the log, from 1; the player, the move in words and the move as done by that player, in the second person if it is the reader, if there is such a form; the zones at that moment, without the cards in `laid`, which the player lays; the codes of the cards that leave their place; and the zone to which they go, as `zone-owner` and in words, or nothing if the sizes of the zones do not show it. The words begin with the events that are announced, such as a sweep. */
export interface SweptCards {
  readonly number: number;
  readonly seat: number;
  readonly text: string;
  readonly done: string;
  readonly zones: readonly ShownZone[];
  readonly laid: readonly ShownCard[];
  readonly leaving: readonly string[];
  readonly to: string | null;
  readonly went: string;
}

/** A clause: its name, its title and its article in words. */
export interface ShownClause {
  readonly name: string;
  readonly title: string;
  readonly article: string;
}

/** A clause: its name and title; its article in words, with its ruleset (`of`) and title; the rows that it cites; its sentence; its effect on the move (`role`: permits, fails, forbids, …); and its state in this position. */
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

/** A possible entry: its text, with `{name}` for an argument that the player must give, and its words; whether it is a finding or a move that breaks a rule, and whether such a move is noticed at once; the articles with its consequences; and the arguments to give. */
export interface ArbiterEntry {
  readonly phrase: string;
  readonly text: string;
  readonly finding: boolean;
  readonly at_once: boolean;
  readonly articles: readonly string[];
  readonly asked: readonly RequestedArgument[];
}

/** A step: the act or statement, the player, the clauses; all zones with their cards after it, the memory, and the zones (`zone`, or `zone-owner` counted from 1) and memory that it changed. */
export interface ShownStep {
  readonly text: string;
  readonly seat: number | null;
  readonly by: readonly ShownClause[];
  readonly zones: readonly ShownZone[];
  readonly memory: readonly ShownMemory[];
  readonly changed: readonly string[];
}

/** A verdict on an obligation of every game or a claim of the author's, or advice. `title` is the claim. `method` explains how it was decided; `reason` explains why not, or gives advice. Both are worded as a person would speak at a table; `technical` is the same in the prover's words, if these differ. It is `fine` if the ruleset keeps its promises; `vacuous` if its premise was never found to hold; `contradicted` if play contradicts a proof, which is a fault of the prover and not a verdict. A claim marked as false in the text (`told_false`) is fine if it is refuted. `settings` are the house rules that the claim names, `under` the same in words; `hands` is the number of random hands that did not break an unknown one. It replaces an earlier one of the same kind, name, settings and `location`. */
export interface ShownVerdict {
  readonly kind: "obligation" | "claim" | "advice";
  readonly name: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly under: readonly string[];
  readonly players: number;
  readonly verdict: "proved" | "refuted" | "attained" | "unknown" | "told";
  readonly fine: boolean;
  readonly vacuous: boolean;
  readonly contradicted: boolean;
  readonly told_false: boolean;
  readonly title: string;
  readonly method: string;
  readonly reason: string;
  readonly technical: string;
  readonly cites: readonly string[];
  readonly hands: number;
  readonly seconds: number;
  readonly location: Location | null;
  readonly witness: ShownWitness | null;
  readonly open: ShownOpenCase | null;
}

/** A measure: its kind; its heading, act or clause (name and title); its side, counted from 0; its value with the 95 % interval; the number of observations and, for a mean, the extremes. */
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

/** A recorded hand: the answer of `dealing` after the deal, and the positions, beginning with the one after the deal. */
export interface RecordedHand {
  readonly dealing: Dealing;
  readonly positions: readonly RecordedPosition[];
}

/** A value of a house rule, and its title. */
export interface OptionValue {
  readonly value: string;
  readonly title: string;
}

/** A card: its code, its name, and the parts of its picture. */
export interface ShownCard {
  readonly code: string;
  readonly name: string;
  readonly signs: CardSigns;
}

/** The points of each side under a heading of the score: the name and title of its clause, and the rulebook's sentence for it if some side has points. At the end of a hand the sentence follows the numbers that the rules compare. */
export interface ShownShare {
  readonly name: string;
  readonly title: string;
  readonly points: readonly number[];
  readonly sentence: string;
}

/** An argument that the player must state: its word, its kind, whether it may have several values, and all values. */
export interface RequestedArgument {
  readonly name: string;
  readonly kind: "card" | "player" | "side" | "value";
  readonly several: boolean;
  readonly values: readonly ArgumentValue[];
}

/** The hand that refutes or attains a claim: a record for `record_steps`, the number of the decisive move, a note, and the terms of a refuted claim with their values there. */
export interface ShownWitness {
  readonly record: string;
  readonly moves: number;
  readonly note: string;
  readonly terms: readonly TermInWords[];
}

/** The case in which a proof failed: the case, the move, the invariants of the case, and suggestions. */
export interface ShownOpenCase {
  readonly players: number;
  readonly case: string;
  readonly move: string;
  readonly invariants: readonly string[];
  readonly help: string;
}

/** A position of a recorded hand: its entries so far, the view of the first seat, and the choices of cards. `acts` maps the phrase of each move of the person to the number of the next position; `machine` is the next position if a machine moves. */
export interface RecordedPosition {
  readonly moves: readonly string[];
  readonly view: TableView;
  readonly choices: readonly RecordedChoice[];
  readonly acts: { readonly [name: string]: number };
  readonly machine: number | null;
}

/** The parts of a card's picture: its classes, the texts in its corner and for its suit, and its reading. */
export interface CardSigns {
  readonly classes: readonly string[];
  readonly corner: string;
  readonly suit: string;
  readonly read_as: ReadAsSigns | null;
}

/** A value of an argument: its text, and its words. */
export interface ArgumentValue {
  readonly written: string;
  readonly text: string;
}

/** A term and its value; a condition has no value, and is denied if it does not hold. */
export interface TermInWords {
  readonly text: string;
  readonly value: string;
}

/** The answer of `choices` to a set of cards, in the order of their codes. */
export interface RecordedChoice {
  readonly cards: readonly string[];
  readonly choice: CardChoice;
}

/** The reading of a card: the signs of the card that it represents, the settings of the reading, and the class of its ink. */
export interface ReadAsSigns {
  readonly corner: string;
  readonly suit: string;
  readonly settled: string;
  readonly ink: string;
}

/** A report during a call. */
export type ServiceEvent = Deciding | Decided;

/** The elements of a page, each with the attributes that it may have; everything else is left out. */
export const PAGE_ELEMENTS: { readonly [name: string]: readonly string[] } = {
  a: ["aria-label", "class", "data-search-exclude", "download", "href", "title"],
  b: ["aria-label", "class", "role"],
  blockquote: ["lang"],
  code: [],
  dd: [],
  details: ["class", "data-search-exclude", "open"],
  div: ["class", "data-none", "data-place", "data-same", "data-search-exclude", "data-section", "data-steps", "id", "title"],
  dl: ["class"],
  dt: ["id"],
  em: ["class"],
  figcaption: [],
  figure: ["class"],
  h1: ["id"],
  h2: ["id"],
  h3: ["id"],
  i: [],
  li: ["class", "id", "title"],
  ol: ["start"],
  p: ["class", "data-also", "data-rank", "data-search-exclude", "id", "title"],
  s: [],
  small: ["class"],
  span: ["aria-hidden", "class", "lang"],
  strong: ["class"],
  summary: [],
  table: ["class"],
  tbody: [],
  td: ["class"],
  th: ["data-counted", "scope"],
  thead: [],
  tr: ["id"],
  u: [],
  ul: ["data-search-exclude"],
};

/** The permitted beginnings of the address of a link; others are left out. */
export const PAGE_LINKS: readonly string[] = ["#", "data:application/json;base64,"];

export interface Methods {
  /** The shipped rulesets and libraries with their dependencies and families; `text` reads their texts. */
  shipped: { arguments: { language?: Language }; answer: readonly ShippedText[] };
  /** The text with this name; a reader's text takes precedence over a shipped one. */
  text: { arguments: { name: string; language?: Language }; answer: string };
  /** The shipped text with this name, even if the reader has changed it. */
  shipped_text: { arguments: { name: string; language?: Language }; answer: string };
  /** Store texts of the reader under their names, in front of shipped texts of the same name; null removes a text. */
  put: { arguments: { files: { readonly [name: string]: string | null }; language?: Language }; answer: null };
  /** The errors and warnings of a text, with their fixes. */
  problems: { arguments: { name: string; language?: Language }; answer: readonly Problem[] };
  /** Return hints about the open questions of a text, with the edits that answer them; a few hands are played, for some seconds. */
  open_questions: { arguments: { name: string; language?: Language }; answer: readonly OpenHint[] };
  /** Compare a variant with its base, or a changed text with the shipped one, by rules and hands; for some seconds. */
  what_changes: { arguments: { name: string; language?: Language }; answer: DifferencesInWords };
  /** The annex, as a map from its name to its text, with a claim that a clause can have its effect. It is not stored yet. */
  new_claim: { arguments: { name: string; clause: string; language?: Language }; answer: { readonly [name: string]: string } };
  /** The words that fit at a position. */
  completions: { arguments: { name: string; position: Position; language: Language }; answer: readonly Completion[] };
  /** The meaning of the name at a position, if there is one. */
  hover: { arguments: { name: string; position: Position; language: Language }; answer: Hover | null };
  /** The locations that declare the name at a position. */
  definitions: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** All occurrences of the name at a position, in all texts. */
  references: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** The occurrences of the name at a position, only in this text. */
  highlights: { arguments: { name: string; position: Position; language?: Language }; answer: readonly Location[] };
  /** The range of the name at a position, if it can be renamed. */
  renamable: { arguments: { name: string; position: Position; language?: Language }; answer: Range };
  /** The edits that rename the name at a position; shipped texts are never changed. */
  renamed: { arguments: { name: string; position: Position; new: string; language?: Language }; answer: readonly Edit[] };
  /** The parts of a text. */
  outline: { arguments: { name: string; language: Language }; answer: readonly OutlineSymbol[] };
  /** The ranges of a text that can be folded. */
  folds: { arguments: { name: string; language?: Language }; answer: readonly Fold[] };
  /** The tokens of a text. */
  tokens: { arguments: { name: string; language?: Language }; answer: readonly Token[] };
  /** The actions on the examples and claims of a text. */
  lenses: { arguments: { name: string; language?: Language }; answer: readonly Lens[] };
  /** The edit that formats a text. */
  formatted: { arguments: { name: string; language?: Language }; answer: readonly Edit[] };
  /** A map from names to the first texts of a variant. They are not stored in the session yet. */
  new_variant: { arguments: { name: string; base: string; language?: Language }; answer: { readonly [name: string]: string } };
  /** The house rules and numbers of players of a text's game. */
  controls: { arguments: { name: string; language: Language }; answer: GameControls };
  /** A new table, as a seat sees it. The given moves are made up to the first that is not legal. */
  deal: { arguments: { dealing: Dealing; seat: number; language: Language }; answer: DealtTable };
  /** The same table with the current text: the same seed and seats, the number of players and the chosen house rules that the text still has, and the moves up to the first that is no longer legal. A house rule that had its default value before has its default value now. */
  redeal: { arguments: { name: string; seat: number; language: Language }; answer: DealtTable };
  /** Give the players names, by seat; a player whose name is empty is named by the number. Play goes on. */
  name_players: { arguments: { names: readonly string[]; seat: number; language: Language }; answer: TableView };
  /** The recipe of the table, from which `deal` makes the same table in this worker or another. It has no house rules with their default values. */
  dealing: { arguments: { language?: Language }; answer: Dealing };
  /** The view of the table, and the legal moves, of the person in a seat. */
  seen: { arguments: { seat: number; language: Language }; answer: TableView };
  /** The moves that chosen cards are, and the moves that they begin. */
  choices: { arguments: { seat: number; cards: readonly string[]; language: Language }; answer: CardChoice };
  /** The move that the searching machine would make in the place of the person in a seat; it sees what this person sees. */
  advice: { arguments: { seat: number; language: Language }; answer: ShownMove };
  /** The reason why a move (given by its phrase) is legal or not, with the clauses and their articles. */
  why: { arguments: { seat: number; move: string; language: Language }; answer: Reason };
  /** The moves that chosen cards could mean and why each is not legal, or none if the player does not see a card. */
  why_not: { arguments: { seat: number; cards: readonly string[]; language: Language }; answer: Reasons };
  /** Make the move with this phrase for the person in a seat; the answer is their view after it. */
  act: { arguments: { seat: number; move: string; language: Language }; answer: TableView };
  /** The entries for which the person in a seat can call the arbiter. */
  arbiter_entries: { arguments: { seat: number; language: Language }; answer: ArbiterEntries };
  /** Enter a finding, or an unnoticed move that breaks a rule, in its written form; the answer is the person's view after it. */
  enter: { arguments: { seat: number; entry: string; language: Language }; answer: TableView };
  /** Make the move of the machine whose turn it is. The answer is the view of the person in a seat after it. `by_chance` makes a random move, for any sitter: for a machine that did not finish. */
  machine_move: { arguments: { seat: number; language: Language; by_chance?: boolean }; answer: TableView };
  /** Deal the next hand of a match. */
  next_hand: { arguments: { seat: number; language: Language }; answer: TableView };
  /** Take back moves, including those of other players. */
  undo: { arguments: { moves: number; seat: number; language: Language }; answer: TableView };
  /** The record of play, for `cartaro replay`: not before a hand is over, since it shows all cards. */
  record: { arguments: { language?: Language }; answer: string };
  /** A record of a text's game, as `record` or the command writes it, or of a verdict's witness with its note, step by step with all cards open. */
  record_steps: { arguments: { name: string; record: string; language: Language; note?: string }; answer: Steps };
  /** A hand or a match that was played at a table, from its first deal, step by step with all cards open. Until its last hand is over, it is refused, like its record. */
  dealing_steps: { arguments: { dealing: Dealing; language: Language }; answer: Steps };
  /** An example of a text's game step by step, if it has moves. */
  example_steps: { arguments: { name: string; example: string; language: Language }; answer: Steps };
  /** The outcome of an example. */
  run_example: { arguments: { name: string; example: string; language?: Language }; answer: ExampleOutcome };
  /** The outcomes of all examples of a text's game. */
  run_examples: { arguments: { name: string; language?: Language }; answer: readonly ExampleOutcome[] };
  /** The rulebook page of a text's game under house rules, as HTML with only the known elements. If the examples are run, each shows whether it holds. */
  page: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string }; examples_run?: boolean }; answer: LivePage };
  /** The styles of the elements of a page, mainly of its cards: the same for every text. */
  stylesheet: { arguments: { language?: Language }; answer: string };
  /** The location that declares the part of a text's page with an address (`c-name`). */
  place_of: { arguments: { name: string; anchor: string; language?: Language }; answer: Location | null };
  /** The address of the part of the page that describes the name at a position. */
  anchor_at: { arguments: { name: string; position: Position; language?: Language }; answer: string | null };
  /** Decide all claims of a text's game and the obligations of every game, or those named `only`; each verdict is an event. */
  prove: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string }; only?: readonly string[] }; answer: Verdicts };
  /** The files of a certificate of one claim or obligation: its conditions, with a manifest (see `docs/certificates.md`). */
  proof: { arguments: { name: string; settings: { readonly [name: string]: string }; claim: string; language?: Language }; answer: { readonly [name: string]: string } };
  /** Z3's answers to the checks of a script. Each check has a limit of work in Z3's units. */
  solve: { arguments: { script: string; steps: number; language?: Language }; answer: readonly string[] };
  /** The claims of a text's game, in the order of the text. */
  claims: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string } }; answer: readonly ShownClaim[] };
  /** Store verdicts that were found before, in the form of the site's file; the answer is the digest of their texts and house rules. */
  keep_verdicts: { arguments: { kept: string; language?: Language }; answer: string };
  /** The stored verdicts on a text's game, or none if a text has changed since. */
  verdicts: { arguments: { name: string; language: Language; settings: { readonly [name: string]: string } }; answer: Verdicts };
  /** The claim or example at a position of a text. */
  evidence: { arguments: { name: string; position: Position; language?: Language }; answer: Evidence | null };
  /** Begin to play random hands, or matches, of a text's game; none is played yet. */
  begin_simulation: { arguments: { name: string; settings: { readonly [name: string]: string }; seed: number; unit: "hand" | "match"; language: Language }; answer: ManyHands };
  /** Play some more, at most one second's work, and return the statistics of all; they do not depend on the size of the parts. */
  simulate: { arguments: { count: number; language: Language }; answer: ManyHands };
}
