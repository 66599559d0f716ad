"""Themes: every fourth game is about something that is rare in random games, and its claims are about the same thing.

Each theme is a matter on which a prover may be wrong: rounds of a deal that leave memory behind, loops in loops, effects whose
outcome depends on the order of the seats, definitions over the memory of players, players who leave, cards that lack an
attribute, divisors that are 0 or less. One in three of the other games is about the start of the match, the number of players
left, tricks or bets, or has a pack of one suit.
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
"""One game in this many has a theme."""
UNSEEN = "unseen"
UNSEEN_EACH = 32
"""In one game in this many, cards are chosen unseen."""
STARTS = "starts"
COMPANY = "company"
ONE_SUIT = "one suit"
TRICKS = "tricks"
BETS = "bets"
MORE_THEMES = {1: STARTS, 8: TRICKS, 13: COMPANY, 17: ONE_SUIT, 20: TRICKS, 21: STARTS, 22: BETS}
"""Themes by the remainder of the seed divided by `MORE_EACH`. No test had pinned a seed with one of these remainders before
they were added.
"""
MORE_EACH = 24
"""These themes begin at this seed; earlier seeds make the same games as before."""
NUMBERS = "numbers"
NUMBERS_AT = (14, 33, 36, 42)
"""The remainders of the seed divided by `NUMBERS_EACH`, from that seed on, whose games name, divide and deal by numbers and
suits.
"""
NUMBERS_EACH = 48

SETS = "sets"
SETS_AT = (29, 77)
"""The remainders of the seed divided by `SETS_EACH` whose games count and compare the sets of some cards; no test had pinned a
seed with one of them.
"""
SETS_EACH = 96


def theme_of(seed: int) -> str:
    """Return the theme of the game of a seed; for most seeds there is none."""
    if seed % UNSEEN_EACH == 20:
        return UNSEEN
    if seed % SETS_EACH in SETS_AT:
        return SETS
    if seed % EACH == EACH - 1:
        return THEMES[seed // EACH % len(THEMES)]
    if seed >= NUMBERS_EACH and seed % NUMBERS_EACH in NUMBERS_AT:
        return NUMBERS
    return MORE_THEMES.get(seed % MORE_EACH, "") if seed >= MORE_EACH else ""


def phrase_of_theme(theme: str, plain: Phrases, whose: Phrases) -> Callable[[], str] | None:
    """Write a claim about a theme, if there is one; `plain` is used if it mentions no player, `whose` if it does."""
    ways = {REDEALS: _redeals, LOOPS: _loops, SEATS: _seats, DEFINITIONS: _definitions, LEAVING: _leaving, BARE: _bare,
            DIVISORS: _divisors, STARTS: _starts, COMPANY: _company, NUMBERS: _numbers}  # fmt: skip
    if theme not in ways:
        return None
    return lambda: ways[theme](plain.random, plain, whose)


def _compared(random: Random) -> str:
    return f"{random.choice(NUMBER_COMPARISONS)} {random.randint(0, 3)}"


def _redeals(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Memory that one round of a deal leaves for the next."""
    mine = [name for name, owner in plain.words.counters.items() if owner == "table" and name != "mani"]
    about = f"{random.choice(mine)} {_compared(random)}"
    return random.choice((f"at the start of every hand, {about}", f"never {about}", f"it can happen {about}"))


def _loops(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Memory that nested rounds leave for later rounds."""
    about = f"{random.choice(('dentro', 'fuori', 'number of table', 'number of stock'))} {_compared(random)}"
    return random.choice((f"at the start of every hand, {about}", f"always {about}", f"it can happen {about}"))


def _seats(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Memory of each player."""
    about = f"{random.choice(('every', 'no', 'some'))} x in players has n of x {_compared(random)}"
    return random.choice((f"always {about}", f"at the end of every hand, {about}", f"at the end of every turn, {about}"))


def _definitions(random: Random, plain: Phrases, whose: Phrases) -> str:
    """A definition, next to something else."""
    about = f"({random.choice(('guidato', 'not guidato'))} or {whose.truth(0)})"
    return random.choice((f"always {about}", f"at the end of every turn, {about}", f"it can happen not {about}"))


def _leaving(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Conditions that may hold when somebody has left."""
    about = random.choice((
        f"number of hand of players {_compared(random)}",
        f"number of stock {_compared(random)}",
        f"(number of hand of players {_compared(random)} and {plain.truth(0)})",
        f"(number of stock {_compared(random)} and {plain.truth(0)})",
    ))  # fmt: skip
    return f"it can happen {about}"


def _bare(random: Random, plain: Phrases, whose: Phrases) -> str:
    """An attribute that some cards lack."""
    sense = random.choice(("is", "is not"))
    about = random.choice((
        f"suit of carta {sense} {random.choice(('none', *plain.words.suits))}",
        f"rank of carta {sense} {random.choice(('none', *plain.words.ranks))}",
        f"lowest value of {plain.cards(0)} {_compared(random)}",
        f"(suit of carta {sense} none and {plain.truth(0)})",
    ))  # fmt: skip
    return random.choice((f"always {about}", f"never {about}", f"it can happen {about}", f"at the end of every hand, {about}"))


def _numbers(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Numbers that can be named, and quotients."""
    named = f"cifra {_compared(random)}"
    by = f"divided by {random.choice(('2', '2', '3', '(number of table)'))}, rounded {random.choice(('down', 'up'))}"
    about = f"{plain.added(0)} {by} {_compared(random)}"
    return random.choice((
        f"before every offre, {named}",
        f"after every offre, ({named} or {whose.truth(0)})",
        f"it can happen after offre, {named}",
        f"it can happen after chiama, seme {random.choice(('is', 'is not'))} {random.choice(plain.words.suits)}",
        f"always {about}",
        f"it can happen {about}",
        f"always ({random.choice(('player can', 'player cannot'))} offre or {whose.truth(0)})",
    ))  # fmt: skip


def _divisors(random: Random, plain: Phrases, whose: Phrases) -> str:
    """A remainder by a divisor that may be 0 or less."""
    by = random.choice(("-3", "-2", "(1 - 3)", "0", f"({plain.number(0)})", f"({plain.number(0)} - 2)"))
    about = f"remainder of {plain.added(0)} by {by} {_compared(random)}"
    return random.choice((f"always {about}", f"never {about}", f"at the end of every hand, {about}", f"it can happen {about}"))


def _starts(random: Random, plain: Phrases, whose: Phrases) -> str:
    """Memory set at the start of the match, conditions before anybody plays, and the question whether a clause applies."""
    about = random.choice(("detto", "detto", "avvio is not none", f"volte {_compared(random)}", f"volte {_compared(random)}"))
    mine = random.choice(("mia", f"(mia or {plain.truth(0)})"))
    case = f"{random.choice(plain.words.clauses)} applies"
    return random.choice((
        f"always {about}",
        f"it can happen not ({about})",
        f"it can happen (not ({about}) and mani is 1)",
        f"at the start of every hand, {about}",
        f"at the start of every hand, {random.choice(('', 'not '))}{mine}",
        f"at the end of every hand, {mine}",
        f"{random.choice(('always', 'never', 'it can happen'))} {case}",
        f"at the {random.choice(('start', 'end'))} of every turn, ({case} or {whose.truth(0)})",
        f"at the start of every hand, {case}",
    ))  # fmt: skip


def _company(random: Random, plain: Phrases, whose: Phrases) -> str:
    """How many players are left, as a condition on each player or side."""
    kind = random.choice(("player", "side"))
    inner = plain.binding(("q", kind))
    left = f"number of {kind}s {_compared(random)}"
    about = f"{random.choice(('every', 'some', 'no'))} q in {kind}s has "
    about += random.choice((left, f"({left} and {inner.number_of('q', kind)} {_compared(random)})"))
    return random.choice((f"always {about}", f"at the end of every hand, {about}", f"it can happen {about}"))
