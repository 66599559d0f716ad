"""Strict conversion of JSON text to values and back.

`parse_json` refuses texts that are too long or nested too deeply, duplicate keys, NaN and infinities, numbers that are too
long, and lone surrogates. It returns a diagnostic for each. `write_json` always writes the same value as the same text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

from cartaro_grammar import Diagnostic, Message, msg, shorten

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, object] | None"
"""A value of JSON; the members of an object are typed `object`, so that an object may be of a declared form (`json_forms`)."""

MOST_CHARACTERS = 5_000_000
MOST_DEPTH = 20
_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_OBEYED = re.compile(
    "[\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that end a line, control a terminal, change the direction of writing, hide, or are not characters."""


class _Refused(Exception):
    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def parse_json(text: str, path: str = "") -> Json | Diagnostic:
    """Return the value of a JSON text, or diagnostics; `path` names the text in them."""
    if len(text) > MOST_CHARACTERS:
        return Diagnostic("C0811", msg("the text has more than {n} characters", n=MOST_CHARACTERS), path=path)
    if _depth(text) > MOST_DEPTH:
        return Diagnostic("C0811", msg("lists and objects are nested more than {n} deep", n=MOST_DEPTH), path=path)
    try:
        value: Json = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except _Refused as refused:
        return Diagnostic(refused.code, refused.message, path=path)
    except json.JSONDecodeError as error:
        message = msg("line {line}, column {column}: {fault}", line=error.lineno, column=error.colno, fault=_plain(error.msg))
        return Diagnostic("C0810", message, path=path, help=msg("positions and records are JSON"))
    except UnicodeEncodeError:
        return Diagnostic("C0810", msg("a text contains half of a character (a lone surrogate)"), path=path)
    except ValueError:
        return Diagnostic("C0810", msg("a number is too large to be read"), path=path)
    return value


def write_json(value: Json) -> str:
    """Return a value as JSON text on one line. Keys keep their order, so that the same value always has the same text.
    Characters that a reader of lines or a terminal would interpret are written as escapes.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _OBEYED.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in _MARKS.finditer(text):
        if mark[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark[0] in "]}":
            depth -= 1
    return deepest


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused("C0822", msg("the key `{key}` is given twice in one object", key=shown_word(key)))
        found[key] = value
    return found


def _constant(name: str) -> None:
    raise _Refused("C0810", msg("`{name}` is not a JSON number", name=name))


def shown_word(text: str) -> str:
    """Return a word of the input, cut to fit in a message."""
    return shorten(text).encode("utf-8", "replace").decode("utf-8")


def as_object(value: Json) -> Mapping[str, Json] | None:
    """Return the value if it is an object, else None."""
    return value if _is_object(value) else None


def as_list(value: Json) -> Sequence[Json] | None:
    """Return the value if it is a list, else None."""
    return value if _is_list(value) else None


def _is_object(value: Json) -> TypeGuard[Mapping[str, Json]]:
    return isinstance(value, Mapping)


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def shown(value: Json) -> str:
    """Return a value as text, cut to fit in a message."""
    try:
        return shown_word(json.dumps(value, ensure_ascii=False))
    except (ValueError, TypeError, RecursionError):
        return "…"
