"""A table for a page: a hand or a match from a seed, move by move, with undo, for people and for machines.

A seat is counted from 0, and answers are for the player in it: they contain nothing that this player may not see. The same
game, seed, seats and moves give the same table.

An entry is a move, a finding of the arbiter, or a move that breaks a rule and is kept, or is noticed at once. The last are
written as in an example, `lay 7D despite obbligo` and `lay 7D ruled rilevata`: a list of entries states of every move whether
it was legal, and a changed text cannot turn a legal move into a breach. Entries for the arbiter list nothing that the player
may not see: an argument that would show unseen cards is left for the player to state (`offers`).

Machine players choose at random or use the engine's opponents, which look at no hidden card. Their chance depends on the seed,
the seat and the number of the move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from cartaro_engine import GameTable as SearchedTable
from cartaro_engine import Machine, Module, Onlooker, Opponent, PythonMachine, best_machine, good, greedy, is_lowered, table_of
from cartaro_grammar import Diagnostic, Game, choose, msg
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Choice,
    Faulted,
    Irregular,
    Move,
    Offer,
    PlayInProgress,
    RandomPlayer,
    Received,
    Rise,
    Rules,
    SeededChance,
    State,
    argument_codes,
    article_of,
    as_known_to,
    choice_of,
    choices,
    compile_game,
    diagnosed,
    finding_of,
    in_demand,
    irregular,
    json_forms,
    judge,
    names_unseen,
    numbers_of,
    phrase,
    read_finding,
    read_written,
    received,
    symbols_of,
    view,
    write_record,
)
from cartaro_rulebook import (
    Naming,
    card_in_words,
    finding_in_words,
    in_words,
    language,
    localized,
    move_in_words,
    players_in_words,
    sides_in_words,
)
from cartaro_workbench.editing.document import Problem, problem

# ----------------------------------------------------------------------- entries


DESPITE = " despite "
RULED = " ruled "


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A move or a finding. A move that breaks rules has the prohibitions that it breaks, or the clauses that rule on it at
    once.
    """

    move: Move
    despite: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()


def read_entry(game: Game, written: str) -> TableEntry | tuple[Problem, ...]:
    """Read an entry."""
    noticed = RULED in written
    text, _, names = written.partition(RULED if noticed else DESPITE)
    act = text.split(maxsplit=1)[:1]
    is_finding = bool(act) and finding_of(game, act[0]) is not None
    move = read_finding(game, text) if is_finding else read_written(game, text)
    if not isinstance(move, Move):
        return tuple(map(problem, move))
    clauses = tuple(names.replace(",", " ").split())
    return TableEntry(move, ruled=clauses) if noticed else TableEntry(move, clauses)


def written_entry(game: Game, entry: TableEntry) -> str:
    """Return an entry as an author writes it."""
    text = phrase(game, entry.move)
    if entry.ruled:
        return f"{text}{RULED}{', '.join(entry.ruled)}"
    return f"{text}{DESPITE}{', '.join(entry.despite)}" if entry.despite else text


# -------------------------------------------------------------------- game table


MOST_MOVES = 20_000

Refused = tuple[Problem, ...]
Sitter = Literal["person", "random", "greedy", "good"]
"""The player in a seat: a person, or a machine that plays at random, takes the immediately best move, or searches."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done:
    """An entry that was made: the seat of its player, its hand, from 1, and its number in the record, from 1. A card chosen
    unseen is open in `entry`, since the seed determines it; `move` names all cards; `known` is the move as the player in each
    seat knows it, and `gains` are the cards that came into hands, as each of them knows these. `risen` has the clauses by which
    counters rose.
    """

    seat: int
    entry: TableEntry
    hand: int
    number: int
    move: Move
    known: tuple[Move, ...]
    gains: tuple[tuple[Received, ...], ...] = ()
    risen: tuple[Rise, ...] = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """The first move that could not be replayed: its number, from 1, its text, and the reason."""

    number: int
    phrase: str
    problem: Problem


MOST_COURSES: Final = 6


@dataclass(frozen=True, slots=True)
class MoveCourse:
    """The states of an entry, which has a number among the entries of the table, from 1: before the act, after it and its
    consequences, and when the next entry is awaited.
    """

    number: int
    before: State
    acted: State
    after: State


@dataclass(slots=True)
class Table:
    """Play in progress, with its seed and seats. `onlookers` are the memories of people, who may ask for advice, and of the
    searching machines. `courses` are the courses of the last entries that took cards away from the places of others, or
    after the act.
    """

    seed: int
    proceedings: PlayInProgress
    seats: tuple[Sitter, ...] = ()
    done: list[Done] = field(default_factory=list[Done])
    onlookers: Mapping[int, Onlooker] = field(default_factory=dict[int, Onlooker])
    courses: list[MoveCourse] = field(default_factory=list[MoveCourse])

    @property
    def rules(self) -> Rules:
        return self.proceedings.rules

    @property
    def actor(self) -> int | None:
        """The seat whose move is awaited."""
        options = self.proceedings.options()
        return options[0].player if options else None

    @property
    def moves(self) -> tuple[str, ...]:
        """All entries so far, as an author writes them."""
        return tuple(written_entry(self.rules.game, one.entry) for one in self.done)

    def do(self, option: Choice) -> None:
        """Make a legal move. Each player learns as much about it as the rules let that player see."""
        played = self.proceedings
        before, packs, hand = played.state, len(played.chance.packs), played.hands
        played.act(option)
        move = self._entered(option.player, TableEntry(option.move), hand, before)
        for onlooker in self.onlookers.values():
            onlooker.saw(before, move, played.state, shuffled=len(played.chance.packs) > packs)

    def find(self, finding: Move, seat: int) -> None:
        """Enter a legal finding, for the player in a seat."""
        before, hand = self.proceedings.state, self.proceedings.hands
        self.proceedings.find(finding)
        self._entered(seat, TableEntry(finding), hand, before)

    def let_stand(self, found: Irregular) -> None:
        """Make a move that breaks a rule and is not noticed before the next move."""
        before, hand = self.proceedings.state, self.proceedings.hands
        self.proceedings.stand(found)
        self._entered(found.option.player, TableEntry(found.move, found.bars), hand, before)

    def notice(self, found: Irregular) -> None:
        """Make a move that breaks a rule and is noticed at once: the same player makes it good next."""
        before, hand, number = self.proceedings.state, self.proceedings.hands, len(self.proceedings.entries) + 1
        self.proceedings.at_once(found, found.at_once, stands=False)
        self._entered(found.option.player, TableEntry(found.move, ruled=found.at_once), hand, before, number)

    def legal(self) -> tuple[Move, ...] | Diagnostic:
        """Return the legal choices, in canonical order; cards that are chosen unseen are left open."""
        try:
            return choices(self.rules.game, (option.move for option in self.proceedings.options()))
        except Faulted as fault:
            return diagnosed(fault)

    def _entered(self, seat: int, entry: TableEntry, hand: int, before: State, number: int = 0) -> Move:
        """Log an entry and return the move with all its cards. Earlier moves that were kept can be ruled on from now on."""
        played, game = self.proceedings, self.rules.game
        number = number or len(played.entries)
        move = played.entries[number - 1]
        assert isinstance(move, Move)
        known = tuple(as_known_to(self.rules, n, before, move, played.state) for n in range(game.players))
        gains = tuple(
            tuple(received(self.rules, (n,), before, move, played.state)) if played.hands == hand else ()
            for n in range(game.players)
        )
        self.done.append(Done(seat, entry, hand, number, move, known, gains, tuple(played.risen)))
        self._followed(seat, before)
        if played.standing:
            played.settle()
        return move

    def _followed(self, seat: int, before: State) -> None:
        """Keep the course of the last entry if cards went away in it."""
        acted, after = self.proceedings.acted or before, self.proceedings.state
        if _cards_left(self.rules, before, acted, seat) or _cards_left(self.rules, acted, after):
            self.courses = [*self.courses[1 - MOST_COURSES :], MoveCourse(len(self.done), before, acted, after)]


def _cards_left(rules: Rules, before: State, after: State, seat: int | None = None) -> bool:
    """Return whether cards have left their places; given a seat, only places that are not that player's or their side's
    count.
    """
    own: Mapping[str, int] = {} if seat is None else {"player": seat, "side": rules.game.side_of[seat]}
    return any(
        before.cells[place.slot + owner] & ~after.cells[place.slot + owner]
        for place in rules.layout.places.values()
        for owner in range(place.count)
        if place.zone.family or own.get(place.zone.owner) != owner
    )


def deal_table(
    game: Game,
    seed: int,
    settings: Mapping[str, str] | None = None,
    *,
    match: bool = False,
    seats: Sequence[Sitter] = (),
    names: Sequence[str] = (),
) -> Table | Refused:
    """Return a table with its first hand dealt, under house rules and a number of players. A seat without a sitter has a
    person; `names` are those of the players, by seat.
    """
    chosen = choose(game, settings or {})
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    if not isinstance(rules, Rules):
        return tuple(map(problem, rules))
    return _new_table(called(rules, names), seed, match, seats)


LONGEST_NAME: Final = 24


def called(rules: Rules, names: Sequence[str]) -> Rules:
    """Return rules that name the players in words. A name has at most 24 printable characters; without a name, or with the name
    of an earlier seat, a player keeps the number.
    """
    printable = ("".join(sign if sign.isprintable() else " " for sign in name) for name in names[: rules.game.players])
    tidied = (" ".join(name.split())[:LONGEST_NAME].strip() for name in printable)
    kept = list[str]()
    for name in tidied:
        kept.append("" if name in kept else name)
    called_so = tuple(kept) if any(kept) else ()
    return rules if called_so == rules.game.called else replace(rules, game=replace(rules.game, called=called_so))


def _new_table(rules: Rules, seed: int, match: bool, seats: Sequence[Sitter]) -> Table | Refused:
    """Return a table before the first move."""
    sitting: tuple[Sitter, ...] = tuple(seats[n] if n < len(seats) else "person" for n in range(rules.game.players))
    watching = {seat: Onlooker(rules, seat) for seat, who in enumerate(sitting) if who != "random"}
    table = Table(seed, PlayInProgress(rules, SeededChance(seed), match), sitting, onlookers=watching)
    try:
        table.proceedings.begin()
        table.proceedings.begin_hand()
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return table


# ---------------------------------------------------------------------------------------------- moves


def act(table: Table, seat: int, written: str) -> Refused:
    """Make a move, as an author writes it or as JSON; return the problems of an illegal one, which changes nothing."""
    move = read_move(table, seat, written)
    if not isinstance(move, Move):
        return move
    return _names_unseen_card(table.rules.game, move) or _do(table, TableEntry(move))


def _names_unseen_card(game: Game, move: Move) -> Refused:
    """Return the problem that a card chosen unseen cannot be named: its place is hidden from the player."""
    parameter = names_unseen(game, move)
    if parameter is None:
        return ()
    message = msg("`{name}` is chosen unseen, and cannot be named beforehand", name=parameter.name)
    advice = msg("write `{move}`", move=phrase(game, choice_of(game, move)))
    return (problem(Diagnostic("C0818", message, help=advice)),)


def enter(table: Table, seat: int, written: str) -> Refused:
    """Make the entry for which a player called the arbiter: a finding, or an unnoticed move of theirs that breaks a rule."""
    if seat != table.actor:
        return not_your_turn(seat)
    entry = read_entry(table.rules.game, written)
    if not isinstance(entry, TableEntry):
        return entry
    return _names_unseen_card(table.rules.game, entry.move) or _do(table, entry)


def _do(table: Table, entry: TableEntry) -> Refused:
    if len(table.done) >= MOST_MOVES:
        return (problem(Diagnostic("C0824", msg("a table has at most {n} moves", n=MOST_MOVES))),)
    before = len(table.done)
    try:
        if not _done(table, entry):
            wrong, demand = (
                msg("`{move}` is not legal here", move=written_entry(table.rules.game, entry)),
                table.proceedings.demand,
            )
            if demand:
                why = in_demand(table.rules, demand)
                wrong = msg("`{move}` is not legal: {why}", move=written_entry(table.rules.game, entry), why=why)
            return (problem(Diagnostic("C0818", wrong)),)
    except Faulted as fault:
        _go_back(table, before)
        return (problem(diagnosed(fault)),)
    return ()


def _done(table: Table, entry: TableEntry) -> bool:
    """Make an entry if it is allowed; return whether it was."""
    rules, state, move = table.rules, table.proceedings.state, entry.move
    seat = table.actor
    if entry.despite or entry.ruled:
        broken = () if table.proceedings.demand else irregular(rules, state)
        if isinstance(broken, Diagnostic):
            return False
        mine = (one for one in broken if one.option.player == seat and one.move.same(move))
        found = next((one for one in mine if (one.at_once == entry.ruled if entry.ruled else one.bars == entry.despite)), None)
        if found is None or not (entry.ruled or found.later):
            return False
        (table.notice if entry.ruled else table.let_stand)(found)
        return True
    if finding_of(rules.game, move.act) is not None:
        if table.proceedings.demand:
            return False
        verdict = judge(rules, state, move)
        can = seat is not None and not isinstance(verdict, Diagnostic) and verdict.legal
        if can and seat is not None:
            table.find(move, seat)
        return can
    option = table.proceedings.meant(move)
    if option is not None:
        table.do(option)
    return option is not None


def _go_back(table: Table, moves: int) -> None:
    """Restore the table after an exception in the middle of an entry."""
    before = _replayed(table, moves)
    if isinstance(before, Table):
        table.proceedings, table.done, table.onlookers = before.proceedings, before.done, before.onlookers
        table.courses = before.courses


def read_move(table: Table, seat: int, written: str) -> Move | Refused:
    """Read a move of the player in a seat, whose turn it must be."""
    if seat != table.actor:
        return not_your_turn(seat)
    move = read_written(table.rules.game, written)
    return move if isinstance(move, Move) else tuple(map(problem, move))


def not_your_turn(seat: int) -> Refused:
    """Return the problem that it is not the turn of the player in a seat."""
    return (problem(Diagnostic("C0818", msg("it is not the turn of the player in seat {n}", n=seat + 1))),)


def next_hand(table: Table) -> Refused:
    """Deal the next hand of a match, if one is due."""
    if not table.proceedings.goes_on:
        return (problem(Diagnostic("C0818", msg("no hand can be dealt now"))),)
    try:
        table.proceedings.begin_hand()
    except Faulted as fault:
        return (problem(diagnosed(fault)),)
    return ()


# ---------------------------------------------------------------------------------------------- again


def take_back(table: Table, moves: int = 1) -> Table | Refused:
    """Return the table before the last moves; the table after the deal, if there were fewer."""
    return _replayed(table, max(0, len(table.done) - max(0, moves)))


def _replayed(table: Table, moves: int) -> Table | Refused:
    """Return the table after its first moves."""
    again = _new_table(table.rules, table.seed, table.proceedings.match, table.seats)
    if isinstance(again, Table):
        for one in table.done[:moves]:
            wrong = _redo(again, one.entry)
            if wrong:
                return wrong
    return again


def _redo(table: Table, entry: TableEntry) -> Refused:
    """Make an entry, in the next hand of the match if the current one has ended."""
    return (() if table.proceedings.awaits else next_hand(table)) or _do(table, entry)


def play_moves(table: Table, moves: Sequence[str]) -> Stopped | None:
    """Make moves as an author writes them, for the player whose turn it is, hand after hand. Stop at the first that cannot be
    made.
    """
    for number, written in enumerate(moves, 1):
        entry = read_entry(table.rules.game, written)
        wrong = _redo(table, entry) if isinstance(entry, TableEntry) else entry
        if wrong:
            return Stopped(number, written, wrong[0])
    return None


def record(table: Table) -> json_forms.RecordJson:
    """Return the record of play. It shows all cards, and is for use after the end of play."""
    return write_record(table.rules, table.proceedings.played(), match=table.proceedings.match)


# --------------------------------------------------------------- arbiter entries


WRITTEN = frozenset({"card", "cards", "group", "player", "players", "side", "sides", "symbol", "symbols", "number"})
"""The kinds of arguments that can be written."""
ENTERED = frozenset({("later", "stand"), ("once", "make_good")})
"""The outcomes of a move that breaks a rule that affect further play: the time when it is noticed, and the remedy."""
SEVERAL = frozenset({"cards", "group", "players", "sides", "symbols"})


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """A value of an argument: its text, and its words."""

    written: str
    text: str


@dataclass(frozen=True, slots=True)
class RequestedArgument:
    """An argument that the player must state: its word, its kind, whether it may have several values, and all values."""

    name: str
    kind: Literal["card", "player", "side", "value"]
    several: bool
    values: tuple[ArgumentValue, ...]


@dataclass(frozen=True, slots=True)
class ArbiterEntry:
    """A possible entry: its text, with `{name}` for an argument that the player must give, and its words; whether it is a
    finding or a move that breaks a rule, and whether such a move is noticed at once; the articles with its consequences; and
    the arguments to give.
    """

    phrase: str
    text: str
    finding: bool
    at_once: bool
    articles: tuple[str, ...]
    asked: tuple[RequestedArgument, ...]


def has_arbiter(game: Game) -> bool:
    """Return whether the game has any entry for which the arbiter can be called."""
    ruled = (sentence for _, sentence in game.with_sentence(g.Breach) if (sentence.noticed, sentence.remedy) in ENTERED)
    return any(act.finding for act in game.acts) or any(ruled)


def arbiter_entries(table: Table, seat: int, code: str) -> tuple[ArbiterEntry, ...] | Refused:
    """Return the possible entries of the player in a seat, in a language, or none if it is not their turn, or a ruling demands
    an act.
    """
    if seat != table.actor:
        return ()
    rules, possible = table.rules, table.proceedings.arbiter_options(seat)
    if isinstance(possible, Diagnostic):
        return (problem(possible),)
    unnoticed = (_broken(rules, TableEntry(one.move, one.bars), one.later, code) for one in possible.later)
    noticed = (_broken(rules, TableEntry(one.move, ruled=one.at_once), one.at_once, code) for one in possible.at_once)
    return (*_findings(rules, possible.findings, code), *unnoticed, *noticed)


def _findings(rules: Rules, found: tuple[Offer, ...], code: str) -> Iterator[ArbiterEntry]:
    for offer in found:
        act = rules.game.act[offer.act]
        pairs = tuple(zip(act.parameters, offer.args, strict=True))
        asked = [parameter for parameter, value in pairs if value is None]
        if not all(parameter.type.kind in WRITTEN for parameter in asked):
            continue
        words = [offer.act]
        for parameter, value in pairs:
            words += [
                parameter.preposition or "",
                _written(rules, parameter, value),
            ]
        text = finding_in_words(rules, act, offer.args, code)
        given = tuple(_requested_argument(rules, parameter, code) for parameter in asked)
        yield ArbiterEntry(" ".join(filter(None, words)), text, True, False, _articles(rules, (offer.act,), code), given)


def _written(rules: Rules, parameter: g.Parameter, value: int | None) -> str:
    """Return an argument in its written form, or the placeholder of an argument that the player must state."""
    if value is None:
        return f"{{{parameter.name}}}"
    written = argument_codes(rules.game, parameter, value)
    return " ".join(map(str, written)) if isinstance(written, list) else str(written)


def _broken(rules: Rules, entry: TableEntry, rulings: tuple[str, ...], code: str) -> ArbiterEntry:
    """Return the entry of a move that breaks a rule, with the clauses that rule on it."""
    text, written = move_in_words(rules, entry.move, code), written_entry(rules.game, entry)
    if entry.ruled:
        text = f"{text}: {in_words('terminal_noticed', code)}"
    return ArbiterEntry(written, text, False, bool(entry.ruled), _articles(rules, rulings, code), ())


def _articles(rules: Rules, names: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Return the articles of findings or clauses, each once."""
    naming = Naming(rules.game, language(code))
    found = (article_of(rules.game, name) for name in names)
    return tuple(dict.fromkeys(naming.article(one.key, "sentence") for one in found if one is not None))


def _requested_argument(rules: Rules, parameter: g.Parameter, code: str) -> RequestedArgument:
    """Return an argument for the player to state, with all values of its type: fewer would show unseen cards."""
    game, kind = rules.game, parameter.type.kind
    several = kind in SEVERAL
    if kind in ("card", "cards", "group"):
        cards = (ArgumentValue(card.code, card_in_words(rules, n, code)) for n, card in enumerate(game.deck.cards))
        return RequestedArgument(parameter.name, "card", several, tuple(cards))
    if kind in ("symbol", "symbols"):
        names = symbols_of(game, parameter)
        return RequestedArgument(parameter.name, "value", several, tuple(ArgumentValue(one, one) for one in names))
    if kind == "number":
        values = tuple(ArgumentValue(str(n), str(n)) for n in numbers_of(parameter))
        return RequestedArgument(parameter.name, "value", several, values)
    of_players = kind in ("player", "players")
    called = players_in_words(game, code) if of_players else sides_in_words(game, code)
    values = tuple(ArgumentValue(str(n), name) for n, name in enumerate(called, 1))
    return RequestedArgument(parameter.name, "player" if of_players else "side", several, values)


# ----------------------------------------------------------------- machine moves


MachineMaker = Callable[[Module], Machine]


@dataclass(slots=True)
class Machines:
    """Where searching machines try their moves: on the engine of the last game, which is compiled once, or with a smaller
    search on the interpreter, if only Python could run the engine.
    """

    instantiate: MachineMaker = best_machine
    _known: tuple[Rules, SearchedTable] | None = None

    def searched(self, rules: Rules) -> SearchedTable:
        """Return a table of a game on the engine, or on the interpreter if the game cannot be lowered."""
        if self._known is None or self._known[0].layout is not rules.layout:  # the names of players may differ
            self._known = (rules, table_of(rules, None if self.instantiate is PythonMachine else self.instantiate))
        return self._known[1]

    def note(self, table: Table, code: str) -> str:
        """Return a sentence for the reader if a machine at the table searches less because the engine does not play its
        game.
        """
        known = self._known is not None and self._known[0].layout is table.rules.layout and not is_lowered(self._known[1])
        return in_words("page_table_slow", code) if known and "good" in table.seats else ""


def chance_move(table: Table) -> str | None:
    """Return a random legal move, as an author writes it; it is determined by the table."""
    return _written_move(table, "random", Machines())


def machine_move(table: Table, machines: Machines) -> str | None:
    """Return the move of the machine whose turn it is, as an author writes it; a random one if a person has the seat."""
    seat = table.actor
    return None if seat is None else _written_move(table, table.seats[seat], machines)


def advised(table: Table, seat: int, machines: Machines) -> Move | Refused:
    """Return the move that the searching machine would make in the place of the person in a seat, who knows as much."""
    moves = table.legal()
    if isinstance(moves, Diagnostic):
        return (problem(moves),)
    if table.actor != seat or not moves:
        return (problem(Diagnostic("C0818", msg("it is not the turn of the player in seat {n}", n=seat + 1))),)
    found = _searched(table, seat, "good", f"{table.seed}/{seat}/{len(table.done)}", moves, machines)
    return moves[found] if found is not None else (problem(Diagnostic("C0818", msg("the machine has no legal move"))),)


def _written_move(table: Table, sitter: Sitter, machines: Machines) -> str | None:
    seat = table.actor
    moves = table.legal() if seat is not None else ()
    if isinstance(moves, Diagnostic) or not moves or seat is None:
        return None
    seed = f"{table.seed}/{seat}/{len(table.done)}"
    searched = _searched(table, seat, sitter, seed, moves, machines)
    picked = RandomPlayer(seed).pick(len(moves)) if searched is None else searched
    return phrase(table.rules.game, moves[picked])


def _searched(table: Table, seat: int, sitter: Sitter, seed: str, moves: tuple[Move, ...], machines: Machines) -> int | None:
    """Return the index of the move that an opponent chooses. Return None if no opponent searches, or the rules do not determine
    its view.
    """
    found = view(table.rules, table.proceedings.state, seat)
    onlooker = table.onlookers.get(seat)
    if onlooker is None or isinstance(found, Diagnostic) or sitter not in ("greedy", "good"):
        return None
    return _opponent(table, sitter, seed, machines).choose(found, onlooker.known(found), moves)


def _opponent(table: Table, sitter: Sitter, seed: str, machines: Machines) -> Opponent:
    if sitter == "greedy":
        return greedy(table_of(table.rules, None), seed)
    return good(machines.searched(table.rules), seed)


# ------------------------------------------------------------------- house rules


@dataclass(frozen=True, slots=True)
class OptionValue:
    """A value of a house rule, and its title."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its name, its title, its default value and the reason for it, and all values."""

    name: str
    title: str
    default: str
    reason: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class GameControls:
    """The choices before the deal; `players` is the default number. `signs` explain the signs on the cards for which a text
    writes another letter.
    """

    name: str
    title: str
    players: int
    player_counts: tuple[int, ...]
    house_rules: tuple[HouseRule, ...]
    signs: tuple[str, ...]


def controls(game: Game, code: str) -> GameControls:
    """Return the controls of a game, in a language."""
    naming = Naming(game, language(code))
    rules = (
        HouseRule(
            option.name,
            naming.title(option.name, option.names),
            option.default,
            localized(option.reason, code, ""),
            tuple(OptionValue(value, naming.title(value)) for value in option.values),
        )
        for option in game.ruleset.options
    )
    title = localized(game.ruleset.title, code, game.name)
    return GameControls(
        game.name, title, game.players, game.ruleset.player_counts, tuple(rules), tuple(_signs(game, naming, code))
    )


def _signs(game: Game, naming: Naming, code: str) -> Iterator[str]:
    """Yield the values of cards for which the sign in the corner differs from the sign in the code."""
    for attribute in game.deck.attributes:
        for value in attribute.values:
            shown = localized(value.corner, code, value.sign) if value.corner else value.sign
            if shown != value.sign:
                name = naming.symbol(attribute.name, value.name).form(False)
                yield in_words("terminal_card_sign", code, shown=shown, name=name, written=value.sign)
