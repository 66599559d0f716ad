"""What an editor's pane asks: texts put and read, and all of `editing` by a text's name and a place in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from cartaro_grammar import ENDING, say
from cartaro_workbench.editing.completion import Completion
from cartaro_workbench.editing.completion import completions as completions_at
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.hover import Hover
from cartaro_workbench.editing.hover import hover as hover_at
from cartaro_workbench.editing.layout import formatted as laid_out
from cartaro_workbench.editing.lenses import Lens
from cartaro_workbench.editing.lenses import lenses as lenses_of
from cartaro_workbench.editing.outline import Fold, OutlineSymbol
from cartaro_workbench.editing.outline import folds as folds_of
from cartaro_workbench.editing.outline import outline as outline_of
from cartaro_workbench.editing.positions import Edit, Location, Position, Range
from cartaro_workbench.editing.problems import Problem
from cartaro_workbench.editing.problems import problems as problems_of
from cartaro_workbench.editing.references import Refusal
from cartaro_workbench.editing.references import definitions as definitions_of
from cartaro_workbench.editing.references import highlights as highlights_of
from cartaro_workbench.editing.references import references as references_of
from cartaro_workbench.editing.references import renamable as renamable_at
from cartaro_workbench.editing.references import renamed as renamed_at
from cartaro_workbench.editing.tokens import Token
from cartaro_workbench.editing.tokens import tokens as tokens_of
from cartaro_workbench.editing.variant_texts import variant_texts
from cartaro_workbench.service.session import FILE_NAME, Failure, LanguageCode, Session, refused
from cartaro_workbench.service.shipped_texts import ShippedText, shipped_texts

Answer = TypeVar("Answer")


def shipped(session: Session) -> tuple[ShippedText, ...]:
    """The shipped rulesets and libraries, what each stands on and belongs to; their texts are read with `text`."""
    return shipped_texts(session.shipped)


def text(session: Session, name: str) -> str | Failure:
    """A text by its name, the reader's before a shipped one."""
    found = session.texts.get(name)
    return refused(say("there is no text `{name}`", name=name[:80])) if found is None else found


def shipped_text(session: Session, name: str) -> str | Failure:
    """A shipped text by its name, whatever the reader has made of it."""
    found = session.shipped.get(name)
    return refused(say("there is no shipped text `{name}`", name=name[:80])) if found is None else found


def put(session: Session, files: Mapping[str, str | None]) -> Failure | None:
    """Take texts of the reader's by their names, over shipped ones of the same name; null takes one back."""
    return session.put(files)


def problems(session: Session, name: str, language: LanguageCode = "en") -> tuple[Problem, ...] | Failure:
    """What is wrong with a text, with the changes that mend it."""
    return _of(session, name, lambda document: problems_of(document, language))


def completions(session: Session, name: str, position: Position, language: LanguageCode) -> tuple[Completion, ...] | Failure:
    """What fits at a place."""
    return _of(session, name, lambda document: completions_at(document, position, language))


def hover(session: Session, name: str, position: Position, language: LanguageCode) -> Hover | Failure | None:
    """What the name at a place means, if there is one."""
    return _of(session, name, lambda document: hover_at(document, position, language))


def definitions(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """The places that declare the name at a place."""
    return _of(session, name, lambda document: definitions_of(document, position))


def references(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """All places where what is named at a place is named, in all texts."""
    return _of(session, name, lambda document: references_of(document, position))


def highlights(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """The same, of one text alone."""
    return _of(session, name, lambda document: highlights_of(document, position))


def renamable(session: Session, name: str, position: Position) -> Range | Failure:
    """The place of the name at a place, if it is one that can be changed."""
    found = _of(session, name, lambda document: renamable_at(document, position))
    return refused(found.reason) if isinstance(found, Refusal) else found


def renamed(session: Session, name: str, position: Position, new: str) -> tuple[Edit, ...] | Failure:
    """The changes that give another name to what is named at a place; in shipped texts nothing is renamed."""
    found = _of(session, name, lambda document: renamed_at(document, position, new))
    if isinstance(found, Refusal):
        return refused(found.reason)
    foreign = () if isinstance(found, Failure) else sorted({edit.name for edit in found} - session.own.keys())
    return refused(say("it is named in `{text}` too, which is not among your own texts", text=foreign[0])) if foreign else found


def outline(session: Session, name: str, language: LanguageCode) -> tuple[OutlineSymbol, ...] | Failure:
    """The parts of a text."""
    return _of(session, name, lambda document: outline_of(document, language))


def folds(session: Session, name: str) -> tuple[Fold, ...] | Failure:
    """The parts of a text that can be folded away."""
    return _of(session, name, folds_of)


def tokens(session: Session, name: str) -> tuple[Token, ...] | Failure:
    """Every word of a text that is something."""
    return _of(session, name, tokens_of)


def lenses(session: Session, name: str) -> tuple[Lens, ...] | Failure:
    """What can be done with the examples and claims of a text."""
    return _of(session, name, lenses_of)


def formatted(session: Session, name: str) -> tuple[Edit, ...] | Failure:
    """The change that lays a text out anew."""
    return _of(session, name, laid_out)


def new_variant(session: Session, name: str, base: str) -> Mapping[str, str] | Failure:
    """The first texts of a variant of a text, by their names; the session does not have them yet."""
    file = name + ENDING
    if not FILE_NAME.fullmatch(file) or file in session.texts:
        return refused(say("`{name}` cannot be the name of a new ruleset", name=name[:80]))
    game = session.game(base)
    return game if isinstance(game, Failure) else variant_texts(name, game)


def _of(session: Session, name: str, asked: Callable[[Document], Answer]) -> Answer | Failure:
    document = session.document(name)
    return document if isinstance(document, Failure) else asked(document)


METHODS = (
    shipped, text, shipped_text, put, problems, completions, hover, definitions, references, highlights, renamable, renamed,
    outline, folds, tokens, lenses, formatted, new_variant,
)  # fmt: skip
