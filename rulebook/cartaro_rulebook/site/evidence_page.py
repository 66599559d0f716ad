"""The evidence on a page: verdicts in words, histories step by step, open cases, examples and claims.

A history is a list of steps that is complete without scripts; `assets/stepper.js` turns it into one table.  The interpreter
reads and replays the record under the house rules and for the players that it names; a record that cannot be replayed raises
`HistoryFault`.  The positions of an open case come from the solver.  They were not reached in play, a card may be in two
places, and the groups of a family are one row, so they are checked less strictly than a history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, Clause, Game, Type, choose
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    JsonReader,
    Move,
    RecordEntry,
    Ruling,
    as_set,
    decoded,
    in_order,
    members,
    read_entry,
    symbols_of,
)
from cartaro_rulebook.answers.claim_terms import broken_claim_in_words
from cartaro_rulebook.answers.extent import alike, extent_in_words
from cartaro_rulebook.answers.verdict_parts import Formed, verdict_phrase
from cartaro_rulebook.cards.steps import (
    Drawing,
    HandStep,
    data_link,
    each_owner,
    followed,
    history_fault,
    known_cards,
    memory_rows,
    places,
    row,
    zone_rows,
)
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import (
    ClaimProse,
    claim_prose,
    finish_sentence,
    option_setting,
    scope_for,
)
from cartaro_rulebook.prose.examples import ExampleProse, example_prose, example_run
from cartaro_rulebook.prose.expressions import ProseScope, numbered
from cartaro_rulebook.site.book import Finding, ForPlayers, Page, PlayedExample, ShownCase, Unproved, page_name
from cartaro_rulebook.site.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.site.named_hands import checks_of, named_hands
from cartaro_rulebook.site.rules_page import cites, quoted, shown_as
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import Phrase, capitalized

# ----------------------------------------------------------------- verdict words


def verdict_html(part: Formed | str | None, page: Page, *, plainly: bool = False) -> str:
    """Return a part of a verdict as HTML; `plainly`, in the words used at a table.  On pages in other languages, a part without
    a form is marked as English.
    """
    lang, words = page.scope.lang, verdict_phrase(part, page.scope, plainly=plainly)
    return inline(lang.forms.polish(words) + lang.key_mark(words), page.pictures)


# ------------------------------------------------------------------ history page


PLAYER = Type("player")
BEGINNING, END = 5, 4
"""The number of steps of a long history that are not folded."""


def history(played: PlayedExample, verdict: str, page: Page, anchor: str, terms: str = "") -> str:
    """Render a replayed history: its steps, whose addresses begin with `anchor`, and its record as a download; `terms` are the
    terms of a claim that the hand breaks.  The steps may be in a script.
    """
    title = tag("strong", page.shown("counterexample" if verdict == "refuted" else "witness"))
    note = " " + verdict_html(played.note, page) if played.note else ""
    inside = tag("p", title + note) + terms + ("" if page.histories else _drawn_history(played, verdict, page, anchor))
    return tag("div", inside, class_=f"history {_frame(verdict)}", id=anchor)


def histories_apart(page: Page) -> str:
    """Return the steps and the record of each history of a page: an element for each, which names the history's anchor."""
    found = ((each, each.witness) for each in _shown_findings(page) if each.witness is not None)
    return "".join(
        tag("div", _drawn_history(played, each.verdict, page, _anchor(each)), data_of=_anchor(each)) for each, played in found
    )


def _drawn_history(played: PlayedExample, verdict: str, page: Page, anchor: str) -> str:
    """Render the steps of a history, and its record as a download."""
    drawing = _drawing(played, page)
    broken = verdict == "refuted"
    hand = followed(page.game, played.record, noted=played.note is not None)
    steps = _whole(hand.steps, played, drawing)
    marked = tag(
        "span", escaped(page.label("breaks" if broken else "reaches")), class_=f"outcome {'breaks' if broken else ''}".strip()
    )
    texts = [step_text(step, drawing, page) for step in steps]
    texts[-1] += f" {marked}" if len(texts) > 1 else ""
    file = f"{page.game.name}.{anchor.removeprefix('h-')}.json"
    link = tag("a", page.shown("record"), href=data_link(hand.text), download=file)
    how = tag("code", escaped(f"cartaro replay {page.game.name} {file}"))
    name = f"{page.title}: {page.label('counterexample' if broken else 'witness')}"
    opens = page.in_workbench("open_hand", "opens", title=name)  # `assets/stepper.js` adds the record that is next to the link
    taken = " · ".join(part for part in (link, how, opens) if part)
    shown = stepper(texts, [step.position for step in steps], drawing, anchor, dealt=True)
    return shown + tag("p", taken, class_="record")


def _terms(found: Finding, played: PlayedExample, page: Page) -> str:
    """Render the terms of a claim that a hand breaks, with their values at that point."""
    if found.kind != "claim" or found.verdict != "refuted":
        return ""
    terms = broken_claim_in_words(page.game, found.name, played.record, played.position, page.scope.lang.code)
    return bullets(escaped(capitalized(f"{one.text}: {one.value}" if one.value else one.text)) for one in terms)


def _frame(verdict: str) -> str:
    return {"refuted": "counterexample", "attained": "witness"}.get(verdict, "instance")


def stepper(
    text: list[str],
    positions: Sequence[Mapping[str, object]],
    drawing: Drawing,
    anchor: str,
    *,
    dealt: bool = False,
    summed: bool = True,
    behind: Sequence[str] = (),
    numbers: Sequence[int] = (),
    whole: Mapping[str, str] | None = None,
) -> str:
    """Render a list of steps, each with its text, the part `behind` it, and the places that it changed.  The first step shows
    all places that are ever used; so does the last step if it is `summed` up.  A first step that is `dealt` does not list the
    cards of a large place.  In that case the last step is the one shown at first.  `numbers` are the numbers of the steps in a
    longer list, `whole` the attributes that say where that is.
    """
    items, used = list[str](), {key for position in positions for key, held in places(position).items() if held}
    before: Mapping[str, object] = dict.fromkeys(places(positions[0]), ()) if dealt else {}
    for number, (words, position) in enumerate(zip(text, positions, strict=True)):
        complete = number == 0 or (summed and number == len(text) - 1)
        ends = number > 0 and complete
        rows = _changed(position, before, drawing, used if complete else set(), drawn_by_number=not ends)
        table = tag("dl", "".join(rows), class_="position")
        more = behind[number] if number < len(behind) else ""
        anchored = f"{anchor}-{numbers[number] if numbers else number}"
        items.append(tag("li", tag("p", words, class_="said") + more + table, class_="step", id=anchored))
        before = places(position)
    return tag("div", _folded(items, drawing), class_="steps", data_steps="last" if dealt else "first", **(whole or {}))


def _changed(
    position: Mapping[str, object],
    before: Mapping[str, object],
    drawing: Drawing,
    whole: set[str],
    *,
    drawn_by_number: bool = True,
) -> Iterator[str]:
    """Yield the rows of the places that differ from `before`, and the rows of the places `whole`, which are marked if they are
    unchanged.  Those without a value come last, and are left out of the first position.  A large place shows only its number of
    cards and the new cards; a place of a player or side shows every card unless it is `drawn_by_number`.
    """
    now, cells = places(position), drawing.game.cell
    wanted = [key for key, value in now.items() if key not in cells and (key in whole or value != before.get(key, value))]
    lasting = [key for key in now if key in cells and not cells[key].annex and cells[key].period != "turn"]
    wanted += [key for key in lasting if (whole and any(each_owner(now[key]))) or now[key] != before.get(key, now[key])]
    counters = {key: now[key] for key in lasting if key in wanted}
    numbered = before if drawn_by_number else {key: held for key, held in before.items() if key in drawing.game.zone}
    rows = zone_rows(position, drawing, numbered, frozenset(wanted))
    empty = list[str]()
    for key, shown in (*rows, *memory_rows({"counters": counters}, drawing)):
        same = shown.replace("<div ", "<div data-same ", 1) if now[key] == before.get(key) else shown
        if any(each_owner(now[key])):
            yield same
        elif any(map(bool, before.values())):  # a place that was never filled is not shown
            empty.append(same.replace("<div ", "<div data-none ", 1))
    yield from empty


def _folded(items: list[str], drawing: Drawing) -> str:
    """Return the steps as one list; the middle of a long list is folded."""
    if len(items) <= BEGINNING + END + 1:
        return _list(items, 0)
    middle = items[BEGINNING:-END]
    summary = tag("summary", escaped(drawing.label("moves", n=str(len(middle)))))
    folded = tag("details", summary + _list(middle, BEGINNING))
    return _list(items[:BEGINNING], 0) + folded + _list(items[-END:], len(items) - END)


def _list(items: list[str], start: int) -> str:
    return tag("ol", "".join(items), start=str(start))


# ---------------------------------------------------------------------------------------------- the game, its steps


def _drawing(played: PlayedExample, page: Page) -> Drawing:
    """Return the game of a record: under its house rules, for its number of players."""
    settings = played.record.get("settings")
    chosen = (
        {str(o): str(v) for o, v in cast("Mapping[str, object]", settings).items()} if isinstance(settings, Mapping) else {}
    )
    players = played.record.get("players", played.position.get("players", page.game.players))
    return drawing_for(page, chosen, players)


def drawing_for(page: Page, settings: Mapping[str, str], players: object) -> Drawing:
    """Return the game of a page under some house rules and for a number of players."""
    game = choose(page.game, {**settings, PLAYERS_SETTING: str(players)})
    if not isinstance(game, Game):
        raise history_fault(page.game, game)
    scope = replace(scope_for(game, page.scope.lang.code), signs=True)
    return Drawing(game, scope, page.pictures)


def _whole(steps: tuple[HandStep, ...], played: PlayedExample, drawing: Drawing) -> tuple[HandStep, ...]:
    """Return the steps of a record.  The result of its last move is taken from the finding, which may refer to a moment during
    that move.
    """
    if not steps:
        return (HandStep((), None, (), played.position),)
    moves = tuple(_entries(played.record, drawing))
    if sum(len(step.entries) for step in steps) < len(moves):
        steps += (HandStep(moves[-1:], None, (), steps[-1].position),)
    shown = played.position if played.position.get("zones") else steps[-1].position
    return (*steps[:-1], replace(steps[-1], position=shown))


def _entries(record: Mapping[str, object], drawing: Drawing) -> Iterator[RecordEntry]:
    """Yield every move, finding and ruling of a record."""
    reader = JsonReader(drawing.game)
    for number, item in enumerate(reader.items(cast("Json", record.get("moves", [])), "`moves`"), 1):
        entry = read_entry(reader, item, number)
        if entry is None or reader.found:
            break
        yield entry
    if reader.found:
        raise history_fault(drawing.game, reader.found)


# ---------------------------------------------------------------------------------------------- in words


def step_text(step: HandStep, drawing: Drawing, page: Page, story: str = "") -> str:
    """Word the move with its player, its consequences (`story`, as HTML) and its articles; for a deal, word the player who
    begins.
    """
    scope = drawing.scope
    if not step.entries:
        turn = step.position.get("turn")
        who = "" if turn is None else numbered(PLAYER, cast("int", turn) - 1, scope).text
        return _step_html(scope.lang.text("site_dealt_to", x=who) if who else scope.lang.text("site_dealt"), drawing)
    who = "" if step.player is None else capitalized(numbered(PLAYER, step.player, scope).text)
    done = [_entry_done(entry, drawing) for entry in step.entries] if who else [None]
    if None not in done:
        text = scope.lang.forms.polish(scope.lang.series([each for each in done if each]) + ".")
        does = inline(text, drawing.pictures, named=False)
        return f"{tag('strong', _step_html(who, drawing))} {does}{story}{_articles(step.by, page)}"
    name = tag("strong", _step_html(who, drawing, stop=":")) + " " if who else ""
    return name + " ".join(entry_text(entry, drawing) for entry in step.entries) + story + _articles(step.by, page)


def _step_html(text: str, drawing: Drawing, stop: str = "") -> str:
    return inline(finish_sentence(text, drawing.scope, stop), drawing.pictures, named=False)


def _articles(by: tuple[str, ...], page: Page) -> str:
    """Return the clauses that justify a move, and their articles."""
    clauses = (clause for clause in page.game.ruleset.clauses if clause.name in by)
    return "".join(" " + tag("small", _article_link(clause, page), class_="by") for clause in clauses)


def _article_link(clause: Clause, page: Page) -> str:
    naming = page.scope.naming
    title = naming.quoted(naming.title(clause.name, clause.names))
    return tag("a", escaped(f"{page.article(clause.article)} {title}"), href=f"#c-{clause.name}")


def entry_text(entry: RecordEntry, drawing: Drawing) -> str:
    """Return a move, a finding or a ruling as HTML: its words, with a drawing of its cards."""
    return inline(finish_sentence(_entry_phrase(entry, drawing), drawing.scope, ""), drawing.pictures, named=False)


def _entry_phrase(entry: RecordEntry, drawing: Drawing) -> str:
    scope = drawing.scope
    if isinstance(entry, Ruling):
        return scope.naming.clause(entry.clause)
    if entry.act == END_OF_TURN:
        return scope.lang.text("end_turn")
    return _done(drawing.game.act[entry.act], entry, scope)


def _entry_done(entry: RecordEntry, drawing: Drawing) -> str | None:
    """Return a move as done by a player; None for the arbiter, and if the act's words do not allow that form."""
    scope = drawing.scope
    if isinstance(entry, Ruling):
        return None
    if entry.act == END_OF_TURN:
        return scope.lang.forms.present(scope.lang.text("end_turn"))
    act = drawing.game.act[entry.act]
    return None if act.finding else _with_arguments(act, entry, scope, expressions.act_done)


def _done(act: g.Act, move: Move, scope: ProseScope) -> str:
    """Return an act in its own words, in the infinitive, with these arguments."""
    return _with_arguments(act, move, scope, expressions.act_text) or ""


ActWords = Callable[[g.Act, dict[str, str], ProseScope], str | None]


def _with_arguments(act: g.Act, move: Move, scope: ProseScope, words: ActWords) -> str | None:
    """Return an act with the arguments of a move; arguments that its words do not contain are added after them."""
    texts = {p.name: _argument(p, value, scope) for p, value in zip(act.parameters, move.args, strict=True)}
    wording = words(act, texts, scope)
    return None if wording is None else " ".join([wording, *(text for text in texts.values() if text not in wording)])


def _argument(parameter: g.Parameter, value: int, scope: ProseScope) -> str:
    """Word an argument of a move: the faces of cards, an answer, or the number of a player or side."""
    if parameter.choice == "either":
        return scope.naming.title(parameter.answers[value])
    if parameter.type.kind == "number":
        return str(value)
    kind, mask = parameter.type.kind, as_set(decoded(parameter.type, value)).mask
    if kind in ("card", "cards", "group"):
        return expressions.face_signs(tuple(in_order(scope.naming.game, mask)), scope)
    numbers = members(mask)
    if kind in ("symbol", "symbols"):
        names = symbols_of(scope.naming.game, parameter)
        return scope.lang.series([scope.naming.symbol_text(parameter.type.enumeration, names[n]) for n in numbers])
    return scope.lang.series([numbered(parameter.type, n, scope).text for n in numbers])


# ---------------------------------------------------------------- open case page


def open_case(found: ShownCase, settings: Mapping[str, str], page: Page) -> str:
    """Render, folded, an open case of the game under these house rules."""
    lines = [("case", verdict_html(found.case, page)), ("move", verdict_html(found.move, page))]
    lines += [("known", page.scope.lang.word("proof_series").join(verdict_html(fact, page) for fact in found.invariants))]
    wording = "".join(tag("p", f"{page.shown(f'open_{label}')} {text}") for label, text in lines if text)
    drawing = drawing_for(page, settings, found.players)
    shown = list(_positions(found, drawing, page))
    allowed = tag("p", page.shown("open_allowed")) if shown else ""
    return tag("details", tag("summary", page.shown("open")) + wording + allowed + "".join(shown), class_="history open")


def _positions(found: ShownCase, drawing: Drawing, page: Page) -> Iterator[str]:
    """Yield the position before the move, the move, and the position after it, as far as they are known."""
    positions = [at for at in (found.before, found.position) if at is not None]
    for number, at in enumerate(positions):
        yield tag("dl", "".join((*_zones(at, drawing), *_cells(at, drawing))), class_="position")
        if found.played is not None and not number:
            text = _played(found.played, drawing)
            yield tag("p", f"{page.shown('open_then')} {text}") if text else ""


def _played(played: Mapping[str, object], drawing: Drawing) -> str:
    """Return the move in its own words; empty if some of its arguments are not known."""
    reader = JsonReader(drawing.game)
    entry = read_entry(reader, cast("Json", dict(played)), 1)
    return "" if entry is None or reader.found else entry_text(entry, drawing)


# ---------------------------------------------------------------------------------------------- cards


def _zones(position: Mapping[str, object], drawing: Drawing) -> Iterator[str]:
    naming, lang = drawing.scope.naming, drawing.scope.lang
    for name, content in cast("Mapping[str, object]", position["zones"]).items():
        zone = drawing.game.zone[name]
        title = lang.forms.determined(naming.zone(name), "the", zone.family).text
        if isinstance(content, Mapping):
            whose = naming.owner(zone.owner).form(False)
            for owner, codes in cast("Mapping[str, object]", content).items():
                yield row(f"{title} ({whose} {owner})", [known_cards(codes, drawing)], drawing)
        else:
            yield row(title, [known_cards(content, drawing)], drawing)


def _cells(position: Mapping[str, object], drawing: Drawing) -> Iterator[str]:
    yield from (shown for _, shown in memory_rows(position, drawing))


# ----------------------------------------------------------------- evidence page


def examples(page: Page, script: str = "") -> Iterator[str]:
    """Yield every example, folded under its title, with its position drawn; an example that is already on the page of the base
    appears only by its title.  If the address of a `script` is given, the script has the folded parts
    (`folded_examples`).
    """
    if not page.game.ruleset.examples:
        return
    yield f"## {heading(page.label('examples'))} {{ #examples }}"
    base, own, inherited = _shared_with_base(page)
    if script and own:
        yield tag("noscript", tag("p", page.shown("examples_apart")), data_apart=script, data_search_exclude="")
    for example in own:
        title, inside = _titled_example(example, page), "" if script else _folded_example(example, page)
        whole = tag("details", tag("summary", title) + inside, class_="case")
        yield tag("div", whole, class_="example", id=f"e-{example.name}")
    if base is not None and inherited:
        title = localized(base.ruleset.title, page.scope.lang.code, base.name)
        yield tag("p", page.shown("inherited_examples", x=escaped(title)))
        yield tag("ul", "".join(_inherited(example, base, page) for example in inherited))


def folded_examples(page: Page) -> str:
    """Return the folded part of each example: an element for each, which names the example's anchor."""
    _, own, _ = _shared_with_base(page)
    return "".join(tag("div", _folded_example(example, page), data_of=f"e-{example.name}") for example in own)


def _shared_with_base(page: Page) -> tuple[Game | None, list[g.Example], list[g.Example]]:
    """Return the base if it has pages on the site, the examples that only this game has, and those on the page of the base."""
    base = page.ruleset.base if page.ruleset.base is not None and page.ruleset.base.name in page.built else None
    there = {example.name: example.span for example in base.ruleset.examples} if base is not None else {}
    inherited = [example for example in page.game.ruleset.examples if there.get(example.name) == example.span]
    return base, [example for example in page.game.ruleset.examples if example not in inherited], inherited


def _inherited(example: g.Example, base: Game, page: Page) -> str:
    """Return an example by its title, with a link to its drawing, and whether it holds here."""
    title = capitalized(localized(example.names, page.scope.lang.code, example.name))
    link = tag("a", escaped(title), href=f"{page_name(base, 'rules')}.html#e-{example.name}")
    return tag("li", link + _outcome(example.name, page), id=f"e-{example.name}")


def _titled_example(example: g.Example, page: Page) -> str:
    """Return the title of an example, with its citations and whether it holds."""
    prose = example_prose(example, page.scope)
    return tag("strong", escaped(capitalized(prose.title))) + cites(prose.cites, page) + _outcome(prose.name, page)


def _folded_example(example: g.Example, page: Page) -> str:
    """Return the folded part of an example: its house rules, and its position with the moves and results."""
    prose = example_prose(example, page.scope)
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in prose.under)
    steps = [[inline(line, page.pictures, named=False) for line in step] for step in prose.steps]
    lines = [line for step in steps for line in step]
    return under + (_steps(example, steps, page) or _example_zones(example, prose, page) + bullets(lines, searched=False))


def _example_zones(example: g.Example, prose: ExampleProse, page: Page) -> str:
    """Return the places that an example fills, with their cards, and the sets of cards that it compares."""
    drawing = Drawing(page.game, page.scope, page.pictures)
    rows = [row(held.place, list(held.groups), drawing) for held in prose.zones]
    rows += [row(title, [cards], drawing) for title, cards in named_hands(example, checks_of(example, page.scope), page)]
    return tag("dl", "".join(rows), class_="position") if prose.zones else ""


def _steps(example: g.Example, texts: list[list[str]], page: Page) -> str:
    """Render an example with moves as steps: its position, and then each move, with their sentences."""
    positions = example_run(page.game, example).steps
    if not positions:
        return ""
    drawing = drawing_for(page, dict(example.under), positions[0].get("players", page.game.players))
    first, *moves = texts
    said = [" ".join(prose) for prose in (first or [page.shown("set_out")], *moves)]
    steps = stepper(said, positions, drawing, f"e-{example.name}")
    return steps + page.in_workbench("open_hand", "opens", example=example.name)


def _outcome(name: str, page: Page) -> str:
    held = page.ruleset.outcomes.get(name)
    if held is None:
        return ""
    text, kind = (page.label("kept"), "proved") if held else (page.label("broken"), "refuted")
    return " " + tag("span", escaped(text), class_=f"verdict {kind}")


def mistakes(page: Page) -> Iterator[str]:
    """Render the refuted statements about the game: who makes them, the rules instead, and the hand that refutes
    each.
    """
    items = [claim for claim in page.game.ruleset.claims if claim.refuted]
    if not items:
        return
    yield f"## {heading(page.label('mistakes'))} {{ #mistakes }}"
    yield tag("p", page.shown("mistakes_note"))
    yield from (_claim(claim, page) for claim in items)


def claims(page: Page) -> Iterator[str]:
    """Yield every claim, and the obligations of every game, with the verdicts; how a result was found is folded."""
    found, own = page.ruleset.findings, [claim for claim in page.game.ruleset.claims if not claim.refuted]
    if own:
        proved = all(_is_good(each) for each in _findings_of(own, page)) and all(_findings_of((claim,), page) for claim in own)
        yield f"## {heading(page.label('claims_proved' if proved else 'claims'))} {{ #claims }}"
        yield from (_claim(claim, page) for claim in own)
    kept = [f for f in found if f.kind == "obligation"]
    if kept:
        yield f"## {heading(page.label('obligations'))} {{ #guarantees }}"
        titled = ((each, tag("strong", _titled(each, page))) for each in kept)
        inside = "".join(tag("p", f"{title} {_verdict(each, page)}") + _known(each, page) for each, title in titled)
        yield tag("div", inside, class_="claim")


def methods(page: Page) -> Iterator[str]:
    """Yield for which players and house rules the results hold, how to check them, and how many changes of the rules the
    examples and claims detect.
    """
    notes = [*_decided_for(page.ruleset.findings, page), *_mutants(page)]
    if notes:
        yield f"## {heading(page.label('methods'))} {{ #methods }}"
        yield from notes


def _mutants(page: Page) -> Iterator[str]:
    """Word the number of small changes of the rules that the examples and claims detect, if it was counted."""
    score = page.ruleset.mutants
    if score is not None:
        yield tag("p", page.shown("mutants", n=str(score.mutants), m=str(score.noticed)), class_="mutants")


def _shown_findings(page: Page) -> Iterator[Finding]:
    """Yield the findings that a page shows: those on its claims, and those on the obligations of every game."""
    claims_ = {claim.name for claim in page.game.ruleset.claims}
    yield from (each for each in page.ruleset.findings if each.kind == "obligation" or each.name in claims_)


def _findings_of(claims_: Sequence[g.Claim], page: Page) -> list[Finding]:
    names = {claim.name for claim in claims_}
    return [f for f in page.ruleset.findings if f.kind == "claim" and f.name in names]


def _is_good(found: Finding) -> bool:
    """Return whether a result confirms its subject, so that nothing about it needs to be shown at once."""
    return shown_as(found) in ("proved", "attained") and not (isinstance(found, Unproved) and found.open)


def _verdict(found: Finding, page: Page) -> str:
    wording = escaped(page.scope.lang.phrases.get(f"verdict_{found.verdict}", found.verdict))
    return tag("a", wording, class_=f"verdict {shown_as(found)}", href=f"verdicts.html#{found.verdict}")


def _known(found: Finding, page: Page) -> str:
    """Render how a result about every game was found; folded, if it bears the obligation out."""
    text, exactly = _finding(found, page), [*_exactly(found, page)]
    return _folded_method(text, exactly, page) if _is_good(found) else text + _folded_words(exactly, page)


def _claim(claim: g.Claim, page: Page) -> str:
    prose, found = claim_prose(claim, page.scope), _findings_of((claim,), page)
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in prose.under)
    exactly = [inline(line, page.pictures) for line in prose.lines]
    exactly += [text for each in found for text in _exactly(each, page)]
    results = "".join(_finding(f, page) for f in found)
    if claim.refuted:
        inside = _mistaken(prose, page) + under + results + _folded_words(exactly, page)
        return tag("div", inside, class_="claim", id=f"k-{prose.name}")
    stated = tag("strong", escaped(capitalized(prose.title))) + cites(prose.cites, page)
    if found and all(map(_is_good, found)):
        verdicts = " ".join(dict.fromkeys(_verdict(each, page) for each in found))
        inside = tag("p", f"{stated} {verdicts}") + under + _folded_method(results, exactly, page)
    else:
        undecided = "" if results else " " + tag("span", page.shown("undecided"), class_="verdict unknown")
        inside = tag("p", stated + undecided) + under + results + _folded_words(exactly, page)
    return tag("div", inside, class_="claim", id=f"k-{prose.name}")


def _folded_method(results: str, exactly: list[str], page: Page) -> str:
    """Fold the methods of verdicts, their histories, and the exact words."""
    words = tag("p", page.shown("exactly"), class_="exactly") + bullets(exactly) if exactly else ""
    return tag("details", tag("summary", page.shown("how_known")) + results + words, class_="workings")


def _folded_words(exactly: list[str], page: Page) -> str:
    """Fold the exact words of a claim in the language of the rules, or of a verdict in the prover's terms."""
    return tag("details", tag("summary", page.shown("exactly")) + bullets(exactly), class_="workings") if exactly else ""


def _exactly(found: Finding, page: Page) -> Iterator[str]:
    """Yield the prover's own words for a method and a reason, if they differ from the words of the verdict."""
    worded = [(part, verdict_html(part, page)) for part in (found.method, found.reason)]
    words = "; ".join(exact for part, exact in worded if exact != verdict_html(part, page, plainly=True))
    if words:
        series = page.scope.lang.word("proof_series")
        on = inline(capitalized(series.join(_settings(found, page))), page.pictures)
        yield f"{on}: {words}"


def _mistaken(prose: ClaimProse, page: Page) -> str:
    """Render a refuted statement: its source, and the rules instead."""
    title = tag("strong", escaped(page.scope.naming.quoted(capitalized(prose.title))))
    sources = page.scope.lang.word("proof_series").join(_statements(prose.cites, page))
    who = tag("p", f"{page.shown('says_so')} {sources}.", class_="says-so") if sources else ""
    return (
        tag("p", title)
        + who
        + quoted(prose.cites, page)
        + tag("p", f"{page.shown('reads_so')} {escaped(prose.reading)}", class_="reads-so")
    )


def _statements(rows: tuple[str, ...], page: Page) -> Iterator[str]:
    """Yield each source that makes a statement, once, with its articles."""
    for source in page.game.ruleset.sources:
        titles = dict(source.rows)
        texts = [escaped(f", {titles[row]}" if titles[row] else "") + cites((row,), page) for row in rows if row in titles]
        if texts:
            yield escaped(source.title) + "".join(texts)


def _finding(found: Finding, page: Page) -> str:
    """Return a verdict with its method, but without a time, which would differ from one build to the next."""
    method = tag("span", verdict_html(found.method, page, plainly=True), class_="method")
    settings = "".join(" " + tag("span", inline(rule, page.pictures), class_="under") for rule in _settings(found, page))
    reason = f" {verdict_html(found.reason, page, plainly=True)}" if found.reason else ""
    empty = f" {page.shown('vacuous')}" if found.vacuous else ""
    line = tag("p", f"{_verdict(found, page)}{settings} {method}{reason}{empty}")
    line += "" if found.settings else _everywhere(found, page)
    where = open_case(found.open, dict(found.house_rules), page) if isinstance(found, Unproved) and found.open else ""
    if found.witness is None:
        return line + where
    return line + history(found.witness, found.verdict, page, _anchor(found), _terms(found, found.witness, page)) + where


def _titled(found: Finding, page: Page) -> str:
    return escaped(capitalized(localized(found.text, page.scope.lang.code, found.name)))


def _settings(found: Finding, page: Page) -> Iterator[str]:
    """Yield the house rules of a verdict, and its number of players."""
    yield from (option_setting(option, (value,), page.scope) for option, value in found.settings if option != PLAYERS_SETTING)
    yield _for_players(found, page)


def _everywhere(found: Finding, page: Page) -> str:
    """Return for which players and house rules a claim or an obligation was decided in one proof, and how."""
    scope = page.scope

    def rule(option: str, values: tuple[str, ...]) -> str:
        return option_setting(option, values, scope)

    of_it = alike(each for each in page.ruleset.everywhere if (each.kind, each.name) == (found.kind, found.name))
    texts = (extent_in_words(each, counts, scope.lang, rule) for each, counts in of_it.get(found.name, ()))
    return "".join(
        tag("p", inline(capitalized(text) + scope.lang.key_mark(text), page.pictures), class_="everywhere") for text in texts
    )


def _anchor(found: Finding) -> str:
    """Return the address of a finding's history on its page."""
    chosen = "".join(f"-{option}-{value}" for option, value in found.settings)
    return f"h-{found.name}{chosen}"


def _for_players(found: Finding, page: Page) -> str:
    """Return the number of players for which a verdict was decided."""
    counts = _players(found, page)
    listed = page.scope.lang.series([str(n) for n in counts])
    return page.scope.lang.text("site_for_players", Phrase("", plural=counts != (1,)), x=listed)


def _players(found: Finding, page: Page) -> tuple[int, ...]:
    """Return the numbers of players that a finding names, or otherwise those of the game."""
    if isinstance(found, ForPlayers):
        return (found.players,) if isinstance(found.players, int) else tuple(found.players)
    return (int(dict(found.settings).get(PLAYERS_SETTING, page.game.players)),)


def _decided_for(found: tuple[Finding, ...], page: Page) -> Iterator[str]:
    """Yield the settings of verdicts if nothing else states them; the number of players only if a verdict names one."""
    if not found:
        return
    decided, lang = _always_decided(found, page), page.scope.lang
    left = [str(n) for n in page.game.ruleset.player_counts if n not in decided]
    notes = [page.label("under_default")] if page.game.ruleset.options else []
    notes += [page.label("everywhere_note")] if page.game.ruleset.options and page.ruleset.everywhere else []
    if left and decided:
        counted = Phrase("", plural=decided != {1})
        notes.append(lang.text("site_decided_for", counted, y=lang.series([str(n) for n in sorted(decided)])))
    notes += [page.label("open_for", x=lang.series(left, "or"))] if left else []
    notes += [page.label("kept_note", x=page.game.name)] if page.ruleset.kept else []
    if notes:
        yield tag("p", escaped(" ".join(notes)), class_="decided-for")


def _always_decided(found: tuple[Finding, ...], page: Page) -> set[int]:
    """Return the numbers of players for which every claim was decided, except the claims that name their own numbers."""
    named = {claim.name for claim in page.game.ruleset.claims if any(option == PLAYERS_SETTING for option, _ in claim.under)}
    numbers = dict[tuple[str, str], set[int]]()
    for each in found:
        if each.kind != "claim" or each.name not in named:
            numbers.setdefault((each.kind, each.name), set()).update(_players(each, page))
    return {n for n in page.game.ruleset.player_counts if numbers and all(n in decided for decided in numbers.values())}
