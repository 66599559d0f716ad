"""The service: methods are called by name with JSON, and give an answer or an error, whatever the arguments."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from tests.project.packages import ROOT
from tests.shipped_games import game_of
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_grammar import key_word_language, shipped
from cartaro_rulebook import languages
from cartaro_rulebook.publication.pages import family_of
from cartaro_workbench.service.session import MOST_TEXTS, LanguageCode


def test_the_languages_are_those_of_the_catalogue() -> None:
    assert sorted(get_args(LanguageCode)) == sorted(languages())


def test_the_shipped_texts_are_listed_with_their_dependencies() -> None:
    reported = {one["name"]: one for one in Page().answer("shipped")}
    assert {name for name, one in reported.items() if one["kind"] != "library"} == set(shipped())
    assert reported["escoba"]["titles"] == {"it": "Scopa da quindici", "en": "Escoba", "fr": "Scopa de quinze"}
    assert reported["escoba"]["base"] == "scopa_francese"
    assert reported["escoba"]["family"] == "fishing"
    assert set(reported["escoba"]["stands_on"]) >= {"scopa_francese.regole", "scopa.regole", "fishing.regole"}
    assert reported["scopa"]["annexes"] == ["scopa.fonti.regole", "scopa.prove.regole", "scopa.racconto.regole"]
    assert reported["cirulla"]["titles"] == {"": "Cirulla"}
    assert reported["ramino"]["family"] == "rummy"
    assert reported["rubamazzo"]["family"] == ""
    assert reported["tressette"]["family"] == "tricks"
    assert reported["guerra"]["family"] == "parlour"
    assert {name: one["family"] for name, one in reported.items() if one["kind"] != "library"} == {
        name: family_of(game_of(name)) for name in shipped()
    }


def test_a_text_of_the_reader_hides_a_shipped_one_until_it_is_removed() -> None:
    page = Page()
    changed = TEXTS["scopa.regole"].replace("game scopa", "gane scopa")
    assert page.answer("put", files={"scopa.regole": changed}) is None
    assert page.answer("text", name="scopa.regole") == changed
    assert page.answer("shipped_text", name="scopa.regole") == TEXTS["scopa.regole"]
    assert page.answer("problems", name="scopa.regole") != []
    assert page.answer("put", files={"scopa.regole": None}) is None
    assert page.answer("problems", name="scopa.regole") == []


def test_a_new_variant_is_checked_fixed_and_played() -> None:
    page = Page()
    written = 'variant mia of scoppa\n  title "Mia"\n\nset precedenza to nessuna\n'
    page.answer("put", files={"mia.regole": written})
    (wrong,) = [one for one in page.answer("problems", name="mia.regole") if one["severity"] == "error"]
    assert wrong["repair"]["edit"]["text"] == "scopa"
    page.answer("put", files={"mia.regole": written.replace("scoppa", "scopa")})
    assert page.answer("problems", name="mia.regole") == []
    view = page.answer("deal", dealing={"name": "mia.regole", "seed": 7}, seat=0, language="it")["view"]
    assert sum(zone["size"] for zone in view["zones"]) + view["out_of_sight"] == 40


NOSTRA = 'variant tua of nostra\n  title "Tua"\n'


def test_a_change_of_a_text_is_seen_by_its_dependents() -> None:
    """Dependents are variants, texts with annexes, and texts in which a name was missing until it was added."""
    page = Page()
    page.answer("put", files={"mia.regole": 'variant mia of scopa\n  title "Mia"\n', "tua.regole": NOSTRA})
    at = {"position": {"line": 0, "character": 17}}
    assert page.answer("problems", name="mia.regole") == page.answer("problems", name="escoba.regole") == []
    assert [one["code"] for one in page.answer("problems", name="tua.regole")] == ["C0301"]
    page.answer("put", files={"scopa.regole": TEXTS["scopa.regole"].replace("game scopa", "gane scopa")})
    assert page.answer("problems", name="mia.regole") != []
    assert page.answer("problems", name="escoba.regole") != []
    page.answer("put", files={"scopa.regole": None, "mia.note.regole": "annex note of mia\n\nwords\n  x it"})
    assert page.answer("problems", name="escoba.regole") == []
    assert page.answer("problems", name="mia.regole") != []
    page.answer("put", files={"mia.note.regole": None, "nostra.regole": 'variant nostra of scopa\n  title "Nostra"\n'})
    assert page.answer("problems", name="tua.regole") == page.answer("problems", name="mia.regole") == []
    found = page.answer("references", name="mia.regole", **at)
    assert {"nostra.regole", "mia.regole"} <= {one["name"] for one in found}


@pytest.mark.parametrize(
    "asked",
    [
        ("completions", {"position": {"line": 0, "character": 0}, "language": "it"}),
        ("hover", {"position": {"line": 1, "character": 5}, "language": "fr"}),
        ("definitions", {"position": {"line": 1, "character": 5}}),
        ("references", {"position": {"line": 1, "character": 5}}),
        ("highlights", {"position": {"line": 1, "character": 5}}),
        ("outline", {"language": "en"}),
        ("folds", {}),
        ("tokens", {}),
        ("lenses", {}),
        ("formatted", {}),
        ("problems", {}),
    ],
)
def test_every_editing_method_answers_a_call_by_name(asked: tuple[str, dict[str, object]]) -> None:
    method, arguments = asked
    page = Page()
    assert "answer" in page.outcome(method, name="scopa.regole", **arguments)
    assert page.outcome(method, name="nowhere.regole", **arguments)["error"]["reason"] == "refused"


@pytest.mark.parametrize(
    ("method", "arguments", "reason"),
    [
        ("nothing", "{}", "unknown method"),
        ("__class__", "{}", "unknown method"),
        ("text", "", "wrong arguments"),
        ("text", "[]", "wrong arguments"),
        ("text", "{}", "wrong arguments"),
        ("text", '{"name": 3}', "wrong arguments"),
        ("text", '{"name": "a", "more": 1}', "wrong arguments"),
        ("text", '{"session": 1, "name": "a"}', "wrong arguments"),
        ("text", "[" * 10_000, "wrong arguments"),
        ("text", '{"name": "\\ud800"}', "wrong arguments"),
        ("text", '{"name": "../etc/passwd"}', "refused"),
        ("put", '{"files": {"../a.regole": "x"}}', "refused"),
        ("put", '{"files": {"a.txt": "x"}}', "refused"),
        ("put", '{"files": {"a.regole": 1}}', "wrong arguments"),
        ("hover", '{"name": "scopa.regole", "position": {"line": true, "character": 0}, "language": "it"}', "wrong arguments"),
        ("hover", '{"name": "scopa.regole", "position": {"line": 0}, "language": "it"}', "wrong arguments"),
        ("hover", '{"name": "scopa.regole", "position": {"line": 0, "character": 0}, "language": "de"}', "wrong arguments"),
        ("seen", '{"seat": 0, "language": "it"}', "refused"),
    ],
)
def test_every_call_has_an_answer(method: str, arguments: str, reason: str) -> None:
    reported = json.loads(Page().service.call(method, arguments))
    assert reported["error"]["reason"] == reason
    assert reported["error"]["message"]


@pytest.mark.parametrize(
    ("method", "arguments", "message"),
    [
        ("text", {"name": "no.regole"}, "non c'è nessun testo `no.regole`"),
        ("dealing", {}, "non è stata data nessuna smazzata"),
        ("text", {"name": 3}, "`name` è di un tipo sbagliato"),
        ("text", {}, "manca l'argomento `name`: gli argomenti sono `language`, `name`"),
        ("nothing", {}, "il metodo `nothing` non esiste"),
    ],
)
def test_a_refusal_is_worded_in_the_language_of_the_call(method: str, arguments: dict[str, object], message: str) -> None:
    """Even a method whose answer is the same in all languages accepts a language."""
    page = Page()
    assert page.outcome(method, language="it", **arguments)["error"]["message"] == message
    assert page.outcome(method, **arguments)["error"]["message"] != message
    assert page.outcome(method, language="de", **arguments)["error"]["reason"] in ("wrong arguments", "unknown method")


def test_texts_are_bounded_and_none_is_taken_where_one_is_refused() -> None:
    page = Page()
    many = {f"a{n}.regole": "game a" for n in range(MOST_TEXTS + 1)}
    assert page.outcome("put", files=many)["error"]["reason"] == "refused"
    assert page.outcome("text", name="a1.regole")["error"]["reason"] == "refused"
    assert page.outcome("put", files={"a.regole": "-- \n" * 600_000})["error"]["reason"] == "refused"
    page.answer("put", files={"a.regole": "-- \n" * 100_000})
    assert [one["code"] for one in page.answer("problems", name="a.regole")] == ["C0103"]


def test_a_fault_of_the_program_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("a fault")

    page = Page()
    monkeypatch.setattr("cartaro_workbench.service.session.open_document", broken)
    assert page.outcome("problems", name="scopa.regole")["error"] == {
        "reason": "broken",
        "message": "RuntimeError: a fault",
        "problems": [],
    }


def test_a_new_variant_is_right_as_it_is_and_not_put_yet() -> None:
    page = Page()
    texts = page.answer("new_variant", name="mia", base="scopa.regole")
    assert list(texts) == ["mia.regole", "mia.prove.regole"]
    assert page.outcome("problems", name="mia.regole")["error"]["reason"] == "refused"
    page.answer("put", files=texts)
    assert [page.answer("problems", name=name) for name in texts] == [[], []]
    assert page.answer("formatted", name="mia.regole") == []
    for name in ("mia", "scopa", "../mia", ""):
        assert page.outcome("new_variant", name=name, base="scopa.regole")["error"]["reason"] == "refused"


def test_a_text_that_is_too_large_is_refused_and_not_coloured() -> None:
    page = Page()
    page.answer("put", files={"mia.regole": "-- a line of a comment\n" * 14_000})
    assert [one["code"] for one in page.answer("problems", name="mia.regole", language="en")] == ["C0103"]
    assert page.answer("tokens", name="mia.regole") == []


def test_colours_of_a_large_text_are_found_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is read once for all its words, and so are its key words."""
    read: list[str] = []

    def counting(text: str) -> str:
        read.append(text)
        return key_word_language(text)

    monkeypatch.setattr("cartaro_workbench.editing.tokens.key_word_language", counting)
    page = Page()
    assert len(page.answer("tokens", name="scopa.regole")) > 100
    assert len(read) == 1


def test_the_text_that_a_new_game_begins_with_is_played() -> None:
    page, text = Page(), (ROOT / "workbench" / "page" / "src" / "files" / "first_game.regole").read_text(encoding="utf-8")
    page.answer("put", files={"mia.regole": text.replace("NAME", "mia")})
    assert [one for one in page.answer("problems", name="mia.regole", language="en") if one["severity"] == "error"] == []
    dealing = {"name": "mia.regole", "seed": 1, "seats": ["person", "random"]}
    assert page.answer("deal", dealing=dealing, seat=0, language="en")["view"]["moves"]
