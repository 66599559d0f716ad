"""Which keys of the catalogue made a sentence: noted while it is put together, for whoever mends the words of a page.

Every phrase is noted as it is said.  A sentence is made of phrases inside of phrases, so the keys that made it are those whose
words are in it; what was said and not used is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cartaro_rulebook.words.references import RELATIVE, marked


@dataclass(slots=True)
class KeyTrace:
    """The phrases said since the last sentence was finished, each with its key."""

    said: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def note(self, key: str, words: str) -> None:
        """Remember that a key was said in these words."""
        bare = words.replace(RELATIVE, "").strip()
        if bare:
            self.said.append((key, bare))

    def mark(self, sentence: str, place: str) -> str:
        """A reference to the keys whose words are in a sentence, from its beginning on and the longest first, and to the
        place of what it says; all that was noted is forgotten.
        """
        found = sorted((sentence.find(words), -len(words), key) for key, words in self.said if words in sentence)
        self.said.clear()
        keys = " ".join(dict.fromkeys(key for _, _, key in found))
        return marked("keys", f"{keys}@{place}", "")
