"""The sentences offered against a clash remove it: each is added to the text, and the verifier runs again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.analyses import clash_advice
from cartaro_grammar.load import load_checked
from cartaro_verify import english
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations import clashes

TABLE = Path(__file__).parents[1] / "diagnostics" / "cases" / "lib" / "tavolo.regole"
HEAD = 'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n'

ACTS = {
    "pari": "pari: the player may take when number of taken is 1",
    "tre": "tre: the player may take when rank of card is tre -- a three takes\n    and number of taken is at most 2",
    "lascia": "lascia: the player may lay",
    "vietato": "vietato despite pari: the player may not take when 2H is in taken or AH is in taken",
}
ANSWERS = {
    **{name: ACTS[name] for name in ("pari", "lascia")},
    "uno": "uno: worth of c is 1 unless suit of c is fiori",
    "due": "due: worth of c is 2 when rank of c is due or rank of c is tre",
    "poco": "poco: worth of c is 0 when suit of c is fiori and rank of c is asso",
    "resto": "resto despite poco: worth of c is 4 when suit of c is fiori and rank of c is not tre and rank of c is not due",
    "ultimo": "ultimo: worth of c is 2 when suit of c is fiori and rank of c is not asso",
    "conta": "conta: each side scores total of worth of c over c in won",
}


def decision(folder: Path, clauses: dict[str, str]) -> clashes.Decision:
    (folder / "tavolo.regole").write_bytes(TABLE.read_bytes())
    (folder / "caso.regole").write_text(HEAD + "".join(f"  {text}\n" for text in clauses.values()), encoding="utf-8")
    game, found = load_checked(folder / "caso.regole")
    assert game is not None, [reported.message for reported in found]
    return clashes.decided(game, ProofContext())


def offered(folder: Path, clauses: dict[str, str], first: str, second: str) -> tuple[str, ...]:
    game, _ = load_checked(folder / "caso.regole")
    assert game is not None
    of = clash_advice.fixes_for_permission if first == "vietato" else clash_advice.fixes_for_rivals
    return of(game.clause[first], game.clause[second])


@pytest.mark.parametrize(("clauses", "pair"), [(ACTS, ("vietato", "tre")), (ANSWERS, ("uno", "due"))], ids=("acts", "answers"))
def test_each_remedy_ends_the_clash(tmp_path: Path, clauses: dict[str, str], pair: tuple[str, str]) -> None:
    found = decision(tmp_path, clauses)
    assert found.answer == "yes"
    sentences = offered(tmp_path, clauses, *pair)
    assert len(sentences) == 3
    assert all(f"`{sentence}`" in english(found.reason) for sentence in sentences)
    for sentence in sentences:
        name, _, rest = sentence.partition(":")
        word = name.split()[0]
        said = rest.strip() if "…" not in rest else clauses[word].partition(":")[2] + rest.replace("…", "")
        assert decision(tmp_path, {**clauses, word: f"{name.replace('NAME', 'salvo')}: {said}"}).answer == "no", sentence


def test_the_remedies_are_in_the_words_of_the_author(tmp_path: Path) -> None:
    decision(tmp_path, ACTS)
    assert offered(tmp_path, ACTS, "vietato", "tre") == (
        "vietato despite pari, tre: …",
        "NAME despite vietato: the player may take when rank of card is tre and number of taken is at most 2",
        "tre: … unless 2H is in taken or AH is in taken",
    )
