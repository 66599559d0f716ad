"""Variants of a few lines: the README's variant is checked, played, proved and printed; another one changes play."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command_calls import cartaro
from tests.rulebook.whole_page import whole_page

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    State,
    compile_game,
    legal_moves,
    phrase,
    play_hand,
    read_position,
    run_examples,
)
from cartaro_rulebook.site.book import Ruleset
from cartaro_verify import OBLIGATIONS, verify

HERE = Path(__file__).parent
README = HERE.parents[1] / "README.md"
TIMES = re.compile(r"\d+\.\d s")


def variant(name: str) -> Game:
    game = load_game(HERE / f"{name}.regole")
    assert isinstance(game, Game)
    return game


def bella() -> Game:
    return variant("bella")


def test_it_is_the_one_of_the_readme() -> None:
    text = (HERE / "bella.regole").read_text(encoding="utf-8")
    assert text in README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 10


def test_it_is_checked_and_its_examples_hold() -> None:
    results = run_examples(bella())
    assert results
    assert [result.example.name for result in results if result.failures] == []


def test_it_is_played() -> None:
    rules = compile_game(bella())
    assert isinstance(rules, Rules)
    found = play_hand(rules, [RandomPlayer(1)] * rules.game.players, SeededChance(1))
    assert isinstance(found, Played)
    assert {"bella", "cavalli", "tre_re_insieme"} <= set(found.scores[0].shares[0])


def test_the_readme_shows_what_the_commands_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the README, `…` matches any number of lines, and times may differ."""
    monkeypatch.setenv("CARTARO_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")
    text = README.read_text(encoding="utf-8")
    (rules,) = re.findall(r"^```\n(variant bella .*?)^```", text, re.MULTILINE | re.DOTALL)
    (annex,) = re.findall(r"^```\n(annex prove .*?)^```", text, re.MULTILINE | re.DOTALL)
    (position,) = re.findall(r"Save this position as `position.json`: `(\{.*?\})`", text)
    for name, block in (("bella.regole", rules), ("bella.prove.regole", annex), ("position.json", position)):
        (tmp_path / name).write_text(block, encoding="utf-8")
    blocks = "".join(re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    sessions = blocks.split("$ cartaro ")[1:]
    assert len(sessions) > 2
    for session in sessions:
        words, _, shown = session.partition("\n")
        printed = cartaro(*shlex.split(words), folder=tmp_path).stdout.decode()
        pattern = ".*".join(re.escape(part) for part in TIMES.sub("0 s", shown).split("…\n"))
        assert re.fullmatch(pattern, TIMES.sub("0 s", printed), re.DOTALL), printed


@pytest.mark.nightly
def test_it_is_proved() -> None:
    """Every obligation is proved, and some of the claims that it inherits from its base."""
    results = verify(bella(), (*OBLIGATIONS, "quattro_in_tavola", "solo_pari"))
    assert [(r.name, r.verdict) for r in results if not r.fine] == []
    assert {"endable", "solo_pari"} <= {r.name for r in results}


def test_it_is_printed() -> None:
    game = bella()
    page = whole_page(Ruleset(game), "en")
    assert "Scopa with the bella" in page
    assert "B2" in page


@pytest.mark.slow
def test_briscola_with_open_cards_in_nine_lines() -> None:
    """The variant is checked, played, proved and printed."""
    game, path = variant("briscola_scoperta"), HERE / "briscola_scoperta.regole"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 10
    assert [result.example.name for result in run_examples(game) if result.failures] == []
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    assert isinstance(play_hand(rules, [RandomPlayer(1)] * rules.game.players, SeededChance(1)), Played)
    results = verify(game, ("conserved", "decided", "discreet"))
    assert {r.name: r.verdict for r in results} == dict.fromkeys(("conserved", "decided", "discreet"), "proved")
    page = whole_page(Ruleset(game), "en")
    assert "Everyone sees the top card of the stock" in page


def test_another_changes_the_play_in_nine_lines() -> None:
    """An ace takes everything unless there is an ace on the table, and fifteen counts too; the legal moves of the base stay
    legal.
    """
    path = HERE / "asso_e_quindici.regole"
    game, base = load_game(path), load_game("scopa")
    assert isinstance(game, Game)
    assert isinstance(base, Game)
    assert len(path.read_text(encoding="utf-8").splitlines()) < 25
    assert game.examples == ()
    found = {name: legal(rules, "AS", "CD") for name, rules in (("base", compile_game(base)), ("variant", compile_game(game)))}
    assert found["base"] == {"take 4B 5D with CD", "lay AS"}
    assert found["variant"] == {"take 4B 5D with CD", "take 4B 2C with CD", "take 4B 2C 5D RD with AS", "take 4B RD with AS"}


def legal(rules: Rules | tuple[Diagnostic, ...], *hand: str) -> set[str]:
    """Return the legal moves of a hand when 4B 2C 5D RD lie on the table."""
    assert isinstance(rules, Rules)
    state = read_position(rules, {"zones": {"table": ["4B", "2C", "5D", "RD"], "hand": {"1": list(hand)}}})
    assert isinstance(state, State)
    moves = legal_moves(rules, state)
    assert not isinstance(moves, Diagnostic)
    return {phrase(rules.game, move) for move in moves}
