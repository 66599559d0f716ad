"""Help that can be pasted is tried out on the text: if the result passes the check it is shown, otherwise not."""

from __future__ import annotations

import pytest

from cartaro_grammar import Diagnostic, Game, Source, format_source, load_texts, shipped_folder

FOLDERS = ("fishing", "lib")
SHIPPED = {
    path.name: path.read_text(encoding="utf-8") for name in FOLDERS for path in (shipped_folder() / name).glob("*.regole")
}


def variant(lines: str) -> str:
    return f'variant casa of scopa\n  title "At home"\n\nin article 5 add\n{lines}'


def load(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts({**SHIPPED, "casa.regole": text}, "casa.regole")


def fixed(text: str, found: Diagnostic) -> str:
    assert found.fix is not None, found
    span = found.fix.span
    return text[: span.start] + found.fix.replacement + text[span.end :]


QUESTION = "  flag solo for the hand\n  act dire as modo\n    modo is either yes or no\n"
CURED = {
    "the member of a filter": "  corte: each side scores number of (won where value of card is at least 8)\n",
    "a question in the place of a truth": f"{QUESTION}    solo becomes modo\n",
    "an effect with a condition": f"{QUESTION}    solo becomes true when modo is yes\n",
    "points for the side of a player": "  reference primo, a player, for the match\n  uno: the side of primo scores 1\n",
    "points for a player": "  reference primo, a player, for the match\n  uno: primo scores 1 when AD is in won\n",
    "two cards with and": "  uno: each side scores 1 when AD and 2D is in won\n",
    "a flag after every": "  flag fuori of each player for the hand\n"
    "  uno: each side scores 1 when every fuori and AD is in won\n",
}


@pytest.mark.parametrize("case", CURED)
def test_the_first_cure_that_works_is_a_fix(case: str) -> None:
    text = variant(CURED[case])
    game, [found, *others] = load(text)
    assert game is None
    assert others == []
    after, left = load(fixed(text, found))
    assert [one for one in left if one.severity == "error"] == []
    assert after is not None


def test_no_deletion_is_offered_that_leaves_a_mistake() -> None:
    _, [found] = load(variant("  corte: each side scores number of face cards in won\n"))
    assert found.fix is None
    assert found.help == "without it: there is no kind of card called `face`"


def test_a_bare_definition_is_that_of_each() -> None:
    text = variant(
        "  alta: peso of c is value of c\n  meno: bassa of x is lowest value of won of x\n"
        "  grandi: each side scores number of (won where peso is at least 8)\n"
        "  minima: each side scores 1 when side is side with lowest bassa\n"
    )
    game, found = load(text)
    assert game is not None, found
    assert [one for one in found if one.code in ("C0514", "C0303")] == []


def test_a_parameter_is_what_it_is_compared_with() -> None:
    text = variant(
        "  compagno: socio of x is the player after player after x\n  fermo: ozioso(x) means x is socio of dealer\n"
        "  altre: senza(s, x) is number of ((s - x) where rank is re)\n  uno: each side scores 1\n"
        "    when some x in players has ozioso(x)\n"
    )
    game, found = load(text)
    assert game is not None, found


@pytest.mark.parametrize("sign", "+*-")
def test_a_line_goes_on_with_a_sign(sign: str) -> None:
    text = variant(f"  uno: each side scores number of won\n    {sign} number of re in won\n")
    game, found = load(text)
    assert game is not None, found
    shown = format_source(Source("casa.regole", text))
    assert isinstance(shown, str)
    assert f"number of won {sign} number" in shown
