"""Themes: every fourth game is about something that chance rarely puts together, with claims about just that.

Each is a place where a prover may be wrong: rounds of a deal that leave memory behind, loops in loops, effects whose outcome
depends on the order of the seats, definitions over what is remembered of players, players who leave, cards that lack an
attribute, divisors that are 0 or less.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.differential.phrases import NUMBER_COMPARISONS, Phrases

REDEALS = "redeals"
LOOPS = "loops"
SEATS = "seats"
DEFINITIONS = "definitions"
LEAVING = "leaving"
BARE = "bare"
DIVISORS = "divisors"
THEMES = (REDEALS, LOOPS, SEATS, DEFINITIONS, LEAVING, BARE, DIVISORS)
EACH = 4
"""One game of so many has a theme."""
UNSEEN = "unseen"
UNSEEN_EACH = 32
"""In one game of so many, cards are chosen unseen."""


def theme_of(seed: int) -> str:
    """The theme of the game of a seed; mostly none."""
    if seed % UNSEEN_EACH == 20:
        return UNSEEN
    return THEMES[seed // EACH % len(THEMES)] if seed % EACH == EACH - 1 else ""


def told(theme: str, plain: Phrases, whose: Phrases) -> Callable[[], str] | None:
    """A claim about a theme, if there is one: `plain` speaks of no player, `whose` does."""
    ways = {REDEALS: _redeals, LOOPS: _loops, SEATS: _seats, DEFINITIONS: _definitions, LEAVING: _leaving, BARE: _bare,
            DIVISORS: _divisors}  # fmt: skip
    if theme not in ways:
        return None
    return lambda: ways[theme](plain.random, plain, whose)


def _compared(random: Random) -> str:
    return f"{random.choice(NUMBER_COMPARISONS)} {random.randint(0, 3)}"


def _redeals(random: Random, plain: Phrases, whose: Phrases) -> str:
    """What the rounds of a deal leave behind."""
    mine = [name for name, owner in plain.words.counters.items() if owner == "table" and name != "mani"]
    about = f"{random.choice(mine)} {_compared(random)}"
    return random.choice((f"at the start of every hand, {about}", f"never {about}", f"it can happen {about}"))


def _loops(random: Random, plain: Phrases, whose: Phrases) -> str:
    """What the rounds inside of rounds leave behind."""
    about = f"{random.choice(('dentro', 'fuori', 'number of table', 'number of stock'))} {_compared(random)}"
    return random.choice((f"at the start of every hand, {about}", f"always {about}", f"it can happen {about}"))


def _seats(random: Random, plain: Phrases, whose: Phrases) -> str:
    """What is remembered of each player."""
    about = f"{random.choice(('every', 'no', 'some'))} x in players has n of x {_compared(random)}"
    return random.choice((f"always {about}", f"at the end of every hand, {about}", f"at the end of every turn, {about}"))


def _definitions(random: Random, plain: Phrases, whose: Phrases) -> str:
    """A definition, beside something else."""
    about = f"({random.choice(('guidato', 'not guidato'))} or {whose.truth(0)})"
    return random.choice((f"always {about}", f"at the end of every turn, {about}", f"it can happen not {about}"))


def _leaving(random: Random, plain: Phrases, whose: Phrases) -> str:
    """What may be so when somebody has left."""
    about = random.choice((
        f"number of hand of players {_compared(random)}",
        f"number of stock {_compared(random)}",
        f"(number of hand of players {_compared(random)} and {plain.truth(0)})",
        f"(number of stock {_compared(random)} and {plain.truth(0)})",
    ))  # fmt: skip
    return f"it can happen {about}"


def _bare(random: Random, plain: Phrases, whose: Phrases) -> str:
    """An attribute of a card that may lack it."""
    sense = random.choice(("is", "is not"))
    about = random.choice((
        f"suit of carta {sense} {random.choice(('none', *plain.words.suits))}",
        f"rank of carta {sense} {random.choice(('none', *plain.words.ranks))}",
        f"lowest value of {plain.cards(0)} {_compared(random)}",
        f"(suit of carta {sense} none and {plain.truth(0)})",
    ))  # fmt: skip
    return random.choice((f"always {about}", f"never {about}", f"it can happen {about}", f"at the end of every hand, {about}"))


def _divisors(random: Random, plain: Phrases, whose: Phrases) -> str:
    """A remainder by what need not be more than 0."""
    by = random.choice(("-3", "-2", "(1 - 3)", "0", f"({plain.number(0)})", f"({plain.number(0)} - 2)"))
    about = f"remainder of {plain.added(0)} by {by} {_compared(random)}"
    return random.choice((f"always {about}", f"never {about}", f"at the end of every hand, {about}", f"it can happen {about}"))
