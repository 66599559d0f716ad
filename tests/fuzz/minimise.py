"""A failing input is reduced: lines, then words, then bytes are left out as long as it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.fuzz.mutations import words_of

MOST_TRIALS = 120


def minimised(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return the smallest input, found within some trials, that fails like this one."""
    left = MOST_TRIALS

    def trial(smaller: bytes) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and fails(smaller)

    data = b"\n".join(_without(data.split(b"\n"), b"\n", trial))
    return b"".join(_without(words_of(data), b"", trial))


def _without(parts: Sequence[bytes], joint: bytes, fails: Callable[[bytes], bool]) -> Sequence[bytes]:
    """Return a list of parts of which none can be left out, found by halves, quarters and so on (delta debugging, Zeller and
    Hildebrandt 2002).
    """
    size = max(1, len(parts) // 2)
    while True:
        at, before = 0, len(parts)
        while at < len(parts):
            smaller = [*parts[:at], *parts[at + size :]]
            if smaller and fails(joint.join(smaller)):
                parts = smaller
            else:
                at += size
        if size == 1 and len(parts) == before:
            return parts
        size = max(1, size // 2) if len(parts) == before else min(size, max(1, len(parts) // 2))
