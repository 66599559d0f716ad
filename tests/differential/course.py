"""Consequences of an act, a turn and a hand; who is next; the count, and the end."""

from __future__ import annotations

from random import Random

from tests.differential import themes
from tests.differential.draft import Draft
from tests.differential.effects import remember
from tests.differential.phrases import Phrases


def consequences(draft: Draft) -> None:
    for act in list(draft.words.acts):
        for _ in range(draft.random.choice([0, 1, 1, 2])):
            bound = [(name, kind) for _, name, kind in draft.words.acts[act] if kind in ("card", "cards", "player")]
            reported = draft.phrases().binding(*bound)
            name = draft.rule("segue", f"after a {act}, {_effect(draft, reported)}")
            if draft.chance(0.15):
                draft.rule("niente", f"after a {act} when {reported.truth(0)}, nothing", name)
    if draft.theme == themes.SEATS:
        _chain(draft)
    for _ in range(draft.random.choice([0, 0, 1, 2])):
        draft.perhaps("turno", f"at the end of the turn, {_effect(draft, draft.phrases(), turn=True)}")
    if draft.chance(0.15):
        draft.rule("comincia_turno", f"at the start of the turn, {remember(draft)}")


def _chain(draft: Draft) -> None:
    """Pass the memory of each player on from neighbour to neighbour, one after the other."""
    draft.rule("segna", draft.one("after a keep, add 1 to n", "after a keep, n becomes value of card"))
    neighbour = draft.one("the player before player", "the player after player")
    moment = draft.one("at the end of the turn", "at the end of the turn", "after a keep", "at the end of the hand")
    draft.rule("catena", f"{moment}, n becomes n of {neighbour} for each player{draft.when(0.2, draft.phrases(player=False))}")


def _effect(draft: Draft, told: Phrases, *, turn: bool = False) -> str:
    cards = told.of("card")
    ways = [remember(draft, phrases=told)] * 6
    if draft.chance(0.3):
        if cards:
            ways += [f"move {cards[0]} to table{draft.when(0.5, told)}"]
        ways += [
            f"move table to won of {told.side()}{draft.when(0.7, told)}",
            f"deal 1 from stock to table{draft.when(0.8, told)}",
        ]
    if draft.chance(0.15) and not turn:
        ways += [f"end the turn{draft.when(0.7, told)}"]
    if draft.chance(0.12):
        ways += [f"end the hand{draft.when(0.9, told)}", f"void the hand{draft.when(0.9, told)}"]
    return draft.random.choice(ways)


def _start_of_match(draft: Draft) -> None:
    """Write the events before the first hand: memory is set, cards are drawn, seats are changed."""
    lines: list[str] = []
    if draft.chance(0.4):
        lines += [
            "    mischia_prima: shuffle all cards into stock",
            "    scopre_prima: deal 1 from stock to table",
            draft.one("    conta_prima: volte becomes total value of table", "    conta_prima: volte becomes number of table"),
        ]
        if draft.chance(0.3):
            lines.append("    rifa_prima: repeat from mischia_prima when volte is 1")
    lines.append(f"    avvia: avvio becomes {draft.one('the last player', 'the player after the last player')}")
    if draft.chance(0.8):
        lines.append(f"    dice_prima: detto becomes true{draft.when(0.15, draft.phrases(player=False))}")
    if draft.chance(0.4):
        lines.append(f"    altro_prima: {remember(draft, start=True)}")
    if draft.counts == (2,) and draft.chance(0.3):
        lines.append("    posti: seat the player after avvio, avvio")
    if draft.chance(0.1):
        lines.append(f"    subito: end the match when {draft.phrases(player=False).truth(0)}")
    draft.rules += ["  at the start of the match", *lines]
    if draft.chance(0.3):
        draft.rule("ultimo_atto", f"at the end of the match, {remember(draft, start=True)}")
    if draft.chance(0.3):
        draft.rule("cambia_avvio", "at the end of the hand, avvio becomes the player after avvio")


def course(draft: Draft) -> None:
    words, reported = draft.words, draft.phrases(player=False)
    first = draft.one(draft.seat, draft.seat, f"the player after {draft.seat}")
    if "dealer" in words.references:
        first = draft.one("the player after dealer", "dealer", first)
    if draft.theme == themes.STARTS:
        first = draft.one("avvio", "the player after avvio", first)
        _start_of_match(draft)
    begins = draft.rule("comincia", f"the play begins with {first}")
    if draft.chance(0.2):
        another = reported.person(1) if draft.chance(0.8) else reported.best()
        draft.rule("comincia", f"the play begins with {another} when {reported.truth(0)}", begins)
    onward = draft.one("after", "after", "after", "after", "before")
    passes = draft.rule("passa", f"the turn passes to the player {onward} player")
    if draft.chance(0.25):
        plain = draft.phrases()
        to = draft.one("player", plain.person(1), plain.best() if draft.chance(0.3) else plain.person(1))
        draft.rule("passa", f"the turn passes to {to} when {plain.truth(1)}", passes)
    draft.rules += _skipping(draft, passes, onward)
    draft.rules += _dividing(draft)
    draft.rule("fine", "the hand ends when every hand is empty")
    if draft.theme == themes.COMPANY and draft.chance(0.5):
        case = draft.one("every q in players has number of players is at most 2", "no q in sides has number of sides is 3")
        draft.rule("quanti", f"at the end of the turn when {case}, {remember(draft)}")
    if draft.chance(0.25):
        draft.rule("fine", f"the hand ends when {draft.phrases(player=False).truth(1)}")
    for _ in range(draft.random.choice([0, 1, 1, 2])):
        draft.perhaps("via", f"at the end of the hand, {remember(draft, start=True)}")
    if draft.chance(0.15):
        draft.rule(
            "raccoglie",
            f"at the end of the hand, move table to {draft.one('stock', f'won of side of {draft.seat}', 'stock')}",
        )
    if "dealer" in words.references:
        draft.rule("cambio", "at the end of the hand, dealer becomes the player after dealer")
    draft.rule("conta_mani", f"at the {draft.one('end', 'count')} of the hand, add 1 to mani")


def _skipping(draft: Draft, passes: str, onward: str) -> list[str]:
    """In one game in six, some players are skipped. The lines so far decide whether the clause is skipped, so all other games
    are unchanged.
    """
    random = Random("\n".join(draft.rules))
    if random.random() > 1 / 6:
        return []
    case = random.choice(
        ("hand is not empty", "number of hand is at least number of hand of player", "number of won is less than 9")
    )
    return [f"  salta despite {passes}: the turn passes to (the first player {onward} player where {case})"]


def _dividing(draft: Draft) -> list[str]:
    """In one game of six, the count depends on whether cards can be divided into pairs. The lines so far decide this too."""
    random = Random("\n".join((*draft.rules, "partition")))
    if random.random() > 1 / 6:
        return []
    cards = random.choice(("table", "hand", "(table + hand)", "won", "hand of players"))
    spare = random.choice(("", "", " with some of hand of the last player", " with some of table"))
    splits = random.choice(("splits", "splits", "does not split"))
    kind = random.choice(("number of s is 2 and s is alike in rank", "number of s is at least 2 and s is alike in suit"))
    return [
        f"  divide: s counts as coppia when {kind}",
        f"  divisa: at the end of the turn, add 1 to k when {cards} {splits} into coppia{spare}",
    ]


def score(draft: Draft) -> None:
    words = draft.words
    if draft.chance(0.5):
        words.scores = True
        reported = draft.phrases(player=False)
        number = draft.one("number of won", "1", f"number of {draft.random.choice(words.suits)} in won", "total value of won")
        case = draft.when(0.5, reported.binding(("side", "side")))
        draft.rule("carte", f"each side scores {number}{case}")
        if draft.chance(0.4):
            key = draft.one("number of won", "total value of won")
            draft.rule("piu", f"the side with {draft.one('highest', 'lowest')} {key} scores {draft.one('1', '2')}")
    leaves = draft.leaving
    if "punti_di" in words.lasting:
        what = "score of side" if words.scores and draft.chance(0.5) else "1"
        if leaves:
            who = draft.one(f"the player after {draft.seat}", draft.seat)
            draft.rule(
                "somma",
                f"at the count of the hand, add 1 to punti_di of side of {who}",
            )
        else:
            draft.rule("somma", f"at the count of the hand, add {what} to punti_di for each side")
    if leaves:
        draft.rule("dentro_chi", "x takes part when punti_di of x is less than 2")
        draft.rule("arrivo", "the match ends when number of (sides where punti_di is less than 2) is at most 1")
    most = draft.random.choice([1, 2, 2, 3])
    if draft.chance(0.93):
        draft.rule("arrivo", f"the match ends when mani is at least {most}")
    else:
        draft.rule("arrivo", f"the match ends when {draft.phrases(player=False).truth(1)}")
    draft.rule("vince", "the winner is the side with highest number of won")
