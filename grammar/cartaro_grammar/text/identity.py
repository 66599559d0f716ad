"""Large values as keys: told apart by which they are, and not by what they say, which would be gone through each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class Same(Generic[T]):
    """Some values, equal to the very same in the same order; held, so that none takes the place of another that is gone."""

    values: tuple[T, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.values)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Same)
            and len(self.values) == len(other.values)
            and all(a is b for a, b in zip(self.values, other.values, strict=True))
        )
