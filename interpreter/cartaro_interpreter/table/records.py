"""Write records of play from a playout, read them from JSON, and replay them to the same state.

A record is `{"stock": [...], "moves": [...]}`: the shuffled pack, top card first (or a list of packs), and the moves, with the
rulings of the arbiter between them. With `"match": true` it is a record of a whole match, and the opening clauses of the match
are performed; otherwise it is a record of a first hand. With `"left": true` play was left before its end, and the record may
stop anywhere. It may have `players`, `settings` and a `result`, which is compared with the result of the replay. Its `name`,
`date` and `seats` are for readers.

`replay` plays a record entry by entry. A move that only prohibitions bar is still done if rulings follow that name a breach
clause of each prohibition. A ruling refers to the first earlier move on which it is due. If the turn may end, a move that is
not legal in it belongs to the next turn; the same is true of a finding. If a record stops where the turn may end, the turn has
ended. Entries that cannot be played, or are left over, are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from cartaro_grammar import Diagnostic, Message, fingerprint, msg, shorten
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.json_forms import RecordJson, ResultJson
from cartaro_interpreter.formats.json_model import keys_of
from cartaro_interpreter.formats.json_reader import JsonReader, read_entry
from cartaro_interpreter.formats.json_text import Json, as_list, as_object
from cartaro_interpreter.play.course import matching
from cartaro_interpreter.play.turn import Choice, legal
from cartaro_interpreter.ruling.grounds import judge
from cartaro_interpreter.ruling.refusals import MOST_SHOWN, illegal, reason
from cartaro_interpreter.ruling.rulings import Irregular, breach_of, finding_of, in_demand, irregularity, remedies
from cartaro_interpreter.state.chance import ScriptedChance
from cartaro_interpreter.state.faults import Faulted, counted_together, diagnosed
from cartaro_interpreter.state.state import END_OF_TURN, PHASE, PHASE_OVER, Move, RecordEntry, Ruling, State, phrase
from cartaro_interpreter.table.hand_search import entry_json, result_json
from cartaro_interpreter.table.playout import Played, PlayInProgress, stuck

# ------------------------------------------------------------------------ replay


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: packs and moves, whether it is of a match, and whether play was left before its end."""

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[RecordEntry, ...]
    match: bool
    result: Json
    left: bool = False


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """Entries made together, or none for a deal: the player (None for the arbiter), the clauses that warrant the entries, the
    state after them, the state in which they were entered, and the state in which the hand was counted if it ended.
    """

    entries: tuple[RecordEntry, ...]
    player: int | None
    by: tuple[str, ...]
    state: State
    before: State | None = None
    counted: State | None = None


def replay(
    rules: Rules, record: Record, path: str = "", seen: Callable[[ReplayedStep], None] | None = None
) -> Played | tuple[Diagnostic, ...]:
    """Replay a record. Report entries that cannot be played or are left over. `seen` is called with every step."""
    chance = ScriptedChance(record.packs, [card.code for card in rules.game.deck.cards])
    replaying = Replaying(rules, chance, record, seen)
    try:
        with counted_together(rules.compiler.work):
            replaying.run()
    except Faulted as fault:
        found = diagnosed(fault)
        return (Diagnostic(found.code, found.message, found.primary, found.others, found.help, path=path),)
    played = replaying.table.played()
    return differences(rules, record, played, path) or played


class Replaying:
    """A record being replayed. `at` counts the entries done. `before` is the state in which the end of a turn was inferred, if
    no entry has been done since; else None. `decided` is the legal move that the next entry means, once that is known.
    """

    def __init__(
        self, rules: Rules, chance: ScriptedChance, record: Record, seen: Callable[[ReplayedStep], None] | None
    ) -> None:
        self.rules = rules
        self.seen = seen
        self.chance = chance
        self.record = record
        self.table = PlayInProgress(rules, chance, record.match)
        self.at = 0
        self.before: State | None = None
        self.entered_in: State | None = None
        self.decided: Choice | None = None

    def fork(self) -> Replaying:
        """Return a copy of the replay at the same place that continues independently. Nobody watches its steps."""
        chance = self.chance.fork()
        other = type(self)(self.rules, chance, self.record, None)
        other.table = self.table.fork(chance)
        other.at, other.before, other.decided = self.at, self.before, self.decided
        return other

    @property
    def left(self) -> int:
        return len(self.record.moves) - self.at

    @property
    def next(self) -> Message:
        return msg("move {n}", n=self.at + 1)

    def run(self) -> None:
        """Play all entries."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Begin, deal a hand, or carry out the next entry. At the end check that nothing is missing, and return False."""
        table, record = self.table, self.record
        if not table.cells:
            table.begin()
        elif (option := self.decided) is not None:
            self.decided = None
            table.act(option)
            self._done(1, option)
        elif table.awaits and (self.left or not record.left):
            if self.left:
                self._entry()
            else:
                self._stop()
        elif self.left and table.hands and isinstance(ruling := record.moves[self.at], Ruling):
            self._ruling(ruling)
        elif table.goes_on and (self.left or not table.hands or (record.left and self.chance.left())):
            table.begin_hand()
            self._show(0, None)
        else:
            self._finish()
            return False
        return True

    def _finish(self) -> None:
        if self.record.match and not self.record.left and self.table.cells[PHASE] != PHASE_OVER:
            raise Faulted("C0820", msg("the record stops after move {at}, and the match is not over", at=self.at))
        if self.left:
            raise Faulted(
                "C0819",
                msg("the record goes on after move {at}, when the match is over", at=self.at)
                if self.record.match
                else msg("the record goes on after move {at}, when the hand has ended", at=self.at),
            )
        if self.chance.left():
            raise Faulted("C0819", msg("no cards are dealt from {left} packs of the record", left=self.chance.left()))

    def _stop(self) -> None:
        if not self._leave():
            raise Faulted("C0820", msg("the record stops before {next}, and the hand has not ended", next=self.next))

    def _entry(self) -> None:
        entry = self.record.moves[self.at]
        if self.seen is not None:
            self.entered_in = self.table.state
        if isinstance(entry, Ruling):
            self._ruling(entry)
        elif finding_of(self.rules.game, entry.act) is not None:
            self._finding(entry)
        else:
            self._move(entry)

    def _done(self, entries: int = 1, option: Choice | None = None) -> None:
        self.at += entries
        self.before = None
        self._show(entries, option)

    def _show(self, entries: int, option: Choice | None) -> None:
        if self.seen is not None:
            done = self.record.moves[self.at - entries : self.at]
            player, by = (None, ()) if option is None else (option.player, option.move.by)
            entered = self.entered_in if done else None
            self.seen(ReplayedStep(done, player, by, self.table.state, entered, self.table.counted))

    def _leave(self) -> bool:
        """End a turn that may end without an explicit entry. Do not end two turns for one entry, nor a turn in which a ruling
        demands an act.
        """
        if self.before is not None or self.table.demand:
            return False
        option = next((o for o in legal(self.rules, self.table.cells) if o.move.act == END_OF_TURN), None)
        if option is None:
            return False
        self.before = self.table.state
        self.table.leave(option)
        return True

    # ------------------------------------------------------------------ moves

    def _move(self, move: Move) -> None:
        options = self.table.options()
        option = matching(self.rules, self.table.cells, options, move)
        found = None
        rulings = any(isinstance(entry, Ruling) for entry in self.record.moves[self.at + 1 :])
        if option is None and rulings and not self.table.demand:
            found = irregularity(self.rules, self.table.state, move)
        if option is not None:
            self.decided = option
        elif not (found is not None and self._ruled(found)) and not self._leave():
            raise self.illegal(move) if options else stuck(self.rules, self.table.cells)

    def _ruled(self, found: Irregular) -> bool:
        """Do an irregular move, if rulings follow that name a breach clause of each prohibition that bars it."""
        once = self._at_once(found)
        if once:
            if len(once) < len(found.bars):
                return False
            stands = all(breach_of(self.rules.game, name).remedy == "stand" for name in once)
            self.table.at_once(found, once, stands=stands)
            self._done(1 + len(once), found.option)
            if not self.table.options():
                where = msg("move {n}", n=self.at)
                asked = in_demand(self.rules, self.table.demand)
                raise Faulted("C0827", msg("{where}: {asked}, but no legal move matches", where=where, asked=asked))
            return True
        rulings = [entry.clause for entry in self.record.moves[self.at + 1 :] if isinstance(entry, Ruling)]
        rest = [breach_of(self.rules.game, name) for name in rulings]
        coming = [breach.prohibition for breach in rest if breach.noticed == "later"]
        owed = [prohibition for one in self.table.standing for prohibition in one.owed]
        if not found.later or any(coming.count(barring) <= owed.count(barring) for barring in found.bars):
            return False
        self.table.stand(found)
        self._done(1, found.option)
        return True

    def _at_once(self, found: Irregular) -> tuple[str, ...]:
        """Return the immediate rulings on a move that directly follow it, one for each prohibition."""
        names: dict[str, str] = {}
        for entry in self.record.moves[self.at + 1 :]:
            if not isinstance(entry, Ruling):
                break
            breach = breach_of(self.rules.game, entry.clause)
            if breach.noticed != "once" or breach.prohibition not in set(found.bars) - names.keys():
                break
            names[breach.prohibition] = entry.clause
        return tuple(names.values())

    def illegal(self, move: Move) -> Faulted:
        """Return the fault of a move, in the turn to which its act belongs."""
        verdict = judge(self.rules, self.table.state, move)
        if self.table.demand:
            why: str = in_demand(self.rules, self.table.demand)
            if not isinstance(verdict, Diagnostic) and not self.table.asks_otherwise(move, verdict):
                why = reason(verdict)
            due = ", ".join(f"`{phrase(self.rules.game, option.move)}`" for option in self.table.options()[:MOST_SHOWN])
            written = phrase(self.rules.game, move)
            message = msg("{what}, `{written}`, is not legal: {why}", what=self.next, written=written, why=why)
            return Faulted("C0818", message, None, msg("legal here: {moves}", moves=due))
        here = self.before is None or (not isinstance(verdict, Diagnostic) and verdict.reason != "step")
        state = self.table.state if here or self.before is None else self.before
        found = irregularity(self.rules, state, move)
        return illegal(self.rules, state, move, self.next, remedies(self.rules.game, found.bars) if found else "")

    # ------------------------------------------------------------------ the arbiter

    def _finding(self, finding: Move) -> None:
        if self.table.demand:
            written, asked = phrase(self.rules.game, finding), in_demand(self.rules, self.table.demand)
            raise Faulted(
                "C0818", msg("{next}, `{written}`, cannot be entered: {why}", next=self.next, written=written, why=asked)
            )
        verdict = judge(self.rules, self.table.state, finding)
        if isinstance(verdict, Diagnostic):
            raise Faulted(verdict.code, verdict.message)
        if verdict.legal:
            self.table.find(finding)
            self._done()
        elif not self._leave():
            written = phrase(self.rules.game, finding)
            raise Faulted(
                "C0818",
                msg("{next}, `{written}`, cannot be entered: {why}", next=self.next, written=written, why=reason(verdict)),
            )

    def _ruling(self, ruling: Ruling) -> None:
        breach = breach_of(self.rules.game, ruling.clause)
        name = msg("{move}, the ruling `{clause}`,", move=self.next, clause=ruling.clause)
        barred = msg("a move that `{prohibition}` forbids", prohibition=breach.prohibition)
        nothing = msg("{name} has no move to rule on", name=name)
        if breach.noticed == "once":
            raise Faulted("C0827", nothing, None, msg("this ruling comes right after {barred}", barred=barred))
        if self.record.left and all(isinstance(entry, Ruling) for entry in self.record.moves[self.at :]):
            self.table.close()
        if self.table.later(ruling.clause):
            self._done()
        elif not any(breach.prohibition in one.owed for one in self.table.standing):
            raise Faulted("C0827", nothing, None, msg("no earlier move is {barred}", barred=barred))
        elif not self._leave():
            advice = msg("a later ruling comes after another move, or after the end of the hand")
            raise Faulted("C0827", msg("{name} comes too soon after the move that it rules on", name=name), None, advice)


def differences(rules: Rules, record: Record, played: Played, path: str) -> tuple[Diagnostic, ...]:
    """Return the differences from the result that a record states."""
    stated = as_object(record.result)
    if stated is None:
        return ()
    found = cast("Mapping[str, Json]", result_json(rules, played))
    wrong = [key for key, value in stated.items() if key in found and not _equal(value, found[key])]
    return tuple(
        Diagnostic("C0825", msg("the {key} in the record differ from the result of the rules", key=key), path=path)
        for key in wrong
    )


def _equal(first: Json, second: Json) -> bool:
    """Compare two values as JSON: booleans are not numbers, and lists are compared in their order."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    one, other = as_object(first), as_object(second)
    if one is not None and other is not None:
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    row, line = as_list(first), as_list(second)
    if row is not None and line is not None:
        return len(row) == len(line) and all(_equal(a, b) for a, b in zip(row, line, strict=True))
    return first == second


def stated_otherwise(rules: Rules, value: Json, path: str = "") -> Diagnostic | None:
    """Return a warning if a record states that it belongs to another game, or to another edition or text of this one."""
    stamp, game = as_object(value) or {}, rules.game
    edition = game.ruleset.edition
    stated = {"game": game.name, "edition": edition.name if edition is not None else None, "fingerprint": fingerprint(game)}
    wrong = next((key for key, mine in stated.items() if key in stamp and stamp[key] != mine), None)
    if wrong is None:
        return None
    other, name = shorten(str(stamp[wrong])), game.name
    messages = {
        "game": msg("the record is for `{other}`, but the rules are those of `{name}`", other=other, name=name),
        "edition": msg("the record is for another edition of `{name}`: `{other}`", other=other, name=name),
        "fingerprint": msg("the record is for another text of `{name}`: `{other}`", other=other, name=name),
    }
    return Diagnostic("C0831", messages[wrong], severity="warning", path=path)


# ------------------------------------------------------------------------ record


FORM = 2
"""The version of the form of records. From version 2 on, records name their game."""


def write_record(
    rules: Rules, played: Played, *, match: bool = False, name: str = "", date: str = "", seats: Sequence[str] = ()
) -> RecordJson:
    """Return the record of a playout, with its game, its name, the date and the names of the players by seat. A playout that
    was left has no result.
    """
    game, edition = rules.game, rules.game.ruleset.edition
    packs = [[game.deck.cards[card].code for card in pack] for pack in played.packs]
    record = cast("RecordJson", {"form": FORM, "game": game.name})
    if edition is not None:
        record["edition"] = edition.name
    record["fingerprint"] = fingerprint(game)
    if name:
        record["name"] = name
    if date:
        record["date"] = date
    if seats:
        record["seats"] = tuple(seats)
    record["players"], record["settings"] = game.players, dict(game.settings)
    if match:
        record["match"] = True
    record["stock"] = packs[0] if len(packs) == 1 else packs
    record["moves"] = [entry_json(rules, entry) for entry in played.moves]
    if played.left:
        record["left"] = True
    else:
        record["result"] = result_json(rules, played)
    return record


def read_record(rules: Rules, value: Json, path: str = "") -> Record | tuple[Diagnostic, ...]:
    """Read a record from JSON and check its form and its cards. `replay` tests whether it can be played."""
    reader = JsonReader(rules.game, path)
    table = reader.table(value, msg("the record"), keys_of(RecordJson))
    if table is None:
        return tuple(reader.found)
    for key in ("stock", "moves"):
        if key not in table:
            reader.wrong(
                "C0814", msg("the record has no `{key}`", key=key), msg("a record contains the shuffled cards and the moves")
            )
    players = table.get("players", rules.game.players)
    if players != rules.game.players or isinstance(players, bool):
        reader.wrong(
            "C0821",
            msg("the record is for {recorded} players, but the game is for {n}", recorded=str(players), n=rules.game.players),
        )
    reader.settings(table.get("settings", {}))
    match, left = (reader.truth(table.get(key, False), f"`{key}`") for key in ("match", "left"))
    packs = _packs(reader, table.get("stock", []))
    items = reader.items(table.get("moves", []), "`moves`")
    moves = [read_entry(reader, item, number) for number, item in enumerate(items, 1)]
    reader.nearly_known(table.get("result"), "`result`", keys_of(ResultJson))
    if reader.found:
        return tuple(reader.found)
    return Record(packs, tuple(move for move in moves if move is not None), match, table.get("result"), left)


def _packs(reader: JsonReader, stock: Json) -> tuple[tuple[int, ...], ...]:
    items = reader.items(stock, "`stock`")
    if not items or isinstance(items[0], str):
        return (reader.pack(items, "`stock`"),) if items else ()
    return tuple(reader.pack(pack, msg("pack {n} of `stock`", n=number)) for number, pack in enumerate(items, 1))
