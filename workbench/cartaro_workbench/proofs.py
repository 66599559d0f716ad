"""Proofs of a game: verdicts in words as soon as they are decided, and stored verdicts for texts that have not changed.

`iter_verdicts` imports the verifier, and with it the solver, when it is called; everything else needs neither.  Stored verdicts
are found by a digest of all texts that the ruleset consists of, its house rules and number of players.  They are written and
read by the same version of the program, since a site is always built as a whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

from cartaro_engine import Machine, Module, PythonMachine, search_hands
from cartaro_grammar import Game, Source, tree
from cartaro_interpreter import Json, write_json
from cartaro_rulebook import Naming, TermInWords, broken_claim_in_words, language, languages, localized, verdict_in_words
from cartaro_workbench.editing.document import Document, Location, Position, Range, location_of, offset_in, plain_text, units

if TYPE_CHECKING:
    from cartaro_verify import Counterexample, OpenCase, Result


# ---------------------------------------------------------------------- verdicts


@dataclass(frozen=True, slots=True)
class ShownWitness:
    """The hand that refutes or attains a claim: a record for `record_steps`, the number of the decisive move, a note, and the
    terms of a refuted claim with their values there.
    """

    record: str
    moves: int
    note: str
    terms: tuple[TermInWords, ...]


@dataclass(frozen=True, slots=True)
class ShownOpenCase:
    """The case in which a proof failed: the case, the move, the invariants of the case, and suggestions."""

    players: int
    case: str
    move: str
    invariants: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict on an obligation of every game or a claim of the author's, or advice.

    `title` is the claim. `method` explains how it was decided; `reason` explains why not, or gives advice. Both are worded as a
    person would speak at a table; `technical` is the same in the prover's words, if these differ. It is `fine` if the ruleset
    keeps its promises; `vacuous` if its premise was never found to hold; `contradicted` if play contradicts a proof, which is a
    fault of the prover and not a verdict. A claim marked as false in the text (`told_false`) is fine if it is refuted.
    `settings` are the house rules that the claim names, `under` the same in words; `hands` is the number of random hands that
    did not break an unknown one. It replaces an earlier one of the same kind, name, settings and `location`.
    """

    kind: Literal["obligation", "claim", "advice"]
    name: str
    settings: tuple[tuple[str, str], ...]
    under: tuple[str, ...]
    players: int
    verdict: Literal["proved", "refuted", "attained", "unknown", "told"]
    fine: bool
    vacuous: bool
    contradicted: bool
    told_false: bool
    title: str
    method: str
    reason: str
    technical: str
    cites: tuple[str, ...]
    hands: int
    seconds: float
    location: Location | None
    witness: ShownWitness | None
    open: ShownOpenCase | None


def shown_verdict(
    result: Result, game: Game, places: Mapping[str, Location], texts: Mapping[str, str], code: str
) -> ShownVerdict:
    """Return a result in words of a language; `places` are the locations of the claims, `texts` the texts to which advice
    refers.
    """
    plainly = [verdict_in_words(game, part, code, plainly=True) for part in (result.method, result.reason)]
    exactly = [verdict_in_words(game, part, code) for part in (result.method, result.reason)]
    return ShownVerdict(
        result.kind,
        result.name,
        result.settings,
        tuple(_house_rules(result.settings, game, code)),
        result.players,
        result.verdict,
        result.fine,
        result.vacuous,
        result.contradicted,
        result.told_false,
        localized(result.text, code, result.name),
        plainly[0],
        plainly[1],
        "; ".join(filter(None, exactly)) if exactly != plainly else "",
        result.cites,
        result.hands,
        round(result.seconds, 3),
        _place(result.at, texts) if result.at else places.get(result.name) if result.kind == "claim" else None,
        None if result.witness is None else _witness(result, result.witness, game, code),
        None if result.open is None else _open(result.open, game, code),
    )


def _house_rules(settings: tuple[tuple[str, str], ...], game: Game, code: str) -> Iterator[str]:
    """Yield house rules by their titles, as people name them at the table, and the number of players unchanged."""
    naming = Naming(game, language(code))
    for name, value in settings:
        option = game.ruleset.option.get(name)
        title = naming.title(name) if option is None else naming.title(name, option.names)
        yield f"{title}: {value if option is None else naming.title(value)}"


def _witness(result: Result, found: Counterexample, game: Game, code: str) -> ShownWitness:
    moves = cast("list[object]", found.record.get("moves", []))
    text = write_json(cast("Json", dict(found.hand or found.record)))
    broken = result.kind == "claim" and (result.verdict == "refuted" or result.contradicted)
    terms = broken_claim_in_words(game, result.name, found.record, found.position, code) if broken else ()
    return ShownWitness(text, len(moves), verdict_in_words(game, found.note, code, plainly=True), terms)


def _open(case: OpenCase, game: Game, code: str) -> ShownOpenCase:
    words = [verdict_in_words(game, text, code) for text in (case.case, case.move, case.help)]
    known = tuple(verdict_in_words(game, fact, code) for fact in case.invariants)
    return ShownOpenCase(case.players, words[0], words[1], known, words[2])


def claim_places(files: Iterable[tree.File]) -> dict[str, Location]:
    """Return the locations of the claims of some texts, by name."""
    claims = (item for file in files for item in file.items if isinstance(item, tree.Claim))
    return {claim.name.text: location_of(claim.name.span) for claim in claims}


def _place(at: str, texts: Mapping[str, str]) -> Location | None:
    """Return the location of a text, line and column, from 1."""
    name, line, column = at.rsplit(":", 2)
    if name not in texts:
        return None
    written = Source(name, plain_text(texts[name])).line_text(int(line))[: int(column) - 1]
    position = Position(int(line) - 1, units(written))
    return Location(name, Range(position, position))


# ----------------------------------------------------------------- kept verdicts


FORM = "3"
"""The version of the form of stored verdicts."""


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """The verdicts on one game under one choice of its house rules, in each language.

    Records are stored once: a witness has the number of its record among them.
    """

    digest: str
    records: tuple[str, ...]
    verdicts: Mapping[str, tuple[ShownVerdict, ...]]

    def in_language(self, code: str) -> tuple[ShownVerdict, ...]:
        """Return the verdicts in a language."""
        return tuple(self._whole(verdict) for verdict in self.verdicts.get(code, ()))

    def _whole(self, verdict: ShownVerdict) -> ShownVerdict:
        if verdict.witness is None:
            return verdict
        return replace(verdict, witness=replace(verdict.witness, record=self.records[int(verdict.witness.record)]))


def digest_of(document: Document, game: Game) -> str:
    """Return a digest of the texts of a ruleset and the choice of its house rules."""
    digest = hashlib.sha256(repr((FORM, game.name, game.settings, game.players)).encode("utf-8"))
    for text in sorted(f"{file.kind} {file.name.text}\n{file.source.text}" for file in document.checked.files):
        digest.update(hashlib.sha256(text.encode("utf-8")).digest())
    return digest.hexdigest()


def collect_verdicts(document: Document, game: Game, results: Sequence[Result]) -> KeptVerdicts:
    """Return all verdicts on a document's game under the settings of `game`, for storage."""
    places, records = claim_places(document.checked.files), dict[str, int]()

    def numbered(verdict: ShownVerdict) -> ShownVerdict:
        if verdict.witness is None:
            return verdict
        number = records.setdefault(verdict.witness.record, len(records))
        return replace(verdict, witness=replace(verdict.witness, record=str(number)))

    verdicts = {
        code: tuple(numbered(shown_verdict(result, game, places, document.texts, code)) for result in results)
        for code in languages()
    }
    return KeptVerdicts(digest_of(document, game), tuple(records), verdicts)


# ------------------------------------------------------------------------- proof


def iter_verdicts(
    document: Document,
    game: Game,
    only: tuple[str, ...],
    code: str,
    report: Callable[[str], None],
    machine: Callable[[Module], Machine],
) -> Iterator[ShownVerdict]:
    """Yield verdicts on all claims and obligations of a document's game under the settings of `game`, or only on those named in
    `only`.  `report` is called with the name of each one before it is decided.  A machine of the engine searches hands, but not
    Python's machine, which is slower than the verifier's own play.
    """
    from cartaro_verify import decide

    places = claim_places(document.checked.files)
    search = None if machine is PythonMachine else partial(search_hands, machine=machine)
    for result in decide(game, only or None, report, search):
        yield shown_verdict(result, game, places, document.texts, code)


def proof_files(game: Game, name: str, machine: Callable[[Module], Machine]) -> dict[str, str]:
    """Decide one claim or obligation, make its proof again with its conditions, and return the certificate as a map from file
    names to contents. Raise `Diverged` if it then differs.
    """
    from cartaro_verify import CERTIFICATE, MANIFEST, Certificate, ConditionLog, ProofLog, decide, manifest, script_name

    log, search = ProofLog(), None if machine is PythonMachine else partial(search_hands, machine=machine)
    for _ in decide(game, (name,), hand_search=search, log=log):
        pass
    conditions = ConditionLog(log.entries)
    results = tuple(decide(game, (name,), log=conditions))
    scripts = {script_name(number): script.text for number, script in enumerate(conditions.scripts, 1)}
    listed = write_json(cast("Json", manifest(game, results, conditions)))
    return {MANIFEST: listed, CERTIFICATE: Certificate.of(game, results, conditions).text(), **scripts}


def subject_in_words(game: Game, what: str, code: str) -> str:
    """Return in words what a proof reports to be working on: a claim, or an obligation of every game; "" for other phases."""
    from cartaro_verify import OBLIGATIONS, title_of

    claim = next((claim for claim in game.ruleset.claims if claim.name == what), None)
    if claim is None and what not in OBLIGATIONS:
        return ""
    return localized(title_of(what) if claim is None else claim.names, code, what)


def evidence_at(document: Document, position: Position) -> tuple[Literal["claim", "example"], str] | None:
    """Return the name of the claim or example of a text at a position."""
    offset = offset_in(document.source, position)
    for item in document.file.items if document.file else ():
        if isinstance(item, tree.Claim | tree.Example) and item.span.start <= offset <= item.span.end:
            return ("claim" if isinstance(item, tree.Claim) else "example"), item.name.text
    return None
