"""Games of other families than fishing: tricks, and turns with bets, requests for cards or standing.

Each function makes the whole sequence of a hand, which `deals`, `acts` and `course` make for other games, and chooses most of
its rules at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.differential import acts, themes
from tests.differential.acts import Act
from tests.differential.draft import Draft
from tests.differential.effects import remember, simply
from tests.differential.phrases import NUMBER_COMPARISONS, Phrases

PLAY = Act("posa card", "posare {card}", acts.CARD, ("card is one of hand",))
BET = Act("punta quanto", "puntare {quanto}", (("", "quanto", "answer"),), ("quanto is either poco or molto",))
ASK = Act("chiede", "chiedere carta")
STAND = Act("sta", "stare")


def tricks(draft: Draft) -> None:
    """Each player plays one card, and the strongest takes all."""
    size, most = len(draft.words.suits) * len(draft.words.ranks) + len(draft.words.special), max(draft.counts)
    draft.places += ['  zone giocata of each player "la carta giocata / le carte giocate"', "  vista: everyone sees giocata",
                     '  counter prese of each player for the hand "la presa / le prese"',
                     '  reference uscito, a suit, for the hand "il seme d\'uscita"',
                     '  reference preso, a player, for the hand "chi ha preso"']  # fmt: skip
    draft.deal += [
        "    mischia: shuffle all cards into stock",
        f"    dare: deal {2 if size >= 2 * most and draft.chance(0.7) else 1} from stock to each hand",
    ]
    if draft.chance(0.3):
        draft.deal.append("    scopre: deal 1 from stock to table")
    _strength(draft)
    acts.declare(draft, PLAY, "move card to giocata")
    draft.steps.append("  gioca: in a turn the player must posa")
    free = draft.rule("libera", "the player may posa")
    draft.words.permissions["posa"] = [free]
    _follows(draft, free)
    draft.rule("esce", "after a posa when number of giocata of players is 1, uscito becomes suit of card")
    whose, to = draft.one("highest", "highest", "lowest"), draft.one("won of side of preso", "won of side of preso", "table")
    draft.rules += [
        "  at the end of the turn",
        f"    prende: preso becomes the player with {whose} forza of giocata when no giocata is empty",
        "    conta_prese: add 1 to prese of preso when no giocata is empty",
        f"    raccoglie: move giocata of players to {to} when no giocata is empty",
    ]
    if draft.chance(0.3):
        draft.rules.append("    pesca: deal 1 from stock to each hand when every giocata is empty and stock is not empty")
    if draft.chance(0.3):
        draft.rule("turno", f"at the end of the turn, {remember(draft)}")
    onward = draft.rule("passa", "the turn passes to the player after player")
    if draft.chance(0.85):
        draft.rule("passa", "the turn passes to preso when preso is not none and every giocata is empty", onward)
    draft.rule("comincia", f"the play begins with {draft.one(draft.seat, f'the player after {draft.seat}')}")
    draft.rule("fine", "the hand ends when every hand is empty")
    _between(draft)
    draft.words.zones["giocata"] = "player"
    draft.words.counters["prese"] = "player"
    draft.words.references |= {"preso": ("player", "table"), "uscito": ("symbol", "table")}


def _strength(draft: Draft) -> None:
    """Write the strength of a card in the trick: by its value, by the suit that was led, or by a trump."""
    draft.places.append("  forza_base: forza of d is total value of d")
    before = "forza_base"
    if draft.chance(0.8):
        draft.places.append(
            "  forza_seme despite forza_base: forza of d is total value of d + 5 when some c in d has suit of c is uscito"
        )
        before = "forza_seme"
    if draft.chance(0.5):
        trump = draft.random.choice(draft.words.suits)
        draft.places.append(
            f"  forza_trionfo despite {before}: forza of d is total value of d + 10 when some c in d has suit of c is {trump}"
        )
    draft.words.functions["forza"] = ("cards", "number")


def _follows(draft: Draft, free: str) -> None:
    if not draft.chance(0.7):
        return
    able = draft.one(" and some c in hand has suit of c is uscito", " and some c in hand has suit of c is uscito", "")
    case = f"giocata of players is not empty and suit of card is not uscito{able}"
    bar = draft.rule("risponde", f"the player may not posa when {case}", free)
    if draft.chance(0.3):
        reported = draft.phrases().binding(("card", "card"))
        draft.rule("salvo", f"the player may posa when {reported.about_card('card', 0)}", bar)


def bets(draft: Draft) -> None:
    """Each player in turn bets, asks for cards or stands."""
    draft.places += ['  counter posta of each player for the hand "la posta / le poste"',
                     '  counter turni for the hand "il turno / i turni"']  # fmt: skip
    draft.deal += ["    mischia: shuffle all cards into stock", "    dare: deal 1 from stock to each hand"]
    acts.declare(draft, ASK, draft.one("deal 1 from stock to hand of player", "move top of stock to hand"))
    few = draft.random.randint(2, 5)
    case = draft.one(
        f"total value of hand is less than {few}",
        f"total value of hand is less than {few} and stock is not empty",
        f"stock is not empty and {draft.phrases().truth(0)}",
    )
    draft.words.permissions["chiede"] = [draft.rule("carta", f"the player may chiede when {case}")]
    acts.declare(draft, STAND, draft.one("nothing", "nothing", simply(draft)))
    draft.words.permissions["sta"] = [draft.rule("resta", f"the player may sta{draft.when(0.15)}")]
    draft.steps.append("  gioca: in a turn the player must sta")
    often = draft.one(" as often as wished", " as often as wished", "")
    draft.steps.append(f"  asks: in a turn, before gioca, the player may chiede{often}")
    if draft.chance(0.7):
        acts.declare(draft, BET, "nothing")
        draft.words.permissions["punta"] = [draft.rule("posta_lecita", "the player may punta")]
        whose = draft.one("", f" when player is not {draft.seat}")
        draft.steps.append(f"  scommette: in a turn, before asks, the player must punta{whose}")
        draft.rule("poca", "after a punta when quanto is poco, add 1 to posta")
        draft.rule("molta", f"after a punta when quanto is molto, {draft.one('add 2 to posta', remember(draft))}")
    draft.rule("conta_turni", "at the end of the turn, add 1 to turni")
    draft.rule("comincia", f"the play begins with {draft.one(draft.seat, f'the player after {draft.seat}')}")
    draft.rule("passa", f"the turn passes to the player {draft.one('after', 'before')} player")
    draft.rule("fine", f"the hand ends when turni {draft.one('=', 'is at least')} number of players")
    if draft.chance(0.3):
        draft.rule("sballa", f"at the end of the turn, end the hand when total value of hand is more than {few}")
    _between(draft)
    draft.words.counters |= {"posta": "player", "turni": "table"}


def _between(draft: Draft) -> None:
    """Write the events between two hands."""
    if draft.chance(0.4):
        draft.perhaps("via", f"at the end of the hand, {remember(draft, start=True)}")
    if "dealer" in draft.words.references:
        draft.rule("cambio", "at the end of the hand, dealer becomes the player after dealer")
    draft.rule("conta_mani", f"at the {draft.one('end', 'count')} of the hand, add 1 to mani")


COURSES: Mapping[str, Callable[[Draft], None]] = {themes.TRICKS: tricks, themes.BETS: bets}


def phrase(theme: str, random: Random, plain: Phrases, whose: Phrases) -> str:
    """Make a claim about the course of such a game."""
    few = f"{random.choice(NUMBER_COMPARISONS)} {random.randint(0, 3)}"
    about = {
        themes.TRICKS: (
            f"number of giocata of players {few}",
            "preso is not none",
            f"every x in players has number of giocata of x {few}",
            f"total of prese of x over x in players {few}",
            f"some x in players has number of hand of x = number of hand of the player after x and {plain.truth(0)}",
        ),
        themes.BETS: (
            f"every x in players has posta of x {few}",
            f"turni {few}",
            f"some x in players has number of hand of x {few}",
            f"total value of hand of player {few}",
        ),
    }[theme]
    said = random.choice(about)
    moments = ["always", "never", "it can happen", "at the end of every turn,", "at the end of every hand,"]
    moment = random.choice(moments[:4] if "of player " in said else moments)
    return f"{moment} {said}"
