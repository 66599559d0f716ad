"""Write certificates to disk, next to the verdicts, and check them.

A certificate is a folder with `manifest.json`, the scripts that the manifest lists, and `certificate.json`, with which the
proofs are made again without a search. Each file is written under a temporary name and then renamed. The manifest is written
last, so that a folder without a manifest is not a certificate.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cartaro.shell import fail, ruleset_of_input, write_file
from cartaro.solvers import limited_solver
from cartaro.time_limit import MORE_TIME, OutOfTime, time_limit
from cartaro.verdicts import VerdictJson, reported, search_compiled_hands, shipped_certificate
from cartaro_grammar import (
    PLAYERS_SETTING,
    Diagnostic,
    Game,
    Message,
    join_commas,
    load_game,
    msg,
    os_error_reason,
    read_ordinary,
    shorten,
)
from cartaro_interpreter import Played, Record, Rules, compile_game, read_record, replay

if TYPE_CHECKING:
    from cartaro_verify import Certificate, ConditionLog, Manifest, ReadScript, Result

Found = TypeVar("Found")

MOST_CERTIFICATES = 1_000
OTHER_SOLVER = msg("if another version of Z3 wrote it, `--scripts-only` checks the conditions as they are")

# ------------------------------------------------------------------------ writing


def decide_and_certify(
    rules: str,
    settings: Mapping[str, str],
    folder: Path,
    progress: Callable[[str], None] | None = None,
    fresh: bool = False,
    report: Callable[[VerdictJson], None] | None = None,
    minutes: float | None = None,
    everywhere: bool = False,
) -> list[VerdictJson] | tuple[Diagnostic, ...]:
    """Return the results for one ruleset, and write their certificate to a folder of its own within `folder`.

    The results of the searches are taken from the certificate that is shipped with the ruleset; if there is none, or with
    `fresh`, the searches are run. In both cases the proofs are then made again without a search, and the conditions on which
    they depend are kept. No certificate is written if that takes longer than `minutes`.
    """
    try:
        with time_limit(None if minutes is None else 60 * minutes):
            if everywhere:
                return _certify_everywhere(rules, folder, progress, fresh, report)
            return _decide_and_certify(rules, settings, folder, progress, fresh, report)
    except OutOfTime:
        message = msg("no certificate was made for `{name}`: the time limit was reached", name=rules)
        return (Diagnostic("C0913", message, help=MORE_TIME, path=rules),)


def _decide_and_certify(
    rules: str,
    settings: Mapping[str, str],
    folder: Path,
    progress: Callable[[str], None] | None,
    fresh: bool,
    report: Callable[[VerdictJson], None] | None,
) -> list[VerdictJson] | tuple[Diagnostic, ...]:
    from cartaro_verify import Certificate, Diverged, ProofLog, decide, recheck

    game = load_game(rules, settings)
    if not isinstance(game, Game):
        return game
    shipped = None if fresh else shipped_certificate(game)
    if shipped is not None:
        with suppress(Diverged):
            results, conditions = _with_conditions(shipped, lambda log: tuple(recheck(game, shipped, progress, log)))
            return _written(game, results, conditions, folder, report)
    try:
        log = ProofLog()
        found = Certificate.of(game, decide(game, None, progress, search_compiled_hands, log), log)
        results, conditions = _with_conditions(found, lambda log: tuple(recheck(game, found, progress, log)))
    except (Diverged, ValueError):
        message = msg("no certificate can be made for `{name}`: its proofs differ when they are made again", name=rules)
        return (Diagnostic("C0913", message, path=rules),)
    return _written(game, results, conditions, folder, report)


def _certify_everywhere(
    rules: str,
    folder: Path,
    progress: Callable[[str], None] | None,
    fresh: bool,
    report: Callable[[VerdictJson], None] | None,
) -> list[VerdictJson] | tuple[Diagnostic, ...]:
    """Do the same for the results under all house rules."""
    from cartaro_verify import (
        Diverged,
        ProofLog,
        ProvedBox,
        certified_everywhere,
        decide_everywhere,
        manifest_everywhere,
        recheck_everywhere,
    )

    game = load_game(rules)
    if not isinstance(game, Game):
        return game
    try:
        certificate = None if fresh else shipped_certificate(game, everywhere=True)
        if certificate is None:
            log = ProofLog()
            found = tuple(decide_everywhere(game, None, progress, hand_search=search_compiled_hands, log=log))
            certificate, _ = certified_everywhere(game, found, log.entries)
        made = certificate

        def checked(log: ConditionLog) -> tuple[tuple[Result, ...], list[ProvedBox]]:
            proved = list[ProvedBox]()
            return tuple(recheck_everywhere(game, made, progress, log, proved)), proved

        (results, proved), conditions = _with_conditions(made, checked)
    except (Diverged, ValueError):
        message = msg("no certificate can be made for `{name}`: its proofs differ when they are made again", name=rules)
        return (Diagnostic("C0913", message, path=rules),)
    listed = manifest_everywhere(game, results, proved, conditions)
    write_certificate(folder / f"{game.name}.everywhere", listed, conditions, replace(made, log=conditions.entries))
    return reported(results, report)


def _with_conditions(certificate: Certificate, check: Callable[[ConditionLog], Found]) -> tuple[Found, ConditionLog]:
    """Return the result of checking a certificate, and its log with the conditions.

    The names of variables depend on the searches that are made. A certificate of an earlier version may lack the results of
    some; it is then checked again with these results, as `certify` will check it.
    """
    from cartaro_verify import ConditionLog

    conditions = ConditionLog(certificate.log)
    found = check(conditions)
    if conditions.entries.keys() <= certificate.log.keys():
        return found, conditions
    conditions = ConditionLog(conditions.entries)
    return check(conditions), conditions


def _written(
    game: Game, results: Iterable[Result], conditions: ConditionLog, folder: Path, report: Callable[[VerdictJson], None] | None
) -> list[VerdictJson]:
    """Write a certificate, and report the results."""
    from cartaro_verify import Certificate, manifest

    results = tuple(results)
    listed = manifest(game, results, conditions)
    write_certificate(folder / folder_name(game), listed, conditions, Certificate.of(game, results, conditions))
    return reported(results, report)


def folder_name(game: Game) -> str:
    """Return the name of the folder for a game's certificate: the game's name, and the settings that differ from those of the
    text.
    """
    usual = load_game(game.name)
    players = usual.players if isinstance(usual, Game) else game.players
    chosen = {**({PLAYERS_SETTING: str(game.players)} if game.players != players else {}), **_changed(game)}
    return ".".join((game.name, *(f"{option}-{value}" for option, value in chosen.items())))


def _changed(game: Game) -> dict[str, str]:
    first = {option.name: option.default for option in game.ruleset.options}
    return {name: value for name, value in game.settings if first.get(name) != value}


def certify_same(first: Game, second: Game, invariants: bool, folder: Path) -> bool:
    """Write the certificate that two games are the same to a folder of its own within `folder`; return False if that is not
    proved.
    """
    from cartaro_verify import ConditionLog, certificate_of_same

    conditions = ConditionLog({})
    made = _same_games(first, second, invariants, conditions)
    if made is None:
        return False
    clauses, listed = made
    name = f"{folder_name(first)}.and.{folder_name(second)}"
    write_certificate(folder / name, listed, conditions, certificate_of_same(first, clauses, conditions))
    return True


def _same_games(
    first: Game, second: Game, invariants: bool, conditions: ConditionLog
) -> tuple[tuple[str, ...], dict[str, object]] | None:
    """Prove that two games are the same, and return the clauses in which they differ and the manifest of the proof; None if it
    is not proved.
    """
    from cartaro_verify import manifest_of_same
    from cartaro_workbench import proved_equal

    with conditions.under():
        clauses = proved_equal(first, second, invariants, conditions)
    return None if clauses is None else (clauses, manifest_of_same(first, second, clauses, invariants, conditions))


def write_certificate(folder: Path, listed: Mapping[str, object], conditions: ConditionLog, certificate: Certificate) -> None:
    """Write a certificate's folder; an older certificate in it is replaced. Exit if the folder cannot be written."""
    from cartaro_verify import CERTIFICATE, MANIFEST, script_name

    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)
        for old in folder.glob("[0-9][0-9][0-9][0-9].smt2"):
            old.unlink()
    except (OSError, ValueError) as error:
        message = msg("`{name}` cannot be written", name=shorten(str(folder)))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(folder)),))
    for number, script in enumerate(conditions.scripts, 1):
        write_file(folder / script_name(number), script.text)
    write_file(folder / CERTIFICATE, certificate.text())
    write_file(folder / MANIFEST, json.dumps(listed, ensure_ascii=False, indent=1) + "\n")


# ----------------------------------------------------------------------- checking


@dataclass
class Checked:
    """The result of checking one certificate."""

    folder: Path
    manifest: Manifest | None = None
    faults: list[Diagnostic] = field(default_factory=list[Diagnostic])
    undecided: list[str] = field(default_factory=list[str])
    """The parts of the proof with conditions on which the solver gave up."""
    out_of_time: bool = False
    """Whether the check stopped at its time limit."""
    conditions: int = 0
    """The conditions that the solver found impossible to break."""
    replayed: int = 0
    not_asked: list[str] = field(default_factory=list[str])
    """The results whose record can only be judged by a new proof."""
    unaided: tuple[str, ...] = ()
    """The results without a condition or a record."""
    encoded: bool = False
    """Whether the conditions were made again from the text and are the same as in the certificate."""

    @property
    def is_open(self) -> bool:
        """Return whether anything is undecided: by the solver, in the given time, or among the other checks."""
        unshown = (self.unaided or self.not_asked) and not self.encoded
        return bool(self.undecided or self.out_of_time or unshown)

    def refuse(self, code: str, message: Message, path: Path | None = None, advice: Message | None = None) -> None:
        self.faults.append(Diagnostic(code, message, path=str(path or self.folder), help=advice))


def folders_of(folder: Path) -> list[Path]:
    """Return the certificates in a folder: the folder itself, or those inside it."""
    from cartaro_verify import MANIFEST

    with suppress(OSError):
        if (folder / MANIFEST).is_file():
            return [folder]
        found = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}") if path.is_file())
        return found[:MOST_CERTIFICATES]
    return []


def check_certificate(
    folder: Path,
    rules: Sequence[str],
    solver_name: str,
    scripts_only: bool = False,
    progress: Callable[[str], None] | None = None,
    minutes: float | None = None,
) -> Checked:
    """Check one certificate against the text of its game, and its conditions by a solver; unless `scripts_only`, make the
    conditions again from the text and compare them. `rules` are the texts that are not shipped: of two games, the first and
    the second.

    With `minutes`, this process uses at most that much processor time, and the solver at most as much again.
    """
    checked, seconds = Checked(folder), None if minutes is None else 60 * minutes
    try:
        with limited_solver(solver_name, seconds) as solver, time_limit(seconds):
            _check(checked, rules, solver, scripts_only, progress)
    except OutOfTime:
        checked.out_of_time = True
    return checked


def _check(
    checked: Checked,
    rules: Sequence[str],
    solver: Callable[[ReadScript], list[str]],
    scripts_only: bool,
    progress: Callable[[str], None] | None,
) -> None:
    from cartaro_verify import (
        MANIFEST,
        MalformedManifest,
        check_scripts,
        is_of_text,
        is_of_text_everywhere,
        is_of_texts,
        misstated,
        misstated_everywhere,
        misstated_same,
        other_game,
        read_manifest,
        without_conditions,
        without_conditions_everywhere,
        without_conditions_same,
    )

    folder = checked.folder
    try:
        listed = read_manifest(_read(folder, MANIFEST))
    except MalformedManifest:
        checked.refuse("C0912", msg("the manifest is malformed, or lists impossible entries"), folder / MANIFEST)
        return
    checked.manifest = listed
    places = (*rules, None, None)[:2] if listed.is_of_two_games else (*rules[-1:], None)
    game = _game_of(listed, places[0], checked)
    if game is None:
        return
    other = game
    if listed.is_of_two_games:
        second = _game_of(other_game(listed), places[1], checked)
        if second is None:
            return
        other, is_same, wrong = second, is_of_texts(listed, game, second), misstated_same(listed, game)
    elif listed.is_everywhere:
        is_same, wrong = is_of_text_everywhere(listed, game), misstated_everywhere(listed, game)
    else:
        is_same, wrong = is_of_text(listed, game), misstated(listed, game)
    if not is_same:
        checked.refuse(
            "C0913", msg("the certificate is for another text than `{name}`, or for other house rules", name=game.name)
        )
        return
    for name in dict.fromkeys(wrong):
        checked.refuse("C0913", msg("the certificate and the text differ about `{name}`", name=shorten(name)))
    if listed.is_everywhere:
        _replay_records_everywhere(listed, game, checked)
    elif not listed.is_of_two_games:
        _replay_records(listed, game, checked)
    for script in check_scripts(listed, lambda name: _read(folder, name), solver):
        if progress is not None:
            progress(script.listed.file)
        path = folder / script.listed.file
        if script.wrong:
            checked.refuse("C0913", msg("the script is not the one that the manifest lists"), path)
            continue
        for part in script.open_parts("sat"):
            checked.refuse("C0913", msg("a condition of `{part}` can be broken", part=shorten(part)), path)
        checked.undecided += script.open_parts("unknown")
        checked.conditions += script.answers.count("unsat")
    if listed.is_of_two_games:
        checked.unaided = without_conditions_same(listed)
    else:
        checked.unaided = without_conditions_everywhere(listed) if listed.is_everywhere else without_conditions(listed, game)
    if not scripts_only and not checked.faults:
        _encode_again(listed, game, other, checked, progress)


def _read(folder: Path, name: str) -> bytes | None:
    """Return a file of a certificate, if there is one that is not too large."""
    from cartaro_verify import MOST_BYTES

    return read_ordinary(folder / name, MOST_BYTES)


def _game_of(listed: Manifest, rules: str | None, checked: Checked) -> Game | None:
    """Return the game that a certificate is about, from the text that is named, or from the shipped text of its name."""
    settings = {} if listed.is_everywhere else {**listed.settings, PLAYERS_SETTING: str(listed.players)}
    place = rules or ruleset_of_input(listed.game, str(checked.folder))
    game = (place,) if isinstance(place, Diagnostic) else load_game(place, settings)
    if isinstance(game, Game):
        return game
    checked.faults += game[:1]
    return None


def _replay_records(listed: Manifest, game: Game, checked: Checked) -> None:
    """Replay the record of each verdict that was found in play, and check whether the record shows the verdict."""
    rules = compile_game(game)
    assert isinstance(rules, Rules), "a game that was verified can be played"
    for verdict in listed.verdicts:
        shown: Any = verdict.get("counterexample") or verdict.get("example")
        if shown is None:
            continue
        _replay_record(checked, _under(game, verdict, rules), verdict, shown)


def _replay_records_everywhere(listed: Manifest, game: Game, checked: Checked) -> None:
    """Replay each hand of verdicts under all house rules, under the choice that it names, which must be one that the hand is
    about.
    """
    from cartaro_grammar import choose
    from cartaro_verify import records_everywhere

    for verdict in listed.verdicts:
        try:
            found = tuple(records_everywhere(verdict))
            for box, shown, hand in found:
                settings = hand["record"]["settings"]
                chosen = choose(game, {**settings, PLAYERS_SETTING: str(verdict["players"])})
                inside = isinstance(chosen, Game) and all(chosen.chosen[name] in values for name, values in box.items())
                rules = compile_game(chosen) if inside and isinstance(chosen, Game) else None
                _replay_record(checked, rules if isinstance(rules, Rules) else None, {**verdict, "verdict": shown}, hand)
        except (AttributeError, LookupError, TypeError, ValueError):
            _unplayable(checked, verdict)


def _unplayable(checked: Checked, verdict: Mapping[str, Any]) -> None:
    checked.refuse("C0913", msg("the record of `{name}` cannot be played", name=shorten(verdict["name"])))


def _replay_record(checked: Checked, under: Rules | None, verdict: Mapping[str, Any], shown: Any) -> None:
    """Replay a record in a game, and check whether it shows a verdict."""
    from cartaro_verify import shows

    written: Any = cast("VerdictJson", shown).get("record") if isinstance(shown, dict) else None
    record = () if under is None or written is None else read_record(under, written)
    note = cast("VerdictJson", shown).get("note") if isinstance(shown, dict) else None
    if under is None or not isinstance(record, Record) or not _is_played(replay(under, record), note):
        _unplayable(checked, verdict)
        return
    checked.replayed += 1
    is_shown = shows(under.game, verdict, record.packs, record.moves, match=record.match)
    if is_shown is None:
        checked.not_asked.append(verdict["name"])
    elif not is_shown:
        checked.refuse("C0913", msg("the record of `{name}` does not show its verdict", name=shorten(verdict["name"])))


def _is_played(found: Played | tuple[Diagnostic, ...], note: object) -> bool:
    """Return whether a record was played to its end, or to the point at which, according to its note, play breaks down."""
    stated = cast("VerdictJson", note).get("text") if isinstance(note, dict) else None
    return not isinstance(found, tuple) or [fault.message for fault in found] == [stated]


def _under(game: Game, verdict: Mapping[str, Any], rules: Rules) -> Rules | None:
    """Return the compiled game under the settings of a verdict."""
    if not verdict["settings"]:
        return rules
    from cartaro_grammar import choose

    chosen = choose(game, verdict["settings"])
    found = compile_game(chosen) if isinstance(chosen, Game) else None
    return found if isinstance(found, Rules) else None


def _encode_again(listed: Manifest, game: Game, other: Game, checked: Checked, progress: Callable[[str], None] | None) -> None:
    """Make the conditions again from the text and the results of the searches, and compare them with those of the certificate.
    `other` is the second game, if the certificate is about two.
    """
    from cartaro_verify import (
        CERTIFICATE,
        Certificate,
        ConditionLog,
        Diverged,
        ProvedBox,
        certificate_of_same,
        manifest,
        manifest_everywhere,
        recheck,
        recheck_everywhere,
    )

    path = checked.folder / CERTIFICATE
    try:
        certificate = Certificate.read(_read(checked.folder, CERTIFICATE) or b"")
        conditions = ConditionLog(certificate.log)
        if listed.is_of_two_games:
            same = _same_games(game, other, listed.value["invariants"], conditions)
            if same is None or certificate != certificate_of_same(game, same[0], conditions):
                raise Diverged
            again = same[1]
        elif listed.is_everywhere:
            proved = list[ProvedBox]()
            found = tuple(recheck_everywhere(game, certificate, progress, conditions, proved))
            again = manifest_everywhere(game, found, proved, conditions)
        else:
            again = manifest(game, tuple(recheck(game, certificate, progress, conditions)), conditions)
    except Diverged:
        checked.refuse("C0913", msg("the proofs cannot be made again from the findings in the certificate"), path, OTHER_SOLVER)
        return
    checked.encoded = _canonical(again) == _canonical(listed.value)
    if not checked.encoded:
        checked.refuse("C0913", msg("the conditions or the verdicts are not the ones for this text"), path, OTHER_SOLVER)


def _canonical(value: Mapping[str, object]) -> str:
    """Return a manifest as text, because Python takes 1, 1.0 and True to be equal."""
    return json.dumps(value, sort_keys=True)


def trusted(checked: Checked) -> Iterator[Message]:
    """Yield the assumptions that a check takes on trust."""
    if checked.encoded:
        yield msg("the encoder follows the rules")
    else:
        yield msg(
            "the conditions are the ones that the proofs need, and they follow the rules: `--scripts-only` checks neither"
        )
        if checked.not_asked:
            yield msg("the records show their verdicts: {names}", names=join_commas(checked.not_asked))
        if checked.unaided:
            yield msg("results without a condition or a record: {names}", names=join_commas(checked.unaided))
    yield msg("the solver and the interpreter are correct; unknown results are not covered")
