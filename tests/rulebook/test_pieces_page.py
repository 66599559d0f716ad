"""The page of the pieces of rules: each piece can be opened as a playable game."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import pytest

from cartaro_grammar import load_texts, shipped_folder
from cartaro_rulebook import languages
from cartaro_rulebook.publication.tutorial import with_links_of_pieces

DOCS = Path(__file__).parents[2] / "docs"


def gallery(code: str) -> str:
    return (DOCS / ("pieces.md" if code == "en" else f"pieces.{code}.md")).read_text(encoding="utf-8")


@pytest.mark.parametrize("code", languages())
def test_every_piece_of_rules_is_opened_by_its_link_with_what_it_is_of(code: str) -> None:
    linked = with_links_of_pieces(gallery(code), "Open", "../workbench/index.html", code)
    codes = re.findall(rf'href="\.\./workbench/index\.html#lang={code}&amp;texts=([\w-]+)"', linked)
    opened = [json.loads(zlib.decompress(base64.urlsafe_b64decode(f"{text}==="), wbits=-zlib.MAX_WBITS)) for text in codes]
    folder = shipped_folder() / "lib" / "pieces"
    shown = re.findall(r'^```regole title="(\w+)"$', gallery(code), re.M)
    assert [one["main"] for one in opened] == [f"{name}.regole" for name in shown]
    assert {f"{name}.regole" for name in shown} < {path.name for path in folder.glob("*.regole")}
    texts = {path.name: path.read_text(encoding="utf-8") for path in shipped_folder().glob("*/*.regole")}
    for one in opened:
        assert one["files"][one["main"]] == (folder / one["main"]).read_text(encoding="utf-8")
        game, found = load_texts(texts | one["files"], one["main"])
        assert game is not None
        assert found == ()
    assert all(len(text) < 8_000 for text in codes)
