"""The order of the proofs: cheap proofs come first, and proofs over few transitions come before those over many."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.shipped_games import game_of
from tests.verify.small import small

from cartaro_engine import search_hands
from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, SearchedHands, Sought
from cartaro_verify import ProofLog, claims, decide, decide_everywhere
from cartaro_verify.frame.transition_system import MoveSort, Transition, TransitionSystem, TurnCase
from cartaro_verify.obligations import prepared_game
from cartaro_verify.obligations.prepared_game import PreparedGame

ENDS = "ends"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[TurnCase]:
    """Return a list to which the case of each built transition is added."""
    build, cases = TransitionSystem.build, list[TurnCase]()

    def watched(
        frame: TransitionSystem, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True
    ) -> Transition:
        cases.append(case)
        return build(frame, case, sort, known, followed)

    monkeypatch.setattr(TransitionSystem, "build", watched)
    return cases


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat the six transitions of agram as if they were many."""
    monkeypatch.setattr(prepared_game, "MANY_TRANSITIONS", 6)
    monkeypatch.setattr(prepared_game, "VERY_MANY_TRANSITIONS", 6)


def test_what_needs_no_invariants_is_decided_first(built: list[TurnCase]) -> None:
    results = decide(game_of("agram"), ("movable", "conserved", "decided", "discreet"))
    assert [next(results).name for _ in range(3)] == ["conserved", "decided", "discreet"]
    assert built == []


@pytest.mark.usefixtures("few_are_many")
def test_a_proof_over_the_fewest_transitions_needs_no_others(built: list[TurnCase]) -> None:
    (result,) = decide(game_of("agram"), ENDS)
    assert result.verdict == "proved"
    assert {case.roles for case in built} == {()}


@pytest.mark.usefixtures("few_are_many")
def test_a_proof_under_all_house_rules_over_the_fewest_transitions_needs_no_others(built: list[TurnCase]) -> None:
    (result,) = decide_everywhere(game_of("agram"), ENDS, fixed=("players",))
    assert result.verdict == "proved"
    assert {case.roles for case in built} == {()}


@pytest.mark.usefixtures("few_are_many")
def test_a_proof_under_all_house_rules_that_needs_more_cases_gets_them(built: list[TurnCase]) -> None:
    log = ProofLog()
    (result,) = decide_everywhere(game_of("agram"), "movable", fixed=("players",), log=log)
    assert result.verdict == "proved"
    assert len({case.roles for case in built}) > 1
    del built[:]
    (again,) = decide_everywhere(game_of("agram"), "movable", fixed=("players",), log=ProofLog(log.entries))
    assert (again.verdict, again.coverage) == (result.verdict, result.coverage)
    older = {
        key: value for key, value in log.entries.items() if not key.endswith("coarse first") and " of all roles" not in key
    }
    del built[:]
    list(decide_everywhere(game_of("agram"), "movable", fixed=("players",), log=ProofLog(older)))
    assert () not in {case.roles for case in built}, "an older log has no proofs over few transitions"


def tried_before(name: str, log: ProofLog) -> list[str]:
    """Return the subjects of agram that are tried under all house rules before the one with this name."""
    found = list[str]()

    class Reached(Exception):
        pass

    def report(subject: str) -> None:
        if subject == name:
            raise Reached
        found.append(subject)

    with pytest.raises(Reached):
        list(decide_everywhere(game_of("agram"), progress=report, fixed=("players",), log=log))
    return found


@pytest.mark.usefixtures("few_are_many")
def test_under_all_house_rules_claims_come_before_what_may_need_them() -> None:
    log = ProofLog()
    found = tried_before("movable", log)
    assert "mani_pari" in found
    assert "ends" not in found
    older = {key: value for key, value in log.entries.items() if not key.endswith("by cost")}
    assert len(older) < len(log.entries)
    assert "mani_pari" not in tried_before("movable", ProofLog(older)), "older logs have the order of the text"


@pytest.mark.usefixtures("few_are_many", "no_words")
def test_a_proof_that_needs_more_cases_gets_them(built: list[TurnCase]) -> None:
    (result,) = decide(game_of("agram"), "movable")
    assert result.verdict == "proved"
    assert {bool(case.roles) for case in built} == {False, True}


@pytest.mark.usefixtures("few_are_many")
def test_before_many_transitions_hands_are_played(built: list[TurnCase]) -> None:
    before = list[int]()

    def search(_rules: Rules, sought: tuple[Sought, ...], _seldom: frozenset[str]) -> SearchedHands:
        before.append(len(built))
        return SearchedHands(frozenset(range(len(sought))), 10, ())

    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), ENDS, None, search, log)] == ["proved"]
    assert before[0] == 0
    again = ProofLog(log.entries)
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=again)] == ["proved"]
    assert again.entries == log.entries


def test_if_the_first_hands_are_long_few_are_played_here_and_others_elsewhere(
    built: list[TurnCase], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list[int]()

    def search(_rules: Rules, sought: tuple[Sought, ...], _seldom: frozenset[str]) -> SearchedHands:
        before.append(len(built))
        return SearchedHands(frozenset(range(len(sought))), 10, ())

    monkeypatch.setattr(sys.modules[decide.__module__], "FIRST_MOVES", 1)
    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), ENDS, None, search, log)] == ["proved"]
    assert before[0] == 0
    again = ProofLog(log.entries)
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=again)] == ["proved"]
    assert again.entries == log.entries
    earlier = {key: value for key, value in log.entries.items() if key != "hands at first"}
    assert len(earlier) == len(log.entries) - 1
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=ProofLog(earlier))] == ["proved"]


@pytest.mark.nightly
def test_a_log_without_such_an_attempt_is_followed(built: list[TurnCase], monkeypatch: pytest.MonkeyPatch) -> None:
    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=log)] == ["proved"]
    earlier = {key: value for key, value in log.entries.items() if key != "large"}
    assert len(earlier) == len(log.entries) - 1
    monkeypatch.setattr(prepared_game, "MANY_TRANSITIONS", 6)
    built.clear()
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=ProofLog(earlier))] == ["proved"]
    assert all(case.roles for case in built)


@pytest.mark.usefixtures("few_are_many")
def test_what_these_hands_refute_is_a_result_before_any_transition(
    built: list[TurnCase], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[decide.__module__], "FIRST_HANDS", 0)
    first = next(decide(game_of("agram"), (ENDS, "piu_prese"), None, search_hands))
    assert (first.name, first.verdict) == ("piu_prese", "refuted")
    assert built == []


LAID = 'flag laid of each player for the hand "has laid a card"\ncounter bid of each player for the hand "the bid / the bids"'


def test_with_few_cases_a_place_is_bare_while_a_flag_holds(tmp_path: Path) -> None:
    """A player who has laid no card has taken no card and has not bid."""
    game = small(
        tmp_path,
        places=LAID,
        lays="move card to won\nlaid becomes true\nbid becomes 1",
        deal="deals: deal 2 from stock to each hand",
        course="begins: the play begins with the last player\npasses: the turn passes to the player after player",
    )
    frame = PreparedGame(game).coarse.frame
    facts = {fact.sort for facts in frame.facts.values() for fact in facts}
    assert "while_unset" in facts
    assert _most_bid(frame)
    fine = PreparedGame(game).frame
    assert not any(fact.sort == "while_unset" for facts in fine.facts.values() for fact in facts)
    assert not _most_bid(fine)


def _most_bid(frame: TransitionSystem) -> bool:
    """Return whether it is a fact that nobody bids more than in the sampled hands, although no clause compares bids."""
    return any(
        (fact.sort, *fact.place, fact.number) == ("ceiling", "bid", 0, 1) for facts in frame.facts.values() for fact in facts
    )


@pytest.mark.usefixtures("few_are_many")
def test_the_words_of_the_text_make_more_cases_unnecessary(built: list[TurnCase]) -> None:
    """The lemmas are kept in the log, and proved again from it; an earlier log without them is followed without them."""
    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=log)] == ["proved"]
    assert {case.roles for case in built} == {()}
    built.clear()
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=ProofLog(log.entries))] == ["proved"]
    assert {case.roles for case in built} == {()}
    without = {key: value for key, value in log.entries.items() if not key.endswith("in words")}
    assert len(without) == len(log.entries) - 1
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=ProofLog(without))] == ["proved"]
    assert any(case.roles for case in built)


@pytest.mark.usefixtures("few_are_many")
def test_words_are_not_searched_for_if_they_are_superfluous(tmp_path: Path) -> None:
    """The claims are tried first, without them; an earlier log that has them is followed with them."""
    path = tmp_path / "few.regole"
    few = "always every x in players has number of hand of x is at most 6"
    path.write_text(f'variant few of agram\n  title "Few"\n\nclaim few_cards "few"\n  {few}\n', encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    log = ProofLog()
    assert {result.verdict for result in decide(game, ("few_cards", ENDS), log=log)} == {"proved"}
    assert log.entries["coarse proof of claims/few_cards/1/proved"] is True
    assert not any(key.endswith("in words") for key in log.entries)
    again = ProofLog(log.entries)
    assert {result.verdict for result in decide(game, ("few_cards", ENDS), log=again)} == {"proved"}
    assert again.entries == log.entries


def test_a_large_game_is_tried_with_words_after_the_proofs_without_them(
    built: list[TurnCase], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words are not searched for if nothing is open, and an earlier log without them is followed without them."""
    monkeypatch.setattr(prepared_game, "MANY_TRANSITIONS", 6)
    monkeypatch.setattr(prepared_game, "VERY_MANY_TRANSITIONS", 1000)
    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), ENDS, log=log)] == ["proved"]
    assert not any(key.endswith("in words") for key in log.entries)
    log = ProofLog()
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=log)] == ["proved"]
    assert {case.roles for case in built} == {()}
    assert {"coarse proof/movable/came to something", "coarse proof with words/movable/came to something"} <= {*log.entries}
    again = ProofLog(log.entries)
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=again)] == ["proved"]
    assert again.entries == log.entries
    without = {key: value for key, value in log.entries.items() if "with words" not in key}
    assert [result.verdict for result in decide(game_of("agram"), "movable", log=ProofLog(without))] == ["proved"]
    assert any(case.roles for case in built)


@pytest.mark.usefixtures("few_are_many", "no_words")
def test_what_is_proved_over_few_transitions_is_assumed_over_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lemmas are assumed only if the log has them: a proof recorded without them is replayed without them."""
    assumed = dict[str, list[str]]()
    use = claims.use_lemmas_of

    def watched(prepared: PreparedGame, coarser: PreparedGame) -> None:
        use(prepared, coarser)
        assumed[f"{coarser.grain} to {prepared.grain}"] = [lemma.condition.span.text for lemma in prepared.frame.lemmas]

    monkeypatch.setattr(sys.modules[decide.__module__], "use_lemmas_of", watched)
    few = "every x in players has number of hand of x is at most 6"
    path = tmp_path / "few.regole"
    path.write_text(f'variant few of agram\n  title "Few"\n\nclaim few_cards "few"\n  always {few}\n', encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game

    def verdicts(log: ProofLog) -> dict[str, str]:
        return {result.name: result.verdict for result in decide(game, ("few_cards", "movable"), log=log)}

    log = ProofLog()
    assert verdicts(log) == {"few_cards": "proved", "movable": "proved"}
    assert few in assumed["coarse to middle"]
    assert set(verdicts(ProofLog(log.entries)).values()) == {"proved"}
    assumed.clear()
    earlier = {key: value for key, value in log.entries.items() if not key.startswith("coarser lemmas")}
    assert len(earlier) < len(log.entries)
    assert set(verdicts(ProofLog(earlier)).values()) == {"proved"}
    assert assumed == {}
