"""What the proofs' pane asks: verdicts as they are decided, those that were kept, and what stands at the cursor.

`prove` is for a worker of its own, which brings the solver and is stopped by ending it.  While it goes on each verdict is told
as an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Game, choose, say
from cartaro_interpreter import write_json
from cartaro_rulebook import in_any
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Location, Position
from cartaro_workbench.editing.problems import problem
from cartaro_workbench.editing.text_set import TextSet
from cartaro_workbench.proofs.kept_verdicts import digest_of
from cartaro_workbench.proofs.proof import evidence_at, proved
from cartaro_workbench.proofs.verdicts import ShownVerdict, claim_places
from cartaro_workbench.service.json_values import json_values
from cartaro_workbench.service.session import Failure, LanguageCode, Session, refusal, refused
from cartaro_workbench.service.verdict_files import read_kept


@dataclass(frozen=True, slots=True)
class Deciding:
    """An event: what is being decided, by its name, or what the verifier is at."""

    event: Literal["deciding"]
    what: str


@dataclass(frozen=True, slots=True)
class Decided:
    """An event: a verdict; one on what a verdict was told of already takes its place."""

    event: Literal["verdict"]
    verdict: ShownVerdict


EVENTS = (Deciding, Decided)


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim of the author's that can be proved: its name, its title, the rows that it cites, and where it stands."""

    name: str
    title: str
    cites: tuple[str, ...]
    location: Location | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts on a game, and the digest of the texts and house rules that they are of."""

    digest: str
    verdicts: tuple[ShownVerdict, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A claim or an example, by its name."""

    kind: Literal["claim", "example"]
    name: str


def prove(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str], only: tuple[str, ...] = ()
) -> Verdicts | Failure:
    """Decide all claims of a text's game and what every game must keep, or those named `only`; each is told as it is known."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in

    def tell(what: str) -> None:
        session.tell(write_json(json_values(Deciding("deciding", what))))

    found = dict[object, ShownVerdict]()
    for one in proved(document, game, only, language, tell, session.machines.instantiate):
        found[one.kind, one.name, one.settings, one.location] = one
        session.tell(write_json(json_values(Decided("verdict", one))))
    return Verdicts(digest_of(document, game), tuple(found.values()))


def claims(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str]
) -> tuple[ShownClaim, ...] | Failure:
    """The claims of a text's game, in the order of the text."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in
    places = claim_places(document.checked.files)
    return tuple(
        ShownClaim(claim.name, in_any(claim.names, language, claim.name), claim.cites, places.get(claim.name))
        for claim in game.claims
    )


def keep_verdicts(session: Session, kept: str) -> str | Failure:
    """Take verdicts that were found before, as the site's file has them; the digest of what they are of."""
    found = read_kept(kept)
    if found is None:
        return refused(say("this is no file of verdicts"))
    session.kept[found.digest] = found
    return found.digest


def verdicts(session: Session, name: str, language: LanguageCode, settings: Mapping[str, str]) -> Verdicts | Failure:
    """The verdicts on a text's game that were kept; none where a text has changed since."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in
    digest = digest_of(document, game)
    kept = session.kept.get(digest)
    return Verdicts(digest, () if kept is None else kept.told(language))


def evidence(session: Session, name: str, position: Position) -> Evidence | Failure | None:
    """The claim or example at a place of a text."""
    document = session.document(name)
    if isinstance(document, Failure):
        return document
    found = evidence_at(document, position)
    return None if found is None else Evidence(*found)


def _game_of(session: Session, name: str, settings: Mapping[str, str]) -> tuple[Document, Game] | Failure:
    """The document of a text's ruleset, and its game under some settings."""
    game = _chosen(session, name, settings)
    document = session.document(TextSet(session.texts).ruleset_of(name))
    if isinstance(game, Failure):
        return game
    return document if isinstance(document, Failure) else (document, game)


def _chosen(session: Session, name: str, settings: Mapping[str, str]) -> Game | Failure:
    """A text's game under some settings."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    chosen = choose(game, settings)
    return chosen if isinstance(chosen, Game) else refusal(tuple(map(problem, chosen)))


METHODS = (prove, claims, keep_verdicts, verdicts, evidence)
