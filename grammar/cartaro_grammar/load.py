"""Load a ruleset: from a path, a shipped name or texts in memory to a checked game, through every pass.

`load_game`, `load_checked` and `load_files` read files; `load_texts` and `check_texts` take texts by name. Each returns the
game, or None if there are errors, with the diagnostics; a fix is kept only if a trial shows that it removes the mistake.
`check_texts` serves editors and returns the part that could be checked: a mistake in one sentence hides only the parts that
depend on that sentence. Checked games are kept in memory by the identity of their trees, so that an unchanged ruleset is not
checked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path, PurePath, PurePosixPath

from cartaro_grammar.checker import check, check_partly
from cartaro_grammar.file_set import (
    FILE_SUFFIX,
    SYNTAX_CODES,
    FileSet,
    FileSystem,
    NamedTexts,
    Overlay,
    SourceProvider,
    misnamed,
    shipped,
    shipped_folder,
)
from cartaro_grammar.model.game import Game, PartialRuleset, Ruleset
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.settings import instantiate
from cartaro_grammar.resolve.merge import defined_by, merge
from cartaro_grammar.resolve.occurrences import Note, Occurrence, occurrences, syntactic_notes
from cartaro_grammar.resolve.quoted_names import with_written_names
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.edit_buffer import EditBuffer, SentenceLines
from cartaro_grammar.text.diagnostic import MAX_WORD, Diagnostic, with_key_words
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.key_phrases import phrase_in
from cartaro_grammar.text.messages import join_or, msg, shorten
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.spelling import did_you_mean

# --------------------------------------------------------------------------------------------- files


def load_game(rules: str | Path, settings: Mapping[str, str] | None = None) -> Game | tuple[Diagnostic, ...]:
    """Load a ruleset (a path, or a shipped name) under some settings; return the game, or its errors."""
    game, found = _load_path(rules, settings, doubts=False)
    return found if game is None else game


def load_checked(rules: str | Path, settings: Mapping[str, str] | None = None) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Load a ruleset; return the game, or None if there are errors, and all diagnostics, including warnings."""
    return _load_path(rules, settings, doubts=True)


def load_files(rules: str | Path) -> tuple[tree.File, ...] | tuple[Diagnostic, ...]:
    """Return the trees of a ruleset's files, in the order libraries, base, variants, annexes; or their errors."""
    place = _place_of(str(rules))
    if isinstance(place, Diagnostic):
        return (place,)
    loader = FileSet(FileSystem())
    loader.load(place)
    if loader.found:
        return tuple(loader.found)
    return tuple(loader.files + loader.annexes)


def _load_path(
    rules: str | Path, settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    place = _place_of(str(rules))
    return (None, (place,)) if isinstance(place, Diagnostic) else load_from(FileSystem(), place, settings, doubts=doubts)


def _place_of(rules: str) -> Path | Diagnostic:
    """Return the path of a ruleset, or a diagnostic."""
    path = _path_of(rules)
    if path is None:
        return _unknown_ruleset(rules)
    try:
        path.resolve()
    except (OSError, RuntimeError, ValueError):  # raised for a name that is too long, a circle of links, or a null character
        return _unknown_ruleset(rules)
    return path


def _path_of(rules: str) -> Path | None:
    """Return a path unchanged. For a name, return the path of the shipped file, or of the file in this folder."""
    if rules.endswith(FILE_SUFFIX) or "/" in rules:
        return Path(rules)
    found = (p for p in sorted(shipped_folder().glob(f"*/*{FILE_SUFFIX}")) if p.name == rules + FILE_SUFFIX)
    beside = (Path(name) for name in (rules + FILE_SUFFIX, rules) if _exists(name))
    return next(found, None) or next(beside, None)


def _exists(rules: str) -> bool:
    try:
        return Path(rules).exists()
    except OSError:
        return False


def _unknown_ruleset(rules: str) -> Diagnostic:
    guess = did_you_mean(rules, shipped())
    advice = (
        msg("did you mean `{guess}`?", guess=guess)
        if guess
        else msg("the shipped ones are {names}; or give a path", names=", ".join(shipped()))
    )
    return Diagnostic(
        "C0101", msg("there is no ruleset `{word}`", word=shorten(rules, MAX_WORD)), None, help=advice, path=rules
    )


def importable_files(place: Path) -> tuple[Path, ...]:
    """Return the files that a ruleset at a path may name, the nearest first: in its folder, in a `lib` there, and the shipped
    ones.
    """
    return tuple(FileSystem().candidates(place))


# ----------------------------------------------------------------------------------- texts in memory


def load_texts(
    texts: Mapping[str, str | bytes], main: str, settings: Mapping[str, str] | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Load one text of several. Return the game, or None if there are errors, and all diagnostics, including warnings.

    `texts` have names like files (`scopa.regole`, `scopa.prove.regole`), and include the libraries. `main` is the name of the
    text to load.
    """
    place = PurePosixPath(main)
    if main not in texts:
        return None, (unknown_text(main, texts),)
    return load_from(NamedTexts(texts), place, settings, doubts=True)


def unknown_text(name: str, texts: Iterable[str]) -> Diagnostic:
    """Report a name that none of the texts has."""
    guess = did_you_mean(name, sorted(texts))
    advice = msg("did you mean `{guess}`?", guess=guess) if guess else msg("give the name of one of the texts")
    return Diagnostic("C0101", msg("there is no text `{name}`", name=name), None, help=advice, path=name)


@frozen
class CheckedTexts:
    """The game and the diagnostics, as from `load_texts`; the part that could be checked, or None if no header parses; the
    files, as far as they parse; and the checker's notes on the names in their sentences.
    """

    game: Game | None
    partial: PartialRuleset | None
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[tree.File, ...]
    notes: tuple[Note, ...]

    @property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every name, in the order of the files and their texts; computed at first use."""
        return _occurrences(IdentityKey(self.files), IdentityKey((self.notes,)))


@lru_cache(maxsize=8)
def _occurrences(files: IdentityKey[tree.File], notes: IdentityKey[tuple[Note, ...]]) -> tuple[Occurrence, ...]:
    return occurrences(files.values, tuple(syntactic_notes(files.values)), *notes.values)


def check_texts(texts: Mapping[str, str | bytes], main: str, settings: Mapping[str, str] | None = None) -> CheckedTexts:
    """Check one of several texts, as far as possible, together with the texts that it names and its annexes."""
    if main not in texts:
        return CheckedTexts(None, None, (unknown_text(main, texts),), (), ())
    provider, place = NamedTexts(texts), PurePosixPath(main)
    gathered = FileSet(provider)
    gathered.load(place)
    files = [*gathered.files, *gathered.annexes]
    unread = tuple(dict.fromkeys(gathered.found))
    if not gathered.files:
        return CheckedTexts(None, None, with_checked_fixes(provider, place, unread), tuple(files), ())
    notes: list[Note] = []
    merged, found = merge(files)
    ruleset, partial, more = check_partly(merged, doubts=not unread, notes=notes)
    more = _of_what_was_amended(found, more)
    if unread:
        found = gathered.combine_diagnostics(found + more)
    else:
        found += more + (misnamed(files) if ruleset is not None else ())
    game: Game | None = None
    if ruleset is not None and not any(diagnostic.severity == "error" for diagnostic in found):
        chosen = instantiate(ruleset, settings)
        game, found = (chosen, found) if isinstance(chosen, Game) else (None, found + chosen)
    found = with_checked_fixes(provider, place, with_written_names(found, files))
    return CheckedTexts(game, partial, found, tuple(files), tuple(notes))


# -------------------------------------------------------------------------------------------- passes


def load_from(
    provider: SourceProvider, place: PurePath, settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Load the text at a path of a provider. Keep only fixes that work when they are tried."""
    game, found = _load_with_all_fixes(provider, place, settings, doubts=doubts)
    return game, with_checked_fixes(provider, place, found)


def _load_with_all_fixes(
    provider: SourceProvider, place: PurePath, settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Load a text, leaving its fixes untried."""
    gathered = FileSet(provider)
    gathered.load(place)
    files = [*gathered.files, *gathered.annexes]
    if not gathered.found:
        game, found = check_files(files, settings, doubts=doubts)
        return game, with_written_names(found, files)
    if not gathered.is_readable:
        return None, tuple(gathered.found)
    found = gathered.combine_diagnostics(_checked(IdentityKey(tuple(files)), doubts=False)[1])
    return None, with_written_names(found, files)


def check_files(
    files: Sequence[tree.File], settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Return the game of files in the order of their merge under some settings. With `doubts`, warnings are included."""
    ruleset, found = _checked(IdentityKey(tuple(files)), doubts)
    if ruleset is None:
        return None, found
    game = instantiate(ruleset, settings)
    return (game, found) if isinstance(game, Game) else (None, found + game)


def _of_what_was_amended(amending: tuple[Diagnostic, ...], more: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of merged texts. Return none if an amendment had nothing to amend, because clauses are then
    missing.
    """
    return () if any(found.code in ("C0502", "C0503") for found in amending) else more


@lru_cache(maxsize=64)
def _checked(files: IdentityKey[tree.File], doubts: bool) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """Return the ruleset of files, or None if they have errors; computed once while its texts stay the same."""
    merged, found = merge(files.values)
    ruleset, more = check(merged, doubts=doubts)
    found += _of_what_was_amended(found, more)
    if doubts and ruleset is not None:
        found += misnamed(files.values)
    return (None if any(diagnostic.severity == "error" for diagnostic in found) else ruleset), found


# --------------------------------------------------------------------------------------------- fixes

MASKING_CODES = ("C01", SYNTAX_CODES)
"""The prefixes of the codes of errors that may hide others."""

MAX_CHECKED_FIXES = 12
"""The greatest number of fixes that are tried. Later fixes are dropped."""

MAX_RECHECKED = 400_000
"""The greatest number of characters that are parsed again to try fixes."""


def with_checked_fixes(provider: SourceProvider, place: PurePath, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics. Each keeps its fix only if the fix works, or gets the help and the fix of the first of its cures
    that works. The help for an unknown name lists the libraries that declare it.
    """
    trials = _Trials(provider, place, found)
    tried = (trials.with_what_works(diagnostic) for diagnostic in found)

    @cache
    def libraries() -> list[tree.File]:
        trees = (provider.tree(file) for file in provider.libraries(place))
        return [file for file in trees if isinstance(file, tree.File) and file.kind == "library"]

    return tuple(with_key_words(_with_libraries(libraries, diagnostic)) for diagnostic in tried)


def _with_libraries(libraries: Callable[[], list[tree.File]], diagnostic: Diagnostic) -> Diagnostic:
    """Return a diagnostic. If it is an error about an unknown name, its help names the libraries that declare that name."""
    answered = diagnostic.fix or diagnostic.others  # the help already names a similar spelling or the amendment that removed it
    if diagnostic.code != "C0303" or diagnostic.severity != "error" or answered or diagnostic.primary is None:
        return diagnostic
    name = diagnostic.primary.span.text
    found = [f"`{file.name.text}`" for file in libraries() if name in _declared_in(IdentityKey((file,)))]
    if not found:
        return diagnostic
    library = join_or(dict.fromkeys(found))
    advice = msg(
        "`{name}` is declared in {library}: write that library after `use`, or declare the name here",
        name=name,
        library=library,
    )
    return replace(diagnostic, help=advice)


@lru_cache(maxsize=64)
def _declared_in(files: IdentityKey[tree.File]) -> frozenset[str]:
    """Return the names of the zones, counters, acts and definitions that a file declares."""
    every = [*parts(files.values[0])]
    declared = {part.name.text for part in every if isinstance(part, tree.ZoneDecl | tree.CellDecl | tree.ActDecl)}
    clauses = (part for part in every if isinstance(part, tree.Clause))
    defined = (defined_by(one.sentence.subject) for one in clauses if isinstance(one.sentence, tree.Definition))
    return frozenset(declared | {names[0].text for names in defined if names is not None})


@dataclass(slots=True, eq=False, repr=False)
class _Trials:
    """Tries the first fixes and cures of a text on the text, up to the limits of `MAX_CHECKED_FIXES` and `MAX_RECHECKED`."""

    provider: SourceProvider
    place: PurePath
    found: tuple[Diagnostic, ...]
    left: int = MAX_CHECKED_FIXES
    characters: int = MAX_RECHECKED

    def with_what_works(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic without a fix that does not work, and with the first cure that works."""
        bare = replace(diagnostic, fix=None, cures=())
        left: list[Diagnostic] | None = None
        for cure in diagnostic.cures:
            tried = _with_fix_in_key_words(replace(bare, fix=cure.change))
            left = self._mistakes_after(tried)
            if left == []:
                return replace(tried, help=cure.help)
        if diagnostic.fix is None:
            only = left[0] if left is not None and len(left) == 1 and bare.help is None else None
            return bare if only is None else replace(bare, help=msg("without it: {message}", message=only.message))
        tried = _with_fix_in_key_words(replace(bare, fix=diagnostic.fix))
        return tried if diagnostic.severity != "error" or self._mistakes_after(tried) == [] else bare

    def _mistakes_after(self, diagnostic: Diagnostic) -> list[Diagnostic] | None:
        """Return the mistakes that a fix adds: present if it is applied, and not before. Return None if the limit of tried
        fixes has been reached.
        """
        assert diagnostic.fix is not None
        self.left, self.characters = self.left - 1, self.characters - len(diagnostic.fix.span.source.text)
        if self.left < 0 or self.characters < 0:
            return None
        return _mistakes_after_fix(self.provider, self.place, diagnostic, self.found)


def _with_fix_in_key_words(diagnostic: Diagnostic) -> Diagnostic:
    """Return a diagnostic with its fix in the key words of its text. Fixes of syntax errors are already in these key words."""
    fix = diagnostic.fix
    language = ENGLISH if fix is None else key_word_language(fix.span.source.text)
    if fix is None or language == ENGLISH or diagnostic.code.startswith(MASKING_CODES):
        return diagnostic
    lines = ((line[: len(line) - len(line.lstrip())], line) for line in fix.replacement.split("\n"))
    replacement = "\n".join(indent + phrase_in(line, language) for indent, line in lines) if "\n" in fix.replacement else None
    return replace(diagnostic, fix=replace(fix, replacement=replacement or phrase_in(fix.replacement, language)))


def _mistakes_after_fix(
    provider: SourceProvider, place: PurePath, diagnostic: Diagnostic, found: tuple[Diagnostic, ...]
) -> list[Diagnostic]:
    """Return the errors that remain or are new when a fix is applied.

    A sentence that could not be read may have hidden other mistakes, so then only the errors in this sentence count. If the fix
    writes something, the author's other words stay; then only errors at the place of the fix count, and errors that keep the
    sentence from being read.
    """
    assert diagnostic.fix is not None
    span, new = diagnostic.fix.span, diagnostic.fix.replacement
    text, name = span.source.text[: span.start] + new + span.source.text[span.end :], span.source.name
    changed = Overlay(provider, name, text.encode("utf-8", "surrogatepass"))
    after = _load_with_all_fixes(changed, place, None, doubts=False)[1]
    others = Counter(_message_key(one) for one in found if not _is_same(one, diagnostic))
    added = [one for one in after if _is_added(one, others)]
    if not diagnostic.code.startswith(MASKING_CODES):
        return added
    sentence = SentenceLines.at(EditBuffer.from_text(text), min(span.start, len(text)))
    lines = range(sentence.first + 1, sentence.last + 2)
    inside = [one for one in added if one.file == name and one.primary and one.primary.span.line in lines]
    return (
        inside
        if not new.strip()
        else [one for one in inside if one.code.startswith(MASKING_CODES) or _touches(one, span.start, new)]
    )


def _touches(diagnostic: Diagnostic, start: int, new: str) -> bool:
    """Return whether an error is at the text that a fix wrote, or next to it."""
    at = None if diagnostic.primary is None else diagnostic.primary.span
    return at is not None and at.start <= start + len(new) and start <= at.end


def _is_added(diagnostic: Diagnostic, others: Counter[tuple[str, str]]) -> bool:
    """Return whether an error is not among the other errors. Each of these matches at most one error."""
    if diagnostic.severity != "error" or diagnostic.code == "C0206":
        return False
    others[_message_key(diagnostic)] -= 1
    return others[_message_key(diagnostic)] < 0


def _is_same(one: Diagnostic, other: Diagnostic) -> bool:
    return replace(one, help=None, fix=None, cures=()) == replace(other, help=None, fix=None, cures=())


def _message_key(one: Diagnostic) -> tuple[str, str]:
    return one.code, one.message
