"""The author's wordings that hold of a game under its chosen house rules, each declaration in at most one of them.

A variant's go before its base's, and those before a library's; in one ruleset the one that speaks of more goes first, and of
those the one that stands under more.  One for some numbers of players stands where the game is told for one number.
"""

from __future__ import annotations

import re

from cartaro_grammar import PLAYERS_SETTING
from cartaro_grammar import game as g
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_language

AIM = "aim"
_SLOT = re.compile(r"\{(\w+)\}")


def wordings(scope: ProseScope) -> tuple[g.Wording, ...]:
    """The wordings that are told in a language."""
    game = scope.naming.game
    homes = [game.name, *game.bases]
    known = {AIM, *game.clause, *game.act, *game.cell, *game.zone, *(option.name for option in game.options)}

    chosen = {**game.chosen, **({PLAYERS_SETTING: str(game.players)} if len(game.player_counts) == 1 else {})}

    def rank(wording: g.Wording) -> tuple[int, int, int]:
        home = homes.index(wording.home) if wording.home in homes else len(homes)
        return home, -len(wording.names), -len(wording.under)

    taken: set[str] = set()
    found: list[g.Wording] = []
    for wording in sorted(game.wordings, key=rank):
        stands = all(chosen.get(option) in values for option, values in wording.under)
        if stands and known.issuperset(wording.names) and taken.isdisjoint(wording.names) and _said(wording, scope) is not None:
            taken.update(wording.names)
            found.append(wording)
    return tuple(found)


def text_of(wording: g.Wording, scope: ProseScope) -> str:
    """A wording with the values of the house rules that it names, numbers up to ten in words."""

    def value(slot: re.Match[str]) -> str:
        if slot[1] == PLAYERS_SETTING:
            return scope.lang.forms.numeral(scope.naming.game.players)
        chosen = scope.naming.game.chosen[slot[1]]
        return scope.lang.forms.numeral(int(chosen)) if chosen.isdigit() else scope.naming.option_value(chosen)

    return _SLOT.sub(value, _said(wording, scope) or "")


def _said(wording: g.Wording, scope: ProseScope) -> str | None:
    return in_language(wording.texts, scope.lang.code)
