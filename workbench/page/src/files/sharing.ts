/** Share a ruleset by a link, or by a file if a link would be too long; show received texts until they are kept. */

import { dialog } from "../shell/dialogs";
import { button, element } from "../shell/elements";
import type { Notices } from "../shell/notices";
import type { Words } from "../shell/words";
import type { FileActions } from "./file_actions";
import { saveZip } from "./saved_files";
import { rulesetOf } from "./text_names";
import type { Texts } from "./texts";

export class Sharing {
  constructor(
    private readonly texts: Texts,
    private readonly files: FileActions,
    private readonly words: Words,
    private readonly notices: Notices,
    /** The current hand, in the form of an address; empty if there is none. */
    private readonly hand: () => string,
  ) {}

  /** Show the link of the active ruleset with all its dependencies, ready to copy. */
  async share(): Promise<void> {
    const say = this.words.say.bind(this.words);
    const { LONGEST_LINK, packed } = await import("../later");
    const files = this.texts.closure();
    const main = this.texts.main;
    const changed = Object.keys(files).length > 0;
    const hash = changed ? `texts=${packed({ main, files })}` : `game=${rulesetOf(main)}`;
    const link = `${location.href.split("#")[0] ?? ""}#${hash}`;
    if (link.length > LONGEST_LINK) {
      const shown = dialog(
        this.words,
        say("share"),
        "small",
        element("p", {}, say("too_long_to_share", { n: Math.ceil(link.length / 1024) })),
      );
      shown.actions.append(button(say("save_file"), () => void saveZip(`${rulesetOf(main)}.zip`, files), { class: "main" }));
      return;
    }
    const hand = this.hand();
    const withHand = `${link}&${hand}`;
    const both = hand !== "" && withHand.length <= LONGEST_LINK;
    const field = element("input", { type: "text", readonly: true, value: both ? withHand : link, class: "link" });
    const label = element("label", { class: "field" }, element("span", {}, say("link")), field);
    const help = element("p", { class: "quiet" }, say(changed ? "share_help" : "share_shipped_help"));
    const what = both ? [whatIsShared(say, (isHand) => (field.value = isHand ? withHand : link))] : [];
    const shown = dialog(this.words, say("share"), "small", help, ...what, label);
    const copy = (): void => {
      field.select();
      navigator.clipboard.writeText(field.value).then(
        () => {
          shown.close();
          this.notices.say(say("copied"));
        },
        () => this.notices.announce(say("copy_yourself")),
      );
    };
    shown.actions.append(button(say("copy"), copy, { class: "main" }));
    field.select();
  }

  /** Show the texts of a link next to the reader's; return whether there were any. */
  async receive(code: string): Promise<boolean> {
    const { unpacked } = await import("../later");
    const shared = unpacked(code);
    if (shared === undefined) this.notices.say(this.words.say("bad_link"));
    else this.texts.receive(shared.files, shared.main);
    return shared !== undefined;
  }

  /** Copy received texts to the reader's own. */
  keep(): void {
    const files = Object.fromEntries(this.texts.guests);
    this.texts.dismiss();
    this.files.bring(files);
  }
}

/** The choice between the present hand and only the game. */
function whatIsShared(say: (key: string) => string, chosen: (hand: boolean) => void): HTMLElement {
  const choice = (key: string, hand: boolean): HTMLElement => {
    const input = element("input", { type: "radio", name: "shared", checked: hand });
    input.addEventListener("change", () => chosen(hand));
    return element("label", {}, input, ` ${say(key)}`);
  };
  const legend = element("legend", {}, say("share_what"));
  return element("fieldset", { class: "what-shared" }, legend, choice("share_hand", true), choice("share_game", false));
}
