"""The evidence on a page: examples with their cards, claims with their verdicts, counterexamples drawn."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import PLAYERS_SETTING
from cartaro_grammar import game as g
from cartaro_rulebook.cards.example_steps import example_run
from cartaro_rulebook.cards.positions import Drawing, row
from cartaro_rulebook.prose.clauses import house_rule
from cartaro_rulebook.prose.statements import ClaimProse, ExampleProse, claim_prose, example_prose
from cartaro_rulebook.site.badges import shown_as
from cartaro_rulebook.site.book import Finding, ForPlayers, Page, Unproved
from cartaro_rulebook.site.history_page import drawing_for, history, stepper
from cartaro_rulebook.site.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.site.open_case_page import open_case
from cartaro_rulebook.site.rules_page import cites
from cartaro_rulebook.site.sources_page import quoted
from cartaro_rulebook.site.verdict_words import told
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import capital


def examples(page: Page) -> Iterator[str]:
    """Every example, its position drawn."""
    if not page.game.examples:
        return
    yield f"## {heading(page.label('examples'))} {{ #examples }}"
    for example in page.game.examples:
        yield _example(example, example_prose(example, page.scope), page)


def _example(example: g.Example, said: ExampleProse, page: Page) -> str:
    title = tag("strong", escaped(capital(said.title))) + cites(said.cites, page) + _outcome(said.name, page)
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in said.under)
    lines = [inline(line, page.pictures, named=False) for line in said.lines]
    shown = _steps(example, lines, page) or _held(said, page) + bullets(lines)
    return tag("div", tag("p", title) + under + shown, class_="example", id=f"e-{said.name}")


def _held(said: ExampleProse, page: Page) -> str:
    """The places that an example fills, with their cards."""
    drawing = Drawing(page.game, page.scope, page.pictures)
    rows = (row(held.place, list(held.groups), drawing) for held in said.held)
    return tag("dl", "".join(rows), class_="position") if said.held else ""


def _steps(example: g.Example, lines: list[str], page: Page) -> str:
    """An example in which something is done, to be followed: what is said before each move, and from it up to the next."""
    positions = example_run(page.game, example).steps
    if not positions:
        return ""
    told: list[list[str]] = [[]]
    for line, words in zip((each for each in example.lines if not isinstance(each, g.Holds)), lines, strict=True):
        told += [[]] if isinstance(line, g.Do) else []
        told[-1].append(words)
    drawing = drawing_for(page, dict(example.under), positions[0].get("players", page.game.players))
    told[0] = told[0] or [page.shown("set_out")]
    steps = stepper([" ".join(said) for said in told], positions, drawing, f"e-{example.name}")
    return steps + page.in_workbench("open_hand", "opens", example=example.name)


def _outcome(name: str, page: Page) -> str:
    held = page.ruleset.outcomes.get(name)
    if held is None:
        return ""
    text, kind = (page.label("kept"), "proved") if held else (page.label("broken"), "refuted")
    return " " + tag("span", escaped(text), class_=f"verdict {kind}")


def mistakes(page: Page) -> Iterator[str]:
    """What is said of the game and is not so: who says it, how the rules read, and the hand that refutes it."""
    told = [claim for claim in page.game.claims if claim.refuted]
    if not told:
        return
    yield f"## {heading(page.label('mistakes'))} {{ #mistakes }}"
    yield tag("p", page.shown("mistakes_note"))
    yield from (_claim(claim, page) for claim in told)


def claims(page: Page) -> Iterator[str]:
    """Every claim, and what every game must keep, with the verdicts."""
    found, own = page.ruleset.findings, [claim for claim in page.game.claims if not claim.refuted]
    if own:
        yield f"## {heading(page.label('claims'))} {{ #claims }}"
        yield from _decided_for(found, page)
        yield from (_claim(claim, page) for claim in own)
    kept = [f for f in found if f.kind == "obligation"]
    if kept:
        yield f"## {heading(page.label('obligations'))} {{ #guarantees }}"
        yield from _decided_for(found, page) if not own else ()
        yield tag("div", "".join(_finding(f, page, named=True) for f in kept), class_="claim")


def _claim(claim: g.Claim, page: Page) -> str:
    said = claim_prose(claim, page.scope)
    found = [f for f in page.ruleset.findings if f.kind == "claim" and f.name == claim.name]
    title = (
        _mistaken(said, page)
        if claim.refuted
        else tag("p", tag("strong", escaped(capital(said.title))) + cites(said.cites, page))
    )
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in said.under)
    lines = tag("div", bullets(inline(line, page.pictures) for line in said.lines), class_="formal")
    verdicts = "".join(_finding(f, page) for f in found)
    if not found:
        verdicts = tag("p", tag("span", page.shown("undecided"), class_="verdict unknown"))
    return tag("div", title + under + verdicts + lines, class_="claim", id=f"k-{said.name}")


def _mistaken(said: ClaimProse, page: Page) -> str:
    """What is said, by whom, and how the rules read."""
    title = tag("strong", escaped(page.scope.naming.quoted(capital(said.title))))
    sources = page.scope.lang.word("m_series").join(_sayings(said.cites, page))
    who = tag("p", f"{page.shown('says_so')} {sources}.", class_="says-so") if sources else ""
    return (
        tag("p", title)
        + who
        + quoted(said.cites, page)
        + tag("p", f"{page.shown('reads_so')} {escaped(said.reading)}", class_="reads-so")
    )


def _sayings(rows: tuple[str, ...], page: Page) -> Iterator[str]:
    """Each source that says something, once, with its articles."""
    for source in page.game.sources:
        titles = dict(source.rows)
        said = [escaped(f", {titles[row]}" if titles[row] else "") + cites((row,), page) for row in rows if row in titles]
        if said:
            yield escaped(source.title) + "".join(said)


def _finding(found: Finding, page: Page, named: bool = False) -> str:
    """A verdict with its method; never a time, which would differ from one build to the next."""
    lang = page.scope.lang
    said = escaped(lang.phrases.get(f"v_{found.verdict}", found.verdict))
    verdict = tag("a", said, class_=f"verdict {shown_as(found)}", href=f"verdicts.html#{found.verdict}")
    text = escaped(capital(in_any(found.text, lang.code, found.name))) + " " if named else ""
    method = tag("span", told(found.method, page), class_="method")
    chosen = (house_rule(option, (value,), page.scope) for option, value in found.settings if option != PLAYERS_SETTING)
    settings = "".join(
        " " + tag("span", inline(rule, page.pictures), class_="under") for rule in (*chosen, _for_players(found, page))
    )
    reason = f" {told(found.reason, page)}" if found.reason else ""
    empty = f" {page.shown('vacuous')}" if found.vacuous else ""
    line = tag("p", f"{text}{verdict}{settings} {method}{reason}{empty}")
    where = open_case(found.open, dict(found.house_rules), page) if isinstance(found, Unproved) and found.open else ""
    return line + (history(found.witness, found.verdict, page, _anchor(found)) if found.witness is not None else "") + where


def _anchor(found: Finding) -> str:
    """The address of a finding's history on its page."""
    chosen = "".join(f"-{option}-{value}" for option, value in found.settings)
    return f"h-{found.name}{chosen}"


def _for_players(found: Finding, page: Page) -> str:
    """For how many players a verdict was decided."""
    counts = _players(found, page)
    listed = page.scope.lang.series([str(n) for n in counts])
    return page.scope.lang.say("ui_for_players", Phrase("", plural=counts != (1,)), x=listed)


def _players(found: Finding, page: Page) -> tuple[int, ...]:
    """The numbers of players that a finding is for: those that it names, else the game's."""
    if isinstance(found, ForPlayers):
        return (found.players,) if isinstance(found.players, int) else tuple(found.players)
    return (int(dict(found.settings).get(PLAYERS_SETTING, page.game.players)),)


def _decided_for(found: tuple[Finding, ...], page: Page) -> Iterator[str]:
    """Under what verdicts were decided, where nothing else is said, and for how many players only where a verdict says so."""
    if not found:
        return
    decided, lang = _always_decided(found, page), page.scope.lang
    left = [str(n) for n in page.game.player_counts if n not in decided]
    notes = [page.label("under_default")] if page.game.options else []
    if left and decided:
        counted = Phrase("", plural=decided != {1})
        notes.append(lang.say("ui_decided_for", counted, y=lang.series([str(n) for n in sorted(decided)])))
    notes += [page.label("open_for", x=lang.series(left, "or"))] if left else []
    if notes:
        yield tag("p", escaped(" ".join(notes)), class_="decided-for")


def _always_decided(found: tuple[Finding, ...], page: Page) -> set[int]:
    """The numbers of players for which everything was decided that does not name its own."""
    named = {claim.name for claim in page.game.claims if any(option == PLAYERS_SETTING for option, _ in claim.under)}
    numbers = dict[tuple[str, str], set[int]]()
    for each in found:
        if each.kind != "claim" or each.name not in named:
            numbers.setdefault((each.kind, each.name), set()).update(_players(each, page))
    return {n for n in page.game.player_counts if numbers and all(n in decided for decided in numbers.values())}
