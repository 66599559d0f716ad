// Our table's rules: a Play page shows only the chosen rules, and its address keeps the choice (`#players=4&punti=21`).
//
// The first screen has lines of the guide (`site/first_screen.py`): the first few by rank, in the guide's order, with exceptions.
//
// The pieces of the guide are in a separate script next to the page, which is loaded when somebody chooses or the address
// has a choice; it calls `cartaroTable`.  A piece is shown if each of its conditions has the chosen value.  A plain script and
// no module, so that it runs on pages opened from a file.
(() => {
  "use strict";
  /** @param {ParentNode} inside @param {string} where @returns {HTMLElement[]} */
  const all = (inside, where) => Array.from(/** @type {NodeListOf<HTMLElement>} */ (inside.querySelectorAll(where)));
  const [printing] = all(document, ".print-one");
  if (printing) {
    printing.hidden = false;
    printing.addEventListener("click", () => {
      document.body.classList.add("one-page");
      print();
    });
    addEventListener("afterprint", () => document.body.classList.remove("one-page"));
  }

  // A sheet to write the scores on: the rows and columns of the count of the worked hand, empty, as often as they fit.
  const ROWS = 36;
  const [count] = all(document, "#hand ~ .by-first-rules .measured table");
  // The label of its button, by language, from the catalogue.
  const SCORE = {};
  if (count && printing) {
    /** @param {string} name */
    const cell = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });
    /** @param {string} where */
    const texts = (where) => all(count, where).map((each) => each.textContent);
    // the seats of one hand do not name the sides of a match, of which each has a number
    const [sides, headings] = [texts("thead th").map((_, at) => `${count.dataset.side} ${at + 1}`), texts("tbody th")];
    /** @param {string} head @param {HTMLElement[]} cells */
    const row = (head, cells) => {
      const made = document.createElement("tr");
      made.append(cell("th", head), ...cells);
      return made;
    };
    const empty = () => sides.map(() => cell("td"));
    const keeping = Object.assign(document.createElement("button"), { type: "button", className: "md-button by-first-rules" });
    keeping.textContent = /** @type {Record<string, string>} */ (SCORE)[document.documentElement.lang.slice(0, 2)] ?? "";
    printing.after(" ", keeping);
    keeping.addEventListener("click", () => {
      const sheet = Object.assign(document.createElement("table"), { className: "score-sheet" });
      sheet.append(
        row(
          "",
          sides.map((side) => cell("th", side)),
        ),
        row("", empty()),
      );
      for (let hand = 1; hand <= Math.max(1, Math.floor(ROWS / headings.length)); hand += 1) {
        const rows = headings.map((heading, at) => row(`${at ? "" : `${hand}. `}${heading}`, empty()));
        const body = document.createElement("tbody");
        body.append(...rows);
        sheet.append(body);
      }
      document.querySelector("article h1")?.after(sheet);
      document.body.classList.add("score-page");
      addEventListener(
        "afterprint",
        () => {
          document.body.classList.remove("score-page");
          sheet.remove();
        },
        { once: true },
      );
      print();
    });
  }

  const box = /** @type {HTMLDetailsElement} */ (document.querySelector("[data-table]"));
  if (!box) return;
  /** @param {HTMLElement} place */
  const remembered = (place) => ({ place, first: place.innerHTML });
  const sections = all(document, "[data-section]").map(remembered);
  const lists = all(document, "[data-lines-of]").map(remembered);

  // An axis has values with their titles, the default first.  A group of axes has combinations that do not exist.  A piece is its
  // HTML, and conditions: a group, by its number or its axes, and the combinations for which the piece is shown.
  /** @typedef {{ name: string, title: string, values: [string, string][] }} Axis */
  /** @typedef {[string, [number | string[], string[]][]?]} Piece */
  /**
   * @typedef {{ axes: Axis[], groups: string[][], excluded: string[][], sections: Record<string, Piece[]>, most: Record<string, number>,
   *   withMoves: number, mostAlike: number,
   *   labels: Record<"colon" | "copy" | "copied" | "more" | "reset" | "note", string> }} Pieces
   */
  /** @type {Pieces} */
  let data;
  let loaded = false;
  /** @type {Record<string, string>} */
  const chosen = {};

  const asked = () => {
    const hash = location.hash.slice(1);
    return hash.includes("=") ? Object.fromEntries(new URLSearchParams(hash)) : null;
  };

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} name @param {Partial<HTMLElementTagNameMap[K]> | undefined} attributes @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[K]}
   */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    Object.assign(made, attributes);
    made.append(...children);
    return made;
  }

  /** @param {Axis | undefined} axis */
  const first = (axis) => axis?.values[0]?.[0] ?? "";
  const changed = () => data.axes.filter((axis) => chosen[axis.name] !== first(axis));
  /** @param {string[]} names */
  const combination = (names) => names.map((name) => chosen[name]).join("|");

  /** @param {Piece} piece */
  function stands([, conditions = []]) {
    return conditions.every(([of, held]) => held.includes(combination(typeof of === "number" ? (data.groups[of] ?? []) : of)));
  }

  // The words of a paragraph, or of the part of it that the screen shows, without the marks that lead to its article and verdicts.
  /** @param {Element} paragraph */
  function words(paragraph) {
    const list = paragraph.nextElementSibling;
    const items = list?.matches("ol, ul") ? [...list.children] : [];
    const parts = [paragraph, ...items].map((each) => each.querySelector(".brief"));
    const goesOn = parts.some(Boolean) && paragraph.closest("[data-section]")?.getAttribute("data-section") !== "aim";
    /** @param {Element} each @param {number} at */
    const clean = (each, at) => {
      const copy = /** @type {Element} */ ((parts[at] ?? each).cloneNode(true));
      for (const mark of copy.querySelectorAll(".art, .badge, .ours, .keys")) mark.remove();
      return [...copy.childNodes];
    };
    const more = goesOn ? " …" : "";
    const last = items.length;
    const steps = items.map((each, at) => element("li", {}, ...clean(each, at + 1), at + 1 === last ? more : ""));
    const kind = list?.matches("ol") ? "ol" : "ul";
    return [...clean(paragraph, 0), last ? element(kind, {}, ...steps) : more];
  }

  // A line for each column of a table of numbers, or only for those that the count needs, without the signs of the cards.
  /** @param {Element} table @param {boolean} whole */
  function numberLines(table, whole) {
    const rows = all(table, "tbody:first-of-type > tr").map((row) => [...row.children].map((cell) => cell.textContent));
    return all(table, "thead > tr:first-child > *")
      .slice(1)
      .flatMap((head, at) => {
        if (!whole && !("counted" in head.dataset)) return [];
        const numbers = rows
          .filter((row) => row[at + 1] !== "–")
          .map(([cards = "", ...of]) => {
            const plain = cards.replace(/ \([^)]*\)/g, "");
            return `${plain.slice(0, 1).toLowerCase()}${plain.slice(1)} ${of[at]}`;
          });
        const colon = `${data.labels.colon} ${numbers.join("; ")}`;
        return [element("li", {}, element("b", { textContent: head.textContent }), colon)];
      });
  }

  // The sentences of the first lines: those of one form are one line, and a form with too many has none.
  /** @param {HTMLElement[]} ranked @param {number} most */
  function firstLines(ranked, most) {
    const first = new Set();
    let lines = 0;
    for (const each of ranked) {
      const { alike } = each.dataset;
      const together = alike ? ranked.filter((other) => other.dataset.alike === alike) : [each];
      if (first.has(each) || together.length > data.mostAlike) continue;
      if (lines === most) break;
      lines += 1;
      for (const one of together) first.add(one);
    }
    return first;
  }

  /** @param {HTMLElement} list */
  function screenLines(list) {
    const section = list.dataset.linesOf ?? "";
    const guide = document.querySelector(`.guide[data-section="${section}"]`) ?? document.createElement("div");
    const rows = all(guide, ".guide-scores tbody tr");
    const among = rows.length ? "p[data-also]" : "p[data-rank], p[data-also]";
    const ranked = [...rows, ...all(guide, among)];
    /** @param {HTMLElement} each */
    const also = (each) => "also" in each.dataset;
    /** @param {HTMLElement} each */
    const rank = (each) => Number(each.dataset.rank ?? 0);
    const tables = all(guide, ".guide-numbers");
    const numbers = tables.flatMap((table) => numberLines(table, !ranked.length));
    if (!ranked.length && numbers.length) return numbers;
    const found = ranked.filter((each) => !also(each)).sort((one, other) => rank(one) - rank(other));
    const who = found.filter((each) => rank(each) < 0).length;
    const moves = section === "turn" ? found.filter((each) => rank(each) <= 1).length - who + 2 : 0;
    const first = firstLines(found, Math.max(data.most[section] ?? 0, Math.min(moves, data.withMoves)) + who);
    let shown = false;
    const chosen = ranked.filter((each) => (shown = also(each) ? shown : first.has(each)));
    const link = element("a", { href: `#t-${section}`, textContent: data.labels.more });
    const columns = tables.flatMap((table) => all(table, "thead > tr:first-child > :not(:first-child)"));
    const cut = section !== "aim" && (chosen.length < ranked.length || numbers.length < columns.length);
    const more = cut ? [element("li", { className: "more" }, link)] : [];
    const shownLines = chosen.map((each) => {
      if (each.localName !== "tr") return element(list.localName === "ul" ? "li" : "p", {}, ...words(each));
      const [title, points] = each.children;
      return element(
        "li",
        {},
        element("b", { textContent: title?.textContent ?? "" }),
        data.labels.colon,
        " ",
        ...(points ? words(points) : []),
      );
    });
    return [...shownLines, ...numbers, ...more];
  }

  /** @param {string[]} names */
  function byDefault(names) {
    for (const name of names) chosen[name] = first(data.axes.find((axis) => axis.name === name));
  }

  // A choice that does not exist together with the last one, the `kept` one, goes back to the page's default.
  /** @param {string[]} names @param {string[]} excluded @param {string} kept */
  function agree(names, excluded, kept) {
    for (const name of names) {
      if (!excluded.includes(combination(names))) return;
      if (name !== kept) byDefault([name]);
    }
    if (excluded.includes(combination(names))) byDefault(names);
  }

  /** @param {Record<string, string>} settings */
  function choose(settings, kept = "") {
    for (const axis of data.axes) {
      const [value] = axis.values.find(([known]) => known === settings[axis.name]) ?? [];
      chosen[axis.name] = value ?? first(axis);
    }
    data.groups.forEach((names, at) => {
      agree(names, data.excluded[at] ?? [], kept);
    });
    for (const select of box.querySelectorAll("select")) select.value = chosen[select.name] ?? "";
    showChosen(changed().length > 0);
  }

  // Shows the pieces for the chosen rules, or the page as it was if these are its default.
  /** @param {boolean} other */
  function showChosen(other) {
    for (const { place, first: before } of sections) {
      const pieces = (data.sections[place.dataset.section ?? ""] ?? []).filter(stands);
      place.innerHTML = other ? pieces.map(([html]) => html).join("") : before;
    }
    for (const { place, first: before } of lists) {
      if (other) place.replaceChildren(...screenLines(place));
      else place.innerHTML = before;
    }
    document.body.classList.toggle("at-our-table", other);
    for (const part of all(document, ".house-rules, .by-first-rules")) part.hidden = other;
  }

  function keep() {
    const hash = new URLSearchParams(changed().map(({ name }) => [name, chosen[name] ?? ""])).toString();
    try {
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    } catch {
      // a page shown inside of another may have no address of its own
    }
  }

  function form() {
    const fields = data.axes.map((axis) => {
      const options = axis.values.map(([value, title]) => element("option", { value, textContent: title }));
      return element("label", {}, element("span", { textContent: axis.title }), element("select", { name: axis.name }, ...options));
    });
    const copy = element("button", { type: "button", textContent: data.labels.copy });
    copy.addEventListener("click", async () => {
      await navigator.clipboard?.writeText(location.href);
      copy.textContent = data.labels.copied;
    });
    const reset = element("button", { type: "button", textContent: data.labels.reset });
    reset.addEventListener("click", () => {
      choose({});
      keep();
    });
    const made = element("form", {}, ...fields, element("p", {}, copy, " ", reset));
    made.addEventListener("submit", (event) => event.preventDefault());
    made.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      choose({ ...chosen, [target.name]: target.value }, target.name);
      keep();
      copy.textContent = data.labels.copy;
    });
    return element("div", { className: "table-form" }, element("p", { textContent: data.labels.note }), made);
  }

  function load() {
    if (loaded || document.querySelector("script[data-pieces]")) return;
    const script = element("script", { src: box.dataset.table ?? "" });
    script.dataset.pieces = "";
    document.head.append(script);
  }

  /** @param {Pieces} found */
  const cartaroTable = (found) => {
    data = found;
    loaded = true;
    box.append(form());
    choose(asked() ?? {});
  };
  Object.assign(globalThis, { cartaroTable });

  box.hidden = false;
  box.addEventListener("toggle", () => box.open && load());
  addEventListener("hashchange", () => {
    const settings = asked();
    if (!settings) return;
    box.open = true;
    if (loaded) choose(settings);
    else load();
  });
  if (asked()) box.open = true;
})();
