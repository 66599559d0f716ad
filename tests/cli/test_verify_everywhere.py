"""`cartaro verify --everywhere`: it answers in the reader's language and keeps its verdicts like others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command_calls import answer, cartaro

RULES = """variant prova of rubamazzo
  title "Prova"
"""
CLAIM = """annex prove of prova
  title "Prove"

claim deve "chi può prendere deve"
  before every lay, not the player can take with card
"""
SAID = {
    "en": (
        "deve: for 2 players under every house rule (12): refuted under rifiuto=libero (6); proved under every other (6)",
        "to claim it only under the house rules for which it is proved, write `under rifiuto is vietato`",
    ),
    "it": (
        "per 2 giocatori con ogni regola della casa (12): confutata con rifiuto=libero (6); dimostrata con ogni altra (6)",
        "per affermarla solo dove è dimostrata, scrivi `under rifiuto is vietato`",
    ),
    "fr": (
        "pour 2 joueurs avec toute règle de la maison (12) : réfutée avec rifiuto=libero (6) ; prouvée avec toute autre (6)",
        "pour l'affirmer là où elle est prouvée, écrire `under rifiuto is vietato`",
    ),
}

SHOWN = {"en": "the player can capture a card with the", "it": "il giocatore può prendere", "fr": "le joueur peut prendre"}
"""The words of the claim that the hand shows to be false."""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "prova.regole").write_text(RULES, encoding="utf-8")
    (tmp_path / "prova.prove.regole").write_text(CLAIM, encoding="utf-8")
    return str(tmp_path / "prova.regole")


def test_where_a_claim_holds_is_stated_in_three_languages(rules: str) -> None:
    for language, lines in SAID.items():  # the first language computes the verdicts, the others read them from the cache
        done = cartaro("verify", rules, "--only", "deve", "--everywhere", "--set", "players=2", "--language", language)
        text = " ".join(done.stdout.decode().split()).replace("\u202f", " ").replace("\xa0", " ")
        assert done.returncode == 1
        for line in lines:
            assert line in text
        assert SHOWN[language] in text


def test_in_json_stands_where_it_holds(rules: str) -> None:
    (found,) = answer(cartaro("verify", rules, "--only", "deve", "--everywhere", "--set", "players=2", "--json"))["results"]
    covered = found["everywhere"]
    assert (covered["choices"], covered["holding"], covered["remedy"]) == (12, 6, {"rifiuto": ["vietato"]})
    assert covered["exempted"][0]["counterexample"]["record"]["settings"]["rifiuto"] == "libero"
    plain = answer(cartaro("verify", rules, "--only", "deve", "--set", "rifiuto=libero", "--language", "it", "--json"))
    (term,) = plain["results"][0]["counterexample"]["terms"]
    assert (term["text"].startswith("il giocatore può prendere"), term["value"]) == (True, "")


def test_a_certificate_under_all_house_rules_is_of_no_choice() -> None:
    done = cartaro("verify", "scopa", "--everywhere", "--certificate", "proofs", "--set", "players=2")
    assert done.returncode == 2
    assert b"`--certificate` cannot be used with `--set`" in done.stderr
