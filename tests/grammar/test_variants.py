"""Variants, annexes and exceptions: the clauses in force, their order, and the clauses that they override."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_checked
from cartaro_grammar.model import game as g

LIB = (Path(__file__).parents[1] / "diagnostics" / "cases" / "lib" / "tavolo.regole").read_text(encoding="utf-8")

BASE = """game base
  title "A game"
  use tavolo

article 1 "Rules"
  option corta is no among no, si
  prende: the player may take
  lascia: the player may lay
  under corta is si
    breve: the hand ends when table is empty
  at the start of the hand
    scopri: move top of stock to table
    ancora: move top of stock to table
  cambio: at the end of the hand, dealer becomes the player after dealer
"""
PROVE = """annex prove of base
  title "Examples"

example prima (T1) "one takes"
  table holds 2H
  hand holds AH
  player may take 2H with AH

claim mai (T1) "never"
  never number of table is more than 6
"""

Load = Callable[..., g.Game]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tavolo.regole").write_text(LIB, encoding="utf-8")
    (tmp_path / "base.regole").write_text(BASE, encoding="utf-8")
    (tmp_path / "base.prove.regole").write_text(PROVE, encoding="utf-8")
    return tmp_path


def variant(folder: Path, body: str, name: str = "nuova") -> g.Game:
    path = folder / f"{name}.regole"
    path.write_text(f'variant {name} of base\n  title "Another"\n\n{body}', encoding="utf-8")
    game, found = load_checked(path)
    assert game is not None, [reported.message for reported in found]
    return game


def codes(folder: Path, body: str) -> list[str]:
    (folder / "caso.regole").write_text(f'game caso\n  title "A case"\n  use tavolo\n\n{body}', encoding="utf-8")
    return [reported.code for reported in load_checked(folder / "caso.regole")[1]]


def names(game: g.Game, moment: str, period: str) -> list[str]:
    return [clause.name for clause in game.consequences(moment, period)]


RULES = 'article 1 "Rules"\n  prende: the player may take\n  lascia: the player may lay\n'


def test_a_variant_that_changes_nothing_is_its_base(folder: Path) -> None:
    (folder / "nuova.regole").write_text('variant nuova of base\n  title "Another"\n', encoding="utf-8")
    game, _ = load_checked(folder / "nuova.regole")
    base, _ = load_checked(folder / "base.regole")
    assert game is not None
    assert base is not None
    assert game.ruleset.clauses == base.ruleset.clauses
    assert (game.name, game.ruleset.base) == ("nuova", "base")


@pytest.mark.parametrize(
    ("placing", "order"),
    [
        ("before scopri", ["dare", "terza", "scopri", "ancora"]),
        ("after scopri", ["dare", "scopri", "terza", "ancora"]),
        ("after ancora", ["dare", "scopri", "ancora", "terza"]),
    ],
)
def test_an_addition_is_put_where_it_is_placed(folder: Path, placing: str, order: list[str]) -> None:
    game = variant(folder, f"in article 1 add {placing}\n  terza: move top of stock to table\n")
    assert names(game, "start", "hand") == order


def test_an_addition_joins_the_event_of_its_neighbour_unless_it_names_its_own(folder: Path) -> None:
    added = "  uno: move table to stock\n  due: after a take, move table to stock\n"
    game = variant(folder, f"in article 1 add after cambio\n{added}")
    assert names(game, "end", "hand") == ["cambio", "uno"]
    assert names(game, "after", "take") == ["due"]


def test_an_addition_is_under_the_option_of_its_neighbour(folder: Path) -> None:
    game = variant(folder, "in article 1 add after breve\n  brevissima: the hand ends when stock is empty\n")
    assert {c.name: c.under for c in game.ruleset.clauses}["brevissima"] == (("corta", ("si",)),)


def test_a_replacement_takes_the_place_and_event_of_what_it_replaces(folder: Path) -> None:
    game = variant(folder, "in article 1 replace scopri\n  tutte: move stock to table\n")
    assert names(game, "start", "hand") == ["dare", "tutte", "ancora"]
    game = variant(folder, "in article 1 replace cambio\n  resta: dealer becomes dealer\n")
    assert names(game, "end", "hand") == ["resta"]


def test_repealed_clauses_are_removed(folder: Path) -> None:
    game = variant(folder, "in article 1 repeal scopri, breve\n")
    assert names(game, "start", "hand") == ["dare", "ancora"]
    assert "breve" not in {clause.name for clause in game.ruleset.clauses}


def test_a_default_is_set(folder: Path) -> None:
    game = variant(folder, "set corta to si\n")
    assert game.chosen == {"corta": "si"}
    assert "breve" in game.clause


def test_a_variant_of_a_variant_amends_and_repeals_what_that_one_amended(folder: Path) -> None:
    own = "set corta to si\nin article 1 replace lascia\n  lascia: the player may lay when hand is not empty\n"
    variant(folder, own, "prima")
    text = "in article 1 replace lascia\n  lascia: the player may lay\nin article 1 repeal corta, breve\n"
    path = folder / "seconda.regole"
    path.write_text(f'variant seconda of prima\n  title "Yet another"\n\n{text}', encoding="utf-8")
    game, found = load_checked(path)
    assert found == ()
    assert game is not None
    assert game.clause["lascia"].when == ()
    assert game.ruleset.options == ()


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("in article 1 add\n  carte: each side scores 1 when AH is in won\n", True),
        ("in article 1 add\n  molte: crowded means number of table is at least 3\n", True),
        ("in article 1 add\n  altra: the player may take when table is not empty\n", False),
        ("in article 1 add\n  raccoglie: at the end of the turn, move table to stock\n", False),
        ("in article 1 repeal breve\n", False),
        ("in article 1 replace lascia\n  lascia: the player may lay when hand is not empty\n", False),
        ("set corta to si\n", False),
    ],
)
def test_only_what_plays_as_its_base_keeps_its_examples_and_claims(folder: Path, body: str, kept: bool) -> None:
    game = variant(folder, body)
    assert [e.name for e in game.examples] == (["prima"] if kept else [])
    assert [c.name for c in game.claims] == (["mai"] if kept else [])


@pytest.mark.parametrize(
    ("line", "under"),
    [
        ("under corta is si", ("corta", ("si",))),
        ("under corta is no or si", ("corta", ("no", "si"))),
        ("under every corta", ("corta", ("no", "si"))),
        ("under players is 2", ("players", ("2",))),
    ],
)
def test_a_claim_names_its_settings(folder: Path, line: str, under: tuple[str, tuple[str, ...]]) -> None:
    game = variant(folder, f'claim sempre "always"\n  {line}\n  always table is empty\n')
    assert next(c.under for c in game.claims if c.name == "sempre") == (under,)


def test_a_claim_names_only_allowed_numbers_of_players(folder: Path) -> None:
    assert codes(folder, f'{RULES}claim mai "never"\n  under players is 7\n  never table is empty\n') == ["C0702"]


def test_subject_to_is_the_converse_of_despite(folder: Path) -> None:
    one = 'article 1 "Rules"\n  alta: worth is 1\n  bassa subject to alta: worth is 2\n'
    other = 'article 1 "Rules"\n  alta despite bassa: worth is 1\n  bassa: worth is 2\n'
    for body in (one, other):
        (folder / "caso.regole").write_text(f"{BASE}\n{body.replace('article 1', 'article 2')}", encoding="utf-8")
        game, found = load_checked(folder / "caso.regole")
        assert game is not None, found
        assert (game.clause["alta"].despite, game.clause["bassa"].despite) == (("bassa",), ())


def test_despite_is_transitive(folder: Path) -> None:
    body = 'article 2 "More"\n  una: worth is 1\n  due despite una: worth is 2\n  tre despite due: worth is 3\n'
    (folder / "caso.regole").write_text(f"{BASE}\n{body}", encoding="utf-8")
    game, _ = load_checked(folder / "caso.regole")
    assert game is not None
    assert game.clause["tre"].despite == ("due", "una")


def test_despite_across_acts_is_refused(folder: Path) -> None:
    assert codes(folder, f"{RULES}  mai despite prende: the player may not lay\n") == ["C0507"]


@pytest.mark.parametrize(
    ("course", "expected"),
    [
        ("    una: nothing\n    due: repeat from una\n", []),
        ("    una: repeat from una\n", []),
        ("    una: repeat from due\n    due: nothing\n", ["C0510"]),
        ("    una: repeat from fine\n", ["C0502"]),
        ("    una: repeat from nulla\n", ["C0502"]),
    ],
)
def test_repeat_goes_back_in_its_own_course(folder: Path, course: str, expected: list[str]) -> None:
    assert codes(folder, f"{RULES}  at the start of the hand\n{course}") == expected


AFTER_A_LAY = """article 2 "After a laying"
  after a lay
    uno: move top of stock to table when card is 2H
    due: void the hand when table is empty
"""


def test_clauses_in_a_block_after_an_act_are_as_those_that_name_the_act(folder: Path) -> None:
    block = variant(folder, AFTER_A_LAY)
    apart = AFTER_A_LAY.replace("  after a lay\n", "").replace("    uno: ", "  uno: after a lay, ")
    named = variant(folder, apart.replace("    due: ", "  due: after a lay, "))
    assert names(block, "after", "lay") == ["uno", "due"]
    assert [c.sentence for c in block.clauses if c.home == "nuova"] == [c.sentence for c in named.clauses if c.home == "nuova"]
    assert block.clause["uno"].when == named.clause["uno"].when != ()


def test_an_addition_joins_a_block_after_an_act(folder: Path) -> None:
    (folder / "mezza.regole").write_text(f'variant mezza of base\n  title "Half"\n\n{AFTER_A_LAY}', encoding="utf-8")
    added = "in article 2 of mezza add after uno\n  tra: move top of stock to table\n"
    (folder / "nuova.regole").write_text(f'variant nuova of mezza\n  title "Another"\n\n{added}', encoding="utf-8")
    game, found = load_checked(folder / "nuova.regole")
    assert game is not None, [reported.message for reported in found]
    assert names(game, "after", "lay") == ["uno", "tra", "due"]


def test_a_part_of_a_block_after_an_act_may_depend_on_a_house_rule(folder: Path) -> None:
    game = variant(folder, AFTER_A_LAY.replace("    due:", "    under corta is si\n      due:"))
    assert names(game, "after", "lay") == ["uno"]
    assert {clause.name: clause.under for clause in game.ruleset.clauses}["due"]


def test_an_act_that_nobody_knows_and_an_empty_block_are_reported(folder: Path) -> None:
    assert codes(folder, AFTER_A_LAY.replace("after a lay", "after a fly")) == ["C0303"]
    assert codes(folder, 'article 2 "After"\n  after a lay\n')


def test_warnings_come_with_the_game(folder: Path) -> None:
    (folder / "base.regole").write_text(BASE + "  option muta is no among no, si\n", encoding="utf-8")
    game, found = load_checked(folder / "base.regole")
    assert game is not None
    assert [(reported.code, reported.severity) for reported in found] == [("C0514", "warning")]


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulesets_have_no_warnings(name: str) -> None:
    game, found = load_checked(name)
    assert game is not None
    assert found == ()


def test_several_clauses_are_replaced_together(folder: Path) -> None:
    """The new clauses take the place of the first old one; a new clause may have the name of an old one."""
    game = variant(
        folder, "in article 1 replace scopri, ancora\n  tre: deal 3 from stock to table\n  ancora: deal 1 from stock to table\n"
    )
    course = [clause.name for clause in game.consequences("start", "hand")]
    assert course == ["dare", "tre", "ancora"]
    assert isinstance(game.clause["ancora"].sentence, g.Consequence)
    assert isinstance(game.clause["ancora"].sentence.effects[0].body, g.Deal)


def test_players_are_seated_under_every_house_rule_about_sides(folder: Path) -> None:
    """The default of `corta` is fine for two players; under its other value three players would sit opposite each other."""
    body = """article 1 "Rules"
  quanti: there are 2 to 3 players
  option corta is no among no, si
  lascia: the player may lay
  soli: the sides are single players unless corta is si
  under corta is si
    coppie: the sides are opposite players
"""
    assert codes(folder, body) == ["C0513"]
    assert "C0513" not in codes(folder, body.replace("opposite players", "single players"))
    even = body.replace("2 to 3", "2 or 4")
    assert "C0513" not in codes(folder, even)
