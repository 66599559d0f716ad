/** The editor pane: texts as tabs, the shown one with its problems below, and its commands. */

import type { Diagnostic } from "@codemirror/lint";
import type { KeyBinding } from "@codemirror/view";
import type { TextService } from "../files/text_service";
import type { Texts } from "../files/texts";
import type { Location, OpenHint, OutlineSymbol, Problem, Repair } from "../runtime/answers";
import { button, element } from "../shell/elements";
import { icon } from "../shell/icons";
import { type MenuGroup, menu } from "../shell/menus";
import type { Notices } from "../shell/notices";
import type { Target } from "../shell/pane";
import { quoted } from "../shell/quoted";
import type { Words } from "../shell/words";
import { Changes } from "./changes";
import { type CheckedText, Checks } from "./checks";
import { FileTabs } from "./file_tabs";
import { type Asker, completion, definitionByClick, goToDefinition, meaningShown } from "./names";
import { QuestionAsker } from "./open_questions";
import { spanOf } from "./places";
import { ProblemList } from "./problem_list";
import { TextView } from "./text_view";

/** The parts of the page that the editor needs. */
export interface Surroundings {
  readonly texts: Texts;
  readonly service: TextService;
  readonly words: Words;
  readonly notices: Notices;
  /** The other texts that can be opened, for the menu after the tabs. */
  others(): readonly MenuGroup[];
  /** The line above the text: its origin, and commands for it. */
  readonly above: HTMLElement;
  checked(found: CheckedText): void;
  /** Show a clause, an option, a claim or an example in the rulebook, or return to the rulebook as it was. */
  toRulebook(name: string | undefined): void;
}

export class EditorPane {
  readonly #shown: TextView;
  readonly #tabs: FileTabs;
  readonly #problems: ProblemList;
  readonly #checks: Checks;
  readonly #changes: Changes;
  readonly #asker: QuestionAsker;
  #found: CheckedText | null = null;
  #version = -1;
  #name = "";

  constructor(
    host: HTMLElement,
    private readonly around: Surroundings,
  ) {
    const { texts, words, service, notices } = around;
    const asker: Asker = { service, words, name: () => texts.active?.name ?? "", goTo: (location) => this.goTo(location) };
    const named = [meaningShown(asker), completion(asker), definitionByClick(asker)];
    this.#shown = new TextView(texts, words, named, this.#keys(asker));
    this.#changes = new Changes(texts, this.#shown, service, words, notices);
    this.#tabs = new FileTabs(texts, words, around.others);
    this.#problems = new ProblemList(words, {
      goTo: (range) => this.#shown.goTo(range),
      fix: (problem) => this.#changes.fix(problem.repair),
      ask: () => void this.#asker.ask(),
      answer: (repair) => this.#answer(repair),
    });
    const refused = (why: string): void => notices.say(why);
    this.#asker = new QuestionAsker(texts, service, words, () => this.#mark(), refused);
    this.#checks = new Checks(
      texts,
      service,
      words,
      (found) => this.#checked(found),
      (found) => this.#shown.meanings(found),
      () => this.wait(words.say("not_checked")),
    );
    const head = element("div", { class: "editor-head" }, this.#tabs.host, this.#tools());
    host.append(head, around.above, this.#shown.host, this.#problems.host);
    texts.watch(() => this.follow());
    words.lasting(() => {
      this.#asker.follow();
      this.#checks.later(0);
    });
  }

  /** Show the active text; check it if anything has changed. */
  follow(): void {
    const { texts } = this.around;
    this.#asker.follow();
    const name = `${texts.active?.guest ?? false} ${texts.active?.name ?? ""}`;
    this.#shown.follow();
    this.#shown.forget();
    this.#tabs.follow();
    if (texts.version === this.#version && name === this.#name) return;
    this.#checks.later(name === this.#name ? undefined : 0);
    this.#version = texts.version;
    this.#name = name;
  }

  wait(text: string): void {
    this.#problems.wait(text);
  }

  recheck(): void {
    this.#checks.later(0);
  }

  goTo(location: Location): void {
    const { texts } = this.around;
    texts.open(location.name, texts.active?.guest === true && texts.guests.has(location.name));
    this.#shown.goTo(location.range);
  }

  /** Go to a target: a position, or a clause of the active text. */
  async shown(target: Target = {}): Promise<void> {
    const { texts } = this.around;
    if (target.line !== undefined) {
      const start = { line: target.line, character: target.character ?? 0 };
      return this.goTo({ name: target.file ?? texts.active?.name ?? "", range: { start, end: start } });
    }
    const wanted = target.clause ?? target.example ?? target.claim;
    if (wanted === undefined) return;
    const name = target.file ?? texts.main;
    for (const file of [name, ...texts.tabs.map((tab) => tab.name)]) {
      const part = (await this.#parts(file)).flatMap((one) => [one, ...one.parts]).find((one) => one.name === wanted);
      if (part) return this.goTo({ name: file, range: part.selection });
    }
  }

  /** Show the results about the text once they are known. */
  #checked(found: CheckedText): void {
    this.#found = found;
    this.#problems.show(found.problems);
    this.#mark();
    this.around.checked(found);
  }

  /** Mark the problems and open questions in the text; the list below shows those that were requested. */
  #mark(): void {
    const found = this.#found;
    if (found === null) return;
    const open = this.#asker.found;
    const hints = open === null || open === "asking" ? [] : open;
    this.#shown.problems([...found.problems.map((one) => this.#ofProblem(one)), ...hints.map((one) => this.#ofHint(one))]);
    if (!found.problems.some(({ severity }) => severity === "error")) this.#problems.questions(open);
  }

  #ofProblem(problem: Problem): Diagnostic {
    const said = [problem.message, problem.note, problem.help].filter((text) => text !== "").join("\n");
    return this.#diagnostic(problem, problem.severity, said, problem.repair === null ? [] : [problem.repair], problem.code);
  }

  #ofHint(hint: OpenHint): Diagnostic {
    const said = [hint.question, ...hint.answers].join("\n");
    return this.#diagnostic(hint, hint.severity === "hint" ? "hint" : "info", said, hint.repairs, "");
  }

  #diagnostic(
    { range }: Pick<Problem, "range">,
    severity: Diagnostic["severity"],
    said: string,
    repairs: readonly Repair[],
    source: string,
  ): Diagnostic {
    const { from, to } = spanOf(this.#shown.view.state.doc, range);
    const actions = repairs.map((repair) => ({
      name: repair.title.replaceAll("`", ""),
      apply: (): void => (severity === "hint" || severity === "info" ? this.#answer(repair) : this.#changes.fix(repair)),
    }));
    return { from, to, severity, source, message: said, actions, renderMessage: () => element("span", {}, quoted(said)) };
  }

  /** Insert the answer to a question, and look for open questions again. */
  #answer(repair: Repair): void {
    const before = this.around.texts.version;
    this.#changes.fix(repair);
    if (this.around.texts.version !== before) void this.#asker.ask();
  }

  #tools(): HTMLElement {
    const { words } = this.around;
    const outline = menu("outline", [icon("outline")], () => this.#outline());
    words.attribute(outline, "aria-label", "outline");
    words.attribute(outline, "title", "outline");
    const format = button(icon("format"), () => void this.#changes.format(), { class: "plain square" });
    words.attribute(format, "aria-label", "format");
    words.attribute(format, "title", "format");
    const rulebook = button(icon("rulebook"), () => void this.#toRulebook(), { class: "plain square" });
    words.attribute(rulebook, "aria-label", "to_rulebook");
    words.attribute(rulebook, "title", "to_rulebook");
    return element("div", { class: "tools" }, outline, format, rulebook);
  }

  /** Show the item at the cursor in the rulebook. */
  async #toRulebook(): Promise<void> {
    const { service, texts, toRulebook } = this.around;
    const anchor = await service.ask("anchor_at", { name: texts.active?.name ?? "", position: this.#shown.position });
    toRulebook(anchor?.slice(2));
  }

  async #outline(): Promise<readonly MenuGroup[]> {
    const { texts } = this.around;
    const symbols = await this.#parts(texts.active?.name ?? "");
    const go = (symbol: OutlineSymbol): void => this.goTo({ name: texts.active?.name ?? "", range: symbol.selection });
    const item = (symbol: OutlineSymbol): MenuGroup["items"][number] => ({
      label: symbol.name,
      detail: symbol.detail,
      act: () => go(symbol),
    });
    const nested = symbols.filter((symbol) => symbol.parts.length > 0);
    const single = symbols.filter((symbol) => symbol.parts.length === 0);
    const groups = nested.map((symbol) => ({ heading: `${symbol.name} ${symbol.detail}`, items: symbol.parts.map(item) }));
    return single.length ? [...groups, { heading: "", items: single.map(item) }] : groups;
  }

  #parts(name: string): Promise<readonly OutlineSymbol[]> {
    const { service, words } = this.around;
    return service.ask("outline", { name, language: words.language }).then((parts) => parts ?? []);
  }

  #keys(asker: Asker): readonly KeyBinding[] {
    const does = (act: () => void): (() => boolean) => {
      return () => {
        act();
        return true;
      };
    };
    return [
      { key: "Shift-F12", run: does(() => void this.#toRulebook()) },
      { key: "F12", run: (view) => does(() => void goToDefinition(view, view.state.selection.main.head, asker))() },
      { key: "F2", run: does(() => void this.#changes.rename()) },
      { key: "Shift-Alt-f", run: does(() => void this.#changes.format()) },
    ];
  }
}
