"""A module run by Python itself, where WebAssembly is not to be had: slow, and the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from cartaro_engine.ir.nodes import Module
from cartaro_engine.printers.python import python_source
from cartaro_engine.running.machine import Trapped

Functions = dict[str, Callable[..., int]]
Bind = Callable[[list[int], type[Trapped]], Functions]


def _compiled(module: Module) -> Bind:
    made: dict[str, Any] = dict(module.tables)
    exec(compile(python_source(module), "<engine>", "exec"), made)
    return cast("Bind", made["bind"])


class PythonMachine:
    """A module as Python functions over a list.

    What runs is made of the module alone, whose names are the lowering's own; no text of a ruleset comes into it.
    """

    def __init__(self, module: Module, code: Bind | None = None) -> None:
        self._module, self._code = module, code or _compiled(module)
        self._memory = [0] * module.words
        for address, words in module.data:
            self.write(address, words)
        self._functions = self._code(self._memory, Trapped)

    def another(self) -> PythonMachine:
        """The same functions over a list of their own."""
        return PythonMachine(self._module, self._code)

    def call(self, function: str, *arguments: int) -> int:
        """What an exported function gives; raises `Trapped` where it stops."""
        try:
            return self._functions[function](*arguments)
        except RecursionError:
            raise Trapped(None) from None

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        return self._memory[address : address + count]

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        self._memory[address : address + len(words)] = words
