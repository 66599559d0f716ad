"""Which parts of the sources are covered: the union over rulesets, the gaps, and the open questions. The command and the page
use the same computation.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import answer, cartaro, in_a_process

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook.site.book import Cover, Coverage, coverage, questions
from cartaro_rulebook.site.rules_page import gaps

SMALL = """game small
  title "Small"
  source X "A source" covers X1 to X12
  use fishing

article 1 (X1)
  giocatori: there are 2 players
  senso: play runs anticlockwise
article 2 "Deal" (X2)
  option quante is 3 among 3, 5
    because it "X2 tace" en "X2 is silent"
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal quante from stock to each hand
    scoprire (X3): deal 4 from stock to table
article 3 (X4)
  lascia: the player may lay
  segno: conduct it "Si tace." en "Silence." fr "Silence."
  finding wrong card (X5)
    card is one of all cards
    move card to table
article 4 (X6)
  vieta despite lascia: the player may not lay when number of table is at least 39
  subito (X7): on breach of vieta at once, take it back
article 5 (X8)
  zone via it "via" en "away" fr "loin"
article 6 (X9)
  see article 6 of fishing
article 7 (X10)
  gone: each side scores 1 when 7D is in won
"""
ANNEX = """annex prove of small
example una (X11) en "one"
  table holds 7D
  hand holds 7C
  player may only lay 7C
claim due (X12) en "two"
  always number of stock is at most 40
"""


def game_of(rules: str | Path) -> Game:
    game = load_game(rules)
    assert isinstance(game, Game), [found.message for found in game]
    return game


def small(folder: Path, text: str = SMALL) -> Path:
    path = folder / "small.regole"
    path.write_text(text, encoding="utf-8")
    (folder / "small.prove.regole").write_text(ANNEX, encoding="utf-8")
    return path


def source(found: tuple[Coverage, ...], letter: str) -> Coverage:
    return next(s for s in found if s.letter == letter)


def covers(found: tuple[Coverage, ...], row: str) -> tuple[Cover, ...]:
    return next(a.covers for s in found for a in s.articles if a.row == row)


def kinds(found: tuple[Coverage, ...], row: str) -> set[tuple[str, str, bool]]:
    return {(cover.kind, cover.name, cover.own) for cover in covers(found, row)}


def test_everything_that_cites_covers(tmp_path: Path) -> None:
    found = coverage({"small": game_of(small(tmp_path))})
    assert [a.row for a in source(found, "X").articles] == [f"X{n}" for n in range(1, 13)]
    assert source(found, "X").uncovered == ()
    assert kinds(found, "X1") == {("clause", "giocatori", False), ("clause", "senso", False)}
    assert kinds(found, "X2") == {("option", "quante", False), ("clause", "mischia", False), ("clause", "dare", False)}
    assert kinds(found, "X3") == {("clause", "scoprire", True)}
    assert kinds(found, "X4") == {("clause", "lascia", False), ("conduct", "segno", False)}
    assert kinds(found, "X5") == {("finding", "wrong", True)}
    assert kinds(found, "X6") == {("clause", "vieta", False)}
    assert kinds(found, "X7") == {("ruling", "subito", True)}
    assert kinds(found, "X8") == {("article", "small/5", False)}
    assert kinds(found, "X9") == {("article", "fishing/6", False)}
    assert kinds(found, "X11") == {("example", "una", True)}
    assert kinds(found, "X12") == {("claim", "due", True)}
    assert {cover.article for cover in covers(found, "X3")} == {"small/2"}


def test_an_empty_article_covers_nothing(tmp_path: Path) -> None:
    small(tmp_path)
    (tmp_path / "less.regole").write_text(
        'variant less of small\n  title "Less"\n  source X "A source" covers X10\n\nin article 7 repeal gone\n',
        encoding="utf-8",
    )
    less = game_of(tmp_path / "less.regole")
    assert "X10" in source(coverage({"less": less}), "X").uncovered
    both = coverage({"less": less, "small": game_of(tmp_path / "small.regole")})
    assert "X10" not in source(both, "X").uncovered
    assert covers(both, "X10")[0].rulesets == ("small",)
    assert covers(both, "X1")[0].rulesets == ("less", "small")


def test_variants_cover_their_sources_together() -> None:
    napola, rebello = game_of("napola"), game_of("rebello")
    alone = source(coverage({"napola": napola}), "D")
    assert "D9" not in {article.row for article in alone.articles}, "another variant answers for it"
    assert alone.uncovered == ()
    both = coverage({"napola": napola, "rebello": rebello})
    assert source(both, "D").uncovered == ()
    assert {cover.rulesets for cover in covers(both, "D7")} == {("napola",)}
    assert {cover.rulesets for cover in covers(both, "D9")} == {("rebello",)}
    assert len([c for c in covers(both, "D3") if (c.kind, c.name) == ("clause", "pari")]) == 1, "inherited, so one thing"


def test_sources_of_one_letter_and_other_titles_are_two(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    other = SMALL.replace('"A source"', '"Another source"').replace("scoprire (X3)", "scoprire")
    found = coverage({"a": game_of(small(first)), "b": game_of(small(second, other))})
    assert [(s.title, s.rulesets, s.uncovered) for s in found if s.letter == "X"] == [
        ("A source", ("a",), ()), ("Another source", ("b",), ("X3",)),
    ]  # fmt: skip


def test_house_rules_are_the_open_questions(tmp_path: Path) -> None:
    small(tmp_path)
    (tmp_path / "five.regole").write_text('variant five of small\n  title "Five"\n\nset quante to 5\n', encoding="utf-8")
    base, five = game_of(tmp_path / "small.regole"), game_of(tmp_path / "five.regole")
    found_questions = questions({"small": base, "five": five})
    assert [(q.option.default, q.cites, q.rulesets) for q in found_questions] == [
        ("3", ("X2",), ("small",)),
        ("5", ("X2",), ("five",)),
    ]
    assert dict(found_questions[0].option.reason)["en"] == "X2 is silent"
    assert [q.rulesets for q in questions({"small": base, "again": base})] == [("small", "again")]


# ---------------------------------------------------------------------------------------------- the command


def test_the_command_answers_in_json() -> None:
    done = cartaro("sources", "napola", "rebello", "--language", "en", "--json")
    found: dict[str, Any] = answer(done)
    assert found["rulesets"] == ["napola", "rebello"]
    (d,) = [s for s in found["sources"] if s["letter"] == "D"]
    assert d["uncovered"] == []
    d9 = next(a["covered_by"] for a in d["articles"] if a["article"] == "D9")
    assert {"kind": "clause", "name": "rebello", "title": "rebello", "article": "scopa/5", "cited_by": "itself",
            "rulesets": ["rebello"]} in d9  # fmt: skip
    d1 = next(a for a in d["articles"] if a["article"] == "D1")
    assert d1["quoted"]["language"] == "it"
    assert d1["quoted"]["paragraphs"][0].startswith("Tradizionalmente si gioca con un mazzo di 40 carte")
    d3 = next(a["covered_by"] for a in d["articles"] if a["article"] == "D3")
    assert next(c for c in d3 if c["name"] == "pari")["cited_by"] == "article"
    assert found["uncovered"] == [row for s in found["sources"] for row in s["uncovered"]]
    question = next(q for q in found["questions"] if q["option"] == "precedenza")
    assert question["default"] == "pari"
    assert question["cites"] == ["S3", "R3"]
    assert question["because"].startswith("D3 makes the equal card compulsory")
    assert done.returncode == (1 if found["uncovered"] else 0)


def test_the_command_answers_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "")
    done = cartaro("sources", "napola", "--language", "it")
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "D · Scopa, con Napola e Rebello" in text
    assert "clausola: napola «la napola» (scopa/5)" in text
    assert "non coperto" not in text
    assert "precedenza «la precedenza fra le prese» (scopa/3, S3, R3): pari, poche, nessuna; predefinito: pari" in text
    assert "perché D3 obbliga alla carta uguale" in text
    assert "it «Realizza la “napola” (detta anche “napoli” o “napoletana”) il giocatore che prende l’asso" in " ".join(
        text.split()
    )


def test_exit_codes(tmp_path: Path) -> None:
    path = small(tmp_path)
    assert cartaro("sources", str(path)).returncode == 0
    path.write_text(SMALL.replace("scoprire (X3)", "scoprire"), encoding="utf-8")
    done = cartaro("sources", str(path), "--json")
    assert done.returncode == 1
    assert answer(done)["uncovered"] == ["X3"]
    assert "not covered: X3\n" in cartaro("sources", str(path)).stdout.decode()


@pytest.mark.parametrize("words", [("no_such_game",), ("scopa", "no_such_game"), ("--language", "la")])
def test_invalid_input_is_reported(words: tuple[str, ...]) -> None:
    done = cartaro("sources", *words)
    assert done.returncode == 2


def test_a_citation_without_a_source_is_reported(tmp_path: Path) -> None:
    path = small(tmp_path, SMALL.replace("scoprire (X3)", "scoprire (X13)"))
    done = cartaro("sources", str(path), "--json")
    assert done.returncode == 1
    assert [(d["code"], d["message"]) for d in answer(done)["diagnostics"]] == [
        ("C0601", "`X13` is cited, but no source lists it")
    ]
    result = cartaro("sources", str(path))
    assert result.returncode == 1
    assert b"C0601" in result.stderr
    assert result.stdout == b""


def test_all_shipped_rulesets_where_none_is_named() -> None:
    found = answer(cartaro("sources", "--json"))
    assert found["rulesets"] == list(shipped())
    articles = [[a["article"] for a in source["articles"]] for source in found["sources"]]
    for letter, last in {"F": 18, "D": 9, "S": 9, "R": 13, "K": 21}.items():
        assert [f"{letter}{n}" for n in range(1, last + 1)] in articles
    assert found["uncovered"] == []


def test_the_same_bytes_whatever_the_locale_and_hash() -> None:
    one = in_a_process("sources", "scopa", env={"LC_ALL": "C", "PYTHONHASHSEED": "1"})
    other = in_a_process("sources", "scopa", env={"LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"})
    assert one.stdout == other.stdout
    assert one.stdout


@pytest.mark.sweep("scala40", "scopa", "scopone")
@pytest.mark.parametrize("name", shipped())
def test_page_and_command_find_the_same_gaps(name: str) -> None:
    game = game_of(name)
    assert gaps(game) == tuple(row for s in coverage({name: game}) for row in s.uncovered)
