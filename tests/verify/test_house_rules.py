"""A game with open options has the same meaning, once the options have values, as the game under these values. Verdicts cover
all values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.differential import games
from tests.differential.comparison import Texts
from tests.differential.themes import theme_of
from tests.levels import at_night
from tests.verify.material import arguments_of, decided, game_of, is_state, position

from cartaro_grammar import Clause
from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import TRUTH
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose, instantiate, leave_open
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import compile_game
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.play.turn import Choice, legal, permitted
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.state import END_OF_TURN
from cartaro_interpreter.state.state import State as Position
from cartaro_verify import Coverage, Result, Verdict, as_json, decide_everywhere, from_json, merged
from cartaro_verify import everywhere as house_rules_decided
from cartaro_verify.encode import house_rules
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.possible_groups import Groups
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse, Turns
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.results.verdicts import Exempted, Under
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import SymbolicState, TermScope, as_truth
from cartaro_verify.verify import Proof, decide, prove

GENERATED = (0, 2, 18, 38, 46, 52, 65, 68, 84, 88, 90, 96, 116)
"""Seeds of small games that have a meaning under most options of this kind."""

GAMES = ("scopa", "tablanette", "scopa_francese", "scopone", "rubamazzo")


def opened(game: Game) -> Game:
    names = game.ruleset.option.keys() - house_rules.concrete_options(game.ruleset)
    found = leave_open(game, names)
    assert isinstance(found, Game), found
    return found


def choices(game: Game) -> list[dict[str, str]]:
    """Return the defaults, each choice with another value of one option, and a few random choices."""
    options = [option for option in game.ruleset.options if option.name in game.open]
    default = {option.name: option.default for option in options}
    found = [default, *({**default, o.name: v} for o in options for v in o.values if v != o.default)]
    random = Random(3)
    return [*found, *({o.name: random.choice(o.values) for o in options} for _ in range(4))]


def chosen(game: Game, settings: dict[str, str]) -> Game:
    found = choose(game, settings)
    assert isinstance(found, Game), found
    return found


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_was_open_and_has_a_value_is_chosen(name: str) -> None:
    game = game_of(name)
    for settings in choices(opened(game)):
        again, at_once = chosen(opened(game), settings), chosen(game, settings)
        assert again == at_once
        assert not again.open


def test_an_open_game_is_not_played() -> None:
    with pytest.raises(g.OpenOptionError):
        compile_game(opened(game_of("scopa")))


@pytest.mark.slow
@pytest.mark.parametrize("name", at_night(["scopa", "scopa_francese", "rubamazzo"], by_day=["rubamazzo"]))
def test_open_options_with_values_mean_the_game_under_them(name: str) -> None:
    whole, random = opened(game_of(name)), Random(name)
    assert sum(compared(whole, settings, random) for settings in choices(whole)) > 20


def put_under_options(ruleset: g.Ruleset, random: Random) -> g.Ruleset:
    """Return the ruleset with two options, and with most of its clauses under values of these; it need not be a game under each
    choice.
    """
    options = tuple(
        g.Option(name, values[0], values, (), (), (), ruleset.clauses[0].article, ruleset.clauses[0].span)
        for name, values in (("prima", ("a", "b", "c")), ("seconda", ("a", "b")))
    )

    def under(clause: Clause) -> Clause:
        if isinstance(clause.sentence, g.SidesAre | g.Step | g.TakesPart | g.Ends) or random.random() < 0.3:
            return clause
        option = random.choice(options)
        return replace(
            clause,
            under=(
                *clause.under,
                (option.name, tuple(sorted(random.sample(option.values, len(option.values) - 1)))),
            ),
        )

    return replace(ruleset, options=(*ruleset.options, *options), clauses=tuple(map(under, ruleset.clauses)))


@pytest.mark.parametrize("seed", GENERATED)
def test_open_options_of_small_games_with_values_mean_the_games_under_them(seed: int, tmp_path: Path) -> None:
    """Small random games with all constructs of the language; some of their clauses depend at random on options."""
    random = Random(seed)
    rules = games.make(f"{seed}/0", theme_of(seed)).text("prova")
    game, _ = Texts(rules, 'annex prove of prova\n  title "Prove"\n').loaded(tmp_path)
    assert game is not None
    ruleset = put_under_options(game.ruleset, random)
    part = next(house_rules.slices(ruleset, list(ruleset.option)))
    default = instantiate(part, {**game.all_settings, **{o.name: o.default for o in part.options}})
    assert isinstance(default, Game), default
    whole = opened(default)
    assert whole.open
    assert sum(compared(whole, settings, random) for settings in choices(whole)) > 3


def compared(whole: Game, settings: dict[str, str], random: Random) -> int:
    """Compare an open game whose options are given values with the game under these values: clauses, the conditions of acts,
    and an act that is performed. Return the number of acts whose conditions were compared.
    """
    context, count = ProofContext(), 0
    table = HistoryTable(chosen(whole, settings))
    awaiting = [place for moment, place in table.matches(1, 1) if moment == ("await", "")]
    for place in (position(table, random), *random.sample(awaiting, min(1, len(awaiting)))):
        state = symbolic(table.rules, place)
        for clause in whole.clauses:
            if not isinstance(clause.sentence, g.Ends | g.Step | g.Obligation):
                continue
            applies = question(table.rules, g.Applies(clause.name, TRUTH, clause.span), ())
            answer = 0 if isinstance(applies, Diagnostic) else applies(place, {}, None)
            if isinstance(answer, Diagnostic):  # the rules do not decide whether this applies here
                continue
            acts = Acts(whole, context, settings)
            value = acts.encoder.value(g.Applies(clause.name, TRUTH, clause.span), TermScope(state, state.turn))
            assert int(decided(SolverSession(acts), as_truth(value))) == answer, (clause.name, settings)
        allowed = {(o.move.act, o.move.args): o for o in permitted(table.rules, place.cells) if o.move.act != END_OF_TURN}
        every = {(o.move.act, o.move.args): o for o in _moves_under_any(whole, place.cells)}
        for act, args in sorted({**every, **allowed})[:12]:
            given = arguments_of(table, {**every, **allowed}[act, args].move)
            answers = [
                _is_legal(acts, state, act, given) for acts in (Acts(whole, context, settings), Acts(table.game, context))
            ]
            assert answers[0] == answers[1], (act, args, settings)
            count += 1
        for option in [o for o in legal(table.rules, place.cells) if o.move.act != END_OF_TURN][:1]:
            session, seen = SolverSession(Acts(whole, context, settings)), dict[tuple[str, str], Position]()
            Play(table.rules, SeededChance(1), lambda m, p, seen=seen: seen.setdefault(m, p)).act([*place.cells], option)  # type: ignore[misc]  # a lambda with a default
            done = ActInstance(arguments_of(table, option.move), option.player)
            paths = TermCourse(session.acts, session.feasible).acted(whole.act[option.move.act], done, state)
            after = symbolic(table.rules, seen["after", option.move.act])
            assert any(is_state(session, path.state, after) for path in paths), (option, settings)
    return count


def _is_legal(acts: Acts, state: SymbolicState, act: str, given: SymbolicArguments) -> bool:
    options = (o for o in Turns(acts).options(state) if o.act == act)
    law = (terms.and_(o.condition, acts.legal(state, o.player, acts.game.act[act], given)) for o in options)
    return decided(SolverSession(acts), terms.any_of(law))


def _moves_under_any(whole: Game, cells: tuple[int, ...]) -> list[Choice]:
    """Return the moves that are permitted under some value of one option."""
    tables = [HistoryTable(chosen(whole, settings)) for settings in choices(whole)[:6]]
    return [o for table in tables for o in permitted(table.rules, cells) if o.move.act != END_OF_TURN]


# ----------------------------------------------------------------- claims about all house rules


def everywhere(folder: Path, annex: str, name: str) -> Result:
    """Return the result on a claim of Scopa under the values of two house rules; the others are fixed."""
    (folder / "prova.regole").write_text('variant prova of scopa\n  title "Prova"\n', encoding="utf-8")
    (folder / "prova.prove.regole").write_text(f'annex prove of prova\n  title "Prove"\n\n{annex}', encoding="utf-8")
    game = load_game(folder / "prova.regole")
    assert isinstance(game, Game), game
    (found,) = decide_everywhere(game, name, fixed={"players", *game.ruleset.option} - {"precedenza", "rifiuto"})
    return found


def test_a_claim_that_fails_under_one_value_is_refuted_there_and_proved_elsewhere(tmp_path: Path) -> None:
    annex = """claim sempre_pari "sempre la pari"
  before every take, number of taken is 1 or not (the player can take with card by pari)
"""
    found = everywhere(tmp_path, annex, "sempre_pari")
    assert found.verdict == "refuted"
    assert found.coverage is not None
    assert (found.coverage.choices, found.coverage.holding) == (6, 4)
    (only,) = found.coverage.exempted
    assert (only.under, only.verdict, only.choices) == ((("precedenza", ("nessuna",)),), "refuted", 2)
    assert only.witness is not None
    assert only.witness.record["settings"]["precedenza"] == "nessuna"  # type: ignore[index]  # a JSON object
    assert found.coverage.remedy == (("precedenza", ("pari", "poche")),), "what an author may write of it"
    assert from_json(as_json(found)).coverage == found.coverage


def test_a_claim_that_a_later_attempt_proves_is_proved_for_all_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two attempts other claims may become lemmas. Then there are no values to exclude."""
    tried = list[str]()

    def prove_later(prepared: PreparedGame, proof: Proof, part: str) -> Proof:
        tried.append(part)
        return prove(prepared, proof, part) if len(tried) > 1 else proof

    def not_together(self: Any, subjects: Any) -> Any:
        """Leave every claim to the attempts."""
        return subjects

    monkeypatch.setattr(house_rules_decided, "prove", prove_later)
    monkeypatch.setattr(house_rules_decided.OpenGame, "_together", not_together)
    monkeypatch.setattr(house_rules_decided, "SLICES", 1)
    annex = """claim tutte "le carte ci sono sempre tutte"
  always number of stock + number of hand of players + number of table + number of won of sides = 40
"""
    found = everywhere(tmp_path, annex, "tutte")
    assert len(tried) == 4, "first, under the usual values, under all values, and for good"
    assert found.verdict == "proved"
    assert found.coverage is not None
    assert (found.coverage.choices, found.coverage.holding, found.coverage.exempted) == (6, 6, ())


@pytest.mark.nightly
def test_a_claim_is_decided_for_the_values_that_it_names(tmp_path: Path) -> None:
    annex = """claim sempre_pari "sempre la pari"
  under precedenza is pari or poche
  before every take, number of taken is 1 or not (the player can take with card by pari)
"""
    found = everywhere(tmp_path, annex, "sempre_pari")
    assert found.verdict == "proved"
    assert found.coverage is not None
    assert (found.coverage.choices, found.coverage.holding, found.coverage.exempted) == (4, 4, ())


def test_the_options_that_stay_concrete() -> None:
    assert house_rules.concrete_options(game_of("scopa").ruleset) == set()
    assert house_rules.of_a_hand(opened(game_of("scopa"))).isdisjoint({"punti", "insieme"})
    everything = product(game_of(name) for name in GAMES)
    assert all(isinstance(opened(game), Game) for (game,) in everything)


@pytest.mark.nightly
def test_a_claim_that_fails_under_two_values_together_is_refuted_under_both(tmp_path: Path) -> None:
    annex = """claim o_si_prende "chi può prendere prende, o c'è una precedenza"
  before every lay, not the player can take with card or precedenza is not nessuna
"""
    found = everywhere(tmp_path, annex, "o_si_prende")
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.verdict) == ({"precedenza": ("nessuna",), "rifiuto": ("libero",)}, "refuted")
    assert (found.coverage.choices, found.coverage.holding, only.choices) == (6, 5, 1)
    assert len(found.coverage.remedy) == 1


def test_a_claim_that_is_proved_under_some_values_is_used_under_these_alone(tmp_path: Path) -> None:
    """The second claim follows from the first if the first holds; otherwise a rare hand breaks it."""
    (tmp_path / "prova.regole").write_text(
        """variant prova of scopa
  title "Prova"

article 20 "Conto"
  counter volte for the hand
  option conto is uno among uno, due
  under conto is due
    segna: at the start of the hand, volte becomes 2
""",
        encoding="utf-8",
    )
    claims = """claim poche "poche volte"
  always volte is less than 2

claim raro "o una presa rara"
  before every take, volte is less than 2 or number of taken is at most 1
    or rank of card is not sette or suit of card is not denari or number of hand is not 1 or stock is not empty
"""
    (tmp_path / "prova.prove.regole").write_text(f'annex prove of prova\n  title "Prove"\n\n{claims}', encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    fixed = {"players", *game.ruleset.option} - {"conto"}
    found = {result.name: result for result in decide_everywhere(game, fixed=fixed)}
    where = {"conto": ("due",)}
    for name, verdict in (("poche", "refuted"), ("raro", "unknown")):
        coverage = found[name].coverage
        assert coverage is not None
        (only,) = coverage.exempted
        assert (dict(only.under), only.verdict, coverage.holding) == (where, verdict, 1)


@pytest.mark.nightly
def test_what_is_open_with_all_options_open_is_decided_with_one_of_them_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prover finds nothing while `precedenza` is open, and once it has a value, only under `pari`."""

    def limited(prepared: PreparedGame, proof: Proof, part: str) -> Proof:
        game = prepared.game
        return proof if "precedenza" in game.open or game.chosen["precedenza"] == "poche" else prove(prepared, proof, part)

    monkeypatch.setattr(house_rules_decided, "prove", limited)
    monkeypatch.setattr(house_rules_decided, "SLICES", 1)
    annex = """claim poche "poche carte"
  always number of table is at most 40
"""
    found = everywhere(tmp_path, annex, "poche")
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.verdict) == ({"precedenza": ("poche",)}, "unknown")
    assert (found.verdict, found.coverage.choices, found.coverage.holding) == ("unknown", 6, 4)
    assert found.method is not None


SLICED: dict[str, list[dict[str, set[str]]]] = {
    "scopone": [{"punti": {"11", "16", "21"}}, {"punti": {"8"}}],
    "chkobba": [{"prima_carta": {"offerta"}}, {"prima_carta": {"coperta"}}],
    "scopa": [{}],
}


@pytest.mark.parametrize("name", SLICED)
def test_a_game_is_cut_where_its_options_cannot_be_left_open(name: str) -> None:
    game = game_of(name)
    cut = list(house_rules.slices(game.ruleset, list(game.ruleset.option)))
    assert [house_rules.narrowed_to(part, game.ruleset) for part in cut] == SLICED[name]
    for part in cut:
        open_ones = [option.name for option in part.options if len(option.values) > 1]
        assert house_rules.concrete_options(part).isdisjoint(open_ones)
        for values in product(*(option.values for option in part.options)):
            settings = dict(zip(part.option, values, strict=True))
            narrowed, whole = instantiate(part, settings), instantiate(game.ruleset, settings)
            assert isinstance(narrowed, Game), narrowed
            assert isinstance(whole, Game), whole
            assert [replace(c, under=()) for c in narrowed.clauses] == [replace(c, under=()) for c in whole.clauses]


def test_loops_that_go_back_over_one_another_are_not_open_together() -> None:
    assert house_rules.concrete_options(game_of("tablanette").ruleset) == {"fanti_scoperti"}


def test_a_game_with_too_many_house_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_rules, "MOST_SLICES", 1)
    found = list(decide_everywhere(game_of("chkobba"), "movable", fixed={"players"}))
    assert [(each.verdict, str(each.reason is not None)) for each in found] == [("unknown", "True")]
    assert found[0].coverage is not None
    assert (found[0].coverage.choices, found[0].coverage.holding) == (16, 0)


@pytest.mark.nightly
def test_the_groups_of_an_open_game_are_those_of_each_of_its_games() -> None:
    game = game_of("ramino")
    part = next(house_rules.slices(game.ruleset, list(game.ruleset.option)))
    whole = opened(chosen(game, {option.name: option.default for option in part.options}))
    assert whole.open
    family = next(zone.name for zone in whole.zones if zone.family)
    for settings in choices(whole)[:4]:
        assert Groups(whole).of_family(family) == Groups(chosen(whole, settings)).of_family(family)


def covered(verdict: Verdict, within: Under, *exempted: Exempted, holding: int = 4, shown: int | None = None) -> Result:
    coverage = Coverage(4, holding, exempted, shown=shown, within=within)
    return Result("prova", "ends", "obligation", verdict, None, 0.0, players=2, coverage=coverage)


def test_results_on_parts_of_the_choices_are_one_on_all() -> None:
    a, b, x = ((("o", ("a",)),), (("o", ("b",)),), (("x", ("1",)),))
    both = merged([covered("proved", a), covered("proved", b)])
    assert [(one.verdict, one.coverage) for one in both] == [("proved", Coverage(8, 8))]
    (one,) = merged([covered("proved", a), covered("unknown", b, holding=0)])
    assert (one.verdict, one.coverage) == ("unknown", Coverage(8, 4, (Exempted(b, "unknown", 4),)))
    (one,) = merged([covered("proved", a), covered("refuted", b, Exempted(x, "refuted", 2), holding=2)])
    assert (one.verdict, one.coverage) == ("refuted", Coverage(8, 6, (Exempted((*b, *x), "refuted", 2),)))
    claim = [replace(each, kind="claim") for each in (covered("proved", a), covered("unknown", b, holding=0))]
    (one,) = merged(claim)
    assert one.coverage is not None
    assert one.coverage.remedy == a
    (one,) = merged([covered("attained", a, shown=4), covered("refuted", b, holding=0, shown=1)])
    assert one.coverage is not None
    assert (one.verdict, one.coverage.shown) == ("refuted", 1)
    (one,) = merged([covered("unknown", a, holding=0), covered("unknown", b, holding=0)])
    assert one.coverage == Coverage(8, 0)


def test_a_result_on_all_choices_has_no_value_of_a_house_rule_that_distinguishes_parts() -> None:
    """Otherwise the second checker refuses its certificate. A value that holds for all parts stays."""
    parts = [((("o", ("a",)),), "a"), ((("o", ("b",)),), "b")]
    found = [replace(covered("proved", within), house_rules=(("o", value), ("p", "1"))) for within, value in parts]
    assert [one.house_rules for one in merged(found)] == [(("p", "1"),)]
    assert [one.house_rules for one in merged(found[:1])] == [(("p", "1"),)]


def test_a_result_on_the_only_part_names_the_choices_of_the_part() -> None:
    """Otherwise a claim that is proved for one value of a house rule would be stored as proved for all of them."""
    a, x, y = (("o", ("a",)),), (("x", ("1",)),), (("x", ("2",)),)
    part = Coverage(4, 2, (Exempted(x, "refuted", 2),), within=a, proved=(y,), remedy=y)
    (one,) = merged([replace(covered("refuted", a), coverage=part)])
    assert one.coverage == Coverage(4, 2, (Exempted((*a, *x), "refuted", 2),), under=a, proved=((*a, *y),), remedy=(*a, *y))


@pytest.mark.parametrize(
    ("name", "subject", "verdict"),
    at_night(
        [("sette_e_mezzo", "somma_zero", "attained"), ("cucu", "endable", "proved")], by_day=[("cucu", "endable", "proved")]
    ),
)
def test_what_is_decided_by_default_is_decided_under_every_choice(name: str, subject: str, verdict: str) -> None:
    """One subject is attained only in whole matches; the other is decided under each choice separately."""
    (found,) = decide_everywhere(game_of(name), subject, fixed={"players"})
    assert found.coverage is not None
    assert (found.verdict, found.coverage.holding, found.coverage.exempted) == (verdict, found.coverage.choices, ())


# ------------------------------------------------------------ several house rules at once

TWO_TOGETHER = """game insieme
  title "Insieme"
  source T "Home" covers T1 to T3

article 1 "Mazzo" (T1)
  pali: every card has a suit
    rosso "R"
  figure: every card has a rank with value
    asso "A" 1
    due "2" 2
    tre "3" 3
    quattro "4" 4
  mazzo "mazzo": the pack has 1 of every rank and suit
  giocatori: there are 2 players
  senso: play runs clockwise
  parti: the sides are single players

article 2 "Posti" (T2)
  pile stock
  zone hand of each player
  zone won of each side
  propria: each player sees hand
  option aa is a1 among a1, a2
  option bb is b1 among b1, b2
  option quante is tre among una, tre
  flag p for the hand
  flag q for the hand
  counter x for the hand
  counter y for the hand
  counter z for the hand
  counter k for the hand
  counter mani for the match
  option quota is 2 among 2, 3, 4

article 3 "Corso" (T3)
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 2 from stock to each hand
  act play card
    card is one of hand
    move card to won
  gioca: the player may play
  under aa is a2
    pa: after a play, p becomes true
  under bb is b2
    qb: after a play, q becomes true
  xx: after a play when p and q, add 1 to x
  under aa is a2
    ya: after a play when x is at least 1, add 1 to y
    za: after a play, add 1 to z
  under bb is b2
    yb: after a play when x is at least 1, add 1 to y
    zb: after a play, add 1 to z
STUCK  dv: after a play, k becomes (7 - number of hand of players) divided by quota, rounded up
  turno: in a turn the player must play
  comincia: the play begins with the last player
  passa: the turn passes to the player after player
  fine: the hand ends when every hand is empty
  conta: at the end of the hand, add 1 to mani
  under quante is una
    dopo_una: the match ends when mani is at least 1
  under quante is tre
    dopo_tre: the match ends when mani is at least 3
  vince: the winner is the side with highest number of won
"""
"""`y` stays 0 under each change of one house rule, but not under two changes; the greatest value of `z` depends on three."""


STUCK = """  under aa is a2
    va despite gioca: the player may not play when x is at least 1
  under bb is b2
    vb despite gioca: the player may not play when x is at least 1
"""


def together(folder: Path, lines: str, name: str, *, stuck: bool = False, fixed: tuple[str, ...] = ()) -> Result:
    (folder / "insieme.regole").write_text(TWO_TOGETHER.replace("STUCK", STUCK if stuck else ""), encoding="utf-8")
    annex = f'annex prove of insieme\n  title "Prove"\n\nclaim detto "detto"\n{lines}'
    (folder / "insieme.prove.regole").write_text(annex, encoding="utf-8")
    game = load_game(folder / "insieme.regole")
    assert isinstance(game, Game), game
    (found,) = decide_everywhere(game, name, fixed={"players", *fixed})
    return found


def nothing_proved(prepared: PreparedGame, proof: Proof, part: str) -> Proof:
    return proof


def test_under_one_choice_everything_that_is_open_is_decided_in_one_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While options are open, the prover proves nothing."""
    asked = list[tuple[object, ...]]()

    def counted(game: Game, *rest: Any) -> Iterator[Result]:
        asked.append(game.settings)
        return decide(game, *rest)

    monkeypatch.setattr(house_rules_decided, "prove", nothing_proved)
    monkeypatch.setattr(house_rules_decided, "decide", counted)
    (tmp_path / "insieme.regole").write_text(TWO_TOGETHER.replace("STUCK", ""), encoding="utf-8")
    game = load_game(tmp_path / "insieme.regole")
    assert isinstance(game, Game), game
    found = {result.name: result for result in decide_everywhere(game, fixed={"players", "bb", "quante", "quota"})}
    assert len(asked) == len(set(asked)) == 2
    for name in ("conserved", "movable"):
        assert found[name].verdict == "proved"
        assert found[name].coverage == Coverage(2, 2, proved=((),))


@pytest.mark.parametrize(("subject", "stuck"), [("detto", False), ("movable", True)])
def test_what_fails_under_two_values_together_is_proved_under_each_of_them(subject: str, stuck: bool, tmp_path: Path) -> None:
    """Each of the values is harmless on its own, but their combination fails, so no proof covers all choices."""
    found = together(tmp_path, "  always y is 0\n", subject, stuck=stuck, fixed=("quante", "quota"))
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.verdict, only.shown) == ({"aa": ("a2",), "bb": ("b2",)}, "refuted", 1)
    assert (found.verdict, found.coverage.choices, found.coverage.holding) == ("refuted", 4, 3)
    assert set(found.coverage.proved) == {(("aa", ("a1",)),), (("bb", ("b1",)),)}


def test_a_match_is_shown_under_the_house_rules_that_let_it_go_on(tmp_path: Path) -> None:
    """A single hand depends on neither option, but whether there is a second hand depends on one."""
    found = together(tmp_path, "  it can happen mani is 2\n", "detto", fixed=("aa", "quota"))
    assert found.coverage is not None
    assert (found.verdict, found.coverage.choices) == ("attained", 4)
    assert (found.coverage.shown, found.coverage.holding) == (2, 2)


def test_a_match_refutes_under_the_house_rules_that_let_it_go_on(tmp_path: Path) -> None:
    found = together(tmp_path, "  always mani is less than 2\n", "detto", fixed=("aa", "quota"))
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.verdict, only.shown, found.coverage.holding) == ({"quante": ("tre",)}, "refuted", 2, 2)


def test_a_hand_is_counted_where_it_refutes(tmp_path: Path) -> None:
    """Under `a2` the claim fails only if `bb` is `b1`."""
    found = together(tmp_path, "  always bb is b2 or z is 0\n", "detto", fixed=("quante", "quota"))
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.choices, only.shown) == ({"aa": ("a2",)}, 2, 1)


def test_a_hand_that_attains_an_extreme_is_no_counterexample_to_it(tmp_path: Path) -> None:
    """The claim is attained under the defaults and refuted under each other choice, each time by another hand."""
    line = "  the greatest z at the end of a hand is 0\n"
    found = together(tmp_path, line, "detto", fixed=("quante", "quota"))
    assert found.coverage is not None
    assert (found.verdict, found.witness, found.coverage.shown, found.coverage.holding) == ("refuted", None, None, 1)
    assert all(each.witness is not None for each in found.coverage.exempted)


def test_a_number_that_no_bound_is_proved_of_is_not_shown_to_be_attained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_rules_decided, "prove", nothing_proved)
    line = "  the greatest z at the end of a hand is 0\n"
    found = together(tmp_path, line, "detto", fixed=("aa", "bb", "quante"))
    assert found.coverage is not None
    assert (found.verdict, found.witness, found.coverage.shown) == ("unknown", None, None)


def test_a_hand_refutes_under_the_defaults_even_if_it_is_rare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many hands are played under the defaults as under the other choices that no proof covers."""
    monkeypatch.setattr(house_rules_decided, "HANDS", 0)
    line = "  the least total value of hand of players at the start of a hand is 11\n"
    assert together(tmp_path, line, "detto", fixed=("aa", "bb", "quante")).verdict == "refuted"


def test_values_that_fail_alike_are_one_line(tmp_path: Path) -> None:
    found = together(tmp_path, "  at the end of every hand, k is at least 4\n", "detto", fixed=("aa", "bb"))
    assert found.coverage is not None
    (only,) = found.coverage.exempted
    assert (dict(only.under), only.verdict, only.choices, only.shown) == ({"quota": ("3", "4")}, "refuted", 4, 4)
    assert (found.coverage.holding, dict(found.coverage.remedy)) == (2, {"quota": ("2",)})


def test_a_value_that_fails_only_with_another_is_refuted_under_both(tmp_path: Path) -> None:
    """With only `a2` nothing fails, but no proof covers it, so hands are played under each value of the other options too."""
    found = together(tmp_path, "  always aa is a1 or y is 0\n", "detto", fixed=("quante", "quota"))
    assert found.coverage is not None
    refuted = [each for each in found.coverage.exempted if each.verdict == "refuted"]
    assert [dict(each.under) for each in refuted] == [{"aa": ("a2",), "bb": ("b2",)}]
