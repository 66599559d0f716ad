"""A score that reads memory that the end of the hand has changed causes a warning, and the recommended change removes it."""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar import Diagnostic, Game, load_texts, shipped_folder

CASE = Path(__file__).parent / "cases" / "C0521_next_dealer.regole"
SHIPPED = {path.name: path.read_text(encoding="utf-8") for path in (shipped_folder() / "lib").glob("*.regole")}


def warned(text: str) -> tuple[Diagnostic, ...]:
    game, found = load_texts({**SHIPPED, "next_dealer.regole": text}, "next_dealer.regole")
    assert isinstance(game, Game), found
    return tuple(one for one in found if one.code == "C0521")


def test_the_help_is_the_cure() -> None:
    text = CASE.read_text(encoding="utf-8")
    [found] = warned(text)
    assert found.help is not None
    amendment, clause = found.help.split("`")[1::2]
    assert amendment == "in article 2 of parlour repeal cambio"
    assert warned(f"{text}  {clause}\n\n{amendment}\n") == ()


def test_a_counter_that_grows_at_the_end_may_be_counted() -> None:
    grows = "  counter bags of each side for the match\n  cresce: at the end of the hand, add 1 to bags for each side\n"
    text = (
        CASE.read_text(encoding="utf-8").replace("article 2", f"{grows}\narticle 2").replace("crib of side\n", "bags of side\n")
    )
    assert warned(text) == ()


TRICK = 'game mine\n  title "Mine"\n  use french_tricks\n\narticle 1 "Rules"\n  three: there are 3 players\n'
COUNT = "when no played is empty\n"


def test_a_count_of_a_trick_that_was_put_aside_is_warned_of_and_the_help_is_the_cure() -> None:
    """The library moves the cards at the end of the turn, before a clause of the game."""
    head = f"{TRICK}  counter made of each side for the hand\n  best: each side scores made\n"
    count = f"  counted: at the end of the turn, add 1 to made of side of taker {COUNT}"
    [found] = [one for one in load_texts({**SHIPPED, "mine.regole": head + count}, "mine.regole")[1] if one.code == "C0517"]
    assert found.help is not None
    assert "`in article 3 of tricks add before prende`" in found.help
    cured = f"{head}\nin article 3 of tricks add before prende\n{count}"
    assert "C0517" not in [one.code for one in load_texts({**SHIPPED, "mine.regole": cured}, "mine.regole")[1]]
    override = f"{head}{count.replace('counted:', 'counted despite prende:')}"
    assert "C0517" not in [one.code for one in load_texts({**SHIPPED, "mine.regole": override}, "mine.regole")[1]]
