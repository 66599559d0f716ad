"""The lines of a position: the cards of one place are listed together, and if one counter has several values, the last one
counts.
"""

from __future__ import annotations

from cartaro_grammar import Game, load_texts, shipped_folder
from cartaro_interpreter import run_examples

SHIPPED = {
    path.name: path.read_text(encoding="utf-8")
    for name in ("fishing", "lib")
    for path in (shipped_folder() / name).glob("*.regole")
}
VARIANT = 'variant caso of scopa\n  title "A case"\n'
ANNEX = """annex prove of caso
  title "Examples"

example lines "two lines about a place, two about a counter"
  won of side holds RD
  won of side holds CD
  scope of side is 3
  scope of side is 1
  check won of side = RD CD
  check scope of side = 1
"""


def test_lines_about_a_place_add_up_and_the_last_about_a_counter_counts() -> None:
    game, found = load_texts({**SHIPPED, "caso.regole": VARIANT, "caso.prove.regole": ANNEX}, "caso.regole")
    assert isinstance(game, Game), found
    [outcome] = [result for result in run_examples(game) if result.example.name == "lines"]
    assert outcome.failures == ()
