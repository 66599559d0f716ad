"""Verdicts that were found before, for a page that shows those of unchanged texts at once.

They are kept under a digest of all texts that the ruleset is made of, its house rules and number of players; with another word
in any of them they are not its.  Whoever writes them uses the same program as whoever reads them: a site is built whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cartaro_grammar import Game
from cartaro_rulebook import languages
from cartaro_workbench.editing.document import Document
from cartaro_workbench.proofs.verdicts import ShownVerdict, claim_places, shown

if TYPE_CHECKING:
    from cartaro_verify import Result

FORM = "1"
"""Changed when what is kept takes another form."""


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """The verdicts on one game under one choice of its house rules, in each language.  Records are kept once: a witness has the
    number of its record among them.
    """

    digest: str
    records: tuple[str, ...]
    verdicts: Mapping[str, tuple[ShownVerdict, ...]]

    def told(self, code: str) -> tuple[ShownVerdict, ...]:
        """The verdicts in a language."""
        return tuple(self._whole(verdict) for verdict in self.verdicts.get(code, ()))

    def _whole(self, verdict: ShownVerdict) -> ShownVerdict:
        if verdict.witness is None:
            return verdict
        return replace(verdict, witness=replace(verdict.witness, record=self.records[int(verdict.witness.record)]))


def digest_of(document: Document, game: Game) -> str:
    """What tells the texts of a ruleset and the choice of its house rules from others."""
    digest = hashlib.sha256(repr((FORM, game.name, game.settings, game.players)).encode("utf-8"))
    for text in sorted(f"{file.kind} {file.name.text}\n{file.source.text}" for file in document.checked.files):
        digest.update(hashlib.sha256(text.encode("utf-8")).digest())
    return digest.hexdigest()


def kept(document: Document, game: Game, results: Sequence[Result]) -> KeptVerdicts:
    """All that was decided of a document's game under the settings of `game`, to be kept."""
    places, records = claim_places(document.checked.files), dict[str, int]()

    def numbered(verdict: ShownVerdict) -> ShownVerdict:
        if verdict.witness is None:
            return verdict
        number = records.setdefault(verdict.witness.record, len(records))
        return replace(verdict, witness=replace(verdict.witness, record=str(number)))

    told = {
        code: tuple(numbered(shown(result, game, places, document.texts, code)) for result in results) for code in languages()
    }
    return KeptVerdicts(digest_of(document, game), tuple(records), told)
