"""Frames of sentences: the possible forms of a clause, with the purpose of each. They are offered as completions at the
beginning of a sentence, and explain the key words that they contain.

A frame is written in English, with `…` for the author's part. In a text with other key words, it is shown in those key words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cartaro_grammar import key_word_language, phrase_in
from cartaro_rulebook import in_words

FRAMES = {
    "permission": "the player may … when …",
    "prohibition": "the player may not … when …",
    "exception": "NAME despite …: the player may not … unless …",
    "must": "in a turn the player must …",
    "obligation": "the turn may not end while …",
    "score": "each side scores … when …",
    "most": "the side with highest … scores …",
    "after": "after … when …, …",
    "at": "at the start of the hand, …",
    "move": "move … to …",
    "deal": "deal … from … to each …",
    "shuffle": "shuffle all cards into …",
    "add": "add … to …",
    "becomes": "… becomes …",
    "definition": "… of x is … when …",
    "means": "… means …",
    "counts": "s counts as … when …",
    "begins": "the play begins with …",
    "passes": "the turn passes to …",
    "ends": "the hand ends when …",
    "winner": "the winner is the side with highest … of side",
    "wild": "… may be read as any card",
    "sees": "each player sees …",
    "conduct": 'conduct it "…" en "…"',
    "quantifier": "some x in … has …",
    "every": "every x in … has …",
    "none": "no x in … has …",
    "number": "number of … in … is at least …",
    "total": "total … of … is more than …",
    "can": "the player can … with …",
    "alike": "s is alike in …",
    "claim": "always …",
    "never": "never …",
    "possible": "it can happen …",
    "option": "option … is … among …, …",
    "under": "under … is …",
    "amend": "in article … add",
    "repeal": "in article … repeal …",
    "variant": "variant … of …",
    "source": 'source … "…" covers …',
    "title": 'title it "…" en "…"',
    "use": "use …",
    "zone": "zone … of each player",
    "pile": "pile …",
    "counter": "counter … of each side for the match",
    "act": "act …",
    "example": "example …",
    "ruled_claim": "claim …",
}
"""A map from names to frames; `site_frame_NAME` of the catalogue states the purpose of each."""
CLAUSES = (
    "permission", "prohibition", "score", "most", "after", "at", "obligation", "must", "definition", "ends", "passes", "begins",
    "conduct",
)  # fmt: skip
"""The frames with which the sentence of a clause begins, the most common first."""
SLOT = "…"
"""The place of the author's words in a frame."""
MOST_SHOWN = 4
SENTENCE_BEGINS = re.compile(r'^\s*[\w`]+[^:"]*(?:"[^"]*"[^:"]*)*:\s*(?P<silent>(?:\w+ +|\w+\')?)$')
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame in the key words of a text, with its purpose in a language."""

    text: str
    meaning: str

    @property
    def beginning(self) -> str:
        """The words before the first word that the author chooses."""
        return self.text.partition(SLOT)[0].rstrip()


def frames_at(text: str, start: int, silent: tuple[str, ...], code: str) -> tuple[Frame, ...]:
    """Return the frames for a clause's sentence that begins at an offset; none if no sentence begins there. The frames do not
    include *an*, since an article is already written there.
    """
    begun = SENTENCE_BEGINS.match(text[text.rfind("\n", 0, start) + 1 : start])
    if begun is None or begun["silent"].strip() not in ("", *silent):
        return ()
    found = (frame(name, text, code) for name in CLAUSES)
    written = begun["silent"]
    fitting = (one for one in found if one.text.startswith(written) and one.beginning)
    return tuple(Frame(one.text.removeprefix(written), one.meaning) for one in fitting)


def frame_names_with(word: str, text: str) -> tuple[str, ...]:
    """Return the names of the first frames that contain a key word, the shortest first."""
    forms = {name: frame(name, text, "en").text for name in FRAMES}
    found = (name for name, form in forms.items() if word in WORD.findall(form))
    return tuple(sorted(found, key=lambda name: len(forms[name]))[:MOST_SHOWN])


def frames_with(word: str, text: str, code: str) -> tuple[Frame, ...]:
    """Return the first frames that contain a key word, the shortest first."""
    return tuple(frame(name, text, code) for name in frame_names_with(word, text))


def frame(name: str, text: str, code: str) -> Frame:
    """Return the frame with this name in the key words of a text, with its purpose in a language."""
    language = key_word_language(text)
    form = FRAMES[name] if language == "en" else phrase_in(FRAMES[name], language)
    return Frame(form, in_words(f"site_frame_{name}", code))
