"""How many sentences of the guides are hand-written, and which generated sentences they replace.

`python -m tests.rulebook.by_hand [GAME …] [--pairs]` prints for each game and language the number of hand-written sentences and
the number of all sentences; with `--pairs` it prints each hand-written wording of the games with the generated one.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from tests.shipped_games import game_of

from cartaro_grammar import game as g
from cartaro_grammar import load_game, shipped
from cartaro_rulebook.guide import Guide, GuideSentence, player_guide
from cartaro_rulebook.prose.aims import AIM
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.words.nouns import plain

LANGUAGES = ("it", "en", "fr")
SENTENCE = re.compile(r"[^.!?]+[.!?]*")


def guide_of(game: g.Game, code: str) -> Guide:
    return player_guide(scope_for(game, code))


def guide_of_text(text: str, code: str, folder: Path) -> str:
    """Return all sentences of the guide of a ruleset's text, one after the other."""
    place = folder / f"{text.split()[1]}.regole"
    place.write_text(text, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, g.Game), game
    return " ".join(plain(one.text) for s in guide_of(game, code).sections for one in (*s.sentences, *s.scores, *s.behind))


def told(guide: Guide) -> Iterator[GuideSentence]:
    """Yield all sentences of a guide: in its sections, in its count and in its house rules."""
    for section in guide.sections:
        yield from chain(section.sentences, section.scores, section.behind)
    yield from (GuideSentence(rule.text or "", (rule.name,), rule.text is not None) for rule in guide.others)


def sentences_of(text: str) -> int:
    """Return how many sentences a text has; a line without any, such as a generated house rule, counts as one."""
    return max(1, len([part for part in SENTENCE.findall(plain(text)) if part.strip(" .!?»”")]))


def counted(guide: Guide) -> tuple[int, int]:
    """Return the number of hand-written sentences, and of all sentences."""
    numbers = [(sentences_of(said.text), said.author) for said in told(guide)]
    return sum(n for n, author in numbers if author), sum(n for n, _ in numbers)


def without(game: g.Game, names: frozenset[str]) -> g.Game:
    """Return a game without the wordings of some names."""
    kept = tuple(w for w in game.ruleset.wordings if names.isdisjoint(w.names))
    return replace(game, ruleset=replace(game.ruleset, wordings=kept))


def pairs(game: g.Game, code: str) -> Iterator[tuple[GuideSentence, str]]:
    """Yield each hand-written wording with the text that would be generated in its place."""
    for said in told(guide_of(game, code)):
        if said.author and said.names != (AIM,):
            names = frozenset(said.names)
            instead = told(guide_of(without(game, names), code))
            yield said, " ".join(plain(one.text) for one in instead if not names.isdisjoint(one.names) and not one.author)


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m tests.rulebook.by_hand", description=__doc__)
    reader.add_argument("games", nargs="*", metavar="GAME")
    reader.add_argument("--pairs", action="store_true", help="print each wording with the generated text")
    asked = reader.parse_args()
    known: set[tuple[str, str]] = set()
    for name in asked.games or shipped():
        game = game_of(name)
        numbers = {code: counted(guide_of(game, code)) for code in LANGUAGES}
        shares = (f"{code} {hand}/{whole} ({100 * hand // whole} %)" for code, (hand, whole) in numbers.items())
        sys.stdout.write("  ".join([name, *shares]) + "\n")
        for rows in zip(*(tuple(pairs(game, code)) for code in LANGUAGES), strict=True) if asked.pairs else ():
            for code, (said, instead) in zip(LANGUAGES, rows, strict=True):
                if (said.text, instead) not in known:
                    known.add((said.text, instead))
                    sys.stdout.write(f"  {code} [{', '.join(said.names)}]\n     - {plain(said.text)}\n     + {instead}\n")


if __name__ == "__main__":
    main()
