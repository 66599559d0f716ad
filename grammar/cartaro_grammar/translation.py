"""Write a text in the key words of another language, with its names in the words of that language (decision 0091).

Takes a text and the provider of the texts that it names; returns the text in the canonical layout. The translation has the same
tree, which is verified before it is returned. If translated names would change the tree, the declared names are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath, PurePosixPath

from cartaro_grammar.file_set import FileSet, FileSystem, NamedTexts, Overlay, SourceProvider
from cartaro_grammar.resolve.names_in_words import names_to_print
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.opening import key_word_language
from cartaro_grammar.text.source import Source


def format_in_language(
    source: Source, language: str, texts: Mapping[str, str | bytes] | None = None
) -> str | tuple[Diagnostic, ...]:
    """Return the canonical form of a text in the key words and names of a language, or its syntax errors. The texts that it
    names are searched in `texts`, by default the file system near the path that is the name of the source.
    """
    # imported late: they load lark, which most runs do not need
    from cartaro_grammar.syntax.key_word_rewriting import rewrite_key_words
    from cartaro_grammar.syntax.parser import parse

    parsed = parse(source)
    if isinstance(parsed, tuple):
        return parsed
    place: PurePath = PurePosixPath(source.name)
    provider: SourceProvider = FileSystem() if texts is None else NamedTexts(texts)
    before = _File.of(provider, place, source)
    if before is None:
        return format_source(source, language if language != key_word_language(source.text) else None)
    written = source.text
    for declared in (False, True):
        names = names_to_print(before.file, before.files, language, declared=declared)
        written = rewrite_key_words(source, language, names)
        after = _File.of(provider, place, Source(source.name, written))
        if after is not None and _content(after.file) == _content(before.file):
            break
    return format_source(Source(source.name, written))


class _File:
    """A file with the files of its ruleset, in declared names."""

    def __init__(self, file: tree.File, files: tuple[tree.File, ...]) -> None:
        self.file = file
        self.files = files

    @staticmethod
    def of(provider: SourceProvider, place: PurePath, source: Source) -> _File | None:
        """Return the file of a source, or None if it does not parse."""
        name = str(place)
        gathered = FileSet(Overlay(provider, name, source.text.encode("utf-8", "surrogatepass")))
        gathered.load(place)
        files = (*gathered.files, *gathered.annexes)
        file = next((one for one in files if one.source.name == name), None)
        return None if file is None or file.source.text != source.text else _File(file, files)


def _content(file: tree.File) -> tuple[object, ...]:
    """Return everything in a file that has a meaning, and its comments, without positions."""
    header = (file.kind, file.name, file.base, file.base_edition, file.mixins, file.title, file.editions, file.sources)
    return (*header, file.uses, file.origins, file.items, tuple(comment.text for comment in file.comments))
