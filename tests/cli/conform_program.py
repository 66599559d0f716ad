"""A program for `cartaro conform` that answers for any shipped game. With `--wrong` it leaves out the last move wherever there
are several.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from cartaro_grammar import Diagnostic, Game, choose, load_game
from cartaro_interpreter import (
    Rules,
    State,
    compile_game,
    legal_moves,
    moves_json,
    read_position,
    score,
    score_json,
)


def answer(question: Any, known: dict[str, Rules], wrong: bool) -> dict[str, Any]:
    key = json.dumps([question["game"], question["players"], question["settings"]], sort_keys=True)
    if key not in known:
        game = load_game(question["game"])
        chosen = choose(game, {**question["settings"], "players": str(question["players"])}) if isinstance(game, Game) else game
        rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
        assert isinstance(rules, Rules)
        known[key] = rules
    rules = known[key]
    state = read_position(rules, question["position"], begins=question["ask"] != "score")
    assert isinstance(state, State), state
    if question["ask"] == "legal":
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        return {"moves": moves_json(rules, moves[:-1] if wrong and len(moves) > 1 else moves)["moves"]}
    if question["ask"] == "score":
        sheet = score(rules, state)
        return {"unknown": True} if isinstance(sheet, Diagnostic) else {"points": score_json(sheet)["points"]}
    return {"unknown": True}


def main() -> None:
    known = dict[str, Rules]()
    for line in sys.stdin:
        question = json.loads(line)
        sys.stdout.write(json.dumps({"id": question["id"], **answer(question, known, "--wrong" in sys.argv)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
