"""Bots of rlcard at our tables, for `tests/bench/strength`: `--pairs good:rlcard-leduc-v1`, and so on.

The bots are rlcard's own agents. They are asked with the hand, the open cards and the legal actions in rlcard's form, as its
environment gives them; what rlcard's environment does of itself (melds, cards laid off after a knock) is done here with its own
choice of melds. rlcard need not be installed: `PYTHONPATH` may name its unpacked source.

- `rlcard-leduc-v1`, `rlcard-leduc-v2`: the two rules for Leduc hold'em. rlcard plays it with blinds of one and two chips, we
  with an ante of one; the rules do not look at the chips.
- `rlcard-limit`: the rule for limit hold'em.
- `rlcard-gin`: the novice for Gin, which puts the best melds aside, throws away the most expensive other card, and knocks as
  soon as it can.

The strategy that rlcard stores for Leduc is a table over numbers of chips, which with its blinds are others than ours, so it
cannot be asked here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from cartaro_engine import GameTable, Opponent
from cartaro_engine.table.tables import KnownCards
from cartaro_interpreter import Move, Rules, View, mask_of

SUITS = {"♥": "H", "♦": "D", "♣": "C", "♠": "S"}
HAND_TO_DISCARD = 11


def indexed(rules: Rules, card: int) -> str:
    """Return a card in rlcard's form: `SQ`, `HT`."""
    code = rules.game.deck.cards[card].code.rstrip("'")
    return SUITS[code[-1]] + ("T" if code[:-1] == "10" else code[:-1])


class BettingBot:
    """A rule of rlcard for a poker game."""

    def __init__(self, rules: Rules, agent: Any, public: str) -> None:
        self.rules, self.agent, self.public = rules, agent, public

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        del known
        acts = {move.act: n for n, move in enumerate(moves)}
        names = {"raise" if act == "bet" else act: n for act, n in acts.items()}
        hand = [indexed(self.rules, card) for card in seen.cards("hand", seen.player) or ()]
        board = [indexed(self.rules, card) for card in seen.cards("board", 0) or ()]
        observed: dict[str, object] = {"hand": hand, "public_cards": board}
        if self.public == "public_card":
            observed = {"hand": hand[0], "public_card": board[0] if board else None}
        state = {"raw_legal_actions": list(names), "raw_obs": observed}
        action = self.agent.step(state)
        if action in names:
            return names[action]
        return names["check"] if "check" in names else names["fold"]


class GinBot:
    """The novice of rlcard for Gin."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules, self.random = rules, Random(seed)
        self.agent: Any = import_module("rlcard.models.gin_rummy_rule_models").GinRummyNoviceRuleAgent
        self.events: Any = import_module("rlcard.games.gin_rummy.utils.action_event")
        self.melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
        self.utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        del known
        hand = seen.cards("hand", seen.player) or ()
        by_act = dict[str, list[int]]()
        for n, move in enumerate(moves):
            by_act.setdefault(move.act, []).append(n)
        if "knock" in by_act:
            return by_act["knock"][0]
        if "meld" in by_act:
            wanted = self._melds(hand)
            for n in by_act["meld"]:
                if self.rules.layout.faces.physical(moves[n].args[0]) in wanted:
                    return n
        for act in ("attach", "show_hand"):
            if act in by_act:
                return by_act[act][0]
        if "discard" in by_act:
            return self._discard(hand, moves, by_act["discard"])
        return int(self.random.random() * len(moves))

    def _card(self, card: int) -> Any:
        code = indexed(self.rules, card)
        return self.utils.card_from_text(code[1] + code[0])

    def _melds(self, hand: Iterable[int]) -> set[int]:
        """Return the melds of a best set of melds, as sets of cards."""
        cards = {str(self._card(card)): card for card in hand}
        mine = [self._card(card) for card in hand]
        clusters: list[Any] = self.melding.get_meld_clusters(hand=mine)
        value = self.utils.get_deadwood_value
        best: list[Any] = max(clusters, key=lambda one: sum(value(card) for meld in one for card in meld), default=list[Any]())
        return {mask_of(cards[str(card)] for card in meld) for meld in best}

    def _discard(self, hand: Sequence[int], moves: Sequence[Move], places: Sequence[int]) -> int:
        """Return a move that the agent chooses; of several that it finds equally good, one at random."""
        if len(hand) != HAND_TO_DISCARD:  # after a knock, when all melds are laid: rlcard's game has no such choice
            return max(places, key=lambda n: self.utils.get_deadwood_value(self._card(moves[n].args[0])))
        discards = [self.events.DiscardAction(card=self._card(moves[n].args[0])) for n in places]
        row = [0] * 52
        for card in hand:
            row[self.utils.get_card_id(self._card(card))] = 1
        state = {"obs": [row], "legal_actions": OrderedDict((one.action_id, None) for one in discards)}
        best = self.agent._get_best_discards(discard_action_events=discards, state=state)  # rlcard's own choice
        wanted = [n for n, one in zip(places, discards, strict=True) if one.card in best] or list(places)
        return wanted[int(self.random.random() * len(wanted))]


def _betting(module: str, name: str, public: str) -> Callable[[GameTable, str], Opponent]:
    def made(table: GameTable, seed: str) -> Opponent:
        del seed
        return BettingBot(table.rules, getattr(import_module(f"rlcard.models.{module}"), name)(), public)

    return made


BOTS: dict[str, Callable[[GameTable, str], Opponent]] = {
    "rlcard-leduc-v1": _betting("leducholdem_rule_models", "LeducHoldemRuleAgentV1", "public_card"),
    "rlcard-leduc-v2": _betting("leducholdem_rule_models", "LeducHoldemRuleAgentV2", "public_card"),
    "rlcard-limit": _betting("limitholdem_rule_models", "LimitholdemRuleAgentV1", "public_cards"),
    "rlcard-gin": lambda table, seed: GinBot(table.rules, seed),
}
