"""Random changes of inputs: of bytes, words, lines, nesting and sizes, by splices, and for JSON also of values.

Every change is made with a given `random.Random`, so that a seed and a number give the same input anywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.opening import KEY_WORD_LANGUAGES
from cartaro_grammar.text.reading import source_from_bytes
from cartaro_grammar.text.source import Source

MAX_SIZE = 300_000
"""The size up to which inputs may grow: slightly beyond the largest ruleset that is read."""

SIZES = (2, 7, 40, 300, 2_000, 12_000)
BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1b[31m", b"\r", b"\t", b'"', b"\\", b"\xc2\x85", b"\xe2\x80\xae",
    b"\xe2\x80\xa8", b"\xc2\xa0", b"\xed\xa0\x80", b"\xf0\x9f\x82\xa1", b"\xcc\x81", b"-- ", b"\n", b"\n\n\n", b"(", b")",
    b"{", b"}", b"[", b"]", b",", b":", b"{x}", b"9" * 12, b"9" * 5_000, b"-1", b"0", b"1e999", b"NaN", b"true", b"null",
)  # fmt: skip
WORD = re.compile(rb"[A-Za-z_\x80-\xff]+|[0-9]+|\s+|.", re.DOTALL)


def words_of(data: bytes) -> list[bytes]:
    """The words, numbers, spaces and signs of an input."""
    return [found[0] for found in WORD.finditer(data)]


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return an input after one to five changes; `others` are inputs of the same kind, from which parts can be spliced in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        data = chance.choice(CHANGES)(data, others, chance)[:MAX_SIZE]
    return data


def lightly_mutated(data: bytes, chance: Random) -> bytes:
    """Return a text in which one number or word is replaced, or one line is removed or moved. Often it can still be
    understood.
    """
    if chance.randrange(3) == 0:
        lines = data.split(b"\n")
        line = lines.pop(chance.randrange(len(lines)))
        if chance.randrange(2):
            lines.insert(chance.randrange(len(lines) + 1), line)
        return b"\n".join(lines)[:MAX_SIZE]
    words = words_of(data)
    numbers = chance.randrange(2) == 0
    alike = [at for at, word in enumerate(words) if (word.isdigit() if numbers else word.isalpha())]
    if alike:
        words[chance.choice(alike)] = b"%d" % chance.randrange(12) if numbers else words[chance.choice(alike)]
    return b"".join(words)[:MAX_SIZE]


BLOCK = re.compile(rb"^  [a-z].*\n(?:   .*\n|\n(?=   ))*", re.MULTILINE)
"""A clause, an act or a declaration of a ruleset, with the lines that belong to it."""
PARAMETERS = (b"with aa", b"for bb", b"to cc", b"from dd", b"in ee")


def recombined(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return a text of correct sentences, of which one to three are changed: they come from another text, are repeated, have a
    word instead of a number, or are about acts with more parameters.
    """
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = chance.choice((_sentence_of_another, _sentence_again, _word_for_number, _word_for_number, _more_parameters))(
            data, others, chance
        )
    return data[:MAX_SIZE]


def _block(data: bytes, chance: Random, beginning: bytes = b"") -> re.Match[bytes] | None:
    blocks = [found for found in BLOCK.finditer(data) if found[0].lstrip().startswith(beginning)]
    return chance.choice(blocks) if blocks else None


def _put(data: bytes, block: re.Match[bytes], found: bytes) -> bytes:
    return data[: block.start()] + found + data[block.end() :]


def _sentence_of_another(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    own, other = _block(data, chance), _block(chance.choice(others), chance)
    if own is None or other is None:
        return data
    return _put(data, own, chance.choice((other[0], own[0] + other[0])))


def _sentence_again(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Repeat a sentence one to three times, each time under a new name and with new signs; the things that it names get new
    names too, as lines of a pack need.
    """
    own = _block(data, chance, chance.choice((b"", b"", b"jolly")))
    own = own or _block(chance.choice(others), chance, b"jolly") or _block(data, chance)
    place = _block(data, chance) if own is not None and own.string is not data else own
    if own is None or place is None:
        return data
    head, colon, rest = own[0].partition(b":")
    name = re.match(rb"\s*([a-z_]+)", head)
    word = name[1] if name else b"x"
    copies = (
        re.sub(rb'"([^" ]{1,2})"', b'"\\g<1>%d"' % n, re.sub(rb"\b%s\b" % word, word + b"%d" % n, head + colon + rest, count=2))
        for n in range(1, chance.choice((2, 3, 4)))
    )
    return _put(data, place, place[0] + b"".join(copies))


def _word_for_number(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return a word of the text to replace a number, or sometimes a number to replace a word."""
    del others
    words = words_of(data)
    numbers = [at for at, word in enumerate(words) if word.isdigit()]
    names = [at for at, word in enumerate(words) if word.isalpha() and word.islower()]
    if numbers and names:
        at, other = chance.choice(numbers), chance.choice(names)
        if chance.randrange(4) == 0:
            at, other = other, at
        words[at] = words[other]
    return b"".join(words)


def _more_parameters(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return an act with further parameters, each of them any card, and the words for them."""
    del others
    own = _block(data, chance, b"act ")
    if own is None:
        return data
    head, *lines = own[0].split(b"\n")
    added = [one for one in PARAMETERS[: chance.choice((1, 2, 3, 5))] if one.split()[0] not in head.split()]
    names = [one.split()[1] for one in added]
    said = [re.sub(rb'"$', b"".join(b"{%s}" % name for name in names) + b'"', line) for line in lines]
    return _put(
        data,
        own,
        b"\n".join([b" ".join([head, *added]), *said[:1], *(b"    %s is one of all cards" % n for n in names), *said[1:]]),
    )


def in_other_key_words(data: bytes, chance: Random) -> bytes:
    """Return a ruleset with the key words of another language, if it can be read."""
    source = source_from_bytes(data, "a.regole")
    formatted = format_source(source, chance.choice(KEY_WORD_LANGUAGES)) if isinstance(source, Source) else ()
    return formatted.encode() if isinstance(formatted, str) else data


def _places(length: int, chance: Random) -> tuple[int, int]:
    """Return a short stretch of something of this length."""
    start = chance.randrange(length + 1)
    return start, min(length, start + chance.choice((0, 1, 1, 2, 5, 30)))


def _bytes(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    del others
    start, end = _places(len(data), chance)
    return data[:start] + chance.choice((b"", chance.choice(BYTES), chance.randbytes(2), data[start:end] * 2)) + data[end:]


def _pieces(data: bytes, others: Sequence[bytes], chance: Random, split: Callable[[bytes], list[bytes]]) -> list[bytes]:
    """Leave pieces out, double, exchange or move them, or insert them from another input."""
    parts = split(data) or [b""]
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(5):
        case 0:
            del parts[one]
        case 1:
            parts.insert(other, parts[one])
        case 2:
            parts[one], parts[other] = parts[other], parts[one]
        case 3:
            parts.insert(other, parts.pop(one))
        case _:
            parts[one] = chance.choice(split(chance.choice(others)) or [b""])
    return parts


def _words(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    return b"".join(_pieces(data, others, chance, words_of))


def _lines(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    return b"\n".join(_pieces(data, others, chance, lambda text: text.split(b"\n")))


def _indents(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    del others
    lines = data.split(b"\n")
    first = chance.randrange(len(lines))
    by = chance.choice((-4, -2, -1, 1, 2, 6, 200))
    for number in range(first, min(len(lines), first + chance.choice((1, 1, 3, 20)))):
        lines[number] = b" " * by + lines[number] if by > 0 else lines[number].removeprefix(b" " * -by)
    return b"\n".join(lines)


def _splice(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    other = chance.choice(others)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _nested(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Put a stretch into many brackets, or after many words that open something."""
    del others
    start, end = _places(len(data), chance)
    before, after = chance.choice(
        (
            (b"(", b")"),
            (b"[", b"]"),
            (b'{"a":', b"}"),
            (b"not ", b""),
            (b"number of ", b""),
            (b"player after ", b""),
            (b"(", b""),
        )
    )
    deep = chance.choice(SIZES)
    return data[:start] + before * deep + data[start:end] + after * deep + data[end:]


def _sized(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Repeat a word or a line many times, as it is or numbered."""
    del others
    parts, joint = (data.split(b"\n"), b"\n") if chance.random() < 0.6 else (words_of(data), b"")
    if not parts:
        return data
    one, many = chance.randrange(len(parts)), chance.choice(SIZES)
    many = min(many, 1 + MAX_SIZE // (len(parts[one]) + 1))
    if chance.random() < 0.5:
        parts[one] = (parts[one] + joint) * many
    else:
        name = WORD.search(parts[one])
        word = name[0] if name else b"x"
        parts[one] = joint.join(parts[one].replace(word, b"%s%d" % (word, n)) for n in range(many))
    return joint.join(parts)


CHANGES: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    _bytes, _words, _words, _words, _lines, _lines, _indents, _splice, _nested, _sized,
)  # fmt: skip


# ---------------------------------------------------------------------------------------------- JSON

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 10**9, 10**30, 1.5, -0.0, "", "1", "7D", "x" * 3_000, "\x9b31m", "\u202e", "\ud800",
    [], {}, [[]], [1, "7D", None], {"1": []}, {"1": {"1": {}}}, "end turn", "draw", {"act": "lay", "args": {"card": "7D"}},
    {"ruling": "exposed"}, [[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]],
)  # fmt: skip


def mutated_json(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return a JSON text with changed values or, now and then, with changed bytes."""
    try:
        value: Any = json.loads(data)
    except ValueError:
        return mutated(data, others, chance)
    if chance.random() < 0.2:
        return mutated(data, others, chance)
    for _ in range(chance.choice((1, 1, 2, 4))):
        value = _changed(value, others, chance)
    return json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")[:MAX_SIZE]


def _changed(value: Any, others: Sequence[bytes], chance: Random) -> Any:
    """Return a value in which it, or something inside it, is exchanged, doubled, left out or added."""
    if isinstance(value, list) and value and chance.random() < 0.85:
        return _changed_list([*value], others, chance)
    if isinstance(value, dict) and value and chance.random() < 0.85:
        return _changed_object(cast("dict[str, Any]", value), others, chance)
    if chance.random() < 0.2:
        try:
            return json.loads(chance.choice(others))
        except ValueError:
            return None
    return chance.choice(VALUES)


def _changed_list(value: list[Any], others: Sequence[bytes], chance: Random) -> list[Any]:
    one, other = chance.randrange(len(value)), chance.randrange(len(value))
    match chance.randrange(7):
        case 0:
            return value[:one] + value[one + 1 :]
        case 1:
            return [*value[:one], value[other], *value[one:]]
        case 2:
            found = list(value)
            found[one], found[other] = found[other], found[one]
            return found
        case 3:
            return value * chance.choice(SIZES[:4])
        case _:
            return [*value[:one], _changed(value[one], others, chance), *value[one + 1 :]]


def _changed_object(value: dict[str, Any], others: Sequence[bytes], chance: Random) -> dict[str, Any]:
    key = chance.choice(list(value))
    match chance.randrange(6):
        case 0:
            return {name: content for name, content in value.items() if name != key}
        case 1:
            return {**value, chance.choice((key + "s", key.upper(), "", "0", "\x9b", "moves", "settings")): value[key]}
        case 2:
            other = chance.choice(list(value))
            return {**value, key: value[other], other: value[key]}
        case _:
            return {**value, key: _changed(value[key], others, chance)}
