"""Large values as keys: told apart by which they are, and not by what they say, which would be gone through each time."""

from __future__ import annotations

from dataclasses import dataclass
from operator import is_
from typing import Generic, TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class IdentityKey(Generic[T]):
    """Some values, equal to the very same in the same order; held, so that none takes the place of another that is gone."""

    values: tuple[T, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.values)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityKey):
            return False
        values = cast("IdentityKey[object]", other).values
        return len(self.values) == len(values) and all(map(is_, self.values, values))
