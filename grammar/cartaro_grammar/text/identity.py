"""Identity-keyed cache keys: large values that are compared by `is`, since comparing their contents would take too long."""

from __future__ import annotations

from dataclasses import dataclass
from operator import is_
from typing import Generic, TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class IdentityKey(Generic[T]):
    """A key made of some values. It equals another key of the identical values in the same order, and keeps references to them
    so that no id is reused.
    """

    values: tuple[T, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.values)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityKey):
            return False
        values = cast("IdentityKey[object]", other).values
        return len(self.values) == len(values) and all(map(is_, self.values, values))
