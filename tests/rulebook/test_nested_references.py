"""References inside references, in sentences under construction."""

from __future__ import annotations

from cartaro_rulebook.words.nouns import Fragment, fragments, marked, plain, unmarked

CARDS = marked("word", "played", "cards played")
FLUSH = marked("word", "flush", "flush of {x} now").replace("{x}", CARDS)


def test_a_reference_inside_another_is_read_with_it() -> None:
    sentence = f"the {FLUSH}, and the {CARDS}"
    assert plain(sentence) == unmarked(sentence) == "the flush of cards played now, and the cards played"
    assert fragments(sentence) == (
        Fragment("text", "the "),
        Fragment("word", "flush of cards played now", "flush"),
        Fragment("text", ", and the "),
        Fragment("word", "cards played", "played"),
    )
