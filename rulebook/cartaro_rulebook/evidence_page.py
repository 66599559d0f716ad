"""The evidence on a page: examples with their cards, claims with their verdicts, counterexamples drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from cartaro_rulebook.book import Finding, Page, Played
from cartaro_rulebook.inline import capital
from cartaro_rulebook.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.naming import in_any
from cartaro_rulebook.rules_page import cites
from cartaro_rulebook.statements import ClaimProse, ExampleProse, claim_prose, example_prose

MAX_MOVES = 200


def examples(page: Page) -> Iterator[str]:
    """Every example, its position drawn."""
    if not page.game.examples:
        return
    yield f"## {heading(page.label('examples'))} {{ #examples }}"
    for example in page.game.examples:
        yield _example(example_prose(example, page.scope), page)


def _example(said: ExampleProse, page: Page) -> str:
    title = tag("strong", escaped(said.title)) + cites(said.cites) + _outcome(said.name, page)
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in said.under)
    held = "".join(
        tag("dt", inline(h.place, page.pictures)) + tag("dd", " ".join(page.pictures.row(g) for g in h.groups or ((),)))
        for h in said.held
    )
    position = tag("dl", held, class_="position") if held else ""
    lines = bullets(inline(line, page.pictures, named=False) for line in said.lines)
    return tag("div", tag("p", title) + under + position + lines, class_="example", id=f"e-{said.name}")


def _outcome(name: str, page: Page) -> str:
    held = page.ruleset.outcomes.get(name)
    if held is None:
        return ""
    text, kind = (page.label("kept"), "proved") if held else (page.label("broken"), "refuted")
    return " " + tag("span", escaped(text), class_=f"verdict {kind}")


def claims(page: Page) -> Iterator[str]:
    """Every claim, and what every game must keep, with the verdicts."""
    found = page.ruleset.findings
    if page.game.claims:
        yield f"## {heading(page.label('claims'))} {{ #claims }}"
        for claim in page.game.claims:
            said = claim_prose(claim, page.scope)
            yield _claim(said, [f for f in found if f.kind == "claim" and f.name == claim.name], page)
    kept = [f for f in found if f.kind == "obligation"]
    if kept:
        yield f"## {heading(page.label('obligations'))} {{ #guarantees }}"
        yield tag("div", "".join(_finding(f, page, named=True) for f in kept), class_="claim")


def _claim(said: ClaimProse, found: list[Finding], page: Page) -> str:
    title = tag("p", tag("strong", escaped(said.title)) + cites(said.cites))
    under = "".join(tag("span", inline(u, page.pictures), class_="under") for u in said.under)
    lines = tag("div", bullets(inline(line, page.pictures) for line in said.lines), class_="formal")
    verdicts = "".join(_finding(f, page) for f in found)
    if not found:
        verdicts = tag("p", tag("span", escaped(page.label("undecided")), class_="verdict unknown"))
    return tag("div", title + under + verdicts + lines, class_="claim", id=f"k-{said.name}")


def _finding(found: Finding, page: Page, named: bool = False) -> str:
    """A verdict with its method; never a time, which would differ from one build to the next."""
    lang = page.scope.lang
    verdict = tag("span", escaped(lang.phrases.get(f"v_{found.verdict}", found.verdict)), class_=f"verdict {_kind(found)}")
    text = escaped(in_any(found.text, lang.code, found.name)) + " " if named else ""
    method = tag("span", escaped(found.method), class_="method")
    settings = "".join(" " + tag("span", _setting(o, v, page), class_="under") for o, v in found.settings)
    reason = f" {escaped(found.reason)}" if found.reason else ""
    empty = f" {escaped(page.label('vacuous'))}" if found.vacuous else ""
    line = tag("p", f"{text}{verdict} {method}{settings}{reason}{empty}")
    return line + (_played(found.witness, found.verdict, page) if found.witness is not None else "")


def _kind(found: Finding) -> str:
    return "refuted" if found.vacuous else found.verdict if found.verdict.isalpha() else "unknown"


def _setting(option: str, value: str, page: Page) -> str:
    naming = page.scope.naming
    return f"{inline(naming.option(option), page.pictures)}: {escaped(naming.option_value(value))}"


# ---------------------------------------------------------------------------------------------- histories


def _played(played: Played, verdict: str, page: Page) -> str:
    """A replayed history: the position it leads to, and its moves to be unfolded."""
    title = page.label("counterexample" if verdict == "refuted" else "witness")
    note = tag("p", escaped(played.note)) if played.note else ""
    moves = _moves(played.record, page)
    unfolded = tag("details", tag("summary", escaped(page.label("moves"))) + bullets(moves, ordered=True)) if moves else ""
    inside = tag("p", tag("strong", escaped(title))) + note + _position(played.position, page) + unfolded
    return tag("div", inside, class_="history")


def _position(position: Mapping[str, object], page: Page) -> str:
    zones = position.get("zones")
    if not isinstance(zones, Mapping):
        return ""
    rows = ""
    for zone, content in cast("Mapping[str, object]", zones).items():
        rows += _zone(zone, content, page)
    return tag("dl", rows, class_="position")


def _zone(zone: str, content: object, page: Page) -> str:
    name = page.scope.lang.forms.determined(page.scope.naming.zone(zone), "the").text
    if isinstance(content, Mapping):
        parts = cast("Mapping[str, object]", content).items()
        kind = page.game.zone[zone].owner if zone in page.game.zone else "table"
        whose = page.scope.naming.kernel("side" if kind == "side" else "player").form(False)
        return "".join(_row(f"{name} ({whose} {owner})", cards, page) for owner, cards in parts)
    return _row(name, content, page)


def _row(name: str, cards: object, page: Page) -> str:
    codes = _listed(cards)
    numbers = [page.game.card_number[str(code)] for code in codes if str(code) in page.game.card_number]
    return tag("dt", inline(capital(name), page.pictures)) + tag("dd", page.pictures.row(numbers))


def _listed(value: object) -> tuple[object, ...]:
    """The members of a list of a record; none where it is no list."""
    return tuple(cast("list[object]", value)) if isinstance(value, list | tuple) else ()


def _moves(record: Mapping[str, object], page: Page) -> list[str]:
    found = record.get("moves")
    moves = _listed(found)
    return [_move(cast("Mapping[str, object]", move), page) for move in moves[:MAX_MOVES] if isinstance(move, Mapping)]


def _move(move: Mapping[str, object], page: Page) -> str:
    """A move or ruling of a record: its act, finding or breach clause, and the cards by their pictures."""
    name = str(move.get("act", move.get("ruling", "")))
    title = page.scope.naming.title(name) if name in page.game.act else name
    together = move.get("args")
    arguments = cast("Mapping[str, object]", together) if isinstance(together, Mapping) else move
    known = page.game.act[name].parameters if name in page.game.act else ()
    texts: list[str] = []
    for value in (arguments[p.name] for p in known if p.name in arguments):
        codes = _listed(value) or (value,)
        numbers = [page.game.card_number[str(c)] for c in codes if str(c) in page.game.card_number]
        texts.append(page.pictures.row(numbers) if numbers else escaped(str(value)))
    return f"{escaped(title)} {' &#183; '.join(texts)}"
