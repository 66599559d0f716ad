"""Language services for a text, tested over all shipped texts: problems with their fixes, completion, hover, and structure."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tests.workbench.shipped_texts import RULES, TEXTS, changed, document, place

from cartaro_grammar import Source, format_source
from cartaro_interpreter import json_model
from cartaro_rulebook import languages
from cartaro_workbench import (
    Document,
    OutlineSymbol,
    Position,
    apply_edits,
    as_markdown,
    completions,
    folds,
    formatted,
    hover,
    lenses,
    open_document,
    outline,
    problems,
    tokens,
)


def offered(of: Document, words: str, after: int = 0, code: str = "en") -> dict[str, str]:
    """Return the offers at a place, each with its kind."""
    return {one.text: one.kind for one in completions(of, place(of, words, after), code)}


def sentences(of: Document, words: str, code: str = "en", after: int = 0) -> str:
    found = hover(of, place(of, words, after), code)
    assert found is not None
    return " ".join(found.meaning.sentences)


# ---------------------------------------------------------------------------------------------- problems


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_wrong_with_what_is_shipped(name: str) -> None:
    assert problems(document(name)) == ()


@pytest.mark.parametrize(
    ("old", "new", "title"),
    [
        ("take when number of taken", "take quando number of taken", "write `when`"),
        ("take when number of taken", "take lorsque number of taken", "write `when number"),
        ("deal quante from", "deal quantte from", "write `quante`"),
        ("despite dispari: the", "despite disparri: the", "write `dispari`"),
        ("dispari: the player may", "dispari: the giocatore may", "write `player`"),
        ("scores 1 when 7D", "scorse 1 when 7D", "write `scores`"),
        ("use fishing", "use fishin", "write `fishing`"),
        ("  pari: the player may take", "pari: the player may take", "indent it by 2 spaces"),
        ("covers R1 to R", "covers R2 to R", "list R1 in the source R"),
    ],
)
def test_a_fix_removes_the_problem_that_it_is_offered_for(old: str, new: str, title: str) -> None:
    broken = changed("scopa.regole", old, new)
    found = next(one for one in problems(broken) if one.repair is not None)
    assert found.repair is not None
    assert found.repair.title.startswith(title)
    mended = apply_edits(broken.texts[broken.name], (found.repair.edit,))
    again = problems(open_document(TEXTS | {broken.name: mended}, broken.name))
    assert found.message not in [one.message for one in again]


MINE = 'variant mia of scopa\n  title it "Mia" en "Mine"\n\nin article 5 add\n  gran_re: each side scores 1 when RD is in won\n'
MIA = (
    'in italiano\nvariante mia di scopa\n  titolo it "Mia" en "Mine"\n\n'
    "nell'articolo 5 si aggiunge\n  gran_re: ogni parte segna 1 quando RD è in won\n"
)


@pytest.mark.parametrize(
    ("text", "above"), [(MINE, "\n\nwords"), (MINE + '\nwords\n  won "won"\n', 'won "won"'), (MIA, "\n\nparole")]
)
def test_words_for_names_are_written_where_they_are_lacking(text: str, above: str) -> None:
    """They are written under `words`, in the key words of the text; if the text has no `words`, the fix adds it."""
    before = problems(open_document(TEXTS | {"mia.regole": text}, "mia.regole"))
    found = next(one for one in before if one.code == "C0308")
    assert found.repair is not None
    assert found.repair.title.startswith("write them under")
    after = apply_edits(text, (found.repair.edit,))
    assert f'{above}\n  gran_re en "gran re" it "gran re"\n' in after
    left = {one.code for one in problems(open_document(TEXTS | {"mia.regole": after}, "mia.regole"))}
    assert left <= {"C0533"}  # the base's wording of the aim does not name it


def test_errors_of_a_base_are_reported_at_its_name() -> None:
    texts = TEXTS | {"scopa.regole": TEXTS["scopa.regole"].replace("deal quante from", "deal qante from")}
    of = open_document(texts, "napola.regole")
    found = problems(of)
    assert [(one.message, one.remarks[0].location.name) for one in found] == [
        ("there are mistakes in `scopa.regole`", "scopa.regole")
    ]
    assert found[0].range.start == place(of, "of scopa", 3)


# ---------------------------------------------------------------------------------------------- completion


WHOLE = r'"[^"\n]*"|--[^\n]*|#[a-z]+|\bfirst player\b'
"""What is not read word by word: quotations, comments, codes, and the token that consists of two words."""
SAID_WHOLE = {"the", "rounded", "down", "up", "special"}
"""Words that need not be offered: a silent word, words that form one token with the comma before them (`, rounded down`), and
the attribute of special cards, which no ruleset declares.
"""


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", RULES)
def test_the_word_at_a_position_is_among_its_completions(name: str) -> None:
    of = document(name)
    words = list(re.finditer(r"[a-z_]{3,}", re.sub(WHOLE, lambda m: " " * len(m[0]), of.source.text)))
    declared = {one.span.start for one in of.occurrences if one.declares}
    for word in Random(name).sample(words, min(12, len(words))):
        if word.start() not in declared and word[0] not in SAID_WHOLE:
            line = of.source.text.count("\n", 0, word.start())
            at = Position(line, word.start() - of.source.text.rfind("\n", 0, word.start()))
            offered = {one.text for one in completions(of, at)}
            # a token may consist of two words, as `one of` in a condition
            assert word[0] in offered | {text.partition(" ")[0] for text in offered}, (word[0], line + 1)


@pytest.mark.parametrize(
    ("language", "written", "first"),
    [
        ("en", "", "the player may"),
        ("en", "the ", "player may"),
        ("it", "", "il giocatore può"),
        ("fr", "", "le joueur peut"),
        ("en", "each side scores ", None),
    ],
)
def test_where_a_sentence_begins_its_frames_come_first(language: str, written: str, first: str | None) -> None:
    whole = 'variant v of scopa\n  title "V"\n\nin article 5 add\n  x: each side scores 1\n'
    text = format_source(Source("v.regole", whole), language)
    assert isinstance(text, str)
    begun = re.sub(r"x: .*", f"x: {written}", text)
    of = open_document(TEXTS | {"v.regole": begun}, "v.regole")
    found = completions(of, place(of, f"x: {written}", len(f"x: {written}")))
    frames = [one for one in found if one.kind == "sentence"]
    assert ([found[0].text] if frames else []) == ([] if first is None else [first])
    assert all("…" in one.detail and ": " in one.detail for one in frames)


def test_while_a_sentence_is_being_written() -> None:
    unfinished = changed("scopa.regole", "the player may lay\n", "the player may \n")
    assert offered(unfinished, "lascia: the player may ", 23) | {"take": "act", "lay": "act"} == offered(
        unfinished, "lascia: the player may ", 23
    )
    assert "not" in offered(unfinished, "lascia: the player may ", 23)


def test_cards_and_citations_are_offered_with_their_names() -> None:
    of = document("scopa.regole")
    found = {one.text: one.detail for one in completions(of, place(of, "7D is in won"), "it")}
    assert found["7D"] == "sette di denari"
    assert {"S3", "R3"} <= {one.text for one in completions(of, place(of, "(S3, R3)", 1))}


@pytest.mark.parametrize(("written", "after"), [("quotes ", 7), ("quotes F", 8), ("quotes F in it", 7)])
def test_behind_quotes_the_letters_of_the_sources_are_offered(written: str, after: int) -> None:
    of = changed("scopone.fonti.regole", "quotes F in it", written)
    found = {one.text: one.detail for one in completions(of, place(of, "quotes ", after), "en")}
    assert set(found) == {"D", "E", "F", "X"}, "its own, those of its annexes, and that of the cards that it uses"
    assert found["F"].endswith("Regolamento federale del gioco dello scopone")
    assert offered(changed("scopone.fonti.regole", "quotes F in it", "quotes F in "), "quotes F in ", 12) == {}


def test_a_new_source_takes_a_new_letter() -> None:
    of = changed("scopa.regole", "  use fishing", "  source \n  use fishing")
    assert "D" not in offered(of, "  source \n", 9)


def test_a_word_of_another_tongue_offers_the_languages_own() -> None:
    of = changed("scopa.regole", "take when number of taken", "take quando number of taken")
    found = [one for one in completions(of, place(of, "quando number", 6)) if one.filter == "quando"]
    assert [(one.text, one.detail) for one in found] == [("when", "quando (Italian)")]


# ---------------------------------------------------------------------------------------------- hover


def test_a_clause_states_its_sentence_in_the_readers_language() -> None:
    of = document("scopa.regole")
    assert "“The sum capture” is not allowed" in sentences(of, "prima_pari despite", "en")
    assert "sette di denari" in sentences(of, "settebello: each", "it")
    assert "carreaux" not in sentences(of, "settebello: each", "fr")
    reported = {code: sentences(of, "settebello: each", code) for code in languages()}
    assert len(set(reported.values())) == 3


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", RULES)
def test_every_name_states_what_it_is(name: str) -> None:
    of = document(name)
    for one in list(of.occurrences)[:: 1 + sum(1 for _ in of.occurrences) // 12]:
        start = of.source.line(one.span.start) - 1, of.source.column(one.span.start) - 1
        for code in languages():
            found = hover(of, Position(*start), code)
            assert found is not None
            assert found.name == one.declaration.name
            assert found.meaning.kind
            assert one.declaration.kind not in {"clause", "option", "zone", "act"} or found.meaning.sentences or found.written
            assert as_markdown(found)


@pytest.mark.parametrize(
    ("code", "card", "frame"), [("en", "seven of coins", "gives points"), ("it", "sette di denari", "dà punti")]
)
def test_cards_and_key_words_say_what_they_are(code: str, card: str, frame: str) -> None:
    of = document("scopa.regole")
    found = hover(of, place(of, "7D is in won"), code)
    assert found is not None
    assert (found.name, found.meaning.title) == ("7D", card)
    word = hover(of, place(of, "settebello: each side scores", 25), code)
    assert word is not None
    assert word.name == "scores"
    assert any(frame in sentence for sentence in word.meaning.sentences)
    assert word.section == "reference/count.md#heading-of-the-score"
    assert as_markdown(word)
    assert hover(of, place(of, "-- the points counted"), code) is None


def test_a_place_in_a_clause_states_the_sentence_of_the_clause() -> None:
    of = document("scopa.regole")
    clause = hover(of, place(of, "settebello: each"), "en")
    number = hover(of, place(of, "1 when 7D is in won"), "en")
    assert clause is not None
    assert number is not None
    assert (number.name, number.meaning, number.section) == (clause.name, clause.meaning, clause.section)
    assert number.range.start == place(of, "1 when 7D is in won")
    assert clause.section == "reference/count.md#heading-of-the-score"
    word = hover(of, place(of, "settebello: each side scores", 25), "en")
    assert word is not None
    assert word.meaning.sentences[: len(clause.meaning.sentences)] == clause.meaning.sentences
    continued = hover(of, place(of, "is at least 2 and total", 12), "en")
    assert continued is not None
    assert continued.name == "dispari"
    assert hover(of, Position(0, 3), "en") is None


def test_with_a_mistake_elsewhere_a_clause_still_states_its_sentence_and_a_changed_one_does_not() -> None:
    broken = changed("scopa.regole", "lascia: the player may lay", "lascia: the player may lie")
    assert broken.checked.game is None
    assert sentences(broken, "settebello: each") == sentences(document("scopa.regole"), "settebello: each")
    again = open_document(
        dict(broken.texts) | {"scopa.regole": broken.texts["scopa.regole"].replace("scores 1 when 7D", "scores 2 when 7D")},
        "scopa.regole",
        broken,
    )
    assert sentences(again, "settebello: each") == ""


def test_no_text_of_an_author_is_markup() -> None:
    of = changed("scopa.regole", 'it "Giocatori"', 'it "*Gioca* <b>[x](http://a.b) `c`"')
    found = hover(of, place(of, "article 1", 8), "it")
    assert found is not None
    assert as_markdown(found) == (
        r"**1** — \*Gioca\* \<b\>\[x\](http\://a\.b) \`c\` *(articolo)* (D1, S1, R1)"
        + "\n\n"
        + f"`{found.written}`".replace("`c`", "'c'")
    )


# ---------------------------------------------------------------------------------------------- the whole


def flat(symbols: tuple[OutlineSymbol, ...]) -> list[OutlineSymbol]:
    return [one for symbol in symbols for one in (symbol, *flat(symbol.parts))]


@pytest.mark.sweep("scala40", "scopa", "trumps")
@pytest.mark.parametrize("name", TEXTS)
def test_the_outline_has_every_declaration(name: str) -> None:
    of = document(name)
    kinds = {"clause", "heading", "zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "finding", "option"}
    declared = {
        one.declaration.name for one in of.occurrences if one.declares and one.declaration.kind in kinds | {"claim", "example"}
    }
    symbols = flat(outline(of, "it"))
    assert declared <= {one.name for one in symbols}
    for one in symbols:
        assert one.range.start <= one.selection.start
        assert one.selection.end <= one.range.end


@pytest.mark.sweep("scala40", "scopa", "trumps")
@pytest.mark.parametrize("name", TEXTS)
def test_folds_and_tokens_lie_in_the_text(name: str) -> None:
    of = document(name)
    lines = of.source.text.split("\n")
    for fold in folds(of):
        assert 0 <= fold.first < fold.last < len(lines)
        assert lines[fold.first].strip()
        assert lines[fold.last].strip()
    found = tokens(of)
    assert [token.position for token in found] == sorted({token.position for token in found})
    assert {"comment", "string", "keyword", "clause"} & {token.type for token in found}
    for before, after in pairwise(found):
        assert before.position.line < after.position.line or (
            before.position.character + before.length <= after.position.character
        )


def test_a_token_is_what_its_name_means() -> None:
    of = document("scopa.regole")
    found = {of.source.text.split("\n")[t.position.line][t.position.character :][: t.length]: t.type for t in tokens(of)}
    wanted = {"scopa": "ruleset", "settebello": "clause", "take": "act", "may": "keyword", "precedenza": "option", "7D": "card"}
    assert {word: found[word] for word in wanted} == wanted
    assert next(token for token in tokens(of) if token.type == "option").declares


def test_examples_run_and_claims_are_proved() -> None:
    found = [(one.action, one.name) for one in lenses(document("scopa.prove.regole"))]
    assert ("run example", "due") in found
    assert ("prove claim", "conservate") in found
    assert lenses(document("scopa.regole")) == ()


@pytest.mark.parametrize("name", RULES[:6])
def test_a_text_is_laid_out_again(name: str) -> None:
    assert formatted(document(name)) == ()
    wide = TEXTS[name].replace(" scores ", "   scores ").replace("\n  ", "\n    ")
    of = open_document(TEXTS | {name: wide}, name)
    assert apply_edits(wide, formatted(of)) == TEXTS[name]


ANY = ("", "\n", "game", "game x\n  use ", '"', "words\n  ", "article 1\n", "\ufeffgame\r\n")


@pytest.mark.parametrize("text", ANY, ids=repr)
def test_any_text_at_all(text: str) -> None:
    of = open_document({"x.regole": text}, "x.regole")
    for position in (Position(0, 0), Position(0, 4), Position(9, 9)):
        completions(of, position)
        hover(of, position)
    for ask in (problems, outline, folds, tokens, lenses, formatted):
        ask(of)


def test_answers_are_json() -> None:
    of = changed("scopa.regole", "deal quante from", "deal quantte from")
    found = hover(of, place(of, "settebello: each"))
    answers = (problems(of), completions(of, Position(3, 5))[:5], found, outline(of), folds(of), tokens(of))
    written = json.dumps([json_model.encode(answer) for answer in answers], sort_keys=True)
    assert '"replacement"' not in written
    assert '"title": "write `quante`"' in written
    with pytest.raises(TypeError):
        json_model.encode(object())


def test_a_text_whose_moves_reveal_a_hidden_card_is_refused() -> None:
    """`check` refuses the rule too, at the words that read a hidden card, and the game cannot be played."""
    name = "hidden_condition.regole"
    text = (Path(__file__).parents[1] / "interpreter" / "rulesets" / name).read_text(encoding="utf-8")
    of = open_document(TEXTS | {name: text}, name)
    (found,) = [problem for problem in problems(of, "it") if problem.severity == "error"]
    assert found.code == "C0829"
    assert of.source.text.split("\n")[found.range.start.line][found.range.start.character :].startswith("hand of the player")
    assert of.checked.game is None
