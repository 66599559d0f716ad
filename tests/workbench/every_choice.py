"""Choices of cards at positions of play, on which the page (`why_not`) and the command (`explain`) give the arbiter's answer.

`python -m tests.workbench.every_choice [GAME …] [--positions N] [--all]` answers a sample of the choices of one to four open
cards of the player to move, or every choice (`--all`), for every number of players. Choices without an answer in words are
printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from tests.cli.command_calls import cartaro
from tests.rulesets.matches import tables
from tests.workbench.service_calls import Page

from cartaro_interpreter import View, meant_by_cards, phrase, view, write_json, write_position
from cartaro_workbench import Table
from cartaro_workbench.table.reasons import seen_cards

MOST_CARDS = 4
LANGUAGES = ("it", "en", "fr")
STEPS = 12
"""The greatest number of moves between two positions."""

Choice = tuple[str, ...]


def positions(page: Page, name: str, players: int, count: int) -> Iterator[Table]:
    """Yield a table at a number of positions in random hands, with some moves between them."""
    random = Random(f"{name} {players}")
    seats = ["person"] * players
    for seed in range(count):
        dealing = {"name": f"{name}.regole", "seed": seed, "settings": {"players": str(players)}, "seats": seats}
        page.answer("deal", dealing=dealing, seat=0, language="en")
        table = page.service.session.table
        assert table is not None
        for _ in range(random.randrange(STEPS * (seed % 3 + 1))):
            seen: Any = {"moves": []} if table.actor is None else page.answer("seen", seat=table.actor, language="en")
            moves: list[Any] = seen["moves"]
            if not moves or table.actor is None:
                break
            page.answer("act", seat=table.actor, move=random.choice(moves)["phrase"], language="en")
        if table.actor is not None:
            yield table


def open_cards(table: Table) -> tuple[str, ...]:
    """Return the codes of the cards that the player to move sees."""
    assert table.actor is not None
    seen = view(table.rules, table.proceedings.state, table.actor)
    assert isinstance(seen, View)
    return tuple(table.rules.game.faces.codes[card] for card in sorted(seen_cards(table.rules, seen)))


def every_choice(cards: tuple[str, ...]) -> Iterator[Choice]:
    """Yield all sets of one to four cards."""
    return (chosen for size in range(1, MOST_CARDS + 1) for chosen in combinations(cards, size))


def some_choices(cards: tuple[str, ...], random: Random) -> Iterator[Choice]:
    """Yield one choice of each size."""
    return (tuple(random.sample(cards, size)) for size in range(1, min(MOST_CARDS, len(cards)) + 1))


def unanswered(page: Page, name: str, table: Table, chosen: Choice, language: str, random: Random) -> str:
    """Return the faults in the answers to a choice of cards; there are none if both answers are in words."""
    reported = page.outcome("why_not", seat=table.actor, cards=list(chosen), language=language)
    if not _in_words(reported):
        return f"why_not: {json.dumps(reported)[:300]}"
    return _by_the_command(name, table, chosen, language, random)


def _in_words(told: Any) -> bool:
    return "answer" in told and all(one["text"] and one["lines"] and all(one["lines"]) for one in told["answer"]["reasons"])


def _by_the_command(name: str, table: Table, chosen: Choice, language: str, random: Random) -> str:
    rules, state = table.rules, table.proceedings.state
    moves = meant_by_cards(rules, state, [rules.game.card_number[card] for card in chosen])
    if not moves:
        return ""
    written = phrase(rules.game, random.choice(moves))
    given = write_json(write_position(rules, state)).encode()
    words = (name, "--position", "-", "--move", written, "--language", language, "--json")
    done = cartaro("explain", *words, "--set", f"players={rules.game.players}", given=given)
    text = json.loads(done.stdout).get("text", "") if done.returncode in (0, 1) and done.stdout else ""
    return "" if text and not done.stderr else f"explain {written}: {done.returncode} {(done.stderr or done.stdout)[-300:]!r}"


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="*")
    reader.add_argument("--positions", type=int, default=20)
    reader.add_argument("--all", action="store_true")
    asked = reader.parse_args()
    page, random, wrong, count = Page(), Random(1), 0, 0
    for name, players in tables():
        if asked.games and name not in asked.games:
            continue
        for table in positions(page, name, players, asked.positions):
            cards = open_cards(table)
            for chosen in every_choice(cards) if asked.all else some_choices(cards, random):
                count += 1
                found = unanswered(page, name, table, chosen, LANGUAGES[count % 3], random)
                if found:
                    wrong += 1
                    print(f"{name}, {players} players, {' '.join(chosen)}: {found}", flush=True)  # noqa: T201 - a program
    print(f"{count} choices, {wrong} without an answer")  # noqa: T201 - a program
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
