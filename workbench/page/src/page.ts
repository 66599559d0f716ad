/** The page: its panes put together, around the texts and the one client of the service. */

import { EditorPane } from "./editor/editor_pane";
import { Arrivals } from "./files/arrivals";
import { FileActions } from "./files/file_actions";
import { Sharing } from "./files/sharing";
import { mostVaried, type Shipped } from "./files/shipped";
import { textOrigin } from "./files/text_origin";
import { TextService } from "./files/text_service";
import { restore, TextStore, type KeptTexts } from "./files/text_store";
import { Texts, type Tab } from "./files/texts";
import { keepOffline } from "./offline/updates";
import { Panes } from "./panes";
import { Client, type State } from "./runtime/client";
import { keep } from "./shell/appearance";
import { fillBar } from "./bar";
import { Frame } from "./shell/frame";
import { greet, showAbout, showGuide, showKeys, type FirstSteps } from "./shell/guide";
import type { MenuGroup } from "./shell/menus";
import { Notices } from "./shell/notices";
import type { Language, PaneName, Target } from "./shell/pane";
import { PageContext } from "./page_context";
import { LANGUAGE, type Words } from "./shell/words";

/** Show the page in some words, with the texts that are shipped and those that the browser keeps; and with a client, where one has begun. */
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
  void page.arrivals.follow();
  void painted.then(() => page.panes.fetch());
}

class Page {
  readonly arrivals: Arrivals;
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

  constructor(
    private readonly client: Client,
    private readonly words: Words,
    private readonly texts: Texts,
    private readonly shipped: Shipped,
    own: KeptTexts,
  ) {
    const open = (name: PaneName, target?: Target): void => this.panes.open(name, target);
    this.#notices = new Notices(words);
    this.#service = new TextService(client, texts);
    this.#frame = new Frame(words, this.#notices.host, (name) => this.panes.shown(name));
    this.#context = new PageContext(client, words, texts, this.#notices, open);
    this.#files = new FileActions(texts, shipped, this.#service, words, this.#notices, (tab) => void this.#compare(tab));
    this.#sharing = new Sharing(texts, this.#files, words, this.#notices);
    this.#editor = this.#makeEditor();
    this.panes = new Panes(this.#frame, this.#context, this.#editor, this.#service, () => this.#notices.say(words.say("not_fetched")));
    this.#steps = { begin: () => this.#files.newVariant(), play: () => this.#frame.show("table") };
    new TextStore(texts, own, () => this.#notices.say(words.say("not_kept")));
    this.arrivals = new Arrivals(texts, shipped, this.#sharing, (name, target) => {
      this.#context.onceChecked(() => open(name, target));
    });
    this.#watch(this.#fillBar());
    takeDrops(this.#files);
    const offer = (take: () => void): void => this.#notices.say(words.say("update_there"), { label: words.say("update_take"), act: take });
    void client.started.then(() => keepOffline(offer)); // what is fetched first is what the reader waits for
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
      checked: (found) => this.#context.checked(found.sound),
      toRulebook: (clause) => this.#context.open("rulebook", clause === undefined ? {} : { clause }),
    });
  }

  #fillBar(): HTMLElement {
    return fillBar(this.#frame.bar, this.words, this.shipped, {
      open: (file) => this.texts.open(file),
      files: () => this.#files.groups(),
      share: () => void this.#sharing.share(),
      help: () => this.#help(),
      speak: (language) => this.#speak(language),
    });
  }

  /** Show what a shipped text was changed in. */
  async #compare(tab: Tab): Promise<void> {
    const { texts, words, shipped } = this;
    const { showDifference } = await import("./later");
    const title = words.say("difference", { name: tab.name });
    showDifference(words, title, shipped.files[tab.name] ?? "", texts.text(tab), (text) => texts.write(tab, text));
  }

  /** Say what the worker is doing, and check again what a new one has not seen. */
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

  /** Show the texts, and on a first visit how to begin. */
  start(): void {
    this.#editor.follow();
    if (this.#state !== "ready") this.#editor.wait(this.words.say("state_starting"));
    if (location.hash === "") greet(this.words, this.#steps);
  }

  #speak(language: Language): void {
    keep(LANGUAGE, language);
    this.words.speak(language);
    this.#context.changed("language");
  }

  #help(): readonly MenuGroup[] {
    const say = this.words.say.bind(this.words);
    const items = [
      { label: say("first_steps"), act: () => showGuide(this.words, this.#steps) },
      { label: say("keys"), act: () => showKeys(this.words) },
      { label: say("about"), act: () => showAbout(this.words) },
    ];
    return [{ heading: "", items }];
  }
}

/** Files let fall on the page are opened. */
function takeDrops(files: FileActions): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const list = [...(event.dataTransfer?.files ?? [])];
    if (list.length === 0) return;
    event.preventDefault();
    void files.open(list);
  });
}
