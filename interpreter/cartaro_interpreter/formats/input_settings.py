"""The number of players and the house rules that a position or record is for, and the rules compiled for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, choose, msg
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.formats.json_text import Json, as_object, shown, shown_word
from cartaro_interpreter.formats.position import wanted_players

InputKind = Literal["position", "record"]


class Fitting:
    """Compiles a game for the players and settings of each input, and remembers the result.  `chosen` are the settings chosen
    by name, which no input may contradict.
    """

    def __init__(self, game: Game, chosen: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.chosen = chosen or {}
        self._known: dict[tuple[tuple[str, str], ...], Rules | tuple[Diagnostic, ...]] = {}

    def rules(self, value: Json, kind: InputKind, path: str = "") -> Rules | tuple[Diagnostic, ...]:
        """Return the rules under which to read a position or record."""
        settings = self._settings(value, path)
        if isinstance(settings, tuple):
            return settings
        players = wanted_players(self.game, value) if kind == "position" else _players_of(self.game, value)
        if players is None:
            counts = ", ".join(map(str, self.game.ruleset.player_counts))
            message = msg(
                "the position has seats or sides, or a number of players, that `{game}` does not have", game=self.game.name
            )
            if kind == "record":
                message = msg(
                    "the record has seats or sides, or a number of players, that `{game}` does not have", game=self.game.name
                )
            return (Diagnostic("C0821", message, help=msg("it is for {counts} players", counts=counts), path=path),)
        stated = {PLAYERS_SETTING: str(players)} if PLAYERS_SETTING in (as_object(value) or {}) else {}
        for name, chosen in self.chosen.items():
            recorded = {**settings, **stated}.get(name, chosen)
            if recorded != chosen:
                message = msg(
                    "the position is for `{name}` {recorded}, but `{name}={chosen}` was requested",
                    name=name,
                    recorded=shown_word(recorded),
                    chosen=chosen,
                )
                if kind == "record":
                    message = msg(
                        "the record is for `{name}` {recorded}, but `{name}={chosen}` was requested",
                        name=name,
                        recorded=shown_word(recorded),
                        chosen=chosen,
                    )
                return (Diagnostic("C0826", message, help=msg("leave that setting out, or request the same value"), path=path),)
        settings[PLAYERS_SETTING] = str(players)
        key = tuple(sorted(settings.items()))
        if key not in self._known:
            game = choose(self.game, settings)
            self._known[key] = compile_game(game) if isinstance(game, Game) else game
        return self._known[key]

    def _settings(self, value: Json, path: str) -> dict[str, str] | tuple[Diagnostic, ...]:
        """Return the settings that the input names; values may be numbers."""
        stated = (as_object(value) or {}).get("settings", {})
        given = as_object(stated)
        if given is None:
            return (Diagnostic("C0814", msg("`settings` should be an object, not {stated}", stated=shown(stated)), path=path),)
        for name, chosen in given.items():
            if not isinstance(chosen, str | int) or isinstance(chosen, bool):
                return (
                    Diagnostic(
                        "C0814",
                        msg("`settings` of `{name}` should be a value, not {chosen}", name=name, chosen=shown(chosen)),
                        path=path,
                    ),
                )
        return {name: str(chosen) for name, chosen in given.items()}


def _players_of(game: Game, record: Json) -> int | None:
    players = (as_object(record) or {}).get("players", game.players)
    return (
        players
        if isinstance(players, int) and not isinstance(players, bool) and players in game.ruleset.player_counts
        else None
    )
