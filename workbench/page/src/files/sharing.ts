/** Share a ruleset, with a dialog that is fetched later; show received texts until they are kept. */

import type { Notices } from "../shell/notices";
import type { Words } from "../shell/words";
import type { FileActions } from "./file_actions";
import { saveZip } from "./saved_files";
import type { SharedNow } from "./share_dialog";
import type { Texts } from "./texts";

export class Sharing {
  constructor(
    private readonly texts: Texts,
    private readonly files: FileActions,
    private readonly words: Words,
    private readonly notices: Notices,
    private readonly now: SharedNow,
  ) {}

  /** Show the link of the active ruleset with all its dependencies, ready to copy. */
  async share(): Promise<void> {
    const { showShared } = await import("../later");
    showShared(this.texts, this.words, this.notices, this.now, saveZip);
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
