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

/** Whether a text is without mistakes: `unknown` until it has been checked, and if it could not be. */
export type Soundness = "unknown" | "sound" | "unsound";

/** The text that is played, proved and printed: its file, a number that grows with every change to any text, and whether it has mistakes. */
export interface TextNow {
  readonly main: string;
  readonly version: number;
  readonly soundness: Soundness;
  /** Whether the text came by a link, and is not the reader's own. */
  readonly guest: boolean;
}

/** A target in a pane; each pane reads the members that concern it. */
export interface Target {
  /** a place in a text, lines and characters from 0, in the editor */
  readonly file?: string;
  readonly line?: number;
  readonly character?: number;
  /** the name of a clause, in the rulebook, or in the editor without a place */
  readonly clause?: string;
  /** the name of an example, or a hand, to be followed at the table */
  readonly example?: string;
  readonly hand?: Hand;
  /** the name of a claim, among the proofs */
  readonly claim?: string;
  /** the game at the table, and no longer a hand that is followed there */
  readonly play?: true;
}

/**
 * A hand to be followed, by its record: its game, and for one that comes with a proof, whether it breaks the claim, after
 * which of its moves, the comment on it, and the terms of the claim there.
 */
export interface Hand {
  readonly title: string;
  readonly record: string;
  readonly breaks?: boolean;
  readonly at?: number;
  readonly note?: string;
  readonly terms?: readonly TermInWords[];
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
  /** Show why something could not be done, visible whatever is scrolled; crashes are reported by the page itself. */
  report(why: CallFailed | string): void;
  /** Take the hand that the address holds of this game, once: it is to be dealt in the place of a new one. */
  takeHand(main: string): Dealing | null;
  /** Have that hand dealt under other house rules. */
  offerHand(dealing: Dealing, settings: Settings): void;
  open(pane: PaneName, target?: Target): void;
  /** Do something when the texts as they are have been checked, so that `text` is of them. */
  onceChecked(act: () => void): void;
}

/** `hand`: the address holds another hand than the one at the table. */
export type Change = "text" | "language" | "settings" | "hand";

export interface Pane {
  /** The pane is shown now, with a target or none. */
  shown(target?: Target): void;
  /** One of its possible inputs has changed. */
  changed(what: Change): void;
}

export type MakePane = (host: HTMLElement, context: Context) => Pane;
