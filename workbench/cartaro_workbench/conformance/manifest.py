"""The manifest of a game: its parts, for a program that plays it or shows it.

All parts come from the game's ruleset and its settings: cards with their codes and values, zones and who sees them, memory,
acts and their parameters, the steps of a turn, house rules, headings of the score, the clauses that end a turn, hand or match,
and the clauses by article.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from cartaro_grammar import LANGUAGES, Game, fingerprint
from cartaro_grammar import game as g
from cartaro_interpreter import json_forms

FORM: Final = 1

Titles = Annotated[Mapping[str, str], "By language: `it`, `en`, `fr`."]


class CardJson(TypedDict):
    """A card of the pack."""

    code: str
    attributes: Annotated[Mapping[str, str], "The value of each attribute."]
    values: Annotated[Mapping[str, int], "The numbers that the card has, by the measure."]
    kind: NotRequired[Annotated[str, "The name of a card without rank and suit."]]


class AttributeValueJson(TypedDict):
    """A value of an attribute: the sign that it has in the codes of cards."""

    name: str
    sign: str
    titles: Titles


class AttributeJson(TypedDict):
    """An attribute of cards."""

    name: str
    titles: Titles
    values: Sequence[AttributeValueJson]


class SightJson(TypedDict):
    """A clause that determines whether a zone is seen; its later place in the list does not give it precedence."""

    clause: str
    who: Literal["everybody", "owner"]
    what: Literal["cards", "top"]
    sees: bool
    always: Annotated[bool, "Whether it has no condition."]


class ManifestZoneJson(TypedDict):
    """A place of cards."""

    name: str
    titles: Titles
    owner: Annotated[str, "`table`; or `player` or `side`: there is one of each."]
    ordered: Annotated[bool, "Whether it is a pile; it is listed from the top."]
    family: Annotated[bool, "Whether it is a growing list of groups."]
    sight: Annotated[Sequence[SightJson], "None: nobody sees it."]


class ManifestCellJson(TypedDict):
    """A counter, flag, reference or mark."""

    name: str
    titles: Titles
    kind: str
    owner: str
    period: Annotated[str, "The period at whose beginning it is cleared."]
    type: str


class ParameterJson(TypedDict):
    """A parameter of an act."""

    name: str
    choice: Annotated[str, "`one`; `some`: a set that is not empty; `all` of a set; `either` of the answers."]
    type: str
    unseen: Annotated[bool, "Whether it is chosen face down."]
    answers: NotRequired[Sequence[str]]


class ManifestActJson(TypedDict):
    """An act of a player, or a finding of the arbiter."""

    name: str
    finding: bool
    parameters: Sequence[ParameterJson]
    permissions: Annotated[Sequence[str], "The clauses that may permit it, in the order of the text."]
    prohibitions: Sequence[str]


class StepJson(TypedDict):
    """A step of a turn: one of its acts, which must or can be done, once or any number of times."""

    clause: str
    acts: Sequence[str]
    must: bool
    often: bool


class OptionValueJson(TypedDict):
    """A value of a house rule."""

    value: str
    titles: Titles


class OptionJson(TypedDict):
    """A house rule: the value in this choice, the default, and the reason for the default."""

    name: str
    titles: Titles
    values: Sequence[OptionValueJson]
    default: str
    chosen: str
    because: Titles
    cites: Sequence[str]
    article: str


class EndingJson(TypedDict):
    """A clause by which a turn, a hand or a match ends."""

    clause: str
    period: str


class ManifestClauseJson(TypedDict):
    """A clause in force under these settings: its title, its article, its citations, the clauses that it overrides."""

    name: str
    titles: Titles
    kind: Annotated[str, "The kind: `permission`, `prohibition`, `definition`, …"]
    article: str
    cites: Sequence[str]
    despite: Sequence[str]


class ManifestArticleJson(TypedDict):
    """An article, with the name of its ruleset or library."""

    key: str
    number: str
    of: str
    titles: Titles


class ManifestJson(TypedDict):
    """The parts of a game; the answer of `cartaro describe`."""

    form: Annotated[int, "The version of this form: 1."]
    game: str
    titles: Titles
    edition: NotRequired[str]
    fingerprint: str
    variant_of: NotRequired[str]
    players: Annotated[Sequence[json_forms.Number], "The numbers of players that it is for."]
    chosen_players: json_forms.Number
    sides: Annotated[Sequence[json_forms.Number], "The side of each seat, for the number of players chosen."]
    settings: json_forms.Settings
    house_rules: Sequence[OptionJson]
    attributes: Sequence[AttributeJson]
    cards: Sequence[CardJson]
    zones: Sequence[ManifestZoneJson]
    memory: Sequence[ManifestCellJson]
    acts: Sequence[ManifestActJson]
    turn: Annotated[Sequence[StepJson], "The steps of a turn, in their order."]
    scores: Annotated[Sequence[str], "The headings of the score, in the order of the count."]
    endings: Sequence[EndingJson]
    articles: Sequence[ManifestArticleJson]
    clauses: Sequence[ManifestClauseJson]


def manifest(game: Game) -> ManifestJson:
    """Return the manifest of a game under its choice of house rules and players."""
    ruleset = game.ruleset
    answer: ManifestJson = {
        "form": FORM,
        "game": game.name,
        "titles": _titles(game, game.name, ruleset.title),
        "fingerprint": fingerprint(game),
        "players": ruleset.player_counts,
        "chosen_players": game.players,
        "sides": [side + 1 for side in game.side_of],
        "settings": dict(game.settings),
        "house_rules": [_option(game, option) for option in ruleset.options],
        "attributes": [
            {
                "name": attribute.name,
                "titles": _titles(game, attribute.name, attribute.names),
                "values": [
                    {"name": v.name, "sign": v.sign, "titles": _titles(game, v.name, v.names)} for v in attribute.values
                ],
            }
            for attribute in game.deck.attributes
        ],
        "cards": [_card(game, number, card) for number, card in enumerate(game.deck.cards)],
        "zones": [_zone(game, zone) for zone in game.zones],
        "memory": [
            {
                "name": cell.name,
                "titles": _titles(game, cell.name, cell.names),
                "kind": cell.kind,
                "owner": cell.owner,
                "period": cell.period,
                "type": str(cell.type),
            }
            for cell in game.cells
            if not cell.annex
        ],
        "acts": [_act(game, act) for act in game.acts],
        "turn": [
            {"clause": clause.name, "acts": step.acts, "must": step.must, "often": step.often} for clause, step in game.steps
        ],
        "scores": [clause.name for clause, _ in game.with_sentence(g.Score)],
        "endings": [{"clause": clause.name, "period": sentence.period} for clause, sentence in game.with_sentence(g.Ends)],
        "articles": [
            {"key": one.key, "number": one.number, "of": one.home, "titles": _titles(game, one.number, one.names)}
            for one in ruleset.articles
        ],
        "clauses": [
            {
                "name": clause.name,
                "titles": _titles(game, clause.name, clause.names),
                "kind": type(clause.sentence).__name__.lower(),
                "article": clause.article,
                "cites": clause.cites,
                "despite": clause.despite,
            }
            for clause in game.clauses
        ],
    }
    if ruleset.edition is not None:
        answer["edition"] = ruleset.edition.name
    if ruleset.base is not None:
        answer["variant_of"] = ruleset.base
    return answer


def _titles(game: Game, name: str, names: g.Names) -> dict[str, str]:
    """Return a title in each language: the title written with the declaration, the one under `words`, or the identifier."""
    own, words = dict(names), dict(dict(game.ruleset.words).get(name, ()))
    plain = own.get("") or words.get("") or name.replace("_", " ")
    return {language: own.get(language) or words.get(language) or plain for language in LANGUAGES}


def _option(game: Game, option: g.Option) -> OptionJson:
    return {
        "name": option.name,
        "titles": _titles(game, option.name, option.names),
        "values": [{"value": value, "titles": _titles(game, value, ())} for value in option.values],
        "default": option.default,
        "chosen": game.chosen[option.name],
        "because": {language: text for language, text in option.reason if language},
        "cites": option.cites,
        "article": option.article,
    }


def _card(game: Game, number: int, card: g.Card) -> CardJson:
    values = {measure.name: value for measure in game.deck.measures if (value := measure.values[number]) is not None}
    answer: CardJson = {"code": card.code, "attributes": dict(card.attributes), "values": values}
    if card.kind is not None:
        answer["kind"] = card.kind
    return answer


def _zone(game: Game, zone: g.Zone) -> ManifestZoneJson:
    sight: list[SightJson] = [
        {
            "clause": clause.name,
            "who": "owner" if sentence.own else "everybody",
            "what": "top" if sentence.top else "cards",
            "sees": sentence.yes,
            "always": not clause.when and not clause.unless,
        }
        for clause, sentence in game.sights_of(zone.name)
    ]
    return {
        "name": zone.name, "titles": _titles(game, zone.name, zone.names), "owner": zone.owner, "ordered": zone.ordered,
        "family": zone.family,
        "sight": sight,
    }  # fmt: skip


def _act(game: Game, act: g.Act) -> ManifestActJson:
    parameters: list[ParameterJson] = []
    for parameter in act.parameters:
        entry: ParameterJson = {
            "name": parameter.name, "choice": parameter.choice, "type": str(parameter.type), "unseen": parameter.unseen,
        }  # fmt: skip
        if parameter.answers:
            entry["answers"] = parameter.answers
        parameters.append(entry)
    return {
        "name": act.name,
        "finding": act.finding,
        "parameters": parameters,
        "permissions": [clause.name for clause, _ in game.permissions_of(act.name)],
        "prohibitions": [clause.name for clause, _ in game.prohibitions_of(act.name)],
    }
