"""Compare two rulesets (decision 0041): find their textual differences, whether their meaning is the same, and a hand that
distinguishes them.

Two games are *equal* if their clauses, cards, places, memory and acts are the same except for names and words; this counts as a
proof. Other games are played with the same packs and the same moves, up to the first difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

from cartaro_grammar import Diagnostic, Game, same_form, same_rules, spoken_names, with_names
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, compile_game
from cartaro_workbench.clause_meanings import ClauseMeanings
from cartaro_workbench.side_by_side import HANDS, SHORT, Distinction, SideBySide, at_sight

if TYPE_CHECKING:
    from cartaro_verify import ProofLog

WordChangeKind = Literal["new", "gone", "changed", "moved", "renamed"]
Relation = Literal["equal", "stricter", "looser", "unlike", "not told apart"]
"""The relation of the second rules to the first; `stricter` and `looser` refer to their legal moves, as far as play has
shown.
"""


@dataclass(frozen=True, slots=True)
class WordChange:
    """A clause, or a house rule, that differs, in the author's words."""

    kind: WordChangeKind
    name: str
    renamed: Annotated[str | None, "its name in the second rules, if that is different"] = None
    article: Annotated[tuple[str, ...], "its place: in the first rules, and in the second if that is different"] = ()
    before: str = ""
    after: str = ""
    meaning: Annotated[
        Relation | None, "the relation of only this change to its counterpart; none if it is not a clause in force"
    ] = None
    proved: Annotated[bool, "for every deal and any number of moves"] = False
    shown: Annotated[
        Distinction | None, "a hand, or an example, that distinguishes the game with only this change from the first"
    ] = None


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences of the second of two rulesets from the first."""

    first: str
    second: str
    settings: Annotated[tuple[Mapping[str, str], Mapping[str, str]], "the house rules of each"]
    words: tuple[WordChange, ...]
    relation: Relation
    always: Annotated[bool, "if the games are equal: under every house rule and for every number of players"] = False
    hands: int = 0
    shown: Distinction | None = None
    proved: Annotated[bool, "for every deal and any number of moves"] = False
    built: Annotated[
        Distinction | None, "if no hand shows it, or only a long one: an example, or a position that was set up"
    ] = None


def differences(
    first: Game, second: Game, language: str, *, hands: int = HANDS, clauses: bool = True, invariants: bool = False
) -> Differences | tuple[Diagnostic, ...]:
    """Compare two games, under their house rules and numbers of players, in `hands` hands. With `clauses`, also return
    the meaning of each changed clause. With `invariants`, search for invariants with which clauses are the same in every
    reachable state.
    """
    words = word_changes(first, second)
    settings = first.all_settings, second.all_settings
    renamed = _renamed(first, second)
    again = with_names(second, renamed)
    own, others = compile_game(first), compile_game(second)
    if not isinstance(own, Rules) or not isinstance(others, Rules):
        return tuple(one for found in (own, others) if not isinstance(found, Rules) for one in found)
    plain = at_sight(first, second)
    if plain is not None:
        return Differences(first.name, second.name, settings, words, "unlike", shown=plain)
    each = ClauseMeanings(first, again, language, invariants)
    if clauses:
        words = tuple(_with_meaning(change, each, renamed) for change in words)
    known = Differences(first.name, second.name, settings, words, "equal", proved=True)
    if same_form(first, again):
        return replace(known, always=same_rules(first.ruleset, again.ruleset))
    proved = each.whole()
    if proved == "equal":
        return known
    both = SideBySide(own, others, renamed, language, hands)
    both.play()
    shown, built = both.best, None
    if shown is None or len(shown.moves) > SHORT:
        built = both.example(again) or both.built()
    relation: Relation = "unlike" if shown is None and built is not None else _relation(both.seen)
    return replace(known, relation=relation, proved=relation == proved, hands=hands, shown=shown, built=built)


def proved_equal(first: Game, second: Game, invariants: bool, log: ProofLog | None = None) -> tuple[str, ...] | None:
    """Return the names of the clauses in which two games differ, if the games are proved to be the same, by the names of the
    first game; otherwise None. The conditions of the proofs are kept in a `log`.
    """
    if at_sight(first, second) is not None:
        return None
    again = with_names(second, _renamed(first, second))
    if same_form(first, again):
        return ()
    each = ClauseMeanings(first, again, "en", invariants, log)
    return each.changed if each.whole() == "equal" else None


def _with_meaning(change: WordChange, clauses: ClauseMeanings, renamed: Mapping[str, str]) -> WordChange:
    name = renamed.get(change.renamed or change.name, change.name)
    if name in clauses.changed:
        meaning = clauses.meaning(name)
        return replace(change, meaning=meaning.relation, proved=meaning.proved, shown=meaning.shown)
    same = clauses.is_played(name) and change.kind in ("changed", "moved", "renamed")
    return replace(change, meaning="equal", proved=True) if same else change


def _relation(seen: Collection[str]) -> Relation:
    match sorted(seen):
        case []:
            return "not told apart"
        case ["fewer"]:
            return "stricter"
        case ["more"]:
            return "looser"
        case _:
            return "unlike"


# -------------------------------------------------------------------------- words


def word_changes(first: Game, second: Game) -> tuple[WordChange, ...]:
    """Return the clauses and house rules that were added, removed, renamed, moved or changed, in the order of the second
    text.
    """
    before, now = _written(first), _written(second)
    if first.ruleset is second.ruleset:
        # both games are the same text, so only the clauses in force under one choice of house rules can differ
        before, now = ({name: clause for name, clause in before.items() if name in game.clause} for game in (first, second))
    again = {old: new for new, old in _renamed(first, second).items() if old in before}
    changes = list[WordChange]()
    for name, clause in now.items():
        old = next((o for o, n in again.items() if n == name), name)
        if old not in before:
            changes.append(WordChange("new", name, article=(clause.article,), after=_text(clause)))
            continue
        was = before[old]
        places = tuple(dict.fromkeys((_number(was.article), _number(clause.article))))
        texts = _text(was), _text(clause)
        bare = tuple(_after_name(text) for text in texts)
        kind: WordChangeKind | None = (
            "changed" if bare[0] != bare[1] else "renamed" if old != name else "moved" if len(places) > 1 else None
        )
        if kind is not None:
            changes.append(WordChange(kind, old, None if old == name else name, places, *texts))
    gone = (clause for name, clause in before.items() if name not in now and name not in again)
    changes += (WordChange("gone", clause.name, article=(clause.article,), before=_text(clause)) for clause in gone)
    return (*changes, *_option_changes(first, second))


def _option_changes(first: Game, second: Game) -> Iterator[WordChange]:
    before, now = first.ruleset.option, second.ruleset.option
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            kind: WordChangeKind = "new" if old is None else "gone"
            yield WordChange(kind, name, before=_option(old), after=_option(new))
        elif (old.default, old.values) != (new.default, new.values):
            yield WordChange("changed", name, before=_option(old), after=_option(new))


def _option(option: g.Option | None) -> str:
    return "" if option is None else f"option {option.name} is {option.default} among {', '.join(option.values)}"


def _written(game: Game) -> dict[str, g.Clause]:
    """Return the clauses of the rules themselves, without the clauses of an annex, which serve only its claims."""
    return {clause.name: clause for clause in game.ruleset.clauses if not clause.annex}


def _number(article: str) -> str:
    return article.rpartition("/")[2]


def _text(clause: g.Clause) -> str:
    span = clause.span
    return " ".join(span.source.text[span.start : span.end].split())


def _after_name(text: str) -> str:
    """Return a clause's text without its name, citations and anything else before the colon."""
    return text.partition(":")[2].strip() or text


# -------------------------------------------------------------------------- names


def _renamed(first: Game, second: Game) -> dict[str, str]:
    """Return the names of the second game that replace names of the first, one for one. Return only names that occur in only
    one of the two games, so that no word of the language is taken for a name.
    """
    found = dict[str, str]()
    for one, other in (
        (_written(first), _written(second)), (first.act, second.act), (first.zone, second.zone), (first.cell, second.cell),
        (first.function, second.function), (first.ruleset.option, second.ruleset.option),
    ):  # fmt: skip
        gone, new = [name for name in one if name not in other], [name for name in other if name not in one]
        if len(gone) == len(new):
            found.update(zip(new, gone, strict=True))
    spoken = spoken_names(first), spoken_names(second)
    return {new: old for new, old in found.items() if new not in spoken[0] and old not in spoken[1]}
