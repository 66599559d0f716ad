"""A wrong verdict is reduced: lines are left out of the game as long as the verdict stays wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.differential.comparison import Case, Texts, Wrong, judged
from tests.differential.effort import little_effort

from cartaro_verify import verify


def reduced(case: Case, wrong: Wrong) -> Texts:
    """Return the texts of a case without anything that the wrong verdict does not need."""
    texts = Texts(case.texts.rules, only_claim(case.texts.annex, wrong.name))
    if not still_wrong(texts, wrong):
        texts = case.texts
    shrinking = True
    while shrinking:
        shrinking = False
        number = len(texts.rules.split("\n")) - 1
        while number >= 0:
            for smaller in _without(texts, number):
                if still_wrong(smaller, wrong):
                    texts, shrinking = smaller, True
                    break
            number -= 1
    return texts


def still_wrong(texts: Texts, wrong: Wrong) -> bool:
    """Return whether a ruleset has no mistakes and the verdict on it is still wrong in the same way."""
    with tempfile.TemporaryDirectory() as folder:
        game, _ = texts.loaded(Path(folder))
    if game is None:
        return False
    case = Case(0, texts, game)
    try:
        with little_effort():
            results = verify(game, only=wrong.name)
        return any(w.said == wrong.said for result in results for w in judged(case, result))
    except Exception:
        return False


def only_claim(annex: str, name: str) -> str:
    """Return an annex without its other claims."""
    head, *claims = annex.split("\nclaim ")
    return "\nclaim ".join([head, *(c for c in claims if c.startswith(f"{name} "))]).rstrip("\n") + "\n"


def _without(texts: Texts, number: int) -> Iterator[Texts]:
    """Return the texts without a line and the block indented under it, or with the line but without its conditions."""
    lines = texts.rules.split("\n")
    if number >= len(lines) or not lines[number].strip():
        return
    indent = len(lines[number]) - len(lines[number].lstrip())
    end = number + 1
    while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > indent:
        end += 1
    yield Texts("\n".join([*lines[:number], *lines[end:]]), texts.annex)
    for word in (" when ", " unless "):
        if word in lines[number]:
            plain = lines[number].split(word)[0]
            yield Texts("\n".join([*lines[:number], plain, *lines[number + 1 :]]), texts.annex)
