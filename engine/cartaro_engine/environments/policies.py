"""Policies as opponents: a policy that was learnt from batches of games can play at any table, word by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartaro_engine.environments.episode import Observer
from cartaro_engine.memory.features import Alphabet, Features
from cartaro_engine.table.tables import KnownCards
from cartaro_interpreter import Move, Rules, View, choice_of

Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], "int | np.integer[Any]"]
"""Chooses a word from the observation of a seat and the mask of the legal words, as `GameBatch` has them."""


class PolicyOpponent:
    """An opponent that spells its moves by a policy. It raises `ValueError` if the policy chooses a word that the mask
    excludes.
    """

    def __init__(self, rules: Rules, policy: Policy) -> None:
        self._game, self._policy = rules.game, policy
        self._alphabet = Alphabet(rules.game)
        self._observer = Observer(rules, Features(rules, self._alphabet))

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """The index of the move chosen."""
        spelt = [self._alphabet.spelling(choice_of(self._game, move)) for move in moves]
        left, words = list(range(len(moves))), tuple[int, ...]()
        while len({spelt[place] for place in left}) > 1:
            legal = {spelt[place][len(words)] for place in left}
            word = next(iter(legal)) if len(legal) == 1 else self._word(seen, known, words, legal)
            left, words = [place for place in left if spelt[place][len(words)] == word], (*words, word)
        return left[0]

    def _word(self, seen: View, known: KnownCards, words: tuple[int, ...], legal: set[int]) -> int:
        observation = np.array(self._observer.numbers(seen, known, words), dtype=np.float32)
        mask = np.zeros(len(self._alphabet.names), dtype=np.bool_)
        mask[list(legal)] = True
        word = int(self._policy(observation, mask))
        if word not in legal:
            raise ValueError(f"the policy chose {word}, which is not legal here")
        return word
