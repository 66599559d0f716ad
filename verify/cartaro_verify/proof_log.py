"""The log of a proof: the results of its searches, so that the proof can be checked again without them.

Much of the work for a proof is search: for invariants, weights, bounds, hands that show something, and ways to prove a line.
The result of a search is small, and is checked separately.  `ProofLog.found` wraps a search: a recording run does the search
and keeps the result; a replaying run takes the result from the log instead.  An entry of a log is not trusted: the code that
uses it checks it in either kind of run.  If a log lacks a result, the search is done.

Each entry belongs to a part of the proof, given by a path of names.  Values are written as JSON by the types of their
dataclasses (`plain`, `read`), in this one place.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
S = TypeVar("S")
ProofPath = tuple[str, ...]
LogEntries = dict[str, object]
"""The results of searches as JSON, indexed by the path and the name of the search."""


MALFORMED = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a log whose values have the right form, but name a zone, a player or a card that does not exist."""


class Diverged(Exception):
    """A log has another form, or lacks expected entries, because it belongs to another game or prover."""


class ProofLog:
    """Record the results of searches or, if `given` is a log, take them from there."""

    def __init__(self, given: Mapping[str, object] | None = None, suggested: Mapping[str, object] | None = None) -> None:
        self.given = given
        self.suggested: Mapping[str, object] = suggested or {}
        """The log of a similar game, such as an earlier text or a base: some searches try its entries first."""
        self.rests_on_suggestions = False
        """Whether the proof of the present game uses an entry of that log instead of a search."""
        self.entries: LogEntries = {}
        """Everything found so far, in this run."""
        self.path: ProofPath = ()
        """The part of the proof that is being made."""
        self.lemmas = list[ProofPath]()
        """The parts whose conclusions are used as lemmas in later parts."""
        self.is_aside = False
        self._base: ProofPath = ()
        self._searches = dict[ProofPath, int]()

    @property
    def replays(self) -> bool:
        """Return whether earlier results are taken from a log."""
        return self.given is not None

    @property
    def keeps_conditions(self) -> bool:
        """Return whether every query on which a proof rests is kept; the queries of a search are not."""
        return self.replays

    @contextmanager
    def at(self, *names: str) -> Generator[None]:
        """Record the results found within the block under a subpart of the current part."""
        with self._in((*self.path, *names)):
            yield

    @contextmanager
    def apart(self, *names: str) -> Generator[None]:
        """Record the results found in the meantime under its own part, whichever part needs it first."""
        with self._in((*self._base, *names)):
            yield

    @contextmanager
    def under(self, *names: str) -> Generator[None]:
        """Record everything within the block under these names, including results recorded `apart`, for a proof of another
        game. A block within another one adds its names to those of the outer one.
        """
        before, self._base = self._base, (*self._base, *names)
        self.rests_on_suggestions = False
        with self._in(self._base):
            try:
                yield
            finally:
                self._base = before

    @property
    def place(self) -> str:
        """Return the names of the present game, as they begin the names of its parts."""
        return "/".join(self._base)

    @contextmanager
    def without_suggestions(self) -> Generator[None]:
        """Search for everything within the block instead of using the log."""
        before, self.suggested = self.suggested, {}
        try:
            yield
        finally:
            self.suggested = before

    @contextmanager
    def _in(self, path: ProofPath) -> Generator[None]:
        before, self.path = self.path, path
        self._searches = {searched: n for searched, n in self._searches.items() if searched[:-1] != path}
        try:
            yield
        finally:
            self.path = before

    def found(
        self,
        what: str,
        form: object,
        search: Callable[[], T],
        short: Callable[[T], S],
        given: Callable[[S], T],
        suggested: Callable[[S], T | None] | None = None,
    ) -> T:
        """Return the result of a search and keep its `short` value, which has the type `form`. If the log already has that
        value, return the result that `given` computes from it.

        `suggested` checks the entry of a similar game, and returns the result of the search if the entry is one, or None.
        """
        key = self._key(what)
        if self.given is not None and key in self.given:
            self.entries[key] = self.given[key]
            return given(cast("S", read(form, self.given[key])))
        result = None
        if suggested is not None and key in self.suggested:
            with suppress(Diverged, *MALFORMED):
                result = suggested(cast("S", read(form, self.suggested[key])))
                self.rests_on_suggestions |= result is not None
        if result is None:
            result = search()
        self.entries[key] = plain(short(result))
        return result

    def value(self, what: str, form: object, search: Callable[[], S]) -> S:
        """Return the result of a search, which is kept unchanged."""
        return self.found(what, form, search, _same, _same)

    def may_find(self, what: str) -> bool:
        """Return whether a search may be done now; it may not in a run that replays the log of a proof without it."""
        return self.given is None or self._name(what, self._searches.get((*self.path, what), 0) + 1) in self.given

    def refuted(self, facts: Sequence[object], conditions: Sequence[object], owner: object) -> None:
        """Ignore a report that a solver found conditions inconsistent with an owner's facts."""

    @contextmanager
    def aside(self) -> Generator[None]:
        """Mark the results found within the block as results on which no proof rests."""
        before, self.is_aside = self.is_aside, True
        try:
            yield
        finally:
            self.is_aside = before

    def _key(self, what: str) -> str:
        """Return the name of a search: the part of the proof, and a number if it has several."""
        place = (*self.path, what)
        number = self._searches[place] = self._searches.get(place, 0) + 1
        return self._name(what, number)

    def _name(self, what: str, number: int) -> str:
        place = (*self.path, what)
        return "/".join(place if number == 1 else (*place, str(number)))


def _same(value: S) -> S:
    return value


# ------------------------------------------------------------------ values as JSON


def plain(value: object) -> object:
    """Return a value as JSON: a dataclass as the list of its fields, without those at the end that have their defaults."""
    if is_dataclass(value) and not isinstance(value, type):
        shown = [(getattr(value, each.name), each.default) for each in fields(value)]
        while shown and shown[-1][1] is not MISSING and shown[-1][0] == shown[-1][1]:
            shown.pop()
        return [plain(each) for each, _ in shown]
    match value:
        case tuple() | list():
            return [plain(each) for each in cast("tuple[object, ...]", value)]
        case _:
            return value


def read(form: Any, value: object) -> object:
    """Return the value of a type that `plain` wrote as this; raise `Diverged` for anything else."""
    origin, of = get_origin(form), get_args(form)
    if form is object:
        return value
    if form in (int, str, bool, NoneType):
        return _wanted(value, type(value) is form)
    if origin is Literal:
        return _wanted(value, any(type(value) is type(each) and value == each for each in of))
    if origin in (Union, UnionType):
        return _read_union(of, value)
    if not isinstance(value, list):
        raise Diverged
    items = cast("list[object]", value)
    if origin is tuple:
        inner = of[:1] * len(items) if of[-1:] == (...,) else of
        _wanted(items, len(inner) == len(items))
        return tuple(read(each, item) for each, item in zip(inner, items, strict=True))
    if is_dataclass(form) and isinstance(form, type):
        types = _field_types(form)
        _wanted(items, len(items) <= len(types))
        return _made(form, [read(each, item) for each, item in zip(types, items, strict=False)])
    raise TypeError(f"values of {form} are not kept in a log")


def _read_union(forms: tuple[Any, ...], value: object) -> object:
    for form in forms:
        try:
            return read(form, value)
        except Diverged:
            continue
    raise Diverged


def _made(form: Callable[..., object], values: list[object]) -> object:
    try:
        return form(*values)
    except TypeError as missing:
        raise Diverged from missing


def _wanted(value: object, well_formed: bool) -> object:
    if not well_formed:
        raise Diverged
    return value


@cache
def _field_types(form: type) -> tuple[Any, ...]:
    hints = get_type_hints(form)
    return tuple(hints[each.name] for each in fields(form))
