"""Errors of the command line: an option that a command does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command_calls import cartaro


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("simulate", "scopa", "--players", "3"), "choose the number of players with `--set players=3`"),
        (("simulate", "scopa", "--sed", "3"), "did you mean `--seed` or `--set`?"),
        (("games", "--players", "3"), "`cartaro games --help` prints the options"),
    ],
)
def test_an_unknown_option_is_refused_with_advice(words: tuple[str, ...], advice: str, tmp_path: Path) -> None:
    done = cartaro(*words, folder=tmp_path)
    assert done.returncode == 2
    assert "error[C0915]: there is no option" in done.stderr.decode()
    assert advice in done.stderr.decode()


def test_a_number_after_an_option_without_a_value_is_advised_to_take_one(tmp_path: Path) -> None:
    done = cartaro("simulate", "scopa", "--matches", "20", folder=tmp_path)
    assert done.returncode == 2
    assert "a number is the value of an option: `-n` or `--seed`" in done.stderr.decode()


def test_an_option_with_one_value_may_not_be_repeated(tmp_path: Path) -> None:
    done = cartaro("verify", "scopa", "--only", "conserved", "--only", "movable", folder=tmp_path)
    assert done.returncode == 2
    assert "`--only` is given more than once" in done.stderr.decode()
    several = cartaro("check", "scopa", "--set", "rifiuto=libero", "--set", "precedenza=poche", folder=tmp_path)
    assert several.returncode == 0
