"""`cartaro explain`: print the legal moves of a position, or why a move is legal or not."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import click

from cartaro.inputs import InputAnswer, answer_documents
from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, OK, json_option, language_option, load_or_exit, set_option
from cartaro.terminal.streams import print_line
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Json, Rules, read_position
from cartaro_rulebook import explain_move, explain_position


@click.command("explain")
@rules_argument
@click.option("--position", "file", metavar="FILE", required=True, help="JSON, or JSON Lines for several; - is standard input")
@click.option("--move", "move", metavar="MOVE", help="the move to judge: `take 6C 3S with CD`, or its JSON")
@language_option
@set_option
@json_option
def command(rules: str, file: str, move: str | None, language: str, settings: tuple[str, ...], as_json: bool) -> None:
    """List the legal moves of a position, or decide whether a move is legal: by which clause and article, or why not.

    The `moves` of a position, such as `"moves": ["draw"]`, are played first: the answer is about the middle of the turn.

    Exit code 1: the move is not legal.

    \b
    cartaro explain scopa --position position.json
    cartaro explain scopa --position position.json --move "take 6C 3S with CD" --language en
    cartaro explain scopa --position position.json --move '{"act": "lay", "args": {"card": "7D"}}'
    """
    game = load_or_exit(rules, settings, as_json)
    arbiter = _Arbiter(move, language)
    show = None if as_json else _show if sys.stdout.isatty() else _print
    try:
        answer_documents(game, file, "position", arbiter.answer, show)
    except SystemExit as ended:
        sys.exit(ended.code or arbiter.code)


@dataclass(slots=True)
class _Arbiter:
    """Answers one position after the other; `code` becomes 1 at the first move that is not legal."""

    move: str | None
    language: str
    code: int = field(default=OK)

    def answer(self, rules: Rules, value: Json, name: str) -> InputAnswer | tuple[Diagnostic, ...]:
        from cartaro_interpreter import read_written

        del name
        state = read_position(rules, value)
        if isinstance(state, tuple):
            return state
        if self.move is None:
            answer = explain_position(rules, state, self.language)
        else:
            move = read_written(rules.game, self.move, "--move", self.language)
            if isinstance(move, tuple):
                return move
            answer = explain_move(rules, state, move, self.language)
        if isinstance(answer, Diagnostic):
            return (answer,)
        if answer.get("legal") is False:
            self.code = FAILURE
        return answer


def _print(rules: Rules, answer: InputAnswer) -> None:
    del rules
    print_line(str(answer["text"]))


def _show(rules: Rules, answer: InputAnswer) -> None:
    from cartaro.terminal.render import show_explanation

    del rules
    show_explanation(answer)
