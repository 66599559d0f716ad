"""Diagnostics in the requested language: the command, the language server, the workbench."""

from __future__ import annotations

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from click.testing import CliRunner

from cartaro.main import cartaro, main
from cartaro_grammar import Game, load_game, translate
from cartaro_rulebook import untranslated
from cartaro_workbench import open_document, problems
from cartaro_workbench.service.service import Service

WRONG = 'game caso\n  title it "Un caso" en "A case"\n\narticle 1 it "Regole" en "Rules"\n  prende: each side scroes 1\n'
TOLD = {"en": "`scroes` does not fit here", "it": "qui `scroes` non va bene", "fr": "`scroes` ne va pas ici"}


@pytest.mark.parametrize("language", TOLD)
def test_diagnostics_are_in_the_requested_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "caso.regole"
    file.write_text(WRONG, encoding="utf-8")
    words = ["check", str(file)] + (["--language", language] if language != "en" else [])
    shown, values = CliRunner().invoke(cartaro, words), CliRunner().invoke(cartaro, [*words, "--json"])
    assert TOLD[language] in shown.stderr
    (ruleset,) = json.loads(values.stdout)["rulesets"]
    assert [each["message"] for each in ruleset["diagnostics"]] == [TOLD[language]]


def test_the_summary_is_in_the_requested_language(tmp_path: Path) -> None:
    file = tmp_path / "caso.regole"
    file.write_text(WRONG, encoding="utf-8")
    assert f"{file}: 1 errore\n" in CliRunner().invoke(cartaro, ["check", str(file), "--language", "it"]).stderr
    assert CliRunner().invoke(cartaro, ["check", "scopa", "--language", "fr"]).stdout == "scopa : aucune erreur trouvée\n"


def test_the_language_may_be_named_before_the_command() -> None:
    assert CliRunner().invoke(cartaro, ["--language", "fr", "check", "scopa"]).stdout == "scopa : aucune erreur trouvée\n"
    both = ["--language", "fr", "check", "scopa", "--language", "it"]
    assert CliRunner().invoke(cartaro, both).stdout == "scopa: nessun errore trovato\n"
    again = CliRunner().invoke(cartaro, ["check", "scopa"]).stdout
    assert again == "scopa: no mistakes found\n", "the environment is as before"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "scopa", "--set", "punti"), "`punti` non ha la forma `option=value`"),
        (
            ("verify", "scopa", "--only", "nessuna", "--set", "players=2"),
            "non ha nessun obbligo e nessuna affermazione",
        ),
        (("play", "scopa", "--seats", "you,best"), "`best` non è un tipo di giocatore"),
        (("play", "scopa", "--seats", "you"), "1 giocatore per 2 posti"),
        (("explain", "scopa", "--position", "nowhere.json"), "`nowhere.json` non è leggibile"),
    ],
)
def test_usage_errors_are_in_the_requested_language(words: tuple[str, ...], message: str) -> None:
    done = CliRunner().invoke(cartaro, [*words, "--language", "it"])
    assert message in " ".join((done.stderr + done.stdout).split())
    assert message not in CliRunner().invoke(cartaro, [*words, "--language", "en"]).output


@pytest.mark.parametrize("language", TOLD)
def test_problems_of_a_page_are_in_the_requested_language(language: str) -> None:
    (found,) = problems(open_document({"caso.regole": WRONG}, "caso.regole"), language)
    assert found.message == TOLD[language]
    answer = json.loads(
        Service({"caso.regole": WRONG}).call("problems", json.dumps({"name": "caso.regole", "language": language}))
    )
    assert [each["message"] for each in answer["answer"]] == [TOLD[language]]


def test_a_refusal_is_reported_in_the_language_of_the_call() -> None:
    dealing: dict[str, object] = {
        "name": "caso.regole",
        "seed": 1,
        "settings": {},
        "seats": [],
        "match": False,
        "moves": [],
        "hands": 1,
    }
    arguments: dict[str, object] = {"dealing": dealing, "seat": 0, "language": "it"}
    answer = json.loads(Service({"caso.regole": WRONG}).call("deal", json.dumps(arguments)))
    assert answer["error"]["message"] == TOLD["it"]


EXAMPLE = """variant caso of scopa
  title it "Un caso" en "A case"

example sei_di_coppe it "la carta uguale è d'obbligo" en "the equal card is compulsory"
  table holds 6C 2D 4B
  hand holds 6B
  player may take 2D 4B with 6B
"""


@pytest.mark.parametrize(
    ("language", "reason", "summary"),
    [
        ("it", "errore[C0830]: `take 2D 4B with 6B` non è legale: `prima_pari` lo vieta", "caso.regole: esempi confermati: "),
        (
            "fr",
            "erreur[C0830]: `take 2D 4B with 6B` n'est pas permis : `prima_pari` l'interdit",
            "caso.regole : exemples vrais : ",
        ),
    ],
)
def test_a_failed_example_is_reported_in_the_requested_language(
    language: str, reason: str, summary: str, tmp_path: Path
) -> None:
    file = tmp_path / "caso.regole"
    file.write_text(EXAMPLE, encoding="utf-8")
    shown = CliRunner().invoke(cartaro, ["test", str(file), "--language", language])
    assert reason in shown.stderr
    assert summary in shown.stdout


@pytest.mark.parametrize(
    ("language", "laid_out", "would"),
    [
        ("en", "{}: formatted", "{}: formatting would change it"),
        ("it", "{}: formattato", "{}: la formattazione lo cambierebbe"),
        ("fr", "{} : mis en page", "{} : la mise en page changerait"),
    ],
)
def test_what_the_formatter_did_is_in_the_requested_language(
    language: str, laid_out: str, would: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTARO_LANGUAGE", language)
    file = tmp_path / "a.regole"
    file.write_text('library caso\n  title   "A"\n', encoding="utf-8")
    assert CliRunner().invoke(cartaro, ["format", "--check", str(file)]).stdout == f"{would.format(file)}\n"
    assert CliRunner().invoke(cartaro, ["format", str(file)]).stdout == f"{laid_out.format(file)}\n"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the clause `extra` has no words in Italian, English and French"),
        ("it", "clausola `extra` senza parole in italiano, inglese e francese"),
        ("fr", "clause `extra` : aucun mot en italien, anglais et français"),
    ],
)
def test_missing_words_are_in_the_requested_language(language: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "prova.regole"
    file.write_text(
        'variant prova of scopa\n  title "Prova"\n\nin article 5 add\n  extra: each side scores 1 when RD is in won\n'
    )
    game = load_game(str(file))
    assert isinstance(game, Game)
    assert any(told in translate(line, language) for line in untranslated(game))


ENGLISH = frozenset(
    {
        "and",
        "answer",
        "because",
        "before",
        "by",
        "conduct",
        "covered",
        "default",
        "difference",
        "each",
        "error",
        "examples",
        "for",
        "forbidden",
        "from",
        "hand",
        "hands",
        "have",
        "help",
        "holds",
        "is",
        "least",
        "legal",
        "lines",
        "looking",
        "mean",
        "missing",
        "move",
        "moves",
        "no",
        "not",
        "of",
        "only",
        "play",
        "played",
        "player",
        "players",
        "proved",
        "refuted",
        "seat",
        "seed",
        "side",
        "the",
        "times",
        "unknown",
        "usage",
        "value",
        "whole",
        "with",
        "won",
    }
)
"""Words of the program in English, which are neither Italian nor French."""
POSITION = '{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}'


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "scopa", "--only", "solo_pari"],
        ["verify", "scopa", "--only", "conserved"],
        ["test", "scopa"],
        ["sources", "scopone"],
        ["simulate", "scopa", "-n", "20", "--matches"],
        ["compare", "scopa", "--vary", "rifiuto", "-n", "200"],
        ["moves", "scopa", "--position", "-"],
        ["explain", "scopa", "--position", "-"],
        ["score", "scopa", "--position", "-"],
        ["count", "scopa", "--depth", "1"],
        ["describe", "scopa"],
        ["games"],
        ["count", "scopa"],
        ["simulate", "scopa", "--hands", "2"],
        ["count", "scopa", "--depth", "many"],
        ["scores", "scopa"],
        ["test", "scopa", "--json=1"],
        ["moves", "scopa", "scopone"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_command_prints_no_english_word_in_another_language(
    language: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARTARO_LANGUAGE", language)
    monkeypatch.setattr("sys.argv", ["cartaro", *words])
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(POSITION.encode())))
    with pytest.raises(SystemExit):
        main()
    shown = capfd.readouterr()
    text = re.sub(r"`[^`]*`|\[[^]]*\]|«[^»]*»|_\w+|\w+=\w+|\w+:\w+", "", shown.out + shown.err)
    assert text
    found = {word for word in re.findall(r"[^\W\d_]+", text.lower()) if word in ENGLISH}
    assert not found


NOTED = """variant noted of scopa
  title "Noted"

in article 4 add
  many_cards: has_many means number of won is at least 20
  extra: each side scores 1 when has_many
"""


@pytest.mark.parametrize(("words", "is_noted"), [("", True), ('\nwords\n  has_many "has many cards"\n', False)])
def test_names_that_the_guide_quotes_are_noted(words: str, is_noted: bool, tmp_path: Path) -> None:
    path = tmp_path / "noted.regole"
    path.write_text(NOTED + words, encoding="utf-8")
    done = CliRunner().invoke(cartaro, ["check", str(path)])
    assert done.exit_code == 0
    assert ("note: the guide quotes `has_many`" in done.stdout) is is_noted
    assert "note:" not in CliRunner().invoke(cartaro, ["check", "scopa"]).stdout
