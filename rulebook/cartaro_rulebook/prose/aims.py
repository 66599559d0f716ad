"""The aim of a game in the guide if its author states none: to be the first with a number of points, or to have more than the
others, or fewer, or to be the last player left.
"""

from __future__ import annotations

from typing import Literal

from cartaro_grammar import default
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import elimination, target_of
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.schedules import hands_of_match


def generated_aim(scope: ProseScope) -> str | None:
    """Word the aim of a game in which the highest or the lowest amount wins the match, perhaps with exceptions; None for other
    games.
    """
    game = scope.naming.game
    found = game.definitions_of(g.WINNER)
    usual = [one for one in found if not one[0].when]
    others = [clause.name for clause, _ in found if clause.when]
    if len(usual) != 1 or not set(others) <= set(game.yields_to(usual[0][0].name)):
        return None
    clause, node = usual[0]
    match node.value:
        case g.Select(_, g.Everyone(), ((which, g.Recall(cell, g.Local())), *_)):
            return finish_sentence(_amount(cell, which, scope), scope, of=clause.span)
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
