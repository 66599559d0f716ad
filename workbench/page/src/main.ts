/** The page: its panes put together, around the texts and the one client of the service. */

import "./main.css";
import { EditorPane } from "./editor/editor_pane";
import { Arrivals } from "./files/arrivals";
import { FileActions } from "./files/file_actions";
import { Sharing } from "./files/sharing";
import { shippedTexts, mostVaried, type Shipped } from "./files/shipped";
import { textOrigin } from "./files/text_origin";
import { TextService } from "./files/text_service";
import { TextStore } from "./files/text_store";
import { Texts } from "./files/texts";
import { keepOffline } from "./offline/updates";
import { makePanes } from "./panes";
import { Client, type State } from "./runtime/client";
import { appear, keep, kept } from "./shell/appearance";
import { fillBar } from "./shell/bar";
import { Frame } from "./shell/frame";
import { greet, showAbout, showGuide, showKeys, type FirstSteps } from "./shell/guide";
import type { MenuGroup } from "./shell/menus";
import { Notices } from "./shell/notices";
import type { Language } from "./shell/pane";
import { PageContext } from "./shell/page_context";
import { phrasesOf, preferredLanguage, Words } from "./shell/words";

const LANGUAGE = "cartaro-language";

async function begin(client: Client): Promise<void> {
  appear();
  const asked = new URLSearchParams(location.hash.slice(1)).get("lang");
  const language = preferredLanguage(asked ?? kept(LANGUAGE), navigator.languages);
  const [phrases, shipped] = await Promise.all([phrasesOf(language), shippedTexts()]);
  const words = new Words(phrases, language);
  const texts = new Texts(shipped.files);
  await put(new Page(client, words, texts, shipped), texts, shipped);
}

/** The texts that were here before, or the first that one sees; then what the address asks for. */
async function put(page: Page, texts: Texts, shipped: Shipped): Promise<void> {
  await page.store.restore();
  const first = mostVaried(shipped);
  if (texts.active === undefined && first) texts.open(first.file);
  page.start();
  page.arrivals.follow();
}

class Page {
  readonly store: TextStore;
  readonly arrivals: Arrivals;
  readonly #editor: EditorPane;
  readonly #steps: FirstSteps;
  #state: State = "starting";

  constructor(
    private readonly client: Client,
    private readonly words: Words,
    texts: Texts,
    shipped: Shipped,
  ) {
    const notices = new Notices(words);
    const service = new TextService(client, texts);
    const frame = new Frame(words, notices.host, (name) => panes.shown(name));
    const context = new PageContext(client, words, texts, notices, (name, target) => panes.open(name, target));
    const compare = (tab: { name: string; guest: boolean }): void => {
      void import("./editor/difference").then(({ showDifference }) => {
        const written = (text: string): void => texts.write(tab, text);
        showDifference(words, words.say("difference", { name: tab.name }), shipped.files[tab.name] ?? "", texts.text(tab), written);
      });
    };
    const files = new FileActions(texts, shipped, service, words, notices, compare);
    const sharing = new Sharing(texts, files, words, notices);
    const choices = { keep: () => sharing.keep(), dismiss: () => texts.dismiss(), compare, putBack: files.remove.bind(files) };
    this.#editor = new EditorPane(frame.hosts.editor, {
      texts,
      service,
      words,
      notices,
      others: () => files.others(),
      above: textOrigin(texts, words, choices),
      checked: (found) => context.checked(found.sound),
    });
    const panes = makePanes(frame, context, this.#editor, service);
    this.store = new TextStore(texts, () => notices.say(words.say("not_kept")));
    this.arrivals = new Arrivals(texts, shipped, sharing, (name, target) => context.open(name, target));
    this.#steps = { begin: () => files.newVariant(), play: () => frame.show("table") };
    const state = fillBar(frame.bar, words, shipped, {
      open: (file) => {
        texts.open(file);
        if (!frame.isShown("editor")) panes.shown(frame.beside);
      },
      files: () => files.groups(),
      share: () => sharing.share(),
      help: () => this.#help(),
      speak: (language) => this.#speak(language, () => context.changed("language")),
    });
    this.#watch(state);
    takeDrops(files);
    const offer = (take: () => void): void => notices.say(words.say("update_there"), { label: words.say("update_take"), act: take });
    void client.started.then(() => keepOffline(offer)); // what is fetched first is what the reader waits for
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

  #speak(language: Language, told: () => void): void {
    keep(LANGUAGE, language);
    void this.words.speak(language).then(told);
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

void begin(new Client());
