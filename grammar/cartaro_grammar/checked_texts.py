"""Texts checked as far as they go: the game where there is one, and what an editor can show and offer where there is not.

Takes texts as `load_texts` does; guarantees that a mistake in one sentence takes away nothing but what rests on that sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from cartaro_grammar.checker import check_partly
from cartaro_grammar.load import FileSet, NamedTexts, misnamed, unknown_text, with_checked_fixes
from cartaro_grammar.model.game import Game, PartialGame
from cartaro_grammar.model.settings import choose
from cartaro_grammar.resolve.merge import merge
from cartaro_grammar.resolve.names import Note, Occurrence, notes_of, occurrences
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.identity import IdentityKey


@frozen
class Checked:
    """The game and all that was found, as from `load_texts`; what could be checked, None where not even a header could be
    read; the files, as far as they can be read; and what the checker noted of the names in their sentences.
    """

    game: Game | None
    partial: PartialGame | None
    found: tuple[Diagnostic, ...]
    files: tuple[tree.File, ...]
    notes: tuple[Note, ...]

    @property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every name, in the order of the files and their texts; worked out when it is first asked for."""
        return _occurrences(IdentityKey(self.files), IdentityKey((self.notes,)))


@lru_cache(maxsize=8)
def _occurrences(files: IdentityKey[tree.File], notes: IdentityKey[tuple[Note, ...]]) -> tuple[Occurrence, ...]:
    return occurrences(files.values, tuple(notes_of(files.values)), *notes.values)


def check_texts(texts: Mapping[str, str | bytes], main: str, settings: Mapping[str, str] | None = None) -> Checked:
    """What can be told of one of these texts, with those that it stands on, and its annexes."""
    if main not in texts:
        return Checked(None, None, (unknown_text(main, texts),), (), ())
    shelf, place = NamedTexts(texts), PurePosixPath(main)
    gathered = FileSet(shelf)
    gathered.load(place, None, ())
    files = [*gathered.files, *gathered.annexes]
    unread = tuple(dict.fromkeys(gathered.found))
    if not gathered.files:
        return Checked(None, None, with_checked_fixes(shelf, place, unread), tuple(files), ())
    notes: list[Note] = []
    merged, found = merge(files)
    game, partial, more = check_partly(merged, doubts=not unread, notes=notes)
    if unread:
        found = gathered.with_mistakes_of_meaning(found + more)
    else:
        found += more + (misnamed(files) if game is not None else ())
    if game is not None and not any(told.severity == "error" for told in found):
        chosen = choose(game, settings or {})
        game, found = (chosen, found) if isinstance(chosen, Game) else (None, found + chosen)
    else:
        game = None
    return Checked(game, partial, with_checked_fixes(shelf, place, found), tuple(files), tuple(notes))
