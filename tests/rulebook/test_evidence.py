"""Verdicts on a page: they are in its language, and name the numbers of players for which they were decided."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import game_of

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game, Names
from cartaro_rulebook.answers.verdict_parts import Formed
from cartaro_rulebook.site.book import PlayedExample, Ruleset
from cartaro_verify import Result, as_json, from_json, verify
from cartaro_verify.play import enumeration
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import Coverage, Exempted
from cartaro_verify.terms.symbolic_state import NotCovered

GAMES = Path(__file__).parents[1] / "verify" / "soundness"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in the form that a verifier returns."""

    name: str
    verdict: str = "proved"
    kind: str = "claim"
    method: Formed | None = st.PlainMethod.INDUCTIVE
    text: Names = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: Formed | None = None
    vacuous: bool = False
    witness: PlayedExample | None = None


@dataclass(frozen=True, slots=True)
class FindingOfPlayers(Finding):
    """A finding that names the numbers of players for which it holds."""

    players: tuple[int, ...] = (2, 4)


def page(code: str, *found: Finding) -> str:
    game = game_of("scopa")
    return whole_page(Ruleset(game, findings=found), code)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "il numero delle carte in mano + 2 × mazzo cala a ogni mossa (15 percorsi) e non è mai negativo"),
        ("en", "the number of cards in hand + 2 × stock falls with every act (15 paths) and is never negative"),
        ("fr", "le nombre des cartes dans main + 2 × talon baisse à chaque coup (15 chemins) et n'est jamais négatif"),
    ],
)
def test_a_method_is_stated_in_the_words_of_the_page(code: str, said: str) -> None:
    weights = st.Joined(st.Joint.SUM, (st.zone("hand"), st.Times(2, st.zone("stock"))))
    method = st.MeasureFalls(weights, None, 15, findings_aside=False)
    assert said in plain(page(code, Finding("ends", kind="obligation", method=method))).replace("&#x27;", "'")


def test_how_something_is_known_is_folded_first_as_at_a_table_and_then_in_exact_words() -> None:
    method = st.OnEveryPath(st.PlainMethod.INDUCTIVE, 13, turned=False)
    text = page("en", Finding("solo_pari", method=method), Finding("ends", kind="obligation", method=method))
    folded = [plain(each) for each in re.findall(r'<details class="workings">.*?</details>', text)]
    seen = plain(re.sub(r"<details.*?</details>", "", text))
    said = "true after every deal, and no move can make it false"
    assert said not in seen
    assert "(13 paths)" not in seen
    exact = "For 2 players: inductive: true after every deal and preserved by every act (13 paths)"
    (claim,) = (each for each in folded if "Before every capture" in each and exact in each)
    assert claim.startswith("How this is known")
    assert said in claim.partition("In exact words")[0]
    (ends,) = (each for each in folded if said in each and "Before every capture" not in each)
    assert ends.endswith(f"In exact words{exact}")


def test_what_is_proved_comes_before_what_is_false_and_how_it_was_found() -> None:
    text = page("en", Finding("uno_per_voce"), Finding("piu_sette", "refuted"))
    headings = re.findall(r"^## .*?\{ #([a-z-]+)", text.partition("{ #claims }")[2], re.MULTILINE)
    assert headings[:2] == ["mistakes", "methods"]
    claims = text.partition("{ #claims }")[2].partition("{ #mistakes }")[0]
    assert "decided-for" not in claims
    assert "k-piu_sette" not in claims


def test_claims_are_proved_only_if_all_of_them_are() -> None:
    game = game_of("scopa")
    proved = tuple(Finding(claim.name) for claim in game.ruleset.claims if not claim.refuted)
    assert "## What is proved { #claims }" in page("en", *proved)
    assert "## Claims { #claims }" in page("en", *proved[1:])
    assert "## Claims { #claims }" in page("en", replace(proved[0], verdict="unknown"), *proved[1:])


def test_the_sign_of_a_false_statement_is_no_verdict_on_the_rule_next_to_it() -> None:
    """Only a claim of the text that turns out to be false has the sign of something refuted."""
    text = page("en", Finding("piu_sette", "refuted"), Finding("uno_per_voce", "refuted"))
    assert re.search(
        r'class="badge untrue" href="#k-piu_sette" title="[^"]*: “Whoever has more sevens[^"]*”"[^>]*>“✕”</a>', text
    )
    assert re.search(r'class="badge refuted" href="#k-uno_per_voce"[^>]*>✕</a>', text)
    legend = text.partition('<p class="legend">')[2].partition("</p>")[0]
    assert "“✕” leads to something people say about the game that is false; the rule next to it is right." in legend


def test_one_way_is_one() -> None:
    text = page("en", Finding("ends", kind="obligation", method=st.OnEveryPath(st.PlainMethod.INDUCTIVE, 1, turned=False)))
    assert "(1 path)" in plain(text)


def test_a_verdict_states_for_whom_it_was_decided() -> None:
    found = Finding("solo_pari"), Finding("solo_pari", settings=(("players", "4"),)), Finding("uno_per_voce")
    text = plain(page("en", *found))
    assert "proved for 2 players true after every deal" in text
    assert "proved for 4 players true after every deal" in text
    assert "Verified for 2 players. For 3, 4 or 6 players only if a verdict names them;" in text


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "it",
            "Verificato per 2 giocatori. Per 3, 4 o 6 giocatori vale solo ciò che un verdetto indica; tutto il resto non è",
        ),
        (
            "en",
            "Verified for 2 players. For 3, 4 or 6 players only if a verdict names them; everything else is not yet verified",
        ),
        ("fr", "Vérifié pour 2 joueurs. Pour 3, 4 ou 6 joueurs, seulement là où un verdict le dit ; tout le reste n'est pas"),
    ],
)
def test_what_one_claim_names_is_not_decided_of_the_others(code: str, said: str) -> None:
    """A claim under 4 players decides nothing about the obligations of every game with 4."""
    found = Finding("ends", kind="obligation"), Finding("trentuno", settings=(("players", "4"),))
    game = game_of("napola", players="2")
    text = whole_page(Ruleset(game, findings=found), code)
    assert said in plain(text).replace("&#x27;", "'")


def test_a_finding_that_names_its_players_is_for_them() -> None:
    text = plain(page("it", FindingOfPlayers("solo_pari")))
    assert "per 2 e 4 giocatori" in text
    assert "Verificato per 2 e 4 giocatori. Per 3 o 6 giocatori vale solo ciò che un verdetto indica;" in text


def test_the_house_rules_of_a_verdict_are_next_to_it() -> None:
    text = plain(page("it", Finding("solo_pari", settings=(("precedenza", "nessuna"),))))
    assert "dimostrata «la precedenza fra le prese: nessuna» per 2 giocatori" in text


# -------------------------------------------------------------------------------------------- open questions


@cache
def undecided() -> tuple[Game, tuple[Result, ...]]:
    """Return results on a claim for which the invariants do not rule out a position that breaks it."""
    game = load_game(GAMES / "nobody.regole")
    assert isinstance(game, Game), game
    with patch.object(enumeration, "MOST_RUNS", 0):  # which would decide it
        return game, tuple(from_json(json.loads(json.dumps(as_json(result)))) for result in verify(game, "cb"))


def page_of_the_undecided(code: str) -> str:
    game, results = undecided()
    return whole_page(Ruleset(game, findings=results), code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "it",
            (
                "Dove la dimostrazione si è fermata caso: è di turno il giocatore 1, al passo 1, capo è il giocatore 1",
                "mossa: «keep», del giocatore 1",
                "si sa: 4 carte in mazzo; niente in tavola; 1 carta in mano di 1;",
                "Permessa dagli invarianti, forse non raggiungibile:",
                "poi: Tenere ",
                "Il capo giocatore 1",
            ),
        ),
        ("en", ("case: player 1 has the turn, at step 1", "known: mazzo has 4 cards; tavola is empty;", "then: Tenere ")),
        (
            "fr",
            ("cas : le joueur 1 a le tour, à l'étape 1", "on sait : 4 cartes dans mazzo ; rien dans", "puis : Tenere "),
        ),
    ],
)
def test_what_is_open_is_shown_as_on_the_terminal(code: str, said: tuple[str, ...]) -> None:
    spaced = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page_of_the_undecided(code))).replace("&#x27;", "'")
    assert [text for text in said if text not in spaced] == []


def test_what_is_open_has_its_cards_drawn() -> None:
    """The positions before and after the move are drawn, with six cards; one of them goes from the hand to the captured
    cards.
    """
    shown = page_of_the_undecided("it").partition('class="history open"')[2].partition("</details>")[0]
    drawn = [row.count('class="face') for row in re.findall(r"<dd>(.*?)</dd>", shown)]
    assert drawn == [4, 0, 1, 0, 0, 1, 0, 4, 0, 0, 0, 1, 1, 0]


@pytest.mark.parametrize(("code", "told"), [("it", "un turno che finisce prima del tempo"), ("fr", "un tour qui finit avant")])
def test_what_is_not_covered_is_stated_in_the_language_of_the_page(code: str, told: str) -> None:
    text = page(code, Finding("movable", "unknown", "obligation", None, reason=NotCovered(st.Construct.EARLY_END).reason))
    assert told in plain(text)
    assert "foreign" not in text


@pytest.mark.parametrize(("code", "marked"), [("it", True), ("en", False), ("fr", True)])
def test_english_inside_a_form_is_marked_too(code: str, marked: bool) -> None:
    """A strict build refuses text with this mark."""
    reason = st.NotCoveredByEncoding(st.RefusedByInterpreter("the game has too many cards"))
    text = page(code, Finding("solo_pari", "unknown", reason=reason))
    assert ('<span lang="en" class="foreign">the game has too many cards</span>' in text) == marked
    assert "the game has too many cards" in text


def test_a_sentence_of_the_language_is_no_english() -> None:
    text = page("it", Finding("decided", "unknown", "obligation", reason=st.Sentence("a despite b")))
    assert "a despite b" in text
    assert "foreign" not in text


# --------------------------------------------------------------------------------------------- next to the sentence


def badges(text: str, name: str) -> list[tuple[str, ...]]:
    """Return the badges after a clause: the class of each, its target, and its text."""
    clause = re.search(rf'id="c-{name}".*?</p>', text)
    assert clause is not None
    found = re.finditer(r'<a class="badge (\w+)" href="#k-(\w+)" title="([^"]*)"', clause[0])
    return [each.groups() for each in found]


def test_a_verdict_is_after_the_clauses_that_it_is_about() -> None:
    four = FindingOfPlayers("quattro_punti")
    said = "dimostrata: I punti di mazzo sono fra tutti al più quattro e almeno uno"
    text = page("it", four)
    assert badges(text, "settebello") == [("proved", "quattro_punti", said)]
    assert badges(text, "lascia") == []
    assert 'id="k-quattro_punti"' in text
    assert badges(page("it"), "settebello") == []


def test_of_several_verdicts_the_worst_is_the_badge() -> None:
    under = Finding("quattro_punti", "refuted", settings=(("players", "4"),))
    assert [kind for kind, *_ in badges(page("fr", Finding("quattro_punti"), under), "settebello")] == ["refuted"]
    empty = Finding("quattro_punti", vacuous=True)
    assert [kind for kind, *_ in badges(page("fr", Finding("quattro_punti"), empty), "settebello")] == ["refuted"]


def test_a_row_of_the_sources_shows_what_was_decided_about_it() -> None:
    row = re.search(r'<tr id="s-R7">.*?</tr>', page("en", Finding("piu_sette", "refuted")))
    assert row is not None
    assert re.search(r'href="#k-piu_sette">[^<]*</a> <a class="badge untrue" href="#k-piu_sette"', row[0])


@pytest.mark.parametrize(
    ("code", "said", "reading"),
    [
        ("it", "«Chi ha più sette ha la primiera più alta»", "Contano le quattro carte migliori"),
        ("en", "“Whoever has more sevens has the higher primiera”", "The four best cards count"),
        ("fr", "«\u00a0Qui a le plus de sept a la primiera la plus haute\u00a0»", "Comptent les quatre meilleures cartes"),
    ],
)
def test_what_a_source_says_and_is_not_so_is_reported_with_its_source(code: str, said: str, reading: str) -> None:
    text = page(code, Finding("piu_sette", "refuted"))
    part = text.partition("{ #mistakes }")[2].partition("{ #claims }")
    found = re.search(r'<div class="claim" id="k-piu_sette">(.*?)</div>', part[0], re.DOTALL)
    assert found is not None
    assert said in found[1]
    assert reading in found[1]
    assert re.search(r'Règles de la Scopa.*<a class="cite" href="#s-R7"', found[1])
    assert 'class="verdict refuted"' in found[1]
    assert "k-piu_sette" not in part[2].partition("{ #sources }")[0]


def test_a_citation_says_of_what_it_is() -> None:
    game = game_of("scala40")
    text = whole_page(Ruleset(game), "en")
    assert 'class="cite" href="#s-K8" title="Regolamento del gioco Scala 40 (FISCA), 5.1">K8</a>' in text


# -------------------------------------------------------------------------- under every house rule

EVERYWHERE = {
    "en": (
        "Refuted for 6 players; shown by this hand under 384 of 1,152 choices",
        "Proved for 2 and 3 players under every house rule (1,152)",
        "For 4 players under every house rule (1,152): refuted under “the priority among captures: none” (384); proved under "
        "every other (768)",
    ),
    "it": (
        "Confutata per 6 giocatori; mostrata da questa smazzata con 384 scelte su 1.152",
        "Dimostrata per 2 e 3 giocatori con ogni regola della casa (1.152)",
        "Per 4 giocatori con ogni regola della casa (1.152): confutata con «la precedenza fra le prese: nessuna» (384); "
        "dimostrata con ogni altra (768)",
    ),
    "fr": (
        "Réfutée pour 6 joueurs ; montrée par cette manche avec 384 choix sur 1 152",
        "Prouvée pour 2 et 3 joueurs avec toute règle de la maison (1 152)",
        "Pour 4 joueurs avec toute règle de la maison (1 152) : réfutée avec « la priorité entre les prises : aucune » (384) ; "
        "prouvée avec toute autre (768)",
    ),
}


@pytest.mark.parametrize("code", EVERYWHERE)
def test_a_page_states_what_holds_under_every_house_rule(code: str) -> None:
    game, exempted = game_of("scopa"), Exempted((("precedenza", ("nessuna",)),), "refuted", 384)
    everywhere = [
        Result("scopa", "movable", "obligation", "proved", None, 0.0, players=n, coverage=Coverage(1152, 1152)) for n in (2, 3)
    ]
    everywhere += [
        Result("scopa", "movable", "obligation", "refuted", None, 0.0, players=4, coverage=Coverage(1152, 768, (exempted,)))
    ]
    everywhere += [
        Result("scopa", "movable", "obligation", "refuted", None, 0.0, players=6, coverage=Coverage(1152, 0, shown=384))
    ]
    found = Finding("movable", kind="obligation")
    text = plain(whole_page(Ruleset(game, findings=(found,), everywhere=tuple(everywhere)), code))
    text = text.replace("\u202f", " ").replace("\xa0", " ")
    for said in EVERYWHERE[code]:
        assert said in text
    assert text.count("1152") == 0
    assert "152)" not in plain(whole_page(Ruleset(game, findings=(found,)), code))
