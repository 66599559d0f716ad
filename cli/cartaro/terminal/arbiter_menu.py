"""The arbiter's desk: what may be entered at the table, offered to whoever calls for it.

Nothing is listed that this player may not see: an argument that would tell unseen cards is asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from cartaro.terminal.render import console, move_text, named
from cartaro.terminal.streams import plain
from cartaro_grammar import Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Irregular,
    Member,
    Move,
    NoticedMove,
    Offer,
    Proceedings,
    argument_codes,
    article_of,
    decoded,
    describe,
    irregular,
    judge,
    mask_of,
    offers,
)
from cartaro_rulebook import in_words

Ask = Callable[[], str]
"""A line that the person types."""


class Desk:
    """The desk of one table."""

    def __init__(self, table: Proceedings, language: str, ask: Ask) -> None:
        self.table = table
        self.language = language
        self.ask = ask

    def call(self, player: int) -> Move | NoticedMove | None:
        """What the person enters: a finding, or a move that breaks a rule, unnoticed or noticed at once; None for nothing."""
        out, found = console(), self._entries(player)
        if not found:
            out.print(in_words("table_no_findings", self.language))
            return None
        out.print(in_words("table_findings", self.language), markup=False)
        for number, entry in enumerate(found, 1):
            said = self._finding(entry) if isinstance(entry, Offer) else self._broken(*entry)
            out.print(Text.assemble(f"{number:>3}  ", said))
        out.print(in_words("table_back", self.language), markup=False)
        answer = self.ask()
        if not answer:
            return None
        if len(answer) > 9 or not answer.isdecimal() or not 1 <= int(answer) <= len(found):
            self._refused(answer)
            return None
        entry = found[int(answer) - 1]
        if isinstance(entry, Offer):
            return self._completed(entry)
        broken, at_once = entry
        return NoticedMove(broken.move) if at_once else broken.move

    def _entries(self, player: int) -> list[Offer | tuple[Irregular, bool]]:
        """What may be entered, a move that breaks a rule with whether it is noticed at once; nothing while a ruling asks for an
        act.  What the rules do not decide now is left out.
        """
        table = self.table
        if table.demand:
            return []
        found, broken = offers(table.rules, table.state, player), irregular(table.rules, table.state)
        own = () if isinstance(broken, Diagnostic) else tuple(one for one in broken if one.option.player == player)
        noticed = [(one, at_once) for at_once in (False, True) for one in own if (one.at_once if at_once else one.later)]
        return [*(() if isinstance(found, Diagnostic) else found), *noticed]

    def _finding(self, offer: Offer) -> Text:
        game = self.table.rules.game
        pairs = zip(game.act[offer.act].parameters, offer.args, strict=True)
        given = {p.name: None if value is None else argument_codes(game, p, value) for p, value in pairs}
        text = move_text(game, {"act": offer.act, "args": given}, self.language)
        return text.append(f"   ({self._article(offer.act)})", style="dim")

    def _broken(self, found: Irregular, at_once: bool) -> Text:
        game = self.table.rules.game
        text = move_text(game, {"act": found.move.act, "args": describe(game, found.move)}, self.language)
        clauses = (
            f"{named(game, name, self.language, game.clause[name].names)}, {self._article(name)}"
            for name in (found.at_once if at_once else found.later)
        )
        noticed = in_words("table_noticed" if at_once else "table_unnoticed", self.language)
        return text.append(f"   {noticed} ({'; '.join(clauses)})", style="dim")

    def _article(self, name: str) -> str:
        article = article_of(self.table.rules.game, name)
        return "" if article is None else in_words("ruling_article", self.language, n=article.number)

    # ------------------------------------------------------------------ arguments that are asked for

    def _completed(self, offer: Offer) -> Move | None:
        """The finding with what is open in it given; None where that cannot be."""
        rules, values = self.table.rules, list[int]()
        for parameter, given in zip(rules.game.act[offer.act].parameters, offer.args, strict=True):
            value = self._given(parameter) if given is None else given
            if value is None:
                return None
            values.append(value)
        move = Move(offer.act, tuple(values), ())
        verdict = judge(rules, self.table.state, move)
        if isinstance(verdict, Diagnostic) or not verdict.legal:
            said = move_text(rules.game, {"act": move.act, "args": describe(rules.game, move)}, self.language)
            console().print(in_words("table_not_possible", self.language, x=said.plain), markup=False)
            return None
        return move

    def _given(self, parameter: g.Parameter) -> int | None:
        """An argument typed: cards by their codes, a player or side by its number."""
        game, kind = self.table.rules.game, parameter.type.kind
        cards = kind in ("card", "cards", "group")
        single = isinstance(decoded(parameter.type, 0), Member)
        question = "table_which_card" if cards else "table_which_number"
        console().print(in_words(question, self.language, x=game.deck.cards[0].code), markup=False)
        answer = self.ask()
        known = game.card_number if cards else {str(n + 1): n for n in range(game.sides if kind == "side" else game.players)}
        words = answer.split()
        if not words or any(word not in known for word in words) or (single and len(words) > 1):
            if words:
                self._refused(answer)
            return None
        return known[words[0]] if single else mask_of([known[word] for word in words])

    def _refused(self, answer: str) -> None:
        console().print(in_words("table_no_move", self.language, x=plain(answer[:20])), markup=False)
