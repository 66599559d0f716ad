"""A module under construction: the functions and tables made so far, each under a key of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from cartaro_engine.ir.endings import restoring
from cartaro_engine.ir.nodes import Const, Lookup, LoweredFunction, Value
from cartaro_engine.ir.reach import calls
from cartaro_engine.ir.writer import Writer, plain


@dataclass(slots=True, kw_only=True)
class ModuleDraft:
    """What has been written of a module.  Where functions make sets of several words, `passing` is the address of the word that
    says where the next of them is laid.
    """

    passing: int | None
    functions: dict[str, LoweredFunction] = field(default_factory=dict[str, LoweredFunction])
    tables: dict[tuple[int, ...], str] = field(default_factory=dict[tuple[int, ...], str])
    made: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    leaving: set[str] = field(default_factory=set[str])
    """The functions that leave sets of several words behind."""

    def table(self, values: tuple[int, ...]) -> str:
        """The name of a table with these entries."""
        return self.tables.setdefault(values, f"table_{len(self.tables)}")

    def look_up(self, values: tuple[int, ...], index: Value) -> Value:
        """An entry of a table."""
        return Const(values[index.value]) if isinstance(index, Const) else Lookup(self.table(values), index)

    def define(
        self, key: Hashable, hint: str, parameters: tuple[str, ...], write: Callable[[Writer], None], *, keeps: bool = False
    ) -> str:
        """The function for a key, written when it is first wanted; it may call itself.  Unless it `keeps` them, since it gives
        one, sets of several words that it has made are forgotten at its end.
        """
        if key not in self.made:
            name = f"{plain(hint)}_{len(self.made)}"
            self.made[key] = name
            writer = Writer(name, *parameters)
            write(writer)
            function = writer.function()
            if keeps and self.passing is not None:
                self.leaving.add(name)
            elif self.passing is not None and not self.leaving.isdisjoint(calls(function.body)):
                function = restoring(function, self.passing)
            self.functions[name] = function
        return self.made[key]
