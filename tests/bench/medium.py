"""Games of medium size: how much of them `cartaro verify` decides, and whether play contradicts a verdict.

`python -m tests.bench.medium 40 --minutes 2 --jobs 2` writes games of 20 to 40 cards (tricks with bids and trumps, captures,
melds, cards laid on a pile) and decides each in a separate process, with an empty cache and a limit of processor time. It
decides each game once more with a small pack, the same rules and the same claims, and compares every verdict with all possible
play there. A line for each game shows the decided subjects, the processor time, the memory, the undecided subjects, and the
number of wrong verdicts on the small game. The exit code is 1 if a verdict was wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.bench.authors import CHECKOUT, decided
from tests.differential.comparison import TITLE, Case, Texts, compare

SUITS = ("rosso", "nero", "verde", "giallo")
RANKS = ("asso", "due", "tre", "quattro", "cinque", "sei", "sette", "fante", "donna", "re")


class Size(NamedTuple):
    """The numbers of suits and ranks of a pack, of players, and of cards that each of them is dealt."""

    suits: int
    ranks: int
    players: int
    each: int

    @property
    def cards(self) -> int:
        return self.suits * self.ranks


@dataclass
class Medium:
    """A game under construction, in one size; the same seed gives the same rules in every size."""

    random: Random
    size: Size
    places: list[str] = field(default_factory=list[str])
    deal: list[str] = field(default_factory=list[str])
    rules: list[str] = field(default_factory=list[str])
    claims: list[str] = field(default_factory=list[str])
    libraries: str = ""
    replaced: list[str] = field(default_factory=list[str])
    """Clauses in place of those of a library."""
    scores: list[str] = field(default_factory=list[str])

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def ends_at(self, least: int, most: int) -> None:
        """The match goes to a number of points between two limits."""
        self.scores += ["  vince: the winner is the side with highest points"]
        self.scores += [f"  arrivo: the match ends when some side has points at least {self.random.randint(least, most)}"]

    def texts(self) -> Texts:
        """Return the ruleset and its annex; each claim comes with a probability, so that games differ in their claims too."""
        pack = [f'    {name} "{name[0].upper()}" "il {name} / i {name}"' for name in SUITS[: self.size.suits]]
        ranks = [
            f'    {name} "{number}" {number} {3 * (number % 4 == 1)} "il {name} / i {name}"'
            for number, name in enumerate(RANKS[: self.size.ranks], 1)
        ]
        sides = "opposite players" if self.size.players == 4 else "single players"
        use = [f"  use {self.libraries}"] if self.libraries else []
        lines = [f"game {TITLE}", f'  title "{TITLE}"', '  source T "Home" covers T1', *use, "", *self.replaced]
        lines += ['article 1 "Pack" (T1)', "  semi: every card has a suit", *pack]
        lines += ["  valori: every card has a rank with strength, worth", *ranks]
        lines += [
            '  mazzo "mazzo": the pack has 1 of every rank and suit',
            f"  giocatori: there are {self.size.players} players",
        ]
        lines += ["  senso: play runs clockwise", f"  parti: the sides are {sides}", ""]
        lines += ['article 2 "Places" (T1)', *self.places, ""] if self.places else []
        lines += [
            'article 3 "Course" (T1)',
            *self.rules,
            "  at the start of the hand",
            "    mischia: shuffle all cards into stock",
        ]
        lines += [*self.deal, *self.scores]
        kept = [claim for claim in self.claims if self.chance(0.8)]
        claims = [f'claim c{number} "c{number}"\n  {claim}' for number, claim in enumerate(kept)]
        return Texts("\n".join(lines) + "\n", f'annex prove of {TITLE}\n  title "Prove"\n' + "\n".join(claims) + "\n")


PLACES_OF_CAPTURES = """\
  pile stock "il mazzo"
  zone table "la tavola (su)"
  zone hand of each player "la mano / le mani"
  zone won of each side "le prese (pl)"
  tavola: everyone sees table
  propria: each player sees hand
  counter points of each side for the match "il punto / i punti"
  counter sweeps of each side for the hand "la scopa / le scope"
  reference dealer, a player, for the match "il mazziere", at first the last player
  reference taker, a side, for the hand "chi ha preso per ultimo"
"""
CAPTURES = """\
  act take taken with card
    says "prendere {{taken}} con {{card}}"
    card is one of hand
    taken is {taken} of table
    move card, taken to won
    taker becomes side
  act lay card
    says "lasciare {{card}}"
    card is one of hand
    move card to table
  pari: the player may take when {equal}
  lascia: the player may lay
  gioca: in a turn the player must take or lay
  scopa: after a take when table is empty, add 1 to sweeps
  di_mano: the play begins with the player after dealer
  passa: the turn passes to the player after player
  fine: the hand ends when every hand is empty and number of stock is less than {round}
  cambio: at the end of the hand, dealer becomes the player after dealer
  somma: at the count of the hand, add score of side to points for each side
"""
PLACES_OF_SHEDDING = """\
  pile stock "il mazzo"
  pile heap "il pozzo / i pozzi"
  zone hand of each player "la mano / le mani"
  propria: each player sees hand
  cima: everyone sees top of heap
  counter points of each side for the match "il punto / i punti"
  counter drawn for the hand "la carta pescata / le carte pescate"
  reference dealer, a player, for the match "il mazziere", at first the last player
"""
SHEDDING = """\
  act lay card
    says "giocare {{card}}"
    card is one of hand
    move card to heap
  act draw
    says "pescare"
    deal 1 from stock to hand
    add 1 to drawn
  segue: the player may lay when suit of card = suit of top of heap or rank of card = rank of top of heap
  pesca: the player may draw{unless}
  gioca: in a turn the player must lay or draw
  di_mano: the play begins with the player after dealer
  passa: the turn passes to the player after player
  fine: the hand ends when some hand is empty or stock is empty
  cambio: at the end of the hand, dealer becomes the player after dealer
  somma: at the count of the hand, add score of side to points for each side
"""
PLACES_OF_MELDS = """\
  pile stock "il mazzo"
  pile heap "il pozzo / i pozzi"
  zone hand of each player "la mano / le mani"
  zone laid of each player "le carte calate (pl)"
  propria: each player sees hand
  calate: everyone sees laid
  cima: everyone sees top of heap
  counter points of each side for the match "il punto / i punti"
  reference dealer, a player, for the match "il mazziere", at first the last player
"""
MELDS = """\
  act draw
    says "pescare"
    deal 1 from stock to hand
  act pick_up
    says "raccogliere"
    move top of heap to hand
  act meld cards
    says "calare {{cards}}"
    cards is some of hand
    move cards to laid
  act discard card
    says "scartare {{card}}"
    card is one of hand
    move card to heap
  pesca: the player may draw
  raccoglie: the player may pick_up
  uguali: the player may meld when number of cards is at least {least} and cards is alike in rank
  scarta: the player may discard
  gioca: in a turn the player must draw{pick_up}
  cala: in a turn, after gioca, the player may meld as often as wished
  chiude: in a turn, after cala, the player must discard when hand is not empty
  di_mano: the play begins with the player after dealer
  passa: the turn passes to the player after player
  fine: the hand ends when some hand is empty or stock is empty
  cambio: at the end of the hand, dealer becomes the player after dealer
  somma: at the count of the hand, add score of side to points for each side
"""
BIDS = """\
  act offer amount
    says "dichiarare {{amount}}"
    amount is a number from 0 to {highest}
    bid becomes amount
    spoken becomes true
  asta: bidding means taker is none
  dichiara: the player may offer when bidding and not spoken
  prima_asta despite libera: the player may not play when bidding
  dichiara_poi despite esce: the turn passes to the player after player when bidding
  apre: after an offer{all}, taker becomes {first}
"""


def tricks(game: Medium) -> None:
    """A trick game: following suit, a trump, bids and cards drawn from the stock are chosen at random."""
    size = game.size
    follow, trump, bids = (
        game.chance(0.7),
        game.random.choice(("", "fixed", "turned")),
        game.random.choice(("", "", "all", "one")),
    )
    left, draws = size.cards - size.players * size.each, game.chance(0.5)
    game.libraries = ", ".join(["tricks", *(["following"] if follow else []), *(["trumps"] if trump else [])])
    if draws:
        again = "every played is empty and stock is not empty"
        game.rules += ["  at the end of the turn", f"    pesca: deal 1 from stock to each hand, from taker when {again}"]
        left -= left // size.players * size.players
        game.claims += [f"always every x in players has number of hand of x is at most {size.each}"]
    if bids:
        highest = min(size.each, 3)
        game.places += ['  counter bid of each player for the hand "la dichiarazione / le dichiarazioni"']
        game.places += ['  flag spoken of each player for the hand "ha parlato"']
        all_speak, first = (
            (" when every x in players has spoken of x", "the player after dealer") if bids == "all" else ("", "player")
        )
        game.rules += BIDS.format(highest=highest, all=all_speak, first=first).splitlines()
        game.replaced += ["in article 3 of tricks replace gioca", "  gioca: in a turn the player must offer or play", ""]
        game.claims += [
            f"at the end of every hand, total of bid of x over x in players is at most {highest * size.players}",
            "always taker is not none or played of players is empty",
            f"it can happen bid of the last player = {highest}",
        ]
    game.deal += [f"    dare: deal {size.each} from stock to each hand"]
    if trump == "fixed":
        game.deal += [f"    briscola: trump_suit becomes {SUITS[0]}"]
    elif trump == "turned":
        game.deal += ["    briscola: trump_suit becomes suit of top of stock when stock is not empty"]
    game.scores += [f"  conta: each side scores {game.random.choice(('number of won of side', 'total worth of won of side'))}"]
    if game.chance(0.5):
        game.scores += ["  ultima: each side scores 1 when side is side of taker"]
    game.ends_at(5, 20)
    level = "every x in players has every y in players has number of hand of x = number of hand of y"
    game.claims += [
        f"at the end of every hand, number of won of sides = {size.cards - left}",
        f"at the end of every hand, number of won of sides + number of stock = {size.cards}",
        "always every x in players has number of played of x is at most 1",
        "at the end of every hand, every x in sides has won of x is not empty",
        f"always played of players is not empty or {level}",
        "at the end of every hand, total of conta of x over x in sides is at least 1",
        "after every play, played of players is not empty",
        f"always every x in players has number of hand of x + number of stock is at most {size.cards}",
    ]


def captures(game: Medium) -> None:
    """A fishing game: an equal card, or a sum, is captured; sweeps, and the rest of the table, may count."""
    size = game.size
    sums, duty, rest = game.chance(0.6), game.chance(0.5), game.chance(0.7)
    table = min(4, size.cards - size.players * size.each) if game.chance(0.7) else 0
    each_round = size.players * size.each
    equal = "total strength of taken = strength of card" if sums else "rank of taken = rank of card"
    game.places += PLACES_OF_CAPTURES.splitlines()
    game.rules += CAPTURES.format(taken="some" if sums else "one", equal=equal, round=each_round).splitlines()
    if duty:
        game.rules += ["  deve despite lascia: the player may not lay when the player can take with card"]
    if rest:
        game.rules += ["  resto: at the end of the hand unless taker is none, move table to won of taker"]
    game.deal += [f"    dare: deal {size.each} from stock to each hand"]
    game.deal += [f"    tavola_iniziale: deal {table} from stock to table"] if table else []
    if size.cards - table >= 2 * each_round:
        enough = f"every hand is empty and number of stock is at least {each_round}"
        game.rules += ["  at the end of the turn", f"    ridare: deal {size.each} from stock to each hand when {enough}"]
    game.scores += ["  carte: the side with highest number of won scores 1", "  scope: each side scores sweeps"]
    game.ends_at(3, 11)
    game.claims += [
        f"always number of stock + number of table + number of hand of players + number of won of sides = {size.cards}",
        f"at the start of every hand, number of table = {table}",
        f"always every x in players has number of hand of x is at most {size.each}",
        "always taker is not none or every x in sides has won of x is empty",
        "at the end of every hand, total of carte of x over x in sides is at most 1",
        "at the end of every hand, every x in sides has won of x is not empty",
        f"before every take, {equal}",
        f"at the end of every hand, number of won of sides = {size.cards}",
        "before every lay, not the player can take with card",
    ]


def shedding(game: Medium) -> None:
    """A game of a common pile: a card of the same suit or rank is laid on it, or one is drawn, until somebody has none left."""
    size = game.size
    bound, cost = game.chance(0.5), game.random.choice(("number of hand of players", "total worth of hand of players"))
    game.places += PLACES_OF_SHEDDING.splitlines()
    game.rules += SHEDDING.format(unless=" unless the player can lay" if bound else "").splitlines()
    game.deal += [f"    dare: deal {size.each} from stock to each hand", "    scopre: deal 1 from stock to heap"]
    game.scores += [f"  vuota: each side scores {cost} when some x in players has (side of x is side and hand of x is empty)"]
    game.ends_at(5, 30)
    rest = size.cards - size.players * size.each - 1
    game.claims += [
        f"always number of stock + number of heap + number of hand of players = {size.cards}",
        "always heap is not empty",
        f"always drawn + number of stock = {rest}",
        f"always drawn is at most {rest}",
        "at the end of every hand, stock is empty or some x in players has hand of x is empty",
        "before every draw, not the player can lay",
        "at the end of every hand, some x in players has hand of x is empty",
        f"it can happen drawn = {rest}",
    ]


def melds(game: Medium) -> None:
    """A game of melds: a card is drawn, cards of one rank or runs of a suit are laid down, and a card is discarded."""
    size, (open_pile, runs) = game.size, (game.chance(0.5), game.chance(0.5))
    least = min(3, size.suits)
    game.places += PLACES_OF_MELDS.splitlines()
    game.rules += MELDS.format(least=least, pick_up=" or pick_up" if open_pile else "").splitlines()
    if runs:
        run = f"number of cards is at least {least} and cards is alike in suit and cards is consecutive in strength"
        game.rules += [f"  scala: the player may meld when {run}"]
    game.deal += [f"    dare: deal {size.each} from stock to each hand", "    scopre: deal 1 from stock to heap"]
    game.scores += ["  valore: each side scores total of number of laid of x over x in side"]
    game.ends_at(5, 30)
    game.claims += [
        f"always number of stock + number of heap + number of hand of players + number of laid of players = {size.cards}",
        f"always every x in players has number of hand of x is at most {size.each + 1}",
        f"before every meld, number of cards is at least {least}",
        "before every meld, cards is alike in rank",
        "always heap is not empty",
        f"at the end of every hand, some x in players has number of laid of x is at least {least}",
        "at the end of every hand, stock is empty or some hand is empty",
        f"it can happen number of laid of the last player = {least}",
    ]


FAMILIES = (tricks, captures, shedding, melds)
LARGE = {
    "tricks": (Size(4, 10, 4, 10), Size(4, 10, 2, 3), Size(4, 9, 3, 4), Size(4, 6, 4, 5), Size(3, 8, 3, 8), Size(4, 8, 2, 8)),
    "captures": (Size(4, 10, 2, 3), Size(4, 10, 3, 3), Size(4, 8, 2, 4), Size(4, 7, 2, 6), Size(4, 6, 3, 4), Size(4, 10, 4, 9)),
    "melds": (Size(4, 8, 2, 6), Size(4, 10, 2, 7), Size(4, 10, 3, 6), Size(4, 6, 2, 5)),
    "shedding": (Size(4, 8, 3, 5), Size(4, 10, 2, 7), Size(4, 6, 2, 5), Size(4, 10, 4, 5), Size(4, 5, 3, 3)),
}
SMALL = {"tricks": Size(2, 3, 2, 2), "captures": Size(2, 3, 2, 1), "melds": Size(2, 3, 2, 1), "shedding": Size(2, 3, 2, 1)}


def medium(seed: int, *, small: bool = False) -> Texts:
    """Return the texts of a game of a seed, in its own size or with a small pack."""
    random = Random(f"medium {seed}")
    family = FAMILIES[seed % len(FAMILIES)]
    size = random.choice(LARGE[family.__name__])
    game = Medium(random, SMALL[family.__name__] if small else size)
    family(game)
    return game.texts()


def wrong(seed: int) -> list[str]:
    """Return the wrong verdicts on the small game of a seed; raise ValueError if it has a mistake."""
    texts = medium(seed, small=True)
    with tempfile.TemporaryDirectory() as folder:
        game, mistakes = texts.loaded(Path(folder))
    if game is None:
        raise ValueError(f"{seed}: {mistakes}\n{texts.rules}")
    return [f"{one.name}: {one.said}, but {one.truth}" for one in compare(Case(seed, texts, game)).wrong]


def line(seed: int, minutes: float) -> tuple[str, int]:
    """Decide both games of a seed; return the line to print and the number of wrong verdicts."""
    texts = medium(seed)
    with tempfile.TemporaryDirectory() as folder:
        game, mistakes = texts.loaded(Path(folder))
        if game is None:
            raise ValueError(f"{seed}: {mistakes}\n{texts.rules}")
        shown = decided(Path(folder) / f"{TITLE}.regole", CHECKOUT, minutes)
    faults = wrong(seed)
    return f"{seed:4} {FAMILIES[seed % len(FAMILIES)].__name__:9}{shown}  {len(faults)} wrong {' '.join(faults)}", len(faults)


def _lines(first: int, games: int, minutes: float, jobs: int) -> Iterator[tuple[str, int]]:
    seeds = range(first, first + games)
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        yield from pool.map(line, seeds, [minutes] * games)


def main() -> None:
    """Measure, and print one line for each game and the sums."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.medium", description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    known = total = bad = 0
    for text, faults in _lines(arguments.first, arguments.games, arguments.minutes, arguments.jobs):
        number, _, whole = text[14:].strip().split(" ")[:3]
        known, total, bad = known + int(number), total + int(whole), bad + faults
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{known} of {total} decided, {bad} wrong\n")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
