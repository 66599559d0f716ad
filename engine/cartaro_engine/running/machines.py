"""Machines that run a module, in Python or in a host that instantiates its bytes; and the random source that they share with
the interpreter.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, Self, cast

from cartaro_engine.ir.nodes import Module
from cartaro_engine.memory.layout import Unit
from cartaro_engine.printers.python import python_source
from cartaro_engine.printers.wasm import WORD, wasm_bytes
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Played, RandomPlayer, Rules, SeededChance, play_hand, play_match

# ----------------------------------------------------------------------- machine


class Trapped(Exception):
    """A module has stopped for a reason of `memory/traps`; without a reason, its calls were nested too deeply."""

    def __init__(self, reason: int | None) -> None:
        super().__init__(reason)
        self.reason = reason


class NotBuilt(Exception):
    """A host cannot run a module: its bytes cannot be produced, or the host refuses them."""


class Machine(Protocol):
    """A module in memory."""

    def call(self, function: str, *arguments: int) -> int:
        """Call an exported function. Raise `Trapped` if it stops."""
        ...

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        ...

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        ...

    def another(self) -> Self:
        """Return another instance of the module with its own, empty memory, without compiling it again."""
        ...


# ------------------------------------------------------------------ host machine


class Instance(Protocol):
    """A module in its own memory, whose bytes count from 0."""

    def call(self, function: str, *arguments: int) -> int | None:
        """Call an exported function. Return None if it stops."""
        ...

    def read(self, first: int, count: int) -> bytes:
        """Some bytes of memory."""
        ...

    def write(self, first: int, content: bytes) -> None:
        """Set some bytes of memory."""
        ...

    def another(self) -> Self:
        """Return the same module in another memory; nothing is compiled again."""
        ...


Instantiate = Callable[[bytes], Instance]
"""Instantiates the bytes of a module on a host."""


class HostMachine:
    """A module that a host runs."""

    def __init__(self, module: Module, instance: Instance) -> None:
        self._module, self._instance = module, instance

    @staticmethod
    def of(module: Module, instantiate: Instantiate) -> HostMachine:
        """Return a module given to a host; raise `NotBuilt` if the host cannot run it."""
        try:
            return HostMachine(module, instantiate(wasm_bytes(module)))
        except Exception as why:  # each host raises errors of its own types
            raise NotBuilt(f"{type(why).__name__}: {why}") from why

    def another(self) -> HostMachine:
        """The same code with its own memory."""
        return HostMachine(self._module, self._instance.another())

    def call(self, function: str, *arguments: int) -> int:
        """Call an exported function. Raise `Trapped` if it stops."""
        found = self._instance.call(function, *arguments)
        if found is not None:
            return found
        (reason,) = self.read(self._module.trap, 1)
        self.write(self._module.trap, [0])  # cleared, so that the reason is not reported for a later stop
        raise Trapped(reason or None)

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        return array("q", self._instance.read(address * WORD, count * WORD)).tolist()

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        self._instance.write(address * WORD, array("q", words).tobytes())


# ---------------------------------------------------------------- python machine


Functions = dict[str, Callable[..., int]]
Bind = Callable[[list[int], type[Trapped]], Functions]


def _compiled(module: Module) -> Bind:
    made: dict[str, Any] = dict(module.tables)
    exec(compile(python_source(module), "<engine>", "exec"), made)
    return cast("Bind", made["bind"])


class PythonMachine:
    """A module as Python functions over a list.

    The code is made only from the module, whose names are the lowering's own; it contains no text of a ruleset.
    """

    def __init__(self, module: Module, code: Bind | None = None) -> None:
        self._module, self._code = module, code or _compiled(module)
        self._memory = [0] * module.words
        for address, words in module.data:
            self.write(address, words)
        self._functions = self._code(self._memory, Trapped)

    def another(self) -> PythonMachine:
        """The same functions over another list."""
        return PythonMachine(self._module, self._code)

    def call(self, function: str, *arguments: int) -> int:
        """Call an exported function. Raise `Trapped` if it stops."""
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


# ------------------------------------------------------------------------ chance


LOW: Final = (1 << 32) - 1
ROUNDS: Final = 15


class HandChance(SeededChance):
    """Chance of hand number `hand` of a seed. It stores the packs that it returned, so that a record can include them."""

    def __init__(self, seed: int, hand: int) -> None:
        super().__init__(0)
        low, high = halves(seed)
        self.words = [low, high, hand & LOW, 1]
        for _ in range(ROUNDS):
            self._draw()

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return an even shuffle: each card, from the last down, is exchanged with itself or one before it."""
        pack = list(cards)
        for last in range(len(pack) - 1, 0, -1):
            other = self.below(last + 1)
            pack[last], pack[other] = pack[other], pack[last]
        self.packs.append(tuple(pack))
        return self.packs[-1]

    def below(self, end: int) -> int:
        """Return a random number from 0 to `end` - 1."""
        return self._draw() * end >> 32

    def _draw(self) -> int:
        a, b, c, counter = self.words
        drawn = (a + b + counter) & LOW
        turned = (c << 21 | c >> 11) & LOW
        self.words = [b ^ b >> 9, (c + (c << 3)) & LOW, (turned + drawn) & LOW, (counter + 1) & LOW]
        return drawn


class HandPlayer(RandomPlayer):
    """Chooses evenly among the legal moves, from the source of the shuffles."""

    def __init__(self, chance: HandChance) -> None:
        super().__init__(0)
        self._chance = chance

    def pick(self, count: int) -> int:
        """A number below a count."""
        return self._chance.below(count)


def halves(seed: int) -> tuple[int, int]:
    """The two halves of the lowest 64 bits of a seed."""
    return seed & LOW, seed >> 32 & LOW


def played_by_the_interpreter(rules: Rules, seed: int, number: int, unit: Unit = "hand") -> Played | Diagnostic:
    """Play hand, or match, `number` of a seed as the engine plays it. Return it with all data for its record."""
    chance = HandChance(seed, number)
    play = play_hand if unit == "hand" else play_match
    return play(rules, [HandPlayer(chance)] * rules.game.players, chance)
