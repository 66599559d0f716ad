"""Write the first claim about a clause, that its effect can occur, into the annex of its ruleset.

There are several candidate sentences: for a heading, that somebody scores it; for another clause, that it applies, or that it
applies after its act. The first candidate with which the text checks is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cartaro_grammar import FILE_SUFFIX, Game
from cartaro_grammar import game as g
from cartaro_rulebook import Naming, in_words, language, languages
from cartaro_workbench.editing.document import open_document


def claim_texts(texts: Mapping[str, str], game: Game, clause: str) -> Mapping[str, str] | None:
    """Return the annex with a claim about the clause with this name. Return None if no claim can be made, or if there is
    already a claim of this name.
    """
    annex, claim = f"{game.name}.prove{FILE_SUFFIX}", f"{clause}_can_happen"
    found = game.clause.get(clause)
    if found is None or claim in {each.name for each in game.ruleset.claims}:
        return None
    before = texts.get(annex, f"annex prove of {game.name}\n").rstrip("\n")
    names = " ".join(f'{code} "{_title(game, found, code)}"' for code in languages())
    for line in _lines(found):
        changed = {annex: f"{before}\n\nclaim {claim} {names}\n  {line}\n"}
        if open_document({**texts, **changed}, game.name + FILE_SUFFIX).checked.game is not None:
            return changed
    return None


def _title(game: Game, clause: g.Clause, code: str) -> str:
    title = Naming(game, language(code)).title(clause.name, clause.names)
    return in_words("terminal_can_happen", code, clause=title).replace('"', "'")


def _lines(clause: g.Clause) -> Iterator[str]:
    name, sentence = clause.name, clause.sentence
    if isinstance(sentence, g.Score):
        yield f"it can happen some x in sides has {name} of x is at least 1"
    yield f"it can happen {name} applies"
    if isinstance(sentence, g.Consequence) and sentence.event[0] == "after":
        yield f"it can happen after {sentence.event[1]}, {name} applies"
