// Written by `python -m cartaro_workbench.service.type_script` from the service's own types; a test keeps it so.

/** What every call comes to. */
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
export interface Symbol {
  readonly name: string;
  readonly kind: "article" | "amendment" | "clause" | "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding" | "option" | "setting" | "words" | "pictures" | "telling" | "claim" | "example";
  readonly detail: string;
  readonly range: Range;
  readonly selection: Range;
  readonly parts: readonly Symbol[];
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

/** What the player in a seat sees. `actor` is the seat whose move is awaited; `moves` are theirs, where it is this one. */
export interface TableView {
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
}

/** The moves that chosen cards are, and those that they begin. */
export interface CardChoice {
  readonly whole: readonly ShownMove[];
  readonly begun: readonly ShownMove[];
}

/** Why a call has no answer; `problems` are the ruleset's, or those of what was asked of it. */
export interface Failure {
  readonly reason: "unknown method" | "wrong arguments" | "refused" | "broken";
  readonly message: string;
  readonly problems: readonly Problem[];
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

/** A place: whose it is, counted from 0, what it is called, how many cards lie in it, and those that are seen. Of a pile of which only the top is seen, that one is `top`. */
export interface ShownZone {
  readonly zone: string;
  readonly owner: number | null;
  readonly title: string;
  readonly size: number;
  readonly cards: readonly ShownCard[] | null;
  readonly top: ShownCard | null;
}

/** What is remembered, for the table, each player or each side, in their order. */
export interface ShownMemory {
  readonly name: string;
  readonly title: string;
  readonly values: readonly number[];
}

/** A legal move: as an author writes it, in words, and by the titles of the clauses that permit it. */
export interface ShownMove {
  readonly phrase: string;
  readonly text: string;
  readonly by: readonly string[];
}

/** What each side got for a hand, and for what. */
export interface ShownScore {
  readonly points: readonly number[];
  readonly shares: readonly (readonly (readonly [string, number])[])[];
}

/** A card by its code, and its name. */
export interface ShownCard {
  readonly code: string;
  readonly name: string;
}

export interface Methods {
  /** The shipped rulesets and libraries, what each stands on and belongs to; their texts are read with `text`. */
  shipped: { arguments: {  }; answer: readonly ShippedText[] };
  /** A text by its name, the reader's before a shipped one. */
  text: { arguments: { name: string }; answer: string };
  /** A shipped text by its name, whatever the reader has made of it. */
  shipped_text: { arguments: { name: string }; answer: string };
  /** Take texts of the reader's by their names, over shipped ones of the same name; null takes one back. */
  put: { arguments: { files: { readonly [name: string]: string | null } }; answer: null };
  /** What is wrong with a text, with the changes that mend it. */
  problems: { arguments: { name: string; language?: Language }; answer: readonly Problem[] };
  /** What fits at a place. */
  completions: { arguments: { name: string; position: Position; language: Language }; answer: readonly Completion[] };
  /** What the name at a place means, if there is one. */
  hover: { arguments: { name: string; position: Position; language: Language }; answer: Hover | null };
  /** The places that declare the name at a place. */
  definitions: { arguments: { name: string; position: Position }; answer: readonly Location[] };
  /** All places where what is named at a place is named, in all texts. */
  references: { arguments: { name: string; position: Position }; answer: readonly Location[] };
  /** The same, of one text alone. */
  highlights: { arguments: { name: string; position: Position }; answer: readonly Location[] };
  /** The place of the name at a place, if it is one that can be changed. */
  renamable: { arguments: { name: string; position: Position }; answer: Range };
  /** The changes that give another name to what is named at a place; in shipped texts nothing is renamed. */
  renamed: { arguments: { name: string; position: Position; new: string }; answer: readonly Edit[] };
  /** The parts of a text. */
  outline: { arguments: { name: string; language: Language }; answer: readonly Symbol[] };
  /** The parts of a text that can be folded away. */
  folds: { arguments: { name: string }; answer: readonly Fold[] };
  /** Every word of a text that is something. */
  tokens: { arguments: { name: string }; answer: readonly Token[] };
  /** What can be done with the examples and claims of a text. */
  lenses: { arguments: { name: string }; answer: readonly Lens[] };
  /** The change that lays a text out anew. */
  formatted: { arguments: { name: string }; answer: readonly Edit[] };
  /** A new table for the game of a text, under house rules and a number of players (`players`), as a seat sees it. */
  deal: { arguments: { name: string; seed: number; seat: number; language: Language; settings: { readonly [name: string]: string }; match?: boolean }; answer: TableView };
  /** What the player in a seat sees of the table, and may do. */
  seen: { arguments: { seat: number; language: Language }; answer: TableView };
  /** The moves that chosen cards are, and those that they begin. */
  choices: { arguments: { seat: number; cards: readonly string[]; language: Language }; answer: CardChoice };
  /** Do a move of the player in a seat, by its phrase; what that player sees then. */
  act: { arguments: { seat: number; move: string; language: Language }; answer: TableView };
  /** Let the machine make the move that is awaited; what the player in a seat, another one, sees then. */
  machine_move: { arguments: { seat: number; language: Language }; answer: TableView };
  /** Deal the next hand of a match. */
  next_hand: { arguments: { seat: number; language: Language }; answer: TableView };
  /** Take back some moves, of whomever. */
  undo: { arguments: { moves: number; seat: number; language: Language }; answer: TableView };
  /** The record of what was played, as a text that `cartaro replay` takes; it tells all cards, so not before play is over. */
  record: { arguments: {  }; answer: string };
}
