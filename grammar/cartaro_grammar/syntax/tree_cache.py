"""The trees of the shipped rulesets, cached from one run to the next: parsing them takes a third of a short command's time.

The key of an entry consists of the text, its displayed name, and the code of this package. A stale or damaged entry is
replaced. Only shipped rulesets are cached, so that the folder stays small and contains no text from an unknown source.

An entry does not repeat the text, since its reader has it. It is a pickle of three parts: the spans of the tree, the spans of
its words, and a pickle of the tree, in which each span and each word is a call without arguments that takes the next of these
spans. Spans are stored as two rows of numbers: how far each begins from the one before, and its length. So an entry is less
than half as large when it is compressed, which counts for the page: it fetches the trees of all shipped texts.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import is_dataclass
from functools import cache, partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import cast

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.cache_folder import cache_key, code_digest, installation_id, read, unpickle, write
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.source import Source, Span

PACKAGE = Path(__file__).parents[1]
MOST_BYTES = 20
"""The greatest number of bytes of a tree per byte of its text (shipped trees have 2). Longer data is not accepted as a tree."""


def parse_cached(source: Source, shipped: bool) -> tree.File | tuple[Diagnostic, ...]:
    """Return the tree of a source, or its syntax errors. Read the tree from the cache if it is there. Write only trees of
    shipped rulesets to the cache.
    """
    name = f"{Path(source.name).name}-{installation_id(PACKAGE)}.tree"
    key = cache_key(code_digest(PACKAGE), source.name.encode("utf-8", "surrogateescape"), source.text.encode())
    found = _read(name, key, source)
    if found is not None:
        return found
    from cartaro_grammar.syntax.parser import parse  # imported late: it loads lark, which most runs do not need

    made = parse(source)
    if shipped and isinstance(made, tree.File):
        write(name, key, _dumped(made))
    return made


def _read(name: str, key: bytes, source: Source) -> tree.File | None:
    body = read(name, key)
    if body is None or len(body) > MOST_BYTES * len(source.text.encode()):
        return None
    try:
        found = _loaded(body, source)
    except Exception:  # if the cached tree cannot be read, the text is parsed again
        return None
    return found if isinstance(found, tree.File) else None


# ------------------------------------------------------------------------------------ form of an entry


Numbers = bytes
"""Integers, each in groups of seven bits, the lowest first; the highest bit of a byte marks that more follow."""


def _dumped(file: tree.File) -> bytes:
    body = io.BytesIO()
    pickler = _TreePickler(body)
    pickler.dump(file)
    return pickle.dumps((_columns(pickler.spans), _columns(pickler.words), body.getvalue()), pickle.HIGHEST_PROTOCOL)


def _loaded(body: bytes, source: Source) -> object:
    spans, words, shape = cast("tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers], bytes]", unpickle(body, ()))
    calls: dict[Callable[[], object], Callable[[], object]] = {
        _the_source: lambda: source,
        _next_span: partial(next, _spans(spans, source)),
        _next_word: partial(next, (tree.Word(sys.intern(span.text), span) for span in _spans(words, source))),
    }
    return unpickle(shape, _classes(), calls)


@cache
def _classes() -> tuple[type, ...]:
    """Return the classes of the values in a tree."""
    return tuple(one for one in vars(tree).values() if isinstance(one, type) and is_dataclass(one))


Reduced = tuple[Callable[..., object], tuple[object, ...]]
"""A call that makes a value, and its arguments."""


class _TreePickler(pickle.Pickler):
    """Collects the spans of a tree, and those of its words, in the order in which a reader will need them."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.spans: list[Span] = []
        self.words: list[Span] = []
        self.dispatch_table = {Source: lambda _: (_the_source, ()), Span: self._span, tree.Word: self._word}

    def _span(self, span: Span) -> Reduced:
        self.spans.append(span)
        return _next_span, ()

    def _word(self, word: tree.Word) -> Reduced:
        if word.text != word.span.text:
            return tree.Word, (word.text, word.span)
        self.words.append(word.span)
        return _next_word, ()


def _the_source() -> object:
    """Stand, in an entry, for the source."""
    raise NotImplementedError


def _next_span() -> object:
    """Stand, in an entry, for the next span."""
    raise NotImplementedError


def _next_word() -> object:
    """Stand, in an entry, for the next word."""
    raise NotImplementedError


def _columns(spans: Sequence[Span]) -> tuple[Numbers, Numbers]:
    starts = [0, *(span.start for span in spans)]
    return _packed(later - start for start, later in pairwise(starts)), _packed(span.end - span.start for span in spans)


def _spans(columns: tuple[Numbers, Numbers], source: Source) -> Iterator[Span]:
    starts, lengths = columns
    return (
        Span(source, start, start + length)
        for start, length in zip(accumulate(_unpacked(starts)), _unpacked(lengths), strict=True)
    )


def _packed(numbers: Iterable[int]) -> Numbers:
    """Pack integers. A negative number is stored as an odd one."""
    packed = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 0x7F:
            packed.append(rest & 0x7F | 0x80)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def _unpacked(packed: Numbers) -> Iterator[int]:
    rest = shift = 0
    for byte in packed:
        rest |= (byte & 0x7F) << shift
        shift += 7
        if byte <= 0x7F:
            yield rest >> 1 if rest % 2 == 0 else -(rest + 1 >> 1)
            rest = shift = 0
