"""Long sentences, names that hide others, and words taken from titles are reported at the right place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.load import load_checked
from cartaro_grammar.syntax.edit_buffer import EditBuffer, SentenceLines
from cartaro_grammar.syntax.syntax_errors import sentence_form
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.messages import in_key_words

CASES = Path(__file__).parent / "cases"
HEAD = 'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n'


def reported(clauses: str, folder: Path) -> tuple[Diagnostic, ...]:
    (folder / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (folder / "caso.regole").write_text(HEAD + clauses, encoding="utf-8")
    return load_checked(folder / "caso.regole")[1]


@pytest.mark.parametrize("joint", ["and", "or", "+"])
def test_many_parts_side_by_side_are_called_many_and_not_nested(joint: str, tmp_path: Path) -> None:
    part = "number of won is at least 1" if joint != "+" else "1"
    long = f" {joint} ".join([part] * 200)
    sentence = f"each side scores 1 when {long}" if joint != "+" else f"each side scores {long}"
    (found,) = reported(f"  punto: {sentence}\n", tmp_path)
    assert (found.code, found.message) == ("C0203", f"too many parts are joined by `{joint}`")


def test_brackets_within_brackets_are_nested(tmp_path: Path) -> None:
    (found,) = reported(f"  punto: each side scores {'(' * 120}1{')' * 120}\n", tmp_path)
    assert found.message == "a sentence may be nested at most 100 levels deep"


def test_a_variable_with_the_name_of_a_place_is_warned_of(tmp_path: Path) -> None:
    found = reported("  punto: each side scores 1 when some won in players has hand of won is empty\n", tmp_path)
    assert "C0307" in [one.code for one in found if one.severity == "warning"]
    assert "C0307" not in [
        one.code for one in reported("  punto: each side scores 1 when some x in players has hand of x is empty\n", tmp_path)
    ]


def test_a_word_of_a_title_leads_to_the_name(tmp_path: Path) -> None:
    text = '  pile monte it "il mucchio / i mucchi" en "the heap"\n  punto: each side scores 1 when mucchio is empty\n'
    found = next(one for one in reported(text, tmp_path) if one.code == "C0303")
    assert (found.help, found.fix and found.fix.replacement) == ("did you mean `monte` (“il mucchio”)?", "monte")


def test_an_act_called_as_a_word_of_the_language_is_offered_by_its_name(tmp_path: Path) -> None:
    text = (
        'in italiano\ngioco caso\n  titolo "Un caso"\n  usa tavolo\n\narticolo 1 "Regole"\n'
        "  atto play carta\n    la carta è una di hand del giocatore\n    si sposta la carta a table\n"
        "  nuova: il giocatore può plai\n"
    )
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (tmp_path / "caso.regole").write_text(text, encoding="utf-8")
    offered = [one.help for one in load_checked(tmp_path / "caso.regole")[1] if one.code == "C0303"]
    assert offered == ["did you mean `play`?"]


@pytest.mark.parametrize(
    ("language", "text", "form"),
    [
        ("it", "donatore diventa il giocatore in i giocatori con qualche c in hand ha (rank di c è tre)", None),
        ("en", "winner becomes the player in turn with most points", None),
        ("en", "deal 3 to hand", "deal 3 from PILE to each ZONE"),
        ("it", "distribuiscono 3 carte", "si dà 3 da PILA a ogni ZONA"),
        ("it", "nel turno il giocatore dovra giocare", "nel turno il giocatore deve ATTO o ATTO"),
        ("en", "the player can take when c in table", "the player may ACT when …"),
    ],
)
def test_the_form_of_a_sentence_is_offered_if_the_sentence_fits_it(language: str, text: str, form: str | None) -> None:
    offered = sentence_form(EditBuffer([f"  {text}"], language=language), SentenceLines(0, 0, 1, ()))
    assert (offered and in_key_words(offered, language).partition("`")[2].rstrip("`")) == form


WILD = 'variant caso of scala40\n  title "A case"\n\nin article 1 add\n  wild_one: c counts as wild_one when c is jolly\n'


def test_a_kind_of_names_of_special_cards_is_called_so(tmp_path: Path) -> None:
    text = f"{WILD}  wild_out: the player may discard when card is wild_one\n"
    (tmp_path / "caso.regole").write_text(text, encoding="utf-8")
    found = [one for one in load_checked(tmp_path / "caso.regole")[1] if one.code == "C0401"]
    assert [one.message for one in found] == ["this should be the name of a special card"]
    labels = [(label.span.text, label.text) for label in found[0].others]
    assert labels == [("wild_one", "`wild_one` is about the name of a special card")], "the clause that decided it is shown"


@pytest.mark.parametrize(
    "clauses",
    [
        "  two_wild: s does not count as gruppo when number of wild_one in s is more than 1\n",
        "  wild_two: c counts as wild_one when suit of c is cuori and rank of c is due\n",
    ],
)
def test_a_kind_that_is_also_asked_of_cards_is_of_cards(tmp_path: Path, clauses: str) -> None:
    (tmp_path / "caso.regole").write_text(WILD + clauses, encoding="utf-8")
    assert [one.message for one in load_checked(tmp_path / "caso.regole")[1] if one.severity == "error"] == []


@pytest.mark.parametrize("condition", ["some d in s has twin(c, d)", "some d in s has d is in won of side of dealer"])
def test_what_a_member_is_tells_what_the_set_is(tmp_path: Path, condition: str) -> None:
    text = (
        'variant caso of scopa\n  title "A case"\n\nin article 1 add\n'
        "  twin: twin(c, d) means suit of c is suit of d\n"
        f"  has_twin: has_twin(c, s) means {condition} and suit of c is denari\n"
        "  twice: each side scores 1 when some c in won has has_twin(c, won)\n"
    )
    (tmp_path / "caso.regole").write_text(text, encoding="utf-8")
    assert [one.message for one in load_checked(tmp_path / "caso.regole")[1] if one.severity == "error"] == []


BARE = 'game caso\n  title "A case"\n  use italian_cards\n\narticle 1\n'


def reported_of_bare(clauses: str, folder: Path) -> list[Diagnostic]:
    (folder / "caso.regole").write_text(BARE + clauses, encoding="utf-8")
    return [one for one in load_checked(folder / "caso.regole")[1] if one.code != "C0512"]


def test_a_name_of_a_library_leads_to_the_library(tmp_path: Path) -> None:
    found = reported_of_bare("  dare: at the start of the hand, deal 3 from stock to each hand\n", tmp_path)
    assert [one.message for one in found] == ["there is nothing called `stock`", "there is no zone called `hand`"]
    libraries = "`fishing` or `parlour` or `rummy` or `tricks`"
    assert [one.help for one in found] == [
        f"`{name}` is declared in {libraries}: write that library after `use`, or declare the name here"
        for name in ("stock", "hand")
    ]


def test_no_list_of_places_is_empty(tmp_path: Path) -> None:
    shuffled = "  mischia: at the start of the hand, shuffle all cards into box\n"
    dealt = "  dare: at the start of the hand, deal 3 from box to each box\n"
    found = reported_of_bare(f"  zone box\n{shuffled}{dealt}", tmp_path)
    assert {one.help for one in found if one.code == "C0402"} == {
        "there is no pile yet: declare one, as in `pile stock`",
        "no player or side has a zone yet: declare one, as in `zone hand of each player`",
    }


def test_no_list_of_memory_or_places_is_empty(tmp_path: Path) -> None:
    found = reported_of_bare(
        "  somma: at the start of the hand, add 1 to 2\n  muove: at the start of the hand, move all cards to 3\n", tmp_path
    )
    assert {one.help for one in found} == {
        "nothing is declared for it yet: declare it, as in `counter points of each side`",
        "no player or side has a zone yet: declare one, as in `zone hand of each player`",
    }


def test_the_lowest_amount_among_people_is_advised_in_the_words_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (tmp_path / "caso.regole").write_text(
        'in italiano\ngioco caso\n  titolo "Un caso"\n  usa tavolo\n\narticolo 1 "Regole"\n'
        "  poche: pochine è il minimo di vite di x per x in giocatori\n",
        encoding="utf-8",
    )
    (found,) = load_checked(tmp_path / "caso.regole")[1]
    assert "`il giocatore con il minor vite`" in (found.help or "")
    assert "`ogni y in giocatori ha vite di x è al massimo vite di y`" in (found.help or "")


def test_other_mistakes_after_a_highest_amount_have_no_such_advice(tmp_path: Path) -> None:
    found = reported("  p: each side scores 1 when some x in sides has highest pips of won of x at 3\n", tmp_path)
    assert not any("only sets of cards are compared" in (one.help or "") for one in found)
