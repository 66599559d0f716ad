"""Find the rulesets and house rules under which records were played. For each other ruleset, give the entry that contradicts
it; if several remain, give entries that would distinguish them.

All records are examined together: each record is examined only under the choices that the earlier records leave. If no ruleset
fits all records, the nearest ruleset is the one that can play the records furthest, with one of the choices under which most
records fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, NotRequired, TypedDict

from cartaro_grammar import Diagnostic, Game, choose
from cartaro_interpreter import (
    ALL,
    NONE,
    ChoiceFitting,
    Contradiction,
    FittedRecord,
    Json,
    Move,
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    article_of,
    compile_game,
    contradiction,
    json_forms,
    phrase,
    play_hand,
    play_match,
    write_record,
)

MOST_SHOWN: Final = 12
"""The largest number of combinations listed for options that depend on each other."""
TRIED_HANDS: Final = 12
TRIED_MATCHES: Final = 2
"""The numbers of random hands, and then matches, searched for an entry that distinguishes two values of an option."""


@dataclass(frozen=True, slots=True)
class GivenRecord:
    """A record with its name and its place."""

    value: Json
    name: str
    place: str


class OptionsJson(TypedDict):
    """Options that do not depend on other options, and the combinations of values that they can have."""

    options: Sequence[str]
    choices: Annotated[Sequence[json_forms.Settings], f"At most {MOST_SHOWN} of them."]
    count: json_forms.Count


class AgainstJson(TypedDict):
    """The contradiction to a ruleset, under the settings named."""

    record: str
    settings: json_forms.Settings
    entry: Annotated[json_forms.Number, "The number of the entry, or the one after the last if the counts differ."]
    move: NotRequired[str]
    code: str
    why: str
    clauses: Sequence[str]
    article: NotRequired[Annotated[str, "The article of the first of these clauses."]]


class TellingJson(TypedDict):
    """The content that one more hand, or match, would need to distinguish this value of an option from others."""

    option: str
    value: str
    excludes: Sequence[str]
    match: bool
    against: Annotated[AgainstJson, "The entry that could not be under the first of the values excluded."]


class RulesetFitJson(TypedDict):
    """A ruleset under which all records fit, with the choices; `players` is one of the options."""

    game: str
    choices: json_forms.Count
    of: json_forms.Count
    house_rules: Sequence[OptionsJson]
    telling: Sequence[TellingJson]
    untold: Annotated[Sequence[str], "Open options for which no hand was found that distinguishes their values."]


class NearestJson(TypedDict):
    """The nearest ruleset, if none fits: the number of records that fit it, and the entry that contradicts it."""

    game: str
    fitting: json_forms.Count
    settings: json_forms.Settings
    against: AgainstJson


class ExcludedJson(TypedDict):
    """A ruleset that does not fit, and the first record that does not fit together with the earlier ones."""

    game: str
    record: str
    entry: json_forms.Number


class RecordFitJson(TypedDict):
    """A single record: for each ruleset that fits, the number of choices under which the record is legal and has its score."""

    record: str
    choices: Mapping[str, json_forms.Count]


class FitJson(TypedDict):
    """The answer of `cartaro fit`."""

    records: json_forms.Count
    fits: Sequence[RulesetFitJson]
    nearest: NotRequired[NearestJson]
    excluded: Sequence[ExcludedJson]
    each: NotRequired[Sequence[RecordFitJson]]


@dataclass(slots=True)
class _Joint:
    """A ruleset that is tested with all records: the choices that still fit. If none fit, it also has the record that excluded
    the last choice, and the number of entries of this record that could be played.
    """

    fitting: ChoiceFitting
    left: int = ALL
    before: int = ALL
    stopped: int = 0
    at: int = 0

    def ask(self, records: Sequence[GivenRecord], progress: Callable[[], None]) -> None:
        for number, record in enumerate(records):
            self.before, self.stopped = self.left, number
            found = self.fitting.fit(record.value, record.place, self.left)
            progress()
            if not isinstance(found, FittedRecord):
                self.left = NONE
            else:
                self.left = self.fitting.sets.both(self.left, found.fitting)
                self.at = max((at for _, at in found.failures), default=0)
            if self.left == NONE:
                return


def fit(
    games: Sequence[Game],
    records: Sequence[GivenRecord],
    words: Callable[[Diagnostic], str],
    *,
    each: bool = False,
    progress: Callable[[], None] = lambda: None,
) -> FitJson:
    """Return the rulesets under which all records fit, with the choices; `words` words a diagnostic in a language."""
    joints = [_Joint(ChoiceFitting(game)) for game in games]
    for joint in joints:
        joint.ask(records, progress)
    fits = [joint for joint in joints if joint.left != NONE]
    answer: FitJson = {
        "records": len(records),
        "fits": [_ruleset(joint, words) for joint in fits],
        "excluded": [
            {"game": joint.fitting.game.name, "record": records[joint.stopped].name, "entry": joint.at + 1}
            for joint in joints
            if joint.left == NONE
        ],
    }
    if not fits and joints:
        answer["nearest"] = _nearest(max(joints, key=lambda joint: (joint.stopped, joint.at)), records, words, progress)
    if each:
        answer["each"] = [_each(joints, record) for record in records]
    return answer


def _each(joints: Sequence[_Joint], record: GivenRecord) -> RecordFitJson:
    counts: dict[str, int] = {}
    for joint in joints:
        found = joint.fitting.fit(record.value, record.place)
        if isinstance(found, FittedRecord) and found.fitting != NONE:
            counts[joint.fitting.game.name] = joint.fitting.sets.count(found.fitting)
    return {"record": record.name, "choices": counts}


def _ruleset(joint: _Joint, words: Callable[[Diagnostic], str]) -> RulesetFitJson:
    sets = joint.fitting.sets
    groups: list[OptionsJson] = []
    for options in sets.independent(joint.left):
        projected = sets.projected(joint.left, options)
        choices = [choice for _, choice in zip(range(MOST_SHOWN), sets.choices(projected, options), strict=False)]
        others = [name for name in sets.options if name not in options]
        count = sets.count(sets.both(projected, sets.of({name: sets.options[name][0] for name in others})))
        groups.append({"options": options, "choices": choices, "count": count})
    telling, untold = list[TellingJson](), list[str]()
    for option in sets.options:
        if len(sets.possible(joint.left, option)) > 1:
            found = list(_telling(joint, option, words))
            telling += found
            if not found:
                untold.append(option)
    return {
        "game": joint.fitting.game.name,
        "choices": sets.count(joint.left),
        "of": sets.count(ALL),
        "house_rules": groups,
        "telling": telling,
        "untold": untold,
    }


def _telling(joint: _Joint, option: str, words: Callable[[Diagnostic], str]) -> Iterator[TellingJson]:
    """Yield, for each value of an open option, a random hand or match that excludes other values."""
    fitting, sets = joint.fitting, joint.fitting.sets
    for value in sets.possible(joint.left, option):
        settings = sets.first(sets.both(joint.left, sets.having(option, (value,))))
        apart = {name: chosen for name, chosen in settings.items() if name != option}
        others = sets.both(joint.left, sets.of(apart))
        rules = _rules(fitting.game, settings)
        if rules is None or sets.count(others) < 2:
            continue
        for number in range(TRIED_HANDS + TRIED_MATCHES):
            match = number >= TRIED_HANDS
            record = _played(rules, number, match=match)
            found = None if record is None else fitting.fit({**record}, "", others)
            if record is None or not isinstance(found, FittedRecord):
                continue
            excluded = [v for v in sets.possible(sets.without(others, found.fitting), option) if v != value]
            if excluded:
                against = _against(fitting.game, {**settings, option: excluded[0]}, GivenRecord({**record}, "", ""), words)
                if against is not None:
                    yield {"option": option, "value": value, "excludes": excluded, "match": match, "against": against}
                    break


def _played(rules: Rules, seed: int, *, match: bool) -> json_forms.RecordJson | None:
    players = [RandomPlayer(f"{seed}/{seat}") for seat in range(rules.game.players)]
    played = (play_match if match else play_hand)(rules, players, SeededChance(seed))
    return write_record(rules, played, match=match) if isinstance(played, Played) else None


def _rules(game: Game, settings: Mapping[str, str]) -> Rules | None:
    chosen = choose(game, settings)
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None


def _against(
    game: Game, settings: Mapping[str, str], record: GivenRecord, words: Callable[[Diagnostic], str]
) -> AgainstJson | None:
    """Return the first entry of a record that contradicts a choice, as the interpreter replays it."""
    rules = _rules(game, settings)
    found = None if rules is None else contradiction(rules, record.value, record.place)
    if rules is None or found is None:
        return None
    return _worded(rules, settings, record, found, words)


def _worded(
    rules: Rules, settings: Mapping[str, str], record: GivenRecord, found: Contradiction, words: Callable[[Diagnostic], str]
) -> AgainstJson:
    answer: AgainstJson = {
        "record": record.name,
        "settings": dict(settings),
        "entry": found.at + 1,
        "code": found.fault.code,
        "why": words(found.fault),
        "clauses": found.clauses,
    }
    if isinstance(found.entry, Move):
        answer["move"] = phrase(rules.game, found.entry)
    articles = (article_of(rules.game, name) for name in found.clauses)
    article = next((article for article in articles if article is not None), None)
    if article is not None:
        answer["article"] = article.key
    return answer


def _nearest(
    joint: _Joint, records: Sequence[GivenRecord], words: Callable[[Diagnostic], str], progress: Callable[[], None]
) -> NearestJson:
    """Return a choice under which most records fit, and the contradiction of the first record that does not fit."""
    fitting, sets = joint.fitting, joint.fitting.sets
    counted, furthest = {0: ALL}, ALL
    for number, record in enumerate(records):
        found = fitting.fit(record.value, record.place)
        progress()
        if not isinstance(found, FittedRecord):
            continue
        if number == joint.stopped:
            most = max((at for _, at in found.failures), default=0)
            furthest = NONE
            for failing, at in found.failures:
                furthest = sets.either(furthest, failing if at == most else NONE)
        further: dict[int, int] = {}
        for fitted, choices in counted.items():
            inside = sets.both(choices, found.fitting)
            for more, part in ((1, inside), (0, sets.without(choices, inside))):
                if part != NONE:
                    further[fitted + more] = sets.either(further.get(fitted + more, NONE), part)
        counted = further
    best = counted[max(counted)]
    settings = sets.first(sets.both(best, furthest) if sets.both(best, furthest) != NONE else best)
    rules = _rules(fitting.game, settings)
    found_first: AgainstJson | None = None
    for record in records:
        against = None if rules is None else contradiction(rules, record.value, record.place)
        if against is not None and rules is not None:
            found_first = _worded(rules, settings, record, against, words)
            break
    assert found_first is not None, "where every record fits, so does the ruleset"
    return {"game": fitting.game.name, "fitting": max(counted), "settings": settings, "against": found_first}
