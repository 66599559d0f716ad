"""The trees of the shipped rulesets, cached from one run to the next: parsing them takes a third of a short command's time.

The key of an entry consists of the text, its displayed name, and the code of this package. A stale or damaged entry is
replaced. Only shipped rulesets are cached, so that the folder stays small and contains no text from an unknown source.
"""

from __future__ import annotations

import pickle
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.cache_folder import cache_key, code_digest, installation_id, read, unpickle, write
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.source import Source, Span

PACKAGE = Path(__file__).parents[1]
MOST_BYTES = 20
"""The greatest number of bytes of a tree per byte of its text (shipped trees have 5). Longer data is not accepted as a tree."""


def parse_cached(source: Source, shipped: bool) -> tree.File | tuple[Diagnostic, ...]:
    """Return the tree of a source, or its syntax errors. Read the tree from the cache if it is there. Write only trees of
    shipped rulesets to the cache.
    """
    name = f"{Path(source.name).name}-{installation_id(PACKAGE)}.tree"
    key = cache_key(code_digest(PACKAGE), source.name.encode("utf-8", "surrogateescape"), source.text.encode())
    found = _read(name, key, MOST_BYTES * len(source.text.encode()))
    if found is not None:
        return found
    from cartaro_grammar.syntax.parser import parse  # imported late: it loads lark, which most runs do not need

    made = parse(source)
    if shipped and isinstance(made, tree.File):
        write(name, key, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
    return made


@cache
def _classes() -> tuple[type, ...]:
    """Return the classes of the values in a tree."""
    nodes = (one for one in vars(tree).values() if isinstance(one, type) and is_dataclass(one))
    return (*nodes, Source, Span)


def _read(name: str, key: bytes, most: int) -> tree.File | None:
    body = read(name, key)
    if body is None or len(body) > most:
        return None
    try:
        found = unpickle(body, _classes())
    except Exception:  # if the cached tree cannot be read, the text is parsed again
        return None
    return found if isinstance(found, tree.File) else None
