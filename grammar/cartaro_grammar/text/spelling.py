"""Find the known word that a misspelt word may mean. The found word has a similar spelling and never the opposite meaning."""

from __future__ import annotations

from collections.abc import Iterable

MAX_WORD = 100

OPPOSITES: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "may must", "can cannot", "highest lowest", "greatest least", "most least", "most lowest", "more less",
        "before after", "start end", "start count", "end count", "begins ends", "some every", "some no", "every no", "some all",
        "with without", "when unless", "and or", "add subtract", "add repeal", "replace repeal", "always never", "not only",
        "true false", "none everyone", "empty everyone", "single opposite", "take let",
        "alike distinct", "alike consecutive", "distinct consecutive", "end void",
    )
)  # fmt: skip
"""Groups of words that are never suggested for each other, because the sentence would still parse but change its meaning."""

MEANING_CHANGING = frozenset(
    [
        "not",
        "no",
        "never",
        "cannot",
        "unless",
        "when",
        "may",
        "must",
        "some",
        "every",
        "only",
        "highest",
        "lowest",
        "greatest",
        "least",
        "more",
        "less",
        "before",
        "after",
        "start",
        "end",
        "and",
        "or",
        "add",
        "subtract",
        "always",
        "alike",
        "distinct",
    ]
)
"""Words that reverse the meaning of a sentence if they are omitted or inserted."""


def are_opposite(one: str, other: str) -> bool:
    """Return whether two words must not be confused."""
    pair = {one.casefold(), other.casefold()}
    return len(pair) == 2 and any(pair <= group for group in OPPOSITES)


def edit_distance(one: str, other: str, most: int) -> int:
    """Return the optimal string alignment distance of two words (letters inserted, deleted, replaced, or swapped with their
    neighbour), or `most + 1` if it exceeds `most`.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row, older = row, [i], before
        for j, b in enumerate(other, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, older[j - 2] + 1)
            row.append(best)
        before = above
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def max_edits(word: str) -> int:
    """Return the number of letters in which a misspelt word may differ: one for words of at least three letters, two for at
    least seven, three for at least eleven.
    """
    return 0 if len(word) < 3 else 1 if len(word) < 7 else 2 if len(word) < 11 else 3


def close_words(word: str, candidates: Iterable[str]) -> list[str]:
    """Return the candidates with a spelling similar to a word, the closest first, without candidates of the opposite
    meaning.
    """
    if len(word) > MAX_WORD:
        return []
    folded = word.casefold()
    found: list[tuple[int, bool, str]] = []
    for candidate in sorted(set(candidates) - {word}):
        far = edit_distance(folded, candidate.casefold(), max_edits(word))
        if far <= max_edits(word) and not are_opposite(word, candidate):
            found.append((far, candidate[:1].casefold() != folded[:1], candidate))
    return [candidate for _, _, candidate in sorted(found)]


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that an author who wrote `word` may have meant, or None."""
    return next(iter(close_words(word, candidates)), None)
