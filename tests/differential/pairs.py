"""Pairs for `diff`: a small game, and the same game with one change. The answers of `diff` are compared with all play of both.

The graphs of two games that lay out their memory alike have states of the same form. So games that are the same have equal
graphs and equal scores and winners. The converse does not hold, because no graph shows which cards a pack deals to whom.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.differential import games
from tests.differential.comparison import TITLE, TRIES, Report, Texts, Wrong, dull
from tests.differential.effort import little_effort
from tests.differential.exploration import AWAIT, AtShuffle, World, explore
from tests.differential.themes import theme_of

from cartaro_grammar import Diagnostic, Game, mutations_of
from cartaro_grammar.load import load_files
from cartaro_grammar.syntax import tree
from cartaro_interpreter import PHASE_OVER, Rules, State, compile_game, score, winner
from cartaro_interpreter.state.state import PHASE
from cartaro_workbench import Differences, differences

ANNEX = f'annex prove of {TITLE}\n  title "Prove"\n'
CLAUSE = re.compile(r"^  (?P<name>\w+)(?: despite \w+)?: .*$", re.MULTILINE)
HANDS = 20
"""The number of hands in which `diff` looks for a difference."""
ENDED = ("end", "hand")


@dataclass(frozen=True)
class Pair:
    """Two games that differ by one change."""

    seed: int
    kind: str
    texts: tuple[str, str]
    games: tuple[Game, Game]


# -------------------------------------------------------------------------- made


def pair_of(seed: int) -> Pair:
    """The pair of a seed."""
    for attempt in range(TRIES):
        own = f"{seed}/{attempt}"
        with tempfile.TemporaryDirectory() as folder:
            first = games.make(own, theme_of(seed)).text(TITLE)
            game = _loaded(first, Path(folder))
            if game is None or dull(explore(_rules(game))):
                continue
            for kind, text in _changed(first, game, Path(folder), Random(f"pair {own}")):
                second = _loaded(text, Path(folder))
                if text != first and second is not None:
                    return Pair(seed, kind, (first, text), (game, second))
    raise AssertionError(f"no pair for seed {seed}")


def _loaded(text: str, folder: Path) -> Game | None:
    """Return the game of a text, if the text has no mistakes and the game can be played."""
    game, _ = Texts(text, ANNEX).loaded(folder)
    return game if game is not None and isinstance(compile_game(game), Rules) else None


def _rules(game: Game) -> Rules:
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules


def _changed(text: str, game: Game, folder: Path, random: Random) -> Iterator[tuple[str, str]]:
    """Yield changes of a text: half of them change words, the others whole clauses."""
    (folder / f"{TITLE}.regole").write_text(text, encoding="utf-8")
    files = [file for file in load_files(folder / f"{TITLE}.regole") if isinstance(file, tree.File) and file.kind != "annex"]
    mutations = [each for each in mutations_of(game.ruleset, files) if each.source.name.endswith(f"{TITLE}.regole")]
    clauses = list(CLAUSE.finditer(text))
    for _ in range(TRIES):
        if mutations and random.random() < 0.5:
            mutation = random.choice(mutations)
            yield mutation.kind, mutation.text
        else:
            kind = random.choice(list(CHANGES))
            yield kind, CHANGES[kind](text, random.choice(clauses), random)


def _dropped(text: str, clause: re.Match[str], random: Random) -> str:
    return text[: clause.start()] + text[clause.end() + 1 :]


def _doubled(text: str, clause: re.Match[str], random: Random) -> str:
    again = clause[0].replace(clause["name"], f"{clause['name']}_di_nuovo", 1)
    return f"{text[: clause.end()]}\n{again}{text[clause.end() :]}"


def _renamed(text: str, clause: re.Match[str], random: Random) -> str:
    return re.sub(rf"\b{clause['name']}\b", f"{clause['name']}_nuova", text)


def _last(text: str, clause: re.Match[str], random: Random) -> str:
    return f"{_dropped(text, clause, random)}{clause[0]}\n"


def _without_winner(text: str, clause: re.Match[str], random: Random) -> str:
    return re.sub(r"^  \w+(?: despite \w+)?: the winner is .*\n", "", text, count=1, flags=re.MULTILINE)


CHANGES: dict[str, Callable[[str, re.Match[str], Random], str]] = {
    "dropped": _dropped, "doubled": _doubled, "renamed": _renamed, "last": _last, "without winner": _without_winner,
}  # fmt: skip


# ---------------------------------------------------------------------- compared


def compare_pair(pair: Pair) -> Report:
    """Compare the games of a pair by `diff`, in both directions, and check the result against all play of both."""
    report = Report(pair.seed)
    worlds = [explore(_rules(game)) for game in pair.games]
    if any((world.stock is None) is not (worlds[0].stock is None) for world in worlds):
        worlds = [explore(_rules(game), hiding=False) for game in pair.games]
    report.states, report.closed = sum(world.states for world in worlds), all(world.closed for world in worlds)
    alike = _play_alike(*worlds) if report.closed else None
    for (one, first), (other, second) in (
        tuple(zip(pair.games, worlds, strict=True)),
        tuple(zip(pair.games, worlds, strict=True))[::-1],
    ):
        with little_effort():
            found = differences(one, other, "en", hands=HANDS, clauses=False)
        assert isinstance(found, Differences), found
        report.verdicts[f"{found.relation}{' (proved)' if found.proved else ''}"] += 1
        report.wrong += [Wrong(pair.kind, (), found.relation, truth) for truth in _against(found, first, second, alike)]
    return report


def _against(found: Differences, first: World, second: World, alike: bool | None) -> Iterator[str]:
    """Yield the contradictions between all play and a comparison."""
    if found.relation == "equal" and alike is False:
        yield "they do not play alike"
    if found.proved and found.relation in ("stricter", "looser"):
        wider, narrower = (first, second) if found.relation == "stricter" else (second, first)
        for seen in narrower.met.get(AWAIT, ()):
            if seen in wider.met.get(AWAIT, ()):
                more = narrower.acted.get(seen.cells, {}).keys() - wider.acted.get(seen.cells, {}).keys()
                if more:
                    yield f"in a state of both, {sorted(map(str, more))[0]} is legal in one only"
                    return


def _play_alike(first: World, second: World) -> bool | None:
    """Return whether two games play alike; None if their memory is laid out differently."""
    if first.rules.layout.memory.keys() != second.rules.layout.memory.keys():
        return None
    return _signature(first) == _signature(second)


def _signature(world: World) -> tuple[object, ...]:
    """Return all results of play of a game: the successor of each move, the scores and the winner, and the faults of play."""
    points = {seen.cells: _points(world.rules, State(seen.cells)) for seen in world.met.get(ENDED, ())}
    over = [node for node in world.leads if not isinstance(node, AtShuffle) and node and node[PHASE] == PHASE_OVER]
    winners = {cells: winner(world.rules, State(cells)) for cells in over}
    return world.acted, points, winners, set(world.faults)


def _points(rules: Rules, state: State) -> tuple[int, ...] | None:
    """Return the score of each side in a state; None if the rules do not decide it."""
    found = score(rules, state)
    return None if isinstance(found, Diagnostic) else found.points
