"""Words for the players, and the choices of the house rules, for which a verdict holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from cartaro_rulebook.words.language import Language
from cartaro_rulebook.words.nouns import Phrase

Under = tuple[tuple[str, tuple[str, ...]], ...]
SayRule = Callable[[str, tuple[str, ...]], str]
"""Words some values of a house rule."""


class Exempted(Protocol):
    """Values of house rules for which a result does not hold."""

    @property
    def under(self) -> Under: ...
    @property
    def verdict(self) -> str: ...
    @property
    def choices(self) -> int: ...
    @property
    def shown(self) -> int | None: ...


class Coverage(Protocol):
    """The number of choices of the house rules for which a result holds, and the exceptions."""

    @property
    def choices(self) -> int: ...
    @property
    def holding(self) -> int: ...
    @property
    def exempted(self) -> Sequence[Exempted]: ...
    @property
    def under(self) -> Under: ...
    @property
    def shown(self) -> int | None: ...
    @property
    def remedy(self) -> Under: ...


class FoundEverywhere(Protocol):
    """A verdict for some players under all choices of the house rules."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def coverage(self) -> Coverage | None: ...


Found = TypeVar("Found", bound=FoundEverywhere)


def alike(results: Iterable[Found]) -> dict[str, list[tuple[Found, tuple[int, ...]]]]:
    """Group results by name. Results that are equal for several numbers of players become one, with these numbers."""
    found = dict[str, dict[object, tuple[Found, list[int]]]]()
    for result in results:
        same = found.setdefault(result.name, {})
        covered = result.coverage
        shown_extent = (
            None if covered is None else (covered.choices, covered.holding, covered.under, covered.shown, _where(covered))
        )
        same.setdefault((result.verdict, shown_extent), (result, []))[1].append(result.players)
    return {name: [(result, tuple(counts)) for result, counts in each.values()] for name, each in found.items()}


def _where(covered: Coverage) -> tuple[object, ...]:
    return tuple((each.under, each.verdict, each.choices, each.shown) for each in covered.exempted)


def extent_in_words(found: FoundEverywhere, counts: tuple[int, ...], lang: Language, rule: SayRule) -> str:
    """Word a verdict for these players, and its extent: `proved for 2 and 4 players under every house rule (8)`."""
    covered = found.coverage
    assert covered is not None, "a verdict under all house rules"
    players = lang.text("site_for_players", Phrase("", plural=counts != (1,)), x=lang.series([str(n) for n in counts]))
    somewhere = found.verdict in ("refuted", "attained") and covered.shown is not None and covered.shown < covered.choices
    extent = "" if somewhere and not covered.under else _extent(covered, lang, rule)
    verdict = lang.word(f"verdict_{found.verdict}")
    more = [_shown(covered.shown, covered.choices, lang)] if covered.shown else []
    if not covered.exempted:
        return lang.forms.polish("; ".join([" ".join(part for part in (verdict, players, extent) if part), *more]))
    parts = [exemption_in_words(each, lang, rule) for each in covered.exempted]
    rest = [lang.text("verdict_everywhere_rest", n=number(covered.holding, lang))] if covered.holding else []
    return lang.forms.polish(f"{players} {extent}: " + "; ".join([*parts, *rest, *more]))


def exemption_in_words(each: Exempted, lang: Language, rule: SayRule) -> str:
    """Word the choices that a verdict excepts: `refuted under last=counts (12)`. If the hand refutes it for only some of these
    choices, add their number.
    """
    key = "verdict_everywhere_refuted" if each.verdict == "refuted" else "verdict_everywhere_open"
    text = lang.text(key, x=rules_in_words(each.under, lang, rule), n=number(each.choices, lang))
    partly = each.shown is not None and each.shown < each.choices
    return f"{text}, {_shown(each.shown or 0, each.choices, lang)}" if partly else text


def _shown(times: int, choices: int, lang: Language) -> str:
    """Word the number of choices for which a hand shows something."""
    return lang.text("verdict_everywhere_shown", n=number(times, lang), m=number(choices, lang))


def rules_in_words(under: Under, lang: Language, rule: SayRule) -> str:
    """Word the values of several house rules for which a statement holds."""
    return lang.series([rule(option, values) for option, values in under])


def number(count: int, lang: Language) -> str:
    """Return a number as the language writes it."""
    return f"{count:,}".replace(",", lang.word("verdict_everywhere_thousands"))


def _extent(covered: Coverage, lang: Language, rule: SayRule) -> str:
    if covered.under:
        return lang.text(
            "verdict_everywhere_under", x=rules_in_words(covered.under, lang, rule), n=number(covered.choices, lang)
        )
    return lang.text("verdict_everywhere_all", n=number(covered.choices, lang)) if covered.choices > 1 else ""
