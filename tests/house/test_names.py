"""A class, or a type that is given a name, means one thing in the whole project.

A construct of the language is a class of the tree and a class of the checked game, of one name: the same thing before and after
the check, never met in one file without the name of its module before it.  Nothing else has the name of another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.house.packages import PACKAGES, ROOT, files_of, text_of, tree_of

TWO_TREES = ("cartaro_grammar/syntax/tree/", "cartaro_grammar/model/")
EXCEPTIONS = {
    "Value": "what an expression is worked out to: to a word of the engine's, and to a term of the verifier's",
}


def named(text: str) -> Iterator[str]:
    """The classes of a file, nested ones too, and its types that have a name; of the latter no variables of types."""
    tree = tree_of(text)
    yield from (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value) if name[0].isupper() and not name.isupper():
                if not isinstance(value, ast.Call):
                    yield name
            case _:
                pass


def standing_twice(files: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that several places give, by the files; those apart of which one is in the tree and one in the game."""
    places = dict[str, list[str]]()
    for file, text in files:
        for name in named(text):
            places.setdefault(name, []).append(file)
    return {name: found for name, found in places.items() if len(found) > 1 and not in_both_trees(found)}


def in_both_trees(files: list[str]) -> bool:
    return len(files) == 2 and {folder for folder in TWO_TREES for file in files if folder in file} == set(TWO_TREES)


def own_files() -> Iterator[tuple[str, str]]:
    for file in (file for package in PACKAGES for file in files_of(package)):
        yield Path(file).relative_to(ROOT).as_posix(), text_of(file)


def test_no_name_of_a_class_stands_twice() -> None:
    found = standing_twice(own_files())
    assert {name: files for name, files in found.items() if name not in EXCEPTIONS} == {}
    assert EXCEPTIONS.keys() <= found.keys(), "an exception that is none any longer"


def test_a_name_that_stands_twice_is_found() -> None:
    tree, game, other = (f"{folder}/x.py" for folder in ("cartaro_grammar/syntax/tree", "cartaro_grammar/model", "cartaro"))
    assert standing_twice([(tree, "class Move: ..."), (game, "class Move: ...")]) == {}
    assert standing_twice([(tree, "class Move: ..."), (tree, "Move = int | str")]) == {"Move": [tree, tree]}
    assert standing_twice([(tree, "class Move: ..."), (game, "class Move: ..."), (other, "class Move: ...")]) != {}
    assert standing_twice([(game, "V = TypeVar('V')\nMOST = 3"), (other, "V = TypeVar('V')\nMOST = 3")]) == {}
