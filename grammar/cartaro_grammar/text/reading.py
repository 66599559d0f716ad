"""Read the text of a ruleset from bytes, and word the errors of the operating system.

`read_source`, `source_from_bytes` and `source_from_text` return a `Source` of plain UTF-8 text, without byte-order mark, with
plain line feeds, without invisible characters, and without tabs or unusual spaces outside quoted texts; or a diagnostic for
each violation. `read_ordinary` reads a file that an input names. `os_error_reason` words common errors in the reader's language
and quotes the rest.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from cartaro_grammar.text.characters import (
    blank_runs,
    composed,
    first_apart,
    invisible_characters,
    is_combining,
    is_ignorable,
)
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import Message, msg, shorten
from cartaro_grammar.text.source import Source, Span

# -------------------------------------------------------------------- errors of the operating system


MAX_QUOTED = 200

_REASONS: Mapping[int, Message] = MappingProxyType(
    {
        errno.ENOENT: msg("there is no such file or folder"),
        errno.EACCES: msg("permission is denied"),
        errno.EPERM: msg("permission is denied"),
        errno.EEXIST: msg("it exists already"),
        errno.EISDIR: msg("it is a folder"),
        errno.ENOTDIR: msg("a part of its path is not a folder"),
        errno.ENAMETOOLONG: msg("its name is too long"),
        errno.ELOOP: msg("its symbolic links form a circle"),
        errno.ENOSPC: msg("there is no space left"),
        errno.EROFS: msg("nothing can be written there"),
        errno.EADDRINUSE: msg("another program is using it"),
    }
)


def os_error_reason(error: BaseException) -> Message | None:
    """Return the reason of an operating system's error, or None if it gives none."""
    if not isinstance(error, OSError) or error.errno is None:
        return None
    words = shorten(error.strerror or "", MAX_QUOTED)
    return _REASONS.get(error.errno) or (msg("the system reports: “{words}”", words=words) if words else None)


# --------------------------------------------------------------------------------------------- files


def read_ordinary(path: Path, most: int) -> bytes | None:
    """Return the bytes of an ordinary file of at most `most` bytes. Return None if there is no such file, or if it cannot be
    read.

    Every file whose name comes from an input is read by this function: to open a named pipe would wait for its writer.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    with suppress(OSError), os.fdopen(descriptor, "rb") as stream:
        data = stream.read(most + 1)
        return data if len(data) <= most else None
    return None


# ------------------------------------------------------------------------------------------- sources


MAX_BYTES = 256_000
MAX_DIAGNOSTICS = 20
TAB_WIDTH = 2

_TEXT_OR_TAB = re.compile('"[^"\n]*"|--[^\n]*|\t+')
_ENCODINGS = ((codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


ReadResult = Source | tuple[Diagnostic, ...]


def read_source(path: Path, shown_name: str) -> ReadResult:
    """Read a file, named `shown_name` in diagnostics."""
    try:
        if path.is_dir():
            return _file_problem(
                "C0107",
                msg("`{name}` is a folder, not a file", name=shown_name),
                shown_name,
                msg("name a file in it"),
            )
        if path.exists() and not path.is_file():
            return _file_problem(
                "C0107",
                msg("`{name}` is not a regular file", name=shown_name),
                shown_name,
                msg("name a file of rules"),
            )
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return _file_problem("C0101", msg("there is no file `{name}`", name=shown_name), shown_name)
    except PermissionError:
        return _file_problem(
            "C0107", msg("`{name}` may not be read", name=shown_name), shown_name, msg("its permissions forbid it")
        )
    except OSError as error:
        return _file_problem(
            "C0107",
            msg("`{name}` cannot be read", name=shown_name),
            shown_name,
            os_error_reason(error),
        )
    except ValueError:
        return _file_problem("C0101", msg("a file name cannot contain a null character"), shown_name)
    return source_from_bytes(data, shown_name)


def source_from_bytes(data: bytes, name: str) -> ReadResult:
    """Decode bytes into a source."""
    if len(data) > MAX_BYTES:
        message = msg("the file is larger than {n} bytes", n=f"{MAX_BYTES:_}".replace("_", " "))
        return _file_problem("C0103", message, name, msg("split it: a part can be a library that the others `use`"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return (_not_utf8(data, name),)
    return source_from_text(text, name)


def is_too_large(text: str) -> bool:
    """Return whether a text has more bytes than the limit for a file."""
    return len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES


def source_from_text(text: str, name: str) -> ReadResult:
    """Check a text that does not come from a file, and return it as a source."""
    source = Source(name, _with_plain_line_ends(text))
    if (apart := first_apart(source.text)) is not None:
        return (_accent_apart(source, apart),)
    if found := tuple(islice(_invisible_characters(source), MAX_DIAGNOSTICS)):
        return found
    if found := tuple(islice(sorted((*_tabs(source), *_unusual_spaces(source)), key=_place), MAX_DIAGNOSTICS)):
        return found
    if not any(_has_content(line) for line in source.text.split("\n")):
        return _file_problem(
            "C0104",
            msg("the file contains no rules"),
            name,
            msg("begin it with `game NAME`, `variant NAME of GAME` or `library NAME`"),
        )
    return source


def _has_content(line: str) -> bool:
    """Return whether a line is neither blank nor a comment."""
    written = line.strip(" \t")
    return bool(written) and not written.startswith("--")


def _file_problem(code: str, message: Message, name: str, advice: str | None = None) -> tuple[Diagnostic, ...]:
    return (Diagnostic(code, message, None, help=advice, path=name),)


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(data: bytes, name: str) -> Diagnostic:
    """Report the first byte that is not UTF-8, on its line after the valid text before it."""
    mark = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    at = mark + _valid_length(data[mark:])
    before = _with_plain_line_ends(data[mark:at].decode("utf-8"))
    rest = _with_plain_line_ends(data[at:].decode("utf-8", "replace"))
    source = Source(name, before + rest)
    label = Label(Span(source, len(before), len(before) + 1), msg("the text before this can be read"))
    message = msg("byte {at} of the file (hexadecimal {byte}) is not UTF-8", at=at, byte=f"{data[at]:02X}")
    return Diagnostic("C0102", message, label, help=_encoding_advice(data, data[at : at + 1]))


def _valid_length(data: bytes) -> int:
    """Return the number of bytes from the start that are UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


def _encoding_advice(data: bytes, byte: bytes) -> Message:
    for mark, encoding in _ENCODINGS:
        if data.startswith(mark):
            return msg("the file is encoded as {encoding}: save it as UTF-8", encoding=encoding)
    character = byte.decode("cp1252", "ignore")
    if character.isprintable() and character:
        return msg("save the file as UTF-8: in Windows-1252 this byte is `{character}`", character=character)
    return msg("save the file as UTF-8")


def _accent_apart(source: Source, at: int) -> Diagnostic:
    """Report the first letter whose accent is a separate character. The fix composes all such letters of the text."""
    letter = composed(source.text[at : at + 2])
    label = Label(Span(source, at, at + 2), msg("`{letter}` is written as two characters here", letter=letter))
    message = msg("the accents of this text are separate characters")
    advice = msg("save the text with composed letters (Unicode form NFC)")
    whole = Span(source, 0, len(source.text))
    return Diagnostic("C0106", message, label, help=advice, fix=Fix(whole, composed(source.text), msg("compose all letters")))


def _invisible_characters(source: Source) -> Iterator[Diagnostic]:
    for at in invisible_characters(source.text):
        number = f"{ord(source.text[at]):04X}"
        label = Label(Span(source, at, at + 1), msg("here"))
        message = msg("the text contains an invisible character (U+{number})", number=number)
        if is_combining(source.text[at]) and not is_ignorable(source.text[at]):
            message = msg("an accent here does not belong to a letter (U+{number})", number=number)
        yield Diagnostic("C0106", message, label, help=msg("delete it"), fix=Fix(label.span, ""))


def _place(found: Diagnostic) -> int:
    return found.primary.span.start if found.primary else 0


def _unusual_spaces(source: Source) -> Iterator[Diagnostic]:
    for start, end in blank_runs(source.text):
        span = Span(source, start, end)
        message = msg("this is not a plain space (U+{number})", number=f"{ord(source.text[start]):04X}")
        yield Diagnostic(
            "C0108", message, Label(span, msg("here")), help=msg("use plain spaces"), fix=Fix(span, " " * (end - start))
        )


def _tabs(source: Source) -> Iterator[Diagnostic]:
    for match in _TEXT_OR_TAB.finditer(source.text):
        if match[0].startswith("--"):
            yield from _tabs_of_comment(source, match)
        elif match[0].startswith("\t"):
            yield _tab(Span(source, match.start(), match.end()))


def _tabs_of_comment(source: Source, comment: re.Match[str]) -> Iterator[Diagnostic]:
    for tabs in re.finditer("\t+", comment[0]):
        yield _tab(Span(source, comment.start() + tabs.start(), comment.start() + tabs.end()))


def _tab(span: Span) -> Diagnostic:
    message = msg("there is a tab outside a quoted text")
    fix = Fix(span, " " * (TAB_WIDTH * len(span.text)))
    return Diagnostic("C0105", message, Label(span, msg("written with the tab key")), help=msg("use spaces"), fix=fix)
