"""The digest of a ruleset's rules: changes of names, comments and line numbers leave it the same, changes of rules do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cartaro_grammar.analyses.fingerprint import meaning_digest, proof_digest, text_digest
from cartaro_grammar.file_set import shipped, shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game

RULES = next(shipped_folder().glob("*/rubamazzo.regole")).read_text(encoding="utf-8")
SAME = {
    "a comment": ("article 3 ", "-- what is played\narticle 3 "),
    "a title": ('en "The play"', 'en "Playing"'),
    "a reason": ("usually one chooses", "mostly one chooses"),
    "a citation": ("ruba (M4)", "ruba (M3, M4)"),
    "the words of an act": ('en "capture {taken} with {card}"', 'en "take {taken} with {card}"'),
}
OTHER = {
    "a condition": (
        "may steal when rank of card = rank of top",
        "may steal when rank of card is rank of top of heap of side or rank of card = rank of top",
    ),
    "a value": ("among 1, 3, 5", "among 1, 3, 7"),
    "a default": ("mani is 3 among", "mani is 5 among"),
    "where a clause stands": ("under rifiuto is vietato", "under rifiuto is libero"),
    "what it yields to": (
        "non_si_ruba (M5) despite ruba: the player may not steal",
        "non_si_ruba (M5) despite lascia: the player may not lay",
    ),
    "the players": ("2 or 3 or 4 or 6 players", "2 or 3 or 4 players"),
}


def game(folder: Path, text: str) -> Game:
    path = folder / "rubamazzo.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), found
    return found


@pytest.mark.parametrize("what", SAME)
def test_words_for_readers_change_nothing_in_it(what: str, tmp_path: Path) -> None:
    assert RULES.count(SAME[what][0]) == 1
    before, after = game(tmp_path, RULES), game(tmp_path, RULES.replace(*SAME[what]))
    assert text_digest(before) != text_digest(after)
    assert meaning_digest(before.ruleset) == meaning_digest(after.ruleset)


@pytest.mark.parametrize("what", OTHER)
def test_rules_change_it(what: str, tmp_path: Path) -> None:
    assert RULES.count(OTHER[what][0]) == 1
    before, after = game(tmp_path, RULES), game(tmp_path, RULES.replace(*OTHER[what]))
    assert meaning_digest(before.ruleset) != meaning_digest(after.ruleset)


def test_each_shipped_ruleset_states_something_else() -> None:
    found = [load_game(name) for name in shipped()]
    digests = [meaning_digest(each.ruleset) for each in found if isinstance(each, Game)]
    assert len(set(digests)) == len(shipped())


def test_verdicts_depend_on_rules_claims_and_the_values_chosen() -> None:
    plain, chosen = load_game("rubamazzo"), load_game("rubamazzo", {"rifiuto": "libero"})
    assert isinstance(plain, Game)
    assert isinstance(chosen, Game)
    claim = replace(plain.ruleset, claims=plain.ruleset.claims[1:])
    worded = replace(plain.ruleset, wordings=(), examples=())
    assert proof_digest(chosen) != proof_digest(plain)
    assert proof_digest(replace(plain, ruleset=claim)) != proof_digest(plain)
    assert proof_digest(replace(plain, ruleset=worded)) == proof_digest(plain)
