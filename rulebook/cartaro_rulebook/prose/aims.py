"""The aim of a game: in the words of its author, or if there are none, to be the first with a number of points, or to have more
than the others, or fewer, or to be the last player left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from cartaro_grammar import PLAYERS_SETTING, IdentityKey, default, is_integer
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import finish_sentence, scope_for
from cartaro_rulebook.prose.composed import elimination, target_of
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.intents import intent
from cartaro_rulebook.prose.schedules import hands_of_match
from cartaro_rulebook.words.naming import in_language
from cartaro_rulebook.words.nouns import plain

AIM = "aim"
"""The name of wordings about the aim."""
SLOT = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=32)
def aim_in_words(one: IdentityKey[g.Game], code: str) -> str:
    """Return the aim of a game in a language, worded by its author or generated, or an empty text if there is none."""
    scope = scope_for(one.values[0], code)
    return aim(scope) or plain(scope.lang.forms.polish(generated_aim(scope) or ""))


def aim(scope: ProseScope) -> str:
    """Return the aim of a game in the words of its author, or an empty text if the author does not give an aim. The author of a
    variant comes before that of its base, and an aim under a house rule before one for every table.
    """
    game, chosen = scope.naming.game, chosen_values(scope.naming.game)
    homes = [game.name, *game.ruleset.bases]

    def rank(wording: g.Wording) -> tuple[int, int]:
        return homes.index(wording.home) if wording.home in homes else len(homes), -len(wording.under)

    found = [
        wording
        for wording in game.ruleset.wordings
        if wording.names == (AIM,)
        and all(chosen.get(option) in values for option, values in wording.under)
        and wording_text(wording, scope) is not None
    ]
    return text_of(min(found, key=rank), scope) if found else ""


def chosen_values(game: g.Game) -> Mapping[str, str]:
    """Return the values of the house rules, and the number of players if the game has only one."""
    return {**game.chosen, **({PLAYERS_SETTING: str(game.players)} if len(game.ruleset.player_counts) == 1 else {})}


def text_of(wording: g.Wording, scope: ProseScope) -> str:
    """Return a wording with the values of the house rules that it names; numbers up to ten are in words."""

    def value(slot: re.Match[str]) -> str:
        if slot[1] == PLAYERS_SETTING:
            return scope.lang.forms.numeral(scope.naming.game.players)
        chosen = scope.naming.game.chosen[slot[1]]
        return scope.lang.forms.numeral(int(chosen)) if is_integer(chosen) else scope.naming.option_value(chosen)

    return SLOT.sub(value, wording_text(wording, scope) or "")


def wording_text(wording: g.Wording, scope: ProseScope) -> str | None:
    """Return a wording in the language of a scope, if it is worded in that language."""
    return in_language(wording.texts, scope.lang.code)


def generated_aim(scope: ProseScope) -> str | None:
    """Word the aim of a game in which the highest or the lowest amount wins the match, perhaps with exceptions; None for other
    games.
    """
    found = _winning(scope.naming.game)
    return None if found is None else finish_sentence(_amount(found[0], found[1], scope), scope, of=found[2].span)


def generated_intent(scope: ProseScope) -> str | None:
    """Word the intent of all players in a hand, if the score of the hand goes to the amount that wins the match."""
    game = scope.naming.game
    found = _winning(game)
    if found is None or elimination(scope) is not None:
        return None
    added = {p.cell.cell for p in game.changes if isinstance(p, g.Add) and isinstance(p.amount, g.ScoreOf)}
    return intent(scope, found[1]) if added == {found[0]} else None


def _winning(game: g.Game) -> tuple[str, Literal["highest", "lowest"], g.Clause] | None:
    """Return the amount of which a player needs most, or least, to win the match, with the clause that states it."""
    found = game.definitions_of(g.WINNER)
    usual = [one for one in found if not one[0].when]
    others = [clause.name for clause, _ in found if clause.when]
    if len(usual) != 1 or not set(others) <= set(game.yields_to(usual[0][0].name)):
        return None
    clause, node = usual[0]
    match node.value:
        case g.Select(_, g.Everyone(), ((which, g.Recall(cell, g.Local())), *_)):
            return cell, which, clause
        case _:
            return default(node.value, None)


def _amount(cell: str, which: Literal["highest", "lowest"], scope: ProseScope) -> str:
    """Word that most of something, or least of it, wins, with the end of the match if it is a number of it or of hands."""
    game, lang, noun = scope.naming.game, scope.lang, scope.naming.cell(cell)
    found = elimination(scope)
    if found is not None and found.winner is not None:
        return lang.text("guide_aim_last_left")
    ends = [clause for clause, node in game.with_sentence(g.Ends) if node.period == "match"]
    target = target_of(ends[0]) if len(ends) == 1 else None
    if target is not None and target[0] == cell:
        return lang.text(f"guide_aim_{which}_of", x=noun.form(True), n=lang.forms.counted(target[1], noun).text)
    counters = (one.name for one in game.cells if one.kind == "counter" and one.period == "match")
    hands = next((number for name in counters if (number := hands_of_match(name, game)) is not None), None)
    if hands is not None:
        after = lang.forms.counted(hands, lang.noun("hand")).text
        return lang.text(f"guide_aim_{which}_after", x=noun.form(True), n=after)
    return lang.text(f"guide_aim_{which}", x=noun.form(True))
