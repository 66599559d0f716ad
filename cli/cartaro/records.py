"""Read records from files, with their names and games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cartaro.inputs import name_of
from cartaro.shell import fail, load_or_exit, read_documents, report, ruleset_of_input
from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import Fitting, Json, Rules, json_text, parse_json, stated_otherwise


@dataclass(frozen=True, slots=True)
class WrittenRecord:
    """A record as it was written, with its place (the file, or file and line) and its name."""

    value: Json
    place: str
    name: str

    @property
    def game(self) -> str | None:
        """The game that the record names."""
        stated = (json_text.as_object(self.value) or {}).get("game")
        return stated if isinstance(stated, str) else None


def records_of(files: Sequence[str], as_json: bool) -> Iterator[WrittenRecord]:
    """Yield the records of some files; exit if one is not JSON."""
    for file in files:
        for place, data in read_documents(file):
            try:
                value = parse_json(data.decode("utf-8-sig"), place)
            except UnicodeDecodeError as error:
                value = Diagnostic("C0102", msg("byte {n} is not UTF-8", n=error.start), path=place)
            if isinstance(value, Diagnostic):
                fail((value,), as_json)
            yield WrittenRecord(value, place, name_of(value, place))


class StatedGames:
    """Warns about every other game, edition or text that records state, once for each."""

    def __init__(self) -> None:
        self._warned = set[str]()

    def compare(self, rules: Rules, value: Json, place: str) -> None:
        """Warn if a record states a game, edition or text other than the rules that replay it."""
        found = stated_otherwise(rules, value, place)
        if found is not None and found.message not in self._warned:
            self._warned.add(found.message)
            report((found,))


class GamesOfRecords:
    """The rules of each record: those of the game given for all records, or if none is given, of the game that the record
    names.
    """

    def __init__(self, named: str | None, as_json: bool) -> None:
        self.named, self.as_json = named, as_json
        self._known: dict[str, Fitting] = {}

    def rules(self, record: WrittenRecord) -> Rules | tuple[Diagnostic, ...]:
        """Return the rules of a record under the settings that it names; exit if the game does not exist."""
        name = self.named or record.game
        if name is None:
            message = msg("the record does not name its game")
            return (Diagnostic("C0905", message, help=msg("name it with `--rules`"), path=record.place),)
        if name not in self._known:
            rules = self.named or ruleset_of_input(name, record.place)
            if isinstance(rules, Diagnostic):
                return (rules,)
            self._known[name] = Fitting(load_or_exit(rules, (), self.as_json))
        return self._known[name].rules(record.value, "record", record.place)
