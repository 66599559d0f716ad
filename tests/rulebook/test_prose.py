"""The prose of the shipped games, as it is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast, get_args

import pytest
from tests.shipped_games import amended, game_of

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import CARDS, NUMBER, TRUTH
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.source import Span
from cartaro_rulebook.prose.clauses import (
    ArticleProse,
    ClauseProse,
    TurnCourse,
    articles,
    claim_prose,
    declarations_of,
    option_prose,
    scope_for,
)
from cartaro_rulebook.prose.examples import example_prose
from cartaro_rulebook.prose.expressions import act_scope, value
from cartaro_rulebook.words.nouns import plain

GOLDEN = Path(__file__).parent / "golden" / "prose"


LANGUAGES = ("it", "en", "fr")
PRINTED = {"scopa": True, "napola": True, "scopone": True, "scala40": False, "ramino": False}
"""The games with golden prose, and whether the prose includes their house rules, claims and examples. Of the examples, only
those with a construct that no earlier example has are included.
"""


def printed(game: Game, code: str) -> str:
    """Return everything that is generated about a game in a language, as plain text."""
    return "\n".join(line for lines in _subjects(game, code, evidence=True).values() for line in lines)


@cache
def subjects(name: str) -> Mapping[str, str]:
    """Return the prose of a game in all languages, by subject: an article, the house rules, claims and examples of a source."""
    game = game_of(name)
    if PRINTED[name]:
        examples = game.ruleset.examples
        game = amended(game, examples=tuple(e for e in examples if (name, e.name) in _with_new_constructs()))
    texts = {code: _subjects(game, code, PRINTED[name]) for code in LANGUAGES}
    return {
        subject: "\n\n".join("\n".join([f"-- {code}", *texts[code][subject]]) for code in LANGUAGES) for subject in texts["it"]
    }


@cache
def _with_new_constructs() -> frozenset[tuple[str, str]]:
    seen: set[type] = set()
    found: set[tuple[str, str]] = set()
    for name in (name for name, evidence in PRINTED.items() if evidence):
        for example in game_of(name).ruleset.examples:
            if not kinds_in(example.lines) <= seen:
                found.add((name, example.name))
            seen |= kinds_in(example.lines)
    return frozenset(found)


def _subjects(game: Game, code: str, evidence: bool) -> dict[str, list[str]]:
    scope = scope_for(game, code)
    by_key = {a.key: a for a in game.ruleset.articles}
    found: dict[str, list[str]] = {}
    for article in articles(game, code):
        lines = found[f"{article.home}_{article.number}"] = [f"{article.number}. {article.title}"]
        lines += [f"+ {plain(declared.text)}" for declared in declarations_of(by_key[article.key], scope)]
        lines += _clauses(article)
    if evidence:
        for subject, lines_ in _evidence(game, code):
            found.setdefault(subject, []).extend(lines_)
    return found


def _clauses(article: ArticleProse) -> Iterator[str]:
    for item in article.items:
        match item:
            case TurnCourse(heading, clauses):
                yield plain(heading)
                yield from (f"  {n}. {_clause(c)}" for n, c in enumerate(clauses, 1))
            case ClauseProse():
                yield _clause(item)


def _clause(clause: ClauseProse) -> str:
    return "\n    ".join(
        [f"{'' if clause.in_force else '~ '}{plain(clause.lines[0])}  [{clause.title}]", *map(plain, clause.lines[1:])]
    )


def _evidence(game: Game, code: str) -> Iterator[tuple[str, list[str]]]:
    """Yield house rules, claims and examples, each with its subject."""
    scope = scope_for(game, code)
    for option in game.ruleset.options:
        said = option_prose(option, scope)
        yield "options", [f"{said.title}: {said.default} | {' | '.join(said.others)} ({said.reason})"]
    for claim in game.ruleset.claims:
        reported = claim_prose(claim, scope)
        reading = [f"    ✕ {reported.reading}"] if reported.reading else []
        yield _source("claims", claim.cites), [_heading(reported.title, reported.under), *reading, *_indented(reported.lines)]
    for example in game.ruleset.examples:
        shown = example_prose(example, scope)
        yield _source("examples", example.cites), [_heading(shown.title, shown.under), *_indented(shown.lines)]


def _source(kind: str, cites: tuple[str, ...]) -> str:
    return f"{kind}_{cites[0]}" if cites else kind


def _heading(title: str, under: tuple[str, ...]) -> str:
    return f"{title} {', '.join(map(plain, under))}".rstrip()


def _indented(lines: tuple[str, ...]) -> list[str]:
    return [f"    {plain(line)}" for line in lines]


@pytest.mark.parametrize("name", PRINTED)
def test_prose_of_a_shipped_game(name: str, golden: Callable[[Path, str], None]) -> None:
    """A subject has its golden file at the first game that words it in this way."""
    earlier = [subjects(other) for other in list(PRINTED)[: list(PRINTED).index(name)]]
    own = {s: text for s, text in subjects(name).items() if all(other.get(s) != text for other in earlier)}
    for subject, text in own.items():
        golden(GOLDEN / name / f"{subject}.txt", text)
    assert {path.stem for path in (GOLDEN / name).iterdir()} == own.keys()


TESTS = Path(__file__).parents[1]
TOLD = ["machiavelli", str(TESTS / "numbers" / "asta.regole"), "texas_holdem"]
"""Games with constructs that none of the games named in other tests has."""


@pytest.mark.parametrize("code", ["it", "en", "fr"])
@pytest.mark.parametrize(
    "name",
    ["scopa", "scopone", "napola", "rebello", "escoba", "scala40", "ramino", "hearts", *TOLD],
    ids=lambda name: Path(name).stem,
)
def test_prose_is_finished(name: str, code: str) -> None:
    """No sentence has a slot, a mark of the table of phrases, or a doubled word left in it."""
    for line in printed(game_of(name), code).splitlines():
        assert not any(sign in line for sign in "{}<>\ue000\ue001\ue002\ue003\ue010"), line
        assert "  " not in line.strip().replace("  [", " ["), line
        assert ",," not in line, line
        assert " ," not in line, line


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_every_clause_is_in_one_article(code: str) -> None:
    game = game_of("scopa")
    names = [
        c.name
        for a in articles(game, code)
        for item in a.items
        for c in (item.clauses if isinstance(item, TurnCourse) else (item,))
    ]
    assert sorted(names) == sorted(c.name for c in game.ruleset.clauses)


def kinds_in(found: object) -> set[type]:
    """The types of all nodes of a tree."""
    if isinstance(found, tuple):
        return {kind for part in cast("tuple[object, ...]", found) for kind in kinds_in(part)}
    if is_dataclass(found) and not isinstance(found, type):
        inner = {kind for f in fields(found) if f.name != "span" for kind in kinds_in(getattr(found, f.name))}
        return inner | {type(found)}
    return set()


@pytest.mark.parametrize("union", [g.Expr, g.EffectBody, g.Sentence, g.ClaimLine, g.ExampleLine], ids=str)
def test_the_games_that_are_printed_use_every_construct(union: object) -> None:
    """It follows that `test_prose_is_finished` has seen a phrase for each construct, in every language."""
    games = [
        game_of(name)
        for name in ("scopa", "scopone", "scopone_scientifico", "napola", "rebello", "escoba", "scala40", "hearts")
    ]
    games += [game_of(path) for path in TOLD]
    used = {
        kind for x in games for kind in kinds_in((x.ruleset.clauses, x.ruleset.claims, x.ruleset.examples, x.acts, x.cells))
    }
    assert set(get_args(union)) <= used


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "Può accadere, dopo una presa: ci sono al massimo tre carte sulla tavola."),
        ("en", "It can happen, after a capture, that there are at most three cards on the table."),
        ("fr", "Cela peut arriver, après une prise : il y a au plus trois cartes sur le tapis."),
    ],
)
def test_what_can_happen_after_an_act(code: str, said: str) -> None:
    game = game_of("scopa")
    span = game.ruleset.clauses[0].span
    table = g.InZone("table", None, CARDS, span)
    few = g.Operation("<=", (g.Size(table, NUMBER, span), g.Number(3, NUMBER, span)), TRUTH, span)
    reported = claim_prose(replace(game.ruleset.claims[0], lines=(g.Possible(few, "take"),)), scope_for(game, code))
    assert [plain(line) for line in reported.lines] == [said]


@pytest.mark.parametrize(("code", "said"), [("it", "la metà di 7"), ("en", "half of 7"), ("fr", "la moitié de 7")])
def test_half(code: str, said: str) -> None:
    game = game_of("scopa")
    span = game.ruleset.clauses[0].span
    half = g.Operation("half", (g.Number(7, NUMBER, span),), NUMBER, span)
    assert value(half, scope_for(game, code)).text == said


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "(7 più 1) diviso 3, arrotondato per difetto"),
        ("en", "(7 plus 1) divided by 3, rounded down"),
        ("fr", "(7 plus 1) divisé par 3, arrondi vers le bas"),
    ],
)
def test_a_quotient(code: str, said: str) -> None:
    game = game_of("scopa")
    span = game.ruleset.clauses[0].span
    seven, one, three = (g.Number(n, NUMBER, span) for n in (7, 1, 3))
    sum_ = g.Operation("+", (seven, one), NUMBER, span)
    quotient = g.Operation("quotient", (sum_, three), NUMBER, span)
    assert value(quotient, scope_for(game, code)).text == said
    doubled = g.Operation("*", (quotient, three), NUMBER, span)
    assert value(doubled, scope_for(game, code)).text.startswith(f"({said}) ×")


SIGNS = {
    "it": {" più ": "+", " meno ": "-", " × ": "*", " diviso ": "//", ", arrotondato per difetto": "", "la metà di ": "half "},
    "en": {" plus ": "+", " minus ": "-", " × ": "*", " divided by ": "//", ", rounded down": "", "half of ": "half "},
    "fr": {
        " plus ": "+",
        " moins ": "-",
        " × ": "*",
        " divisé par ": "//",
        ", arrondi vers le bas": "",
        "la moitié de ": "half ",
    },
}


def sums(span: Span, leaves: tuple[int, ...], depth: int) -> Iterator[g.Expr]:
    """Yield expressions made of the leaves, with every operator at every place, up to a given depth."""
    if depth == 0 or len(leaves) == 1:
        yield g.Number(leaves[0], NUMBER, span)
        if depth == 0 or len(leaves) == 1:
            return
    for first in sums(span, leaves[: len(leaves) // 2], depth - 1):
        yield g.Operation("half", (first,), NUMBER, span)
        for second in sums(span, leaves[len(leaves) // 2 :], depth - 1):
            operators: tuple[g.Operator, ...] = ("+", "-", "*", "quotient")
            yield from (g.Operation(operator, (first, second), NUMBER, span) for operator in operators)


def result(e: g.Expr) -> Fraction:
    assert isinstance(e, g.Number | g.Operation)
    if isinstance(e, g.Number):
        return Fraction(e.value)
    found = [result(operand) for operand in e.operands]
    match e.operator:
        case "half":
            return found[0] / 2
        case "+":
            return found[0] + found[1]
        case "-":
            return found[0] - found[1]
        case "*":
            return found[0] * found[1]
        case _:
            return Fraction(found[0] // found[1]) if found[1] else Fraction(0)


def read(text: str, code: str) -> Fraction:
    """Compute the value as understood by a listener who takes `half of` to reach as far as it can."""
    for words, sign in SIGNS[code].items():
        text = text.replace(words, sign)
    text = re.sub(r"\d+", r"Fraction(\g<0>)", text)
    while (at := text.rfind("half ")) >= 0:
        depth, end = 0, at
        while end < len(text) and depth >= 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += depth >= 0
        text = f"{text[:at]}(({text[at + 5 : end]})/2){text[end:]}"
    return Fraction(eval(text, {"Fraction": Fraction}))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_calculation_is_heard_as_it_is_meant(code: str) -> None:
    game = game_of("scopa")
    scope = scope_for(game, code)
    for e in sums(game.ruleset.clauses[0].span, (7, 2, 5, 3), 2):
        try:
            heard = read(value(e, scope).text, code)
        except ZeroDivisionError:
            continue
        assert heard == result(e), value(e, scope).text


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "non può prendere una o più carte con la carta giocata in modo tale che quelle carte sono meno"),
        ("en", "cannot capture one or more cards with the card played in such a way that those cards are fewer"),
        ("fr", "ne peut pas prendre une ou plusieurs cartes avec la carte jouée de telle sorte que ces cartes sont moins"),
    ],
)
def test_a_denial_reaches_over_the_condition_of_what_can_be_done(code: str, said: str) -> None:
    game = game_of("scopa")
    claim = next(c for c in game.ruleset.claims if c.name == "solo_le_meno")
    assert said in plain(claim_prose(claim, scope_for(game, code)).lines[0])


def test_in_an_act_all_that_was_known_of_the_sentence_is_kept() -> None:
    """An act adds its arguments and how they are referred to, and leaves everything else in a scope unchanged."""
    scope = replace(scope_for(game_of("scopa"), "en"), topic_is_one=True, lettered=("x",), signs=True, impersonal=True)
    inner = act_scope("take", scope)
    assert {"card", "taken"} & set(inner.roles)
    assert replace(inner, bindings=scope.bindings, roles=scope.roles) == scope
