// Hands to follow: makes of each list of steps one table and one step at a time.
//
// The list is complete without this script, which only shows it differently.  A step holds the rows of the places that it changed: a place
// shows the last row that it had up to the step.  Buttons, arrow keys and swipes go on and back; `#h-claim-7` names a step.
// A plain script and no module, so that it runs on pages opened from a file.
(() => {
  "use strict";
  const SWIPE = 40;
  const SIGNS = { first: "«", previous: "‹", play: "▶", next: "›", last: "»" };
  const PLAYING = "❚❚";
  const KEYS = new Map([
    ["ArrowLeft", "previous"],
    ["ArrowRight", "next"],
    ["Home", "first"],
    ["End", "last"],
  ]);
  // The time between two steps of a hand that plays by itself: to read its text, and for each letter of it.
  const PAUSE = 1500;
  const A_LETTER = 25;
  // The label of each button, by language, from the catalogue.
  const TITLES = {};

  /** @param {string} name @param {string} className @param {...(Node | string)} children */
  function element(name, className, ...children) {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  }

  /** @param {ParentNode} inside @param {string} where @returns {HTMLElement[]} */
  const all = (inside, where) => Array.from(/** @type {NodeListOf<HTMLElement>} */ (inside.querySelectorAll(where)));

  /** @param {HTMLElement} row */
  function copy(row) {
    const made = /** @type {HTMLElement} */ (row.cloneNode(true));
    for (const inside of all(made, "[id]")) inside.removeAttribute("id");
    return made;
  }

  /** @param {Event} event @param {string} where @returns {HTMLElement | null} */
  const pressedIn = ({ target }, where) => (target instanceof Element ? target.closest(where) : null);

  // HTML with its abbreviated parts: what each sign of the private use area in it stands for.
  /** @param {string} html @param {string[]} parts @returns {string} */
  const expanded = (html, parts) => html.replace(/[\ue000-\uf8ff]/g, (sign) => expanded(parts[sign.charCodeAt(0) - 0xe000] ?? "", parts));

  // Loads a script of the site that calls a function of this one.
  /** @param {string} src @param {Record<string, (html: string, parts: string[]) => void>} called */
  function load(src, called) {
    Object.assign(globalThis, called);
    const script = Object.assign(document.createElement("script"), { src });
    document.head.append(script);
    return script;
  }

  class Stepper {
    /** @param {HTMLElement} box */
    constructor(box) {
      this.box = box;
      this.steps = all(box, ".step");
      this.at = 0;
      /** @type {number | undefined} */
      this.playing = undefined;
      this.said = element("div", "said");
      this.table = box.dataset.seats ? element("div", "laid") : element("dl", "position");
      this.stage = element("div", "stage", this.said, this.table);
      this.said.setAttribute("aria-live", "polite");
      this.buttons = this.made();
      box.prepend(this.buttons, this.stage);
      box.classList.add("stepping");
      box.tabIndex = 0;
      box.addEventListener("click", (event) => this.pressed(pressedIn(event, "[data-go]")));
      box.addEventListener("keydown", (event) => this.key(event));
      this.follow(this.stage);
      this.show(box.dataset.steps === "first" ? 0 : this.last);
    }

    made() {
      const titles = /** @type {Record<string, Record<string, string>>} */ (TITLES)[document.documentElement.lang.slice(0, 2)] ?? {};
      const buttons = Object.entries(SIGNS).map(([where, sign]) => {
        const button = Object.assign(element("button", "", sign), { type: "button", title: titles[where] ?? "" });
        button.dataset.go = where;
        button.setAttribute("aria-label", button.title);
        return button;
      });
      const number = element("output", "");
      const group = element("div", "buttons", ...buttons, number);
      group.setAttribute("role", "group");
      number.setAttribute("aria-live", "polite");
      return group;
    }

    get last() {
      return this.steps.length - 1;
    }

    // The rows of all places at a step, the changed ones marked, and those without a value last.
    /** @param {number} at */
    rows(at) {
      /** @type {Map<string | undefined, { row: HTMLElement, number: number }>} */
      const found = new Map();
      this.steps.slice(0, at + 1).forEach((step, number) => {
        for (const row of all(step, "[data-place]")) {
          const before = found.get(row.dataset.place);
          const same = "same" in row.dataset;
          found.set(row.dataset.place, { row, number: same ? (before?.number ?? 0) : number });
        }
      });
      const rows = [...found.values()].map(({ row, number }) => {
        const made = copy(row);
        made.classList.toggle("changed", number === at && at > 0);
        return made;
      });
      return [...rows.filter((row) => !("none" in row.dataset)), ...rows.filter((row) => "none" in row.dataset)];
    }

    // The rows of a hand on a drawn table: those of a seat at its place around the table, clockwise from the bottom, those of the
    // table in the middle, the others below.  Rows without a value are left out.  The classes are of-{n} for a table with n seats and at-{n} for a seat.
    /** @param {HTMLElement[]} rows @param {string} seats */
    laid(rows, seats) {
      const [{ middle }, { by }] = [this.box.dataset, this.step.dataset];
      const left = new Set(rows.filter((row) => !("none" in row.dataset)));
      /** @param {string} name @param {string} [keys] @param {...Node} before */
      const part = (name, keys, ...before) => {
        const found = [...left].filter((row) => keys?.split(" ").includes(row.dataset.place ?? "") ?? true);
        for (const row of found) left.delete(row);
        return element("div", name, ...before, element("dl", "", ...found));
      };
      const places = seats.split(";").map((seat) => seat.split("|"));
      const around = places.map(([name = "", keys], n) =>
        part(`seat at-${n}${String(n) === by ? " acts" : ""}`, keys, element("b", "", name)),
      );
      const felt = element("div", `felt of-${places.length}`, ...around, part("middle", middle));
      return left.size ? [felt, part("rest")] : [felt];
    }

    get step() {
      return /** @type {HTMLElement} */ (this.steps[this.at]);
    }

    /** @param {number} at */
    show(at) {
      this.at = Math.max(0, Math.min(at, this.last));
      const said = all(this.step, ".said").slice(0, 1);
      this.said.replaceChildren(...[...said, ...all(this.step, ":scope > .others")].map(copy));
      const rows = this.rows(this.at);
      const { seats } = this.box.dataset;
      this.table.replaceChildren(...(seats ? this.laid(rows, seats) : rows));
      const of = Number(this.box.dataset.moves ?? this.last);
      for (const number of all(this.buttons, "output")) number.textContent = `${this.at} / ${of}`;
      for (const button of all(this.buttons, "[data-go]")) {
        const edge = button.dataset.go === "first" || button.dataset.go === "previous" ? 0 : of;
        button.setAttribute("aria-disabled", String(this.at === edge));
      }
    }

    // Plays the steps by themselves until the last, or until the reader presses a button or a key.
    play() {
      if (this.at === this.last) return;
      this.playing = setTimeout(
        () => {
          this.show(this.at + 1);
          if (this.at === this.last) this.pause();
          else this.play();
        },
        PAUSE + A_LETTER * (this.said.textContent ?? "").length,
      );
      this.sign(PLAYING);
    }

    pause() {
      clearTimeout(this.playing);
      this.playing = undefined;
      this.sign(SIGNS.play);
    }

    /** @param {string} sign */
    sign(sign) {
      for (const button of all(this.buttons, "[data-go=play]")) button.textContent = sign;
    }

    // The steps of a hand that the list leaves out are in a script of their own, which is loaded once the reader follows it.
    /** @param {string} where */
    go(where) {
      const { whole } = this.box.dataset;
      if (!whole) {
        this.goTo(where);
        return;
      }
      delete this.box.dataset.whole;
      const shown = this.step.id;
      /** @param {string} html @param {string[]} parts */
      const cartaroHand = (html, parts) => {
        const made = Object.assign(document.createElement("div"), { innerHTML: expanded(html, parts) });
        this.steps = all(made, ".step");
        this.at = this.steps.findIndex((step) => step.id === shown);
      };
      const script = load(whole, { cartaroHand });
      script.onload = () => this.goTo(where);
      script.onerror = () => {
        delete this.box.dataset.moves;
        this.goTo(where);
      };
    }

    // Goes to a step because the reader asked for it: its address is the page's.
    /** @param {string} where */
    goTo(where) {
      const playing = this.playing !== undefined;
      this.pause();
      if (where === "play") {
        if (!playing) this.play();
        return;
      }
      const to = new Map([
        ["first", 0],
        ["previous", this.at - 1],
        ["next", this.at + 1],
        ["last", this.last],
      ]);
      this.show(to.get(where) ?? this.at);
      try {
        history.replaceState(null, "", `#${this.step.id}`);
      } catch {
        // a page shown inside of another may have no address of its own
      }
    }

    /** @param {HTMLElement | null} button */
    pressed(button) {
      if (button?.dataset.go) this.go(button.dataset.go);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const where = KEYS.get(event.key);
      if (!where || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(where);
    }

    /** @param {HTMLElement} stage */
    follow(stage) {
      /** @type {{ x: number, y: number } | undefined} */
      let from;
      stage.addEventListener(
        "touchstart",
        ({ touches }) => {
          const touch = touches[0];
          from = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined;
        },
        { passive: true },
      );
      stage.addEventListener(
        "touchend",
        ({ changedTouches }) => {
          const to = changedTouches[0];
          if (!from || !to) return;
          const [x, y] = [to.clientX - from.x, to.clientY - from.y];
          from = undefined;
          if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.go(x < 0 ? "next" : "previous");
        },
        { passive: true },
      );
    }
  }

  // Unfolds every section around an element, and shows it.
  /** @param {Element | null} part */
  function unfold(part) {
    let folded = false;
    for (let around = part; around; around = around.parentElement) {
      if (!(around instanceof HTMLDetailsElement) || around.open) continue;
      around.open = folded = true;
    }
    return folded;
  }

  // The link that saves a hand contains its record: with it, the link next to it opens the hand in the workbench.
  /** @param {ParentNode} inside */
  function openWithRecords(inside) {
    for (const link of /** @type {HTMLAnchorElement[]} */ (all(inside, ".record > a.opens"))) {
      const [saving] = all(link.parentElement ?? document, "a[download]");
      const record = saving instanceof HTMLAnchorElement ? (saving.href.split(",")[1] ?? "") : "";
      link.hash += `&record=${record.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
    }
  }

  // The parts of a page that are in a script of their own, by the anchors of their places, until these are opened: what is folded under the
  // titles of examples, and the steps of histories.
  /** @type {Map<string, HTMLElement>} */
  const apart = new Map();

  /** @param {Element | null} place */
  function fill(place) {
    const part = apart.get(place?.id ?? "");
    if (!place || !part) return;
    apart.delete(place.id);
    const inside = place.querySelector(":scope > .case") ?? place;
    inside.append(...part.childNodes);
    openWithRecords(inside);
    steppers.push(...all(inside, "[data-steps]").map((box) => new Stepper(box)));
  }

  const isOpen = (/** @type {Element | null} */ place) =>
    place !== null && !(place.querySelector(":scope > .case") ?? place).closest("details:not([open])");

  function fillOpen() {
    for (const id of [...apart.keys()]) {
      const place = document.getElementById(id);
      if (isOpen(place)) fill(place);
    }
  }

  const fillAll = () => {
    for (const id of [...apart.keys()]) fill(document.getElementById(id));
  };

  // The step that the page's address names, or the folded section there.
  function addressed() {
    const id = decodeURIComponent(location.hash.slice(1));
    fill(document.getElementById(id) ?? document.getElementById(id.replace(/-\d+$/, "")));
    for (const stepper of steppers) {
      const at = stepper.steps.findIndex((step) => step.id === id);
      if (at < 0) continue;
      stepper.show(at);
      unfold(stepper.box);
      stepper.box.scrollIntoView();
      return;
    }
    const part = id ? document.getElementById(id) : null;
    if (part && unfold(part.querySelector(":scope > .case") ?? part.parentElement)) part.scrollIntoView();
  }

  /** @param {string} where */
  const links = (where) => /** @type {HTMLAnchorElement[]} */ (all(document, where));

  // An address from when a game had one page: the tab that names the beginning of its anchor leads to the page that has it.
  function moved() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    const kind = id.split("-")[0];
    const tabs = links(".game-pages a:not([aria-current])");
    const tab = tabs.find(({ dataset }) => dataset.anchors?.split(" ").includes(kind ?? ""));
    if (tab) location.replace(`${tab.href}#${encodeURIComponent(id)}`);
  }

  // Games by number of players and by mechanism: pressing a button leaves the games that have it, pressing it again shows all.
  /** @type {Record<string, string | undefined>} */
  const wantedGames = {};

  /** @param {HTMLElement} game */
  const isWanted = (game) =>
    Object.entries(wantedGames).every(([data, value]) => value === undefined || (game.dataset[data] ?? "").split(" ").includes(value));

  // Hides the games that are not wanted, and the lists without any other game, with their title and its picture.
  function showGames() {
    for (const game of all(document, "ul.games > li")) game.hidden = !isWanted(game);
    for (const list of all(document, "ul.games")) {
      const title = /** @type {HTMLElement | null} */ (list.previousElementSibling);
      const fan = /** @type {HTMLElement | null | undefined} */ (title?.previousElementSibling);
      list.hidden = all(list, ":scope > *").every(({ hidden }) => hidden);
      if (title?.localName === "h3") title.hidden = list.hidden;
      if (fan?.matches(".fan")) fan.hidden = list.hidden;
    }
  }

  for (const group of all(document, ".by-players")) {
    group.hidden = false;
    group.addEventListener("click", (event) => {
      const pressed = pressedIn(event, "button");
      if (!pressed) return;
      const again = pressed.getAttribute("aria-pressed") === "true";
      for (const button of all(group, "button")) button.setAttribute("aria-pressed", String(!again && button === pressed));
      const { kind, players } = pressed.dataset;
      wantedGames[kind === undefined ? "for" : "kinds"] = again ? undefined : (kind ?? players);
      showGames();
    });
  }

  openWithRecords(document);
  const steppers = all(document, "[data-steps]").map((box) => new Stepper(box));
  addEventListener("hashchange", () => {
    moved();
    addressed();
  });
  moved();
  addressed();

  for (const note of all(document, "[data-apart]")) {
    /** @param {string} html @param {string[]} parts */
    const cartaroApart = (html, parts) => {
      const made = Object.assign(document.createElement("div"), { innerHTML: expanded(html, parts) });
      for (const part of all(made, "[data-of]")) apart.set(part.dataset.of ?? "", part);
      note.remove();
      fillOpen();
      if (/^#[eh]-/.test(location.hash)) addressed();
    };
    load(note.dataset.apart ?? "", { cartaroApart });
  }
  document.addEventListener("toggle", fillOpen, true);
  addEventListener("beforeprint", fillAll);

  // A table that is wider than the page is scrolled with the arrow keys too.
  addEventListener("load", () => {
    for (const table of all(document, ".md-typeset__scrollwrap")) {
      if (table.scrollWidth > table.clientWidth && !table.querySelector("a, button")) table.tabIndex = 0;
    }
  });
})();
