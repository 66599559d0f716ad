"""A text among those around it, checked as far as it goes: what all questions of an editor are asked of.

Takes texts by their names, as `check_texts` does; refuses nothing: a text in which nothing can be read is a document too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from cartaro_grammar import Checked, Declaration, Game, NameKind, Occurrence, PartialGame, Source, check_texts, tree
from cartaro_grammar import game as g
from cartaro_interpreter import disclosures_under_any
from cartaro_workbench.editing.positions import Position, offset_in, plain_text


@dataclass(frozen=True, slots=True)
class Document:
    """One of some texts; `whole` is the last game of it that was without mistakes."""

    name: str
    texts: Mapping[str, str]
    checked: Checked
    whole: Game | None

    @property
    def source(self) -> Source:
        """The text as the grammar reads it."""
        return Source(self.name, plain_text(self.texts.get(self.name, "")))

    @property
    def file(self) -> tree.File | None:
        """What can be read of the text."""
        return next((file for file in self.checked.files if file.source.name == self.name), None)

    @property
    def occurrences(self) -> Iterator[Occurrence]:
        """The names of the text, in its order."""
        return (one for one in self.checked.occurrences if one.span.source.name == self.name)

    def at(self, position: Position) -> Occurrence | None:
        """The name at a place, the one that begins there before the one that ends there."""
        offset = offset_in(self.source, position)
        found = [one for one in self.occurrences if one.span.start <= offset <= one.span.end]
        return max(found, key=lambda one: one.span.start, default=None)

    def game_with(self, of: Declaration) -> Game | None:
        """The game to tell a name's meaning by: the present one, or the last, if what the name means has not changed since."""
        if self.checked.game is not None or self.whole is None or self.checked.partial is None:
            return self.checked.game
        before, now = (tuple(_declared(where, of)) for where in (self.whole, self.checked.partial))
        return self.whole if before == now else None


def opened(texts: Mapping[str, str], name: str, before: Document | None = None) -> Document:
    """A text with those around it; `before` is the same text at an earlier time."""
    checked = check_texts(texts, name)
    if _fails(checked, name) and any(file.kind == "library" and file.source.name == name for file in checked.files):
        checked = next((used for used in _uses(texts, name) if not _fails(used, name)), checked)
    checked = _without_leaks(checked)
    return Document(name, texts, checked, checked.game or (before.whole if before else None))


def _without_leaks(checked: Checked) -> Checked:
    """What was checked, or a refusal of it where its legal moves tell a player a hidden card."""
    told = () if checked.game is None else disclosures_under_any(checked.game)
    return replace(checked, game=None, found=(*checked.found, *told)) if told else checked


MOST_USES = 4
"""In how many texts that use a library it is looked for the names that it leaves to them."""


def _fails(checked: Checked, name: str) -> bool:
    return any(told.severity == "error" and told.file == name for told in checked.found)


def _uses(texts: Mapping[str, str], name: str) -> Iterator[Checked]:
    """The texts that use a library, which may leave names for them to declare, checked one after the other."""
    use = re.compile(rf"^ *use\b.*\b{re.escape(name.partition('.')[0])}\b", re.MULTILINE)
    users = [user for user, text in sorted(texts.items()) if use.search(text)]
    return (check_texts(texts, user) for user in users[:MOST_USES])


DeclaredItem = g.Clause | g.Zone | g.Cell | g.Act | g.Option | g.Claim | g.Example
CLAUSES: frozenset[NameKind] = frozenset({"clause", "heading"})


def _declared(where: Game | PartialGame, of: Declaration) -> Iterator[DeclaredItem]:
    """What a name was declared to be; equal things that stand elsewhere are equal."""
    if of.kind == "definition":
        said = (c for c in where.clauses if isinstance(c.sentence, g.Definition) and c.sentence.function == of.name)
        yield from said
        return
    things: tuple[Iterable[DeclaredItem], ...] = (
        (where.clauses,)
        if of.kind in CLAUSES
        else (where.zones, where.cells, where.acts, where.options, where.claims, where.examples)
    )
    yield from (thing for group in things for thing in group if thing.name == of.name)
