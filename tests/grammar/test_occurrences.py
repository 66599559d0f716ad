"""Every name in a shipped text is one occurrence, its declaration has that name, and renaming all occurrences keeps the
game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import cast

import pytest

from cartaro_grammar import CheckedTexts, Declaration, Occurrence, check_texts, load_texts, shipped
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.resolve.occurrences import LANGUAGE
from cartaro_grammar.syntax.edit_buffer import EditBuffer
from cartaro_grammar.syntax.lark_parser import NOISE_WORDS, keywords, terminal_pattern

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
LANGUAGES = {"it", "en", "fr"}
USED_BY = {
    "rummy.regole": "ramino.regole",
    "tricks.regole": "tressette.regole",
    "following.regole": "tressette.regole",
    "trumps.regole": "briscola.regole",
}
"""A library whose sentences use words that the game must declare, with such a game."""
KINDS_RENAMED = 3
"""The number of renamed declarations of each kind."""
KEPT = {"game", "library", "variant", "annex", "text"}
"""The kinds that are not renamed: names of files, and names of things that are declared elsewhere. `winner` is not renamed
either, because the language asks for it by this name.
"""


def main_of(name: str) -> str:
    """Return the text of the game to which a text belongs."""
    whole = re.sub(r"\.\w+\.", ".", name)
    return USED_BY.get(whole, whole)


@cache
def index(main: str) -> tuple[Occurrence, ...]:
    return check_texts(TEXTS, main).occurrences


def names_in(text: str) -> Iterator[tuple[int, str]]:
    """Return every NAME token of a text with its position, except for language codes."""
    own = {*keywords(), *NOISE_WORDS, "nobody", "rounded", "down", "up", "sets", "printed", "special"}
    for match in re.finditer(r'"[^"]*"|(?<![\w#.])' + terminal_pattern("NAME"), EditBuffer.from_text(text).text):
        before, behind = text[: match.start()].rpartition("\n")[2], text[match.end() :]
        tagged = match[0] in LANGUAGES and (re.match(r'\s*"', behind) or before.startswith("quotes "))
        if not match[0].startswith('"') and match[0] not in own and not tagged:
            yield match.start(), match[0]


@pytest.mark.sweep
@pytest.mark.parametrize("name", TEXTS)
def test_every_name_of_a_shipped_text_has_one_occurrence(name: str) -> None:
    here = [one for one in index(main_of(name)) if one.span.source.name == name]
    starts = [one.span.start for one in here]
    assert len(set(starts)) == len(starts)
    assert [place for place in names_in(TEXTS[name]) if place[0] not in starts] == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", TEXTS)
def test_every_occurrence_is_written_as_its_declaration_is(name: str) -> None:
    for one in index(main_of(name)):
        assert all(one.span.text == of.name for of in (one.declaration, *one.also))
        if one.declaration.span is None:
            assert one.span.text in LANGUAGE
        elif one.declaration.kind != "row":  # `covers F1 to F9` declares rows that it does not name
            assert one.declaration.span.text == one.declaration.name


def of_kind(game: str, kind: str) -> set[str]:
    return {one.declaration.name for one in index(f"{game}.regole") if one.declaration.kind == kind}


def test_a_name_resolves_to_its_declaration() -> None:
    assert {"pari", "spazzata"} <= of_kind("scopa", "clause")
    assert {"carte", "denari", "settebello"} <= of_kind("scopa", "heading")
    assert {"prime_of", "played_out", "winner"} <= of_kind("scopa", "definition")
    assert of_kind("scopa", "zone") == {"table", "hand", "won"}
    assert of_kind("scopa", "pile") == {"stock"}
    assert {"taken", "card"} <= of_kind("scopa", "parameter")
    assert {"pari", "poche", "nessuna"} <= of_kind("scopa", "value of an option")
    assert of_kind("scopa", "game") == {"scopa"}
    assert of_kind("cirulla", "variant") == {"cirulla"}
    assert of_kind("scopa", "library") == {"fishing", "italian_deck", "italian_cards"}


def test_a_name_of_several_things_resolves_by_its_place() -> None:
    found = {
        (one.declaration.kind, one.declaration.owner) for one in index("scopa.regole") if one.declaration.name == "giocata"
    }
    assert found == {("clause", ""), ("value of an option", "ultima")}
    said = {one.span.source.name for one in index("scopa.regole") if one.span.text == "giocata" and one.also}
    assert said == {"scopa.prove.regole", "scopa.racconto.regole"}


# ------------------------------------------------------------------ renaming

Names = dict[Declaration, str]


def renamed(occurrences: tuple[Occurrence, ...], to: Names) -> dict[str, str]:
    """Return the texts in which all occurrences of some declarations have been renamed."""
    texts = dict(TEXTS)
    for one in sorted(occurrences, key=lambda one: -one.span.start):
        if one.declaration in to:
            name = one.span.source.name
            texts[name] = texts[name][: one.span.start] + to[one.declaration] + texts[name][one.span.end :]
    return texts


def new_names(occurrences: tuple[Occurrence, ...], random: Random) -> Names:
    """Return new names for some declarations of each kind; declarations that share a line of `words` get the same new name."""
    kinds: dict[str, list[Declaration]] = {}
    lines = ((said.declaration, *said.also) for said in occurrences if said.also)
    kept = {"winner", *(of.name for line in lines for of in line if of.kind in KEPT)}
    for one in dict.fromkeys(one.declaration for one in occurrences):
        if one.span is not None and one.name[0].islower() and one.kind not in KEPT and one.name not in kept:
            kinds.setdefault(one.kind, []).append(one)
    chosen = [one for found in kinds.values() for one in random.sample(found, min(KINDS_RENAMED, len(found)))]
    by_name = {one.name: one for one in chosen}
    names = {one: f"zz{number}" for number, one in enumerate(by_name.values())}
    for said in (one for one in occurrences if one.also):
        new = [names[of] for of in (said.declaration, *said.also) if of in names]
        names |= {of: new[0] for of in (said.declaration, *said.also) if new}
    return names


def as_before(node: object, names: Mapping[str, str]) -> object:
    """Return a part of a game without its positions, with the old names instead of the new ones, and with rows of names in
    alphabetical order, since some are stored in that order.
    """
    if isinstance(node, str):
        # a binding without a name gets a number if its word is already used
        return re.sub(r"(?<!\w)zz\d+(?!\w)", lambda match: names[match[0]], re.sub(r"^(card|player|side) \d+$", r"\1", node))
    if isinstance(node, tuple | list):
        found = [as_before(one, names) for one in cast("tuple[object, ...]", node)]
        return tuple(sorted(map(str, found)) if all(isinstance(one, str) for one in found) else found)
    if isinstance(node, Mapping):
        pairs = cast("Mapping[object, object]", node).items()
        return {as_before(key, names): as_before(value, names) for key, value in pairs}
    if is_dataclass(node) and not isinstance(node, type):
        return type(node).__name__, *(as_before(getattr(node, f.name), names) for f in fields(node) if f.compare)
    return node


def as_pairs(replaced: Iterable[tuple[str, tuple[str, ...]]], names: Mapping[str, str]) -> Iterator[tuple[object, object]]:
    """Return replacements with the old names. They are pairs, because a thing and a clause that had one name may now
    have two.
    """
    return ((as_before(name, names), as_before(instead, names)) for name, instead in replaced)


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped()[::2])
@pytest.mark.slow
def test_declarations_renamed_with_all_their_occurrences_make_the_same_game(name: str) -> None:
    main = f"{name}.regole"
    game, _ = load_texts(TEXTS, main)
    names = new_names(index(main), Random(name))
    there, found = load_texts(renamed(index(main), names), main)
    assert game is not None
    assert there is not None, found
    old = {new: of.name for of, new in names.items()}
    assert set(as_pairs(there.ruleset.replaced, old)) == set(as_pairs(game.ruleset.replaced, {}))
    # a wording belongs to the exact words of its clause
    assert as_before(replace(there.ruleset, replaced=(), wordings=()), old) == as_before(
        replace(game.ruleset, replaced=(), wordings=()), {}
    )


@pytest.mark.nightly
def test_every_ruleset_is_indexed() -> None:
    assert all(index(f"{name}.regole") for name in shipped())


def calls_for(checked: CheckedTexts) -> int:
    """Return how many function calls it takes to compute the occurrences of checked texts."""
    called = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal called
        del frame, argument
        called += event == "call"

    sys.setprofile(count)
    try:
        assert checked.occurrences
    finally:
        sys.setprofile(None)
    return called


def test_occurrences_of_unchanged_texts_are_cached() -> None:
    """An editor asks after each key press. In a variant of a variant, nearly all occurrences are in other texts."""
    main = "escoba.regole"
    first = calls_for(check_texts({name: f"{text}-- anew\n" for name, text in TEXTS.items()}, main))
    key = calls_for(check_texts({name: f"{text}-- anew\n{'-- a key' * (name == main)}" for name, text in TEXTS.items()}, main))
    assert key < first / 3
