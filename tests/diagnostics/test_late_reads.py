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
