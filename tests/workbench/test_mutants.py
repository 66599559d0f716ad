"""Mutants of a ruleset: an author could have written each of them; for a mutant that no example notices, an example is offered
that does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import Game, load_files, load_game, mutant, mutations_of, tree
from cartaro_workbench import MutantTrials

GAME = """game prova
  title "Prova"
  use fishing

article 1 "Uno"
  giocatori: there are 2 players
  senso: play runs clockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
    scoprire: deal 4 from stock to table
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  lascia: the player may lay
  obbligo despite lascia: the player may not lay when the player can take with card
  settebello: each side scores 2 when 7D is in won
  vince: the winner is the side with highest points
  arrivo: the match ends when some x in sides has points is at least 3
"""
EXAMPLE = """annex prove of prova

example pari "p"
  table holds 6C 2D
  hand holds 6B
  player may only take 6C with 6B
"""


@pytest.fixture(name="trials")
def made(tmp_path: Path) -> MutantTrials:
    return trials_of(tmp_path, EXAMPLE)


def trials_of(folder: Path, examples: str, rules: str = GAME) -> MutantTrials:
    (folder / "prova.regole").write_text(rules, encoding="utf-8")
    (folder / "prova.prove.regole").write_text(examples, encoding="utf-8")
    path = str(folder / "prova.regole")
    game, files = load_game(path), load_files(path)
    assert isinstance(game, Game)
    return MutantTrials(game, [file for file in files if isinstance(file, tree.File)])


def test_a_change_is_shown_as_it_would_be_written(trials: MutantTrials) -> None:
    changes = {(m.kind, m.after) for m in trials.mutations if m.subject == "settebello"}
    assert ("number", "settebello: each side scores 4 when 7D is in won") in changes
    assert ("condition", "settebello: each side scores 2 unless 7D is in won") in changes
    assert ("condition dropped", "settebello: each side scores 2") in changes
    assert ("card", "settebello: each side scores 2 when FD is in won") in changes


def test_every_mutant_is_the_ruleset_of_its_own_text(trials: MutantTrials, tmp_path: Path) -> None:
    mutation = next(m for m in trials.mutations if m.subject == "arrivo" and m.kind == "number")
    changed = mutant(trials.files, mutation)
    (tmp_path / "prova.regole").write_text(mutation.text, encoding="utf-8")
    game = load_game(str(tmp_path / "prova.regole"))
    assert isinstance(game, Game)
    assert changed is not None
    assert changed.clauses == game.ruleset.clauses != trials.ruleset.clauses


def test_an_example_catches_what_it_shows(trials: MutantTrials) -> None:
    number = next(n for n, m in enumerate(trials.mutations) if m.subject == "obbligo" and m.kind == "condition")
    found = trials.trial(number)
    assert found is not None
    assert (found.outcome, found.by, found.name) == ("caught", "example", "pari")


def test_a_free_mutant_comes_with_an_example_that_catches_it(trials: MutantTrials, tmp_path: Path) -> None:
    number = next(n for n, m in enumerate(trials.mutations) if m.subject == "settebello" and m.kind == "condition dropped")
    free = trials.trial(number)
    assert free is not None
    assert free.outcome == "free"
    assert free.example is not None
    again = trials_of(tmp_path, f"{EXAMPLE}\n{free.example}").trial(number)
    assert again is not None
    assert (again.outcome, again.by) == ("caught", "example"), free.example


def test_a_deal_of_one_less_is_told_by_a_claim(trials: MutantTrials) -> None:
    changed = "scoprire: deal 3 from stock to table"
    less = trials.trial(next(n for n, mutation in enumerate(trials.mutations) if mutation.after == changed))
    assert less is not None
    assert less.outcome == "free"
    assert less.example is not None
    assert "at the start of every hand, number of table = 4" in less.example


TELLING = """
telling
  obbligo #kemidu
    it "Chi può prendere deve prendere."
  settebello #nokedu
    it "Il settebello vale due punti."
"""
COUNTED = """
example settebello "s"
  won holds 7D
  check settebello of side = 2
"""


def told_without_notice(trials: MutantTrials) -> list[tuple[str, ...]]:
    numbers = [n for n, m in enumerate(trials.mutations) if m.subject in ("obbligo", "settebello")]
    return [wording.names for wording in trials.not_borne_out(dict(zip(numbers, trials.trials(numbers), strict=True)))]


def test_a_sentence_is_supported_by_an_example_that_a_mutant_of_its_clause_breaks(tmp_path: Path) -> None:
    assert told_without_notice(trials_of(tmp_path, EXAMPLE + TELLING)) == [("settebello",)]
    assert told_without_notice(trials_of(tmp_path, EXAMPLE + COUNTED + TELLING)) == []


@pytest.mark.nightly
def test_an_example_that_asks_and_does_not_notice_bears_nothing_out(tmp_path: Path) -> None:
    asked = COUNTED.replace("holds 7D", "holds 6D").replace("= 2", "is less than 9")
    assert told_without_notice(trials_of(tmp_path, EXAMPLE + asked + TELLING)) == [("settebello",)]


def test_an_example_that_makes_no_sense_under_a_mutant_bears_its_clause_out(tmp_path: Path) -> None:
    """The move that the example overlooks would be taken back."""
    rules = GAME.replace("  settebello:", "  perduta: on breach of obbligo later, let it stand\n  settebello:")
    shown = """
example perduta "p"
  table holds 6C
  hand holds 6B 2S
  do lay 6B despite obbligo
  check table = 6B 6C

telling
  perduta #reguro
    it "Se nessuno se ne accorge, la presa è persa."
"""
    trials = trials_of(tmp_path, EXAMPLE + shown, rules)
    numbers = [n for n, m in enumerate(trials.mutations) if m.subject == "perduta"]
    tried = dict(zip(numbers, trials.trials(numbers), strict=True))
    assert [trial.mutant for trial in tried.values() if trial] == ["", "perduta: on breach of obbligo later, take it back"]
    assert trials.not_borne_out(tried) == ()


def test_of_clauses_not_all_of_whose_mutants_were_tried_nothing_is_stated(tmp_path: Path) -> None:
    trials = trials_of(tmp_path, EXAMPLE + TELLING)
    number = next(n for n, m in enumerate(trials.mutations) if m.subject == "settebello")
    assert trials.not_borne_out({number: trials.trial(number)}) == ()


def test_a_claim_is_tried_with_each_number_of_players(tmp_path: Path) -> None:
    dealt = "    dare: deal 6 from stock to each hand when number of players is 2\n"
    dealt += "    in_tre: deal 4 from stock to each hand when number of players is 3\n"
    rules = GAME.replace("    dare: deal 3 from stock to each hand\n", dealt).replace("2 players", "2 or 3 players")
    claim = '\nclaim dodici "d"\n  at the start of every hand, number of hand of players = 12\n'
    trials = trials_of(tmp_path, EXAMPLE + claim, rules)
    number = next(n for n, m in enumerate(trials.mutations) if m.subject == "in_tre" and "deal 5" in m.after)
    found = trials.trial(number)
    assert found is not None
    assert (found.outcome, found.by, found.name) == ("caught", "claim", "dodici")


def test_a_claim_is_tried_under_the_house_rule_of_the_changed_clause(tmp_path: Path) -> None:
    dealt = "    scoprire: deal 4 from stock to table\n"
    options = '  option tavola is piena among piena, vuota because it "t" en "t"\n'
    halved = f"    under tavola is piena\n  {dealt}    under tavola is vuota\n      poche: deal 2 from stock to table\n"
    rules = GAME.replace("  at the start of the hand\n", f"{options}  at the start of the hand\n").replace(dealt, halved)
    claim = '\nclaim pari "p"\n  at the start of every hand, remainder of number of table by 2 = 0\n'
    trials = trials_of(tmp_path, EXAMPLE + claim, rules)
    found = trials.trial(
        next(n for n, m in enumerate(trials.mutations) if "deal 3 from stock to table" in m.after and m.subject == "poche")
    )
    assert found is not None
    assert (found.outcome, found.by, found.name) == ("caught", "claim", "pari")


def test_definitions_that_no_rule_uses_are_left_alone() -> None:
    game, files = load_game("scopa"), load_files("scopa")
    assert isinstance(game, Game)
    subjects = {m.subject for m in mutations_of(game.ruleset, [f for f in files if isinstance(f, tree.File)])}
    assert "fila" not in subjects  # `straight`, which napola uses
    assert "primato" in subjects


def test_what_memory_becomes_that_nothing_reads_is_left_alone(tmp_path: Path) -> None:
    """The library counts the turns and keeps the cards laid, for games that need them."""

    def changed(name: str) -> set[tuple[str, str]]:
        game, files = load_game(name), load_files(name)
        assert isinstance(game, Game)
        return {(m.subject, m.kind) for m in mutations_of(game.ruleset, [f for f in files if isinstance(f, tree.File)])}

    ramino, scala40 = changed("ramino"), changed("scala40")
    assert {"compiuto", "valore"} <= {subject for subject, _ in scala40} - {subject for subject, _ in ramino}
    assert ("meld", "sign") in scala40 - ramino  # the points of the laid cards, in addition to the group of cards
    counted = '  counter prese for the hand it "p" en "p"\n  una: after a take, add 1 to prese\n'
    claim = '\nclaim poche "p"\n  at the end of every hand, prese is at most 18\n'
    rules = GAME.replace("  pari: the player", f"{counted}  pari: the player")
    assert "una" not in {m.subject for m in trials_of(tmp_path, EXAMPLE, rules).mutations}
    assert "una" in {m.subject for m in trials_of(tmp_path, EXAMPLE + claim, rules).mutations}


def test_a_sample_is_the_same_for_one_seed(trials: MutantTrials) -> None:
    assert trials.sampled(5, 1) == trials.sampled(5, 1) != trials.sampled(5, 2)
    assert trials.sampled(None, 0) == tuple(range(len(trials.mutations)))
