"""The differences of two rulesets (decision 0041) in the words of a language, for the command `diff` and for the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cartaro_grammar import Message, msg, translate

if TYPE_CHECKING:
    from cartaro_workbench.rule_differences import Differences, WordChange  # a page begins without it
    from cartaro_workbench.side_by_side import Distinction


@dataclass(frozen=True, slots=True)
class ChangeInWords:
    """A clause or house rule that differs: its name, a title with its kind, its article, its text before and after ("" if it
    has none), and its meaning; `claimable` is a clause that only the second text has or that is changed there.
    """

    name: str
    title: str
    article: str
    before: str
    after: str
    meaning: str
    claimable: bool


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A position that the two rulesets treat differently: the way to it, its moves and lines, and the answer of each
    ruleset.
    """

    reached: str
    lines: tuple[str, ...]
    said: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DifferencesInWords:
    """The changes of the text, the relation of the whole, and the positions that show it."""

    changes: tuple[ChangeInWords, ...]
    whole: str
    shown: tuple[ShownDifference, ...]


def differences_in_words(found: Differences, language: str, names: tuple[str, str] | None = None) -> DifferencesInWords:
    """Return differences in words; the rulesets are called by the given names or by their own."""
    called = names or (_named(found, 0), _named(found, 1))
    return DifferencesInWords(
        tuple(_change(change, language) for change in found.words),
        translate(_whole(found, *called), language),
        tuple(_shown(each, called, language) for each in (found.shown, found.built) if each is not None),
    )


def _named(found: Differences, number: int) -> str:
    """Return the name of a ruleset, with the house rules that the other does not have."""
    name, settings = (found.first, found.second)[number], found.settings
    own = [f"{key}={value}" for key, value in settings[number].items() if settings[1 - number].get(key) not in (None, value)]
    return f"{name} ({', '.join(own)})" if own and found.first == found.second else name


def _whole(found: Differences, one: str, other: str) -> Message:
    """Return the relation of the second rules to the first."""
    match found.relation:
        case "equal" if found.always:
            return msg(
                "{first} and {second} are the same game, under every house rule and for every number of players",
                first=one,
                second=other,
            )
        case "equal":
            return msg("{first} and {second} are the same game", first=one, second=other)
        case "not told apart":
            return msg(
                "no difference between {first} and {second} was found in {n} hands; this is not a proof",
                first=one,
                second=other,
                n=found.hands,
            )
        case "stricter" if found.proved:
            return msg("{second} is stricter than {first}, in every deal: it has fewer legal moves", first=one, second=other)
        case "stricter":
            return msg(
                "{second} is stricter than {first}, as far as {n} hands show: it has fewer legal moves",
                first=one,
                second=other,
                n=found.hands,
            )
        case "looser" if found.proved:
            return msg("{second} is looser than {first}, in every deal: it has more legal moves", first=one, second=other)
        case "looser":
            return msg(
                "{second} is looser than {first}, as far as {n} hands show: it has more legal moves",
                first=one,
                second=other,
                n=found.hands,
            )
        case "unlike":
            return msg("{first} and {second} are different games", first=one, second=other)


def _change(change: WordChange, language: str) -> ChangeInWords:
    titles = {
        "new": msg("new: {name}", name=change.name),
        "gone": msg("gone: {name}", name=change.name),
        "changed": msg("changed: {name}", name=change.name),
        "moved": msg("moved: {name}", name=change.name),
        "renamed": msg("renamed: {name}, now {other}", name=change.name, other=change.renamed or change.name),
    }
    texts = ("", "") if change.kind in ("moved", "renamed") else (change.before, change.after)
    meaning = "" if change.meaning is None else translate(_meaning(change), language)
    claimable = change.kind in ("new", "changed") and bool(change.article)
    title = translate(titles[change.kind], language)
    return ChangeInWords(change.name, title, " → ".join(change.article), *texts, meaning, claimable)


def _meaning(change: WordChange) -> Message:
    """Return the meaning of a clause in comparison with the clause that it replaces."""
    alone = change.kind in ("new", "gone")
    match change.meaning:
        case "equal":
            return msg("means the same (proved)")
        case "stricter" if change.proved:
            return msg("only this change: fewer legal moves (proved)")
        case "looser" if change.proved:
            return msg("only this change: more legal moves (proved)")
        case "stricter":
            return msg("only this change: fewer legal moves, as far as a few hands show")
        case "looser":
            return msg("only this change: more legal moves, as far as a few hands show")
        case "unlike" if change.shown is not None:
            at = "–" if change.shown.seed is None else str(len(change.shown.moves))
            text = change.shown.first.splitlines()[0], change.shown.second.splitlines()[0]
            return msg(
                "only this change: a different game ({first} | {second}; moves: {n})", first=text[0], second=text[1], n=at
            )
        case "unlike" if alone:
            return msg("another game without it") if change.kind == "gone" else msg("another game with it")
        case _:
            return msg("only this change: no difference was found")


def _shown(shown: Distinction, names: tuple[str, str], language: str) -> ShownDifference:
    at = msg("hand number {n}, after {moves} moves", n=shown.seed or 0, moves=len(shown.moves))
    if shown.seed is None:
        at = (
            msg("an example, run under both")
            if shown.aspect == "example"
            else msg("in a position that was set up, not reached in play")
        )
    reached = translate(at, language) if shown.seed is not None or shown.position else ""
    lines = (*(f"do {move}" for move in shown.moves), *shown.position)
    return ShownDifference(reached, lines, tuple(zip(names, (shown.first, shown.second), strict=True)))
