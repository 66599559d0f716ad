/**
 * The interface between the frame and a pane.
 *
 * The frame makes each pane once, `(host, context) => Pane`, in an empty element of its own, and notifies it when it is shown, with a
 * target if there is one, and when something that it depends on has changed.  A hidden pane may put off its work until it is shown.
 */

import type { Dealing, TermInWords } from "../runtime/answers";
import type { CallFailed, Client } from "../runtime/client";

export type PaneName = "editor" | "table" | "rulebook" | "proofs" | "statistics";
export type Language = "it" | "en" | "fr";

/** Whether a text has no mistakes: `unknown` until it has been checked, or if it could not be checked. */
export type Soundness = "unknown" | "sound" | "unsound";

/** The text that is played, proved and printed: its file, a number that grows with every change to any text, and whether it has mistakes. */
export interface TextNow {
  readonly main: string;
  readonly version: number;
  readonly soundness: Soundness;
  /** Whether the text was received by a link, and is not the reader's own. */
  readonly guest: boolean;
}

/** A target in a pane; each pane reads the fields that concern it. */
export interface Target {
  /** a place in a text, lines and characters from 0, in the editor */
  readonly file?: string;
  readonly line?: number;
  readonly character?: number;
  /** the name of a clause, in the rulebook, or in the editor without a place */
  readonly clause?: string;
  /** the name of an example, or a hand, to be replayed at the table */
  readonly example?: string;
  readonly hand?: Hand;
  /** a hand that was played at a table, to be replayed there from its deal */
  readonly played?: PlayedHand;
  /** the name of a claim, among the proofs */
  readonly claim?: string;
  /** the game at the table, instead of a hand that is replayed there */
  readonly play?: true;
}

/**
 * A hand to be replayed, by its record: its game, and for a hand from a proof, whether it breaks the claim, after which
 * of its moves, the comment on it, and the terms of the claim there.
 */
export interface Hand {
  readonly title: string;
  readonly record: string;
  readonly breaks?: boolean;
  readonly at?: number;
  readonly note?: string;
  readonly terms?: readonly TermInWords[];
}

/** A hand to be replayed, by the deal and the moves of its table. */
export interface PlayedHand {
  readonly title: string;
  readonly dealing: Dealing;
}

/** House rules by name, and `players`, if they differ from the text's. */
export type Settings = Readonly<Record<string, string>>;

export interface Context {
  readonly client: Client;
  readonly language: Language;
  readonly text: TextNow;
  readonly settings: Settings;
  /** Play, print and prove under these house rules; all panes are notified. */
  choose(settings: Settings): void;
  /** A phrase of the catalogue, `page_` before its key, with the values of its slots. */
  say(key: string, slots?: Readonly<Record<string, string | number>>): string;
  /** Announce what happened to screen readers. */
  announce(text: string): void;
  /** Show why an action failed, where it is always visible; the page itself reports crashes. */
  report(why: CallFailed | string): void;
  /** Return the hand of this game that the address describes, once; it is dealt instead of a new one. */
  takeHand(main: string): Dealing | null;
  /** Deal that hand under other house rules. */
  offerHand(dealing: Dealing, settings: Settings): void;
  open(pane: PaneName, target?: Target): void;
  /** Call a function when the current texts have been checked, so that `text` describes them. */
  onceChecked(act: () => void): void;
}

/** `hand`: the address describes another hand than the one at the table. */
export type Change = "text" | "language" | "settings" | "hand";

export interface Pane {
  /** The pane became visible, with or without a target. */
  shown(target?: Target): void;
  /** One of its possible inputs has changed. */
  changed(what: Change): void;
}

export type MakePane = (host: HTMLElement, context: Context) => Pane;
