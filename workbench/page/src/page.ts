/** Put the panes of the page together, around the texts and one client of the service. */

import { Address } from "./address";
import { fillBar } from "./bar";
import { EditorPane } from "./editor/editor_pane";
import { FileActions, tutorialOf } from "./files/file_actions";
import { ruleChanges } from "./files/rule_changes";
import { Sharing } from "./files/sharing";
import { mostVaried, type Shipped, titleOf } from "./files/shipped";
import { ENDING } from "./files/text_names";
import { textOrigin } from "./files/text_origin";
import { TextService } from "./files/text_service";
import { type KeptTexts, restore, TextStore } from "./files/text_store";
import { type Tab, Texts } from "./files/texts";
import { keepOffline } from "./offline/updates";
import { PageContext } from "./page_context";
import { Panes } from "./panes";
import { Client, type State } from "./runtime/client";
import { GUIDE_SEEN, keep, kept } from "./shell/appearance";
import { Frame } from "./shell/frame";
import type { FirstSteps, RuleChange } from "./shell/guide";
import type { MenuGroup } from "./shell/menus";
import { Notices } from "./shell/notices";
import type { Language, PaneName, Target } from "./shell/pane";
import { LANGUAGE, type Words } from "./shell/words";

/** Show the page with phrases, the shipped texts and the stored ones; and with a client, if one has started. */
export function begin(words: Words, shipped: Shipped, own: KeptTexts, begun?: Client): void {
  const painted = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const client = begun ?? new Client(painted);
  words.lasting(() => (client.language = words.language));
  const first = mostVaried(shipped)?.file ?? "";
  const texts = new Texts(shipped.files, first);
  restore(own, texts);
  if (texts.active === undefined) texts.open(first);
  const page = new Page(client, words, texts, shipped, own);
  page.start();
  void page.address.follow();
  void painted.then(() => page.panes.fetch());
}

class Page {
  readonly address: Address;
  readonly #notices: Notices;
  readonly #service: TextService;
  readonly #frame: Frame;
  readonly #context: PageContext;
  readonly #files: FileActions;
  readonly #sharing: Sharing;
  readonly #editor: EditorPane;
  readonly panes: Panes;
  readonly #steps: FirstSteps;
  #state: State = "starting";
  #main = "";

  constructor(
    private readonly client: Client,
    private readonly words: Words,
    private readonly texts: Texts,
    private readonly shipped: Shipped,
    own: KeptTexts,
  ) {
    const open = (name: PaneName, target?: Target): void => {
      this.address.opened(target);
      this.panes.open(name, target);
    };
    this.#notices = new Notices(words);
    this.#service = new TextService(client, texts);
    this.#frame = new Frame(words, this.#notices.host, (name) => this.#shown(name));
    this.#context = new PageContext(client, words, texts, this.#notices, open);
    this.#files = new FileActions(texts, shipped, this.#service, words, this.#notices, (tab) => void this.#compare(tab));
    this.#sharing = new Sharing(texts, this.#files, words, this.#notices, {
      hand: () => this.address.hand,
      titles: () => [this.address.title, this.#title],
      isOver: () =>
        client.call("record", {}).then(
          () => true,
          () => false, // it shows all cards, so the service refuses it before
        ),
    });
    this.#editor = this.#makeEditor();
    this.panes = new Panes(this.#frame, this.#context, this.#editor, this.#service, () => this.#notFetched());
    this.#steps = { begin: () => this.#files.newVariant(), play: () => this.#frame.show("table"), rules: () => this.#rules() };
    new TextStore(texts, own, {
      failed: () => this.#notices.say(words.say("not_kept")),
      adopted: (name) => this.#notices.say(words.say("changed_elsewhere", { name: rulesetName(name) })),
      clashed: (name, copy) =>
        this.#notices.say(words.say(name === copy ? "not_deleted" : "changed_twice", { name: rulesetName(name), copy: rulesetName(copy) })),
    });
    this.address = new Address({
      texts,
      words,
      open,
      context: this.#context,
      frame: this.#frame,
      sharing: this.#sharing,
      notices: this.#notices,
      titled: () => this.#named(),
    });
    client.watchFailures((failure) => {
      const { reason } = failure;
      const key = reason === "too long" ? "failed_too_long" : reason === "not fetched" ? "not_fetched" : "failed";
      const again = { label: words.say("load_again"), act: (): void => location.reload() };
      const begun = this.#state === "restarting" || this.#state === "starting"; // a new worker is on its way: nothing to do
      this.#notices.say(words.say(key, { why: failure.message }), ...(begun ? [] : [again]));
    });
    texts.watch(() => this.#named());
    words.lasting(() => this.#named());
    this.#watch(this.#fillBar());
    takeDrops(this.#files);
    const offer = (take: () => void): void => this.#notices.say(words.say("update_there"), { label: words.say("update_take"), act: take });
    void client.started.then(() => keepOffline(offer)); // the files that the reader waits for are fetched first
  }

  /** Name the page after the game that is shown, for tabs, history and bookmarks. */
  #named(): void {
    const { main } = this.texts;
    document.title = main === "" ? "Cartaro" : `${this.address.title || this.#title} · Cartaro`;
    if (main !== this.#main) this.#notices.leave();
    this.#main = main;
  }

  /** The title of the shown game; of a text that is not shipped, its name. */
  get #title(): string {
    const { main, active } = this.texts;
    const shipped = this.shipped.rulesets.find(({ file }) => file === main);
    return shipped === undefined || active?.guest === true ? rulesetName(main) : titleOf(shipped, this.words.language);
  }

  #makeEditor(): EditorPane {
    const { texts, words } = this;
    const above = textOrigin(texts, words, {
      keep: () => this.#sharing.keep(),
      dismiss: () => texts.dismiss(),
      compare: (tab) => void this.#compare(tab),
      putBack: (tab) => this.#files.remove(tab),
    });
    return new EditorPane(this.#frame.hosts.editor, {
      texts,
      words,
      above,
      service: this.#service,
      notices: this.#notices,
      others: () => this.#files.others(),
      checked: (found) => this.#context.checked(found.soundness),
      toRulebook: (clause) => this.#context.open("rulebook", clause === undefined ? {} : { clause }),
    });
  }

  #fillBar(): HTMLElement {
    return fillBar(this.#frame.bar, this.words, this.shipped, {
      open: (file) => this.texts.open(file),
      files: () => this.#files.groups(),
      share: () => void this.#sharing.share().catch(() => this.#notFetched()),
      textAside: this.#frame.textAside,
      help: () => this.#help(),
      speak: (language) => this.#speak(language),
    });
  }

  /** Show the changes to a shipped text. */
  async #compare(tab: Tab): Promise<void> {
    const { texts, words, shipped } = this;
    const { showDifference } = await import("./later");
    const title = words.say("difference", { name: tab.name });
    showDifference(words, title, shipped.files[tab.name] ?? "", texts.text(tab), (text) => texts.write(tab, text));
  }

  /** Show the state of the worker, and let a new worker check the texts. */
  #watch(shown: HTMLElement): void {
    const say = (): void => {
      shown.textContent = this.#state === "ready" ? "" : this.words.say(`state_${this.#state}`);
    };
    this.words.lasting(say);
    this.client.watch((state) => {
      this.#state = state;
      document.body.dataset["state"] = state;
      say();
      if (state === "ready") this.#editor.recheck();
    });
  }

  /** Show the texts, and instructions on a first visit. */
  start(): void {
    this.#editor.follow();
    if (this.#state !== "ready") this.#editor.wait(this.words.say("state_starting"));
    if (location.hash === "" && kept(GUIDE_SEEN) === null) this.#later(({ showGuide }) => showGuide(this.words, this.#steps));
  }

  /** A pane was opened by its tab or its key, without a particular item. */
  #shown(name: PaneName): void {
    if (!this.panes.opening) this.address.opened(undefined);
    this.panes.shown(name);
  }

  #speak(language: Language): void {
    keep(LANGUAGE, language);
    this.words.speak(language);
    this.address.spoken();
    this.#context.changed("language");
  }

  /** Rules of the shown game that can be changed by one click. The text and the table then show the change. */
  async #rules(): Promise<readonly RuleChange[]> {
    const { texts, words } = this;
    const tab = { name: texts.main, guest: texts.active?.guest === true };
    if (texts.locked(tab)) return [];
    const { language } = words;
    const controls = await this.client.call("controls", { name: tab.name, language }).catch(() => null);
    return ruleChanges(texts.text(tab), controls?.house_rules ?? []).map(({ rule, value, line, text }) => {
      const label = capital(words.say("guide_rule", { rule: rule.title, value: value.title }));
      const change = (): void => {
        const before = texts.text(tab);
        texts.open(tab.name);
        texts.write(tab, text);
        this.#context.open("editor", { file: tab.name, line, character: 0 });
        this.#context.open("table");
        const undo = { label: words.say("undo_text"), act: () => texts.write(tab, before) };
        this.#notices.say(words.say("rule_changed", { rule: label }), undo);
      };
      return { label, change };
    });
  }

  /** Use a part of the page that is fetched later. */
  #later(use: (later: typeof import("./later")) => void): void {
    void import("./later").then(use, () => this.#notFetched());
  }

  #notFetched(): void {
    this.#notices.say(this.words.say("not_fetched"));
  }

  #help(): readonly MenuGroup[] {
    const say = this.words.say.bind(this.words);
    const items = [
      { label: say("first_steps"), act: () => this.#later(({ showGuide }) => showGuide(this.words, this.#steps)) },
      { label: say("tutorial"), act: () => window.open(tutorialOf(this.words.language), "_blank", "noopener") },
      { label: say("keys"), act: () => this.#later(({ showKeys }) => showKeys(this.words)) },
      { label: say("about"), act: () => this.#later(({ showAbout }) => showAbout(this.words)) },
    ];
    return [{ heading: "", items }];
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A file's name in the form that its tab shows. */
const rulesetName = (file: string): string => file.slice(0, -ENDING.length);

/** Files that are dropped on the page are opened. */
function takeDrops(files: FileActions): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const list = [...(event.dataTransfer?.files ?? [])];
    if (list.length === 0) return;
    event.preventDefault();
    void files.open(list);
  });
}
