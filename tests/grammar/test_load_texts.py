"""Texts in memory give the same game and the same errors as files, and an unchanged text is not parsed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import Game, check_texts, load_checked, load_game, load_texts
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.syntax import parser as parse


def texts(*names: str) -> dict[str, str]:
    """The shipped texts by the names of their files; a ruleset comes with its annexes."""
    found = [path for name in names for path in sorted(shipped_folder().glob(f"*/{name}*.regole"))]
    return {path.name: path.read_text(encoding="utf-8") for path in found if path.name.partition(".")[0] in names}


SCOPA = texts("scopa", "fishing", "italian_deck", "italian_cards")


def codes(of: dict[str, str], main: str) -> list[str]:
    game, found = load_texts(of, main)
    assert (game is None) == any(reported.severity == "error" for reported in found)
    return [reported.code for reported in found]


@pytest.mark.parametrize("name", ["scopa", "escoba", "rebello"])
def test_texts_make_the_game_that_files_make(name: str) -> None:
    game, found = load_texts({**SCOPA, **texts(name, "napola", "scopa_popolare", "scopa_francese")}, f"{name}.regole")
    there = load_game(name)
    assert isinstance(game, Game), found
    assert isinstance(there, Game)
    assert game == there
    assert game.claims == there.claims != ()


def test_a_text_is_completed_as_it_is_typed() -> None:
    changed = SCOPA["scopa.regole"] + '\n  nessuna: conduct en "none"\n'
    game, _ = load_texts({**SCOPA, "scopa.regole": changed}, "scopa.regole")
    assert isinstance(game, Game)
    assert "nessuna" in game.clause
    before, _ = load_texts(SCOPA, "scopa.regole")
    assert isinstance(before, Game)
    assert "nessuna" not in before.clause


def test_an_unchanged_text_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    load_texts(SCOPA, "scopa.regole")
    monkeypatch.setattr(parse, "parse", None)
    game, _ = load_texts(SCOPA, "scopa.regole", {"players": "3"})
    assert isinstance(game, Game)


def test_an_unknown_text_is_reported() -> None:
    circle = {"uno.regole": 'variant uno of due\n  title "U"\n', "due.regole": 'variant due of uno\n  title "D"\n'}
    assert "C0301" in codes({"scopa.regole": SCOPA["scopa.regole"]}, "scopa.regole")
    assert codes({"a.regole": 'variant tavolo of tavolo\n  title ""\n'}, "a.regole") == ["C0301"]
    assert codes(circle, "uno.regole") == ["C0302"]
    assert codes(SCOPA, "scoppa.regole") == ["C0101"]


def test_an_error_has_its_span_in_the_file(tmp_path: Path) -> None:
    changed = SCOPA | {"scopa.regole": SCOPA["scopa.regole"].replace("the player may take", "the player may tke", 1)}
    for name, text in changed.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    _, there = load_checked(tmp_path / "scopa.regole")
    _, here = load_texts(changed, "scopa.regole")
    assert (
        [(reported.code, reported.message) for reported in here]
        == [(reported.code, reported.message) for reported in there]
        != []
    )


def test_bytes_that_are_no_text_are_reported() -> None:
    game, found = load_texts({"a.regole": b"game \xff"}, "a.regole")
    assert game is None
    assert [reported.code for reported in found] == ["C0102"]


def variant(name: str, base: str) -> str:
    return f'variant {name} of {base}\n  title "x"\n'


ANNEX = 'annex mie of scopa\n\nclaim vuota "x"\n  it can happen table is empty\n'


@pytest.mark.parametrize(
    ("own", "main", "told"),
    [
        ({"grande.regole": variant("lunga", "scopa")}, "grande.regole", [("warning", "grande")]),
        ({"grande.regole": variant("grande", "scopa")}, "grande.regole", []),
        ({"Mia scopa.regole": variant("lunga", "scopa")}, "Mia scopa.regole", []),
        ({"grande.regole": variant("lunga", "scopa"), "su.regole": variant("su", "grande")}, "su.regole", [("error", None)]),
        ({"grande.mie.regole": ANNEX}, "grande.mie.regole", [("warning", None)]),
        ({"scopa.mie.regole": ANNEX}, "scopa.mie.regole", []),
    ],
)
def test_a_file_is_named_as_its_header(own: dict[str, str], main: str, told: list[tuple[str, str | None]]) -> None:
    """A ruleset is found by the name of its file, so the page and the command report a different name in the header."""
    for found in (load_texts(SCOPA | own, main)[1], check_texts(SCOPA | own, main).diagnostics):
        assert [(one.severity, one.fix and one.fix.replacement) for one in found if one.code == "C0305"] == told


def test_copies_are_numbered_over_all_clauses_of_the_pack() -> None:
    rules = SCOPA["scopa.regole"] + '\narticle 99 en "More cards"\n  altre: the pack has 1 of every rank and suit\n'
    game, found = load_texts({**SCOPA, "scopa.regole": rules}, "scopa.regole")
    assert isinstance(game, Game), found
    sevens = [(card.code, card.copy) for card in game.deck.cards if card.code.startswith("7D")]
    assert sevens == [("7D", 0), ("7D'", 1)]
