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
  // The time between two steps of a hand that plays by itself: to read its text, and for each letter of it.
  const PAUSE = 1500;
  const A_LETTER = 25;
  // The label of each button, by language, from the catalogue.
  const TITLES = {};
  const steppers = [];

  function element(name, className, ...children) {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  }

  function copy(row) {
    const made = row.cloneNode(true);
    made.querySelectorAll("[id]").forEach((inside) => inside.removeAttribute("id"));
    return made;
  }

  class Stepper {
    constructor(box) {
      this.box = box;
      this.steps = [...box.querySelectorAll(".step")];
      this.said = element("div", "said");
      this.table = box.dataset.seats ? element("div", "laid") : element("dl", "position");
      this.stage = element("div", "stage", this.said, this.table);
      this.said.setAttribute("aria-live", "polite");
      this.buttons = this.made();
      box.prepend(this.buttons, this.stage);
      box.classList.add("stepping");
      box.tabIndex = 0;
      box.addEventListener("click", (event) => this.pressed(event.target.closest("[data-go]")));
      box.addEventListener("keydown", (event) => this.key(event));
      this.follow(this.stage);
      this.show(box.dataset.steps === "first" ? 0 : this.last);
    }

    made() {
      const titles = TITLES[document.documentElement.lang.slice(0, 2)] ?? {};
      const buttons = Object.entries(SIGNS).map(([where, sign]) => {
        const button = Object.assign(element("button", "", sign), { type: "button", title: titles[where] ?? "" });
        button.dataset.go = where;
        button.setAttribute("aria-label", button.title);
        return button;
      });
      const group = element("div", "buttons", ...buttons, element("output", ""));
      group.setAttribute("role", "group");
      group.lastChild.setAttribute("aria-live", "polite");
      return group;
    }

    get last() {
      return this.steps.length - 1;
    }

    // The rows of all places at a step, the changed ones marked, and those without a value last.
    rows(at) {
      const found = new Map();
      this.steps.slice(0, at + 1).forEach((step, number) => {
        for (const row of step.querySelectorAll("[data-place]")) {
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
    laid(rows) {
      const [{ seats, middle }, { by }] = [this.box.dataset, this.steps[this.at].dataset];
      const left = new Set(rows.filter((row) => !("none" in row.dataset)));
      const part = (name, keys, ...before) => {
        const found = [...left].filter((row) => keys === undefined || keys.split(" ").includes(row.dataset.place));
        for (const row of found) left.delete(row);
        return element("div", name, ...before, element("dl", "", ...found));
      };
      const all = seats.split(";").map((seat) => seat.split("|"));
      const around = all.map(([name, keys], n) => part(`seat at-${n}${String(n) === by ? " acts" : ""}`, keys, element("b", "", name)));
      const felt = element("div", `felt of-${all.length}`, ...around, part("middle", middle));
      return left.size ? [felt, part("rest")] : [felt];
    }

    show(at) {
      this.at = Math.max(0, Math.min(at, this.last));
      const step = this.steps[this.at];
      this.said.replaceChildren(copy(step.querySelector(".said")), ...[...step.querySelectorAll(":scope > .others")].map(copy));
      const rows = this.rows(this.at);
      this.table.replaceChildren(...(this.box.dataset.seats ? this.laid(rows) : rows));
      const of = Number(this.box.dataset.moves ?? this.last);
      this.buttons.querySelector("output").textContent = `${this.at} / ${of}`;
      const edges = { first: 0, previous: 0, play: of, next: of, last: of };
      for (const button of this.buttons.querySelectorAll("[data-go]")) {
        button.setAttribute("aria-disabled", String(this.at === edges[button.dataset.go]));
      }
    }

    // Plays the steps by themselves until the last, or until the reader presses a button or a key.
    play() {
      if (this.at === this.last) return;
      this.playing = setTimeout(() => {
        this.show(this.at + 1);
        if (this.at === this.last) this.pause();
        else this.play();
      }, PAUSE + A_LETTER * this.said.textContent.length);
      this.buttons.querySelector("[data-go=play]").textContent = PLAYING;
    }

    pause() {
      clearTimeout(this.playing);
      this.playing = undefined;
      this.buttons.querySelector("[data-go=play]").textContent = SIGNS.play;
    }

    // The steps of a hand that the list leaves out are in a script of their own, which is loaded once the reader follows it.
    go(where) {
      const { whole } = this.box.dataset;
      if (!whole) {
        this.goTo(where);
        return;
      }
      delete this.box.dataset.whole;
      const shown = this.steps[this.at].id;
      globalThis.cartaroHand = (html) => {
        const made = Object.assign(document.createElement("div"), { innerHTML: html });
        this.steps = [...made.querySelectorAll(".step")];
        this.at = this.steps.findIndex((step) => step.id === shown);
      };
      const script = Object.assign(document.createElement("script"), { src: whole });
      script.onload = () => this.goTo(where);
      script.onerror = () => {
        delete this.box.dataset.moves;
        this.goTo(where);
      };
      document.head.append(script);
    }

    // Goes to a step because the reader asked for it: its address is the page's.
    goTo(where) {
      const playing = this.playing !== undefined;
      this.pause();
      if (where === "play") {
        if (!playing) this.play();
        return;
      }
      const to = { first: 0, previous: this.at - 1, next: this.at + 1, last: this.last }[where];
      this.show(to);
      try {
        history.replaceState(null, "", `#${this.steps[this.at].id}`);
      } catch {
        // a page shown inside of another may have no address of its own
      }
    }

    pressed(button) {
      if (button) this.go(button.dataset.go);
    }

    key(event) {
      const where = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (!where || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(where);
    }

    follow(stage) {
      let from = null;
      stage.addEventListener("touchstart", ({ touches }) => {
        from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
      }, { passive: true });
      stage.addEventListener("touchend", ({ changedTouches }) => {
        if (!from) return;
        const [x, y] = [changedTouches[0].clientX - from.x, changedTouches[0].clientY - from.y];
        from = null;
        if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.go(x < 0 ? "next" : "previous");
      }, { passive: true });
    }
  }

  // Unfolds every section around an element, and shows it.
  function unfold(part) {
    let folded = false;
    for (let around = part; around; around = around.parentElement) {
      if (around.tagName !== "DETAILS" || around.open) continue;
      around.open = folded = true;
    }
    return folded;
  }

  // The step that the page's address names, or the folded section there.
  function addressed() {
    const id = decodeURIComponent(location.hash.slice(1));
    for (const stepper of steppers) {
      const at = stepper.steps.findIndex((step) => step.id === id);
      if (at < 0) continue;
      stepper.show(at);
      unfold(stepper.box);
      stepper.box.scrollIntoView();
      return;
    }
    const part = id && document.getElementById(id);
    if (part && unfold(part.querySelector(":scope > .case") ?? part.parentElement)) part.scrollIntoView();
  }

  // An address from when a game had one page: the tab that names the beginning of its anchor leads to the page that has it.
  function moved() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id || document.getElementById(id)) return;
    const kind = id.split("-")[0];
    const tabs = [...document.querySelectorAll(".game-pages a:not([aria-current])")];
    const tab = tabs.find(({ dataset }) => dataset.anchors.split(" ").includes(kind));
    if (tab) location.replace(`${tab.href}#${encodeURIComponent(id)}`);
  }

  // The link that saves a hand contains its record: with it, the link next to it opens the hand in the workbench.
  for (const link of document.querySelectorAll(".record > a.opens")) {
    const record = link.parentElement.querySelector("a[download]").href.split(",")[1];
    link.hash += `&record=${record.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  }

  // Games by number of players and by mechanism: pressing a button leaves the games that have it, pressing it again shows all.
  const wantedGames = {};
  for (const group of document.querySelectorAll(".by-players")) {
    const games = [...document.querySelectorAll("ul.games > li")];
    group.hidden = false;
    group.addEventListener("click", ({ target }) => {
      const pressed = target.closest("button");
      if (!pressed) return;
      const again = pressed.getAttribute("aria-pressed") === "true";
      for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", String(!again && button === pressed));
      wantedGames[pressed.dataset.kind === undefined ? "for" : "kinds"] = again ? undefined : (pressed.dataset.kind ?? pressed.dataset.players);
      const lacks = (game) => ([data, value]) => value !== undefined && !(game.dataset[data] ?? "").split(" ").includes(value);
      for (const game of games) game.hidden = Object.entries(wantedGames).some(lacks(game));
      for (const list of document.querySelectorAll("ul.games")) {
        const title = list.previousElementSibling;
        list.hidden = [...list.children].every(({ hidden }) => hidden);
        if (title?.localName === "h3") title.hidden = list.hidden;
        if (title?.previousElementSibling?.matches(".fan")) title.previousElementSibling.hidden = list.hidden;
      }
    });
  }

  steppers.push(...[...document.querySelectorAll("[data-steps]")].map((box) => new Stepper(box)));
  addEventListener("hashchange", () => {
    moved();
    addressed();
  });
  moved();
  addressed();

  // A table that is wider than the page is scrolled with the arrow keys too.
  addEventListener("load", () => {
    for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
      if (table.scrollWidth > table.clientWidth && !table.querySelector("a, button")) table.tabIndex = 0;
    }
  });
})();
