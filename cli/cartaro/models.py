"""ONNX models as policies for the seats of `cartaro play`.

The first input of a model is the observation of the seat, float32, 1 × numbers; a second input, if there is one, is the mask of
the legal words, bool, 1 × words. The first output has a number for each word, 1 × words, and the legal word with the greatest
number is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, NoReturn

from cartaro.extras import require
from cartaro.shell import fail, read_bytes
from cartaro_engine import Opponent
from cartaro_grammar import MAX_WORD, Diagnostic, Message, msg, shorten
from cartaro_interpreter import Rules

SUFFIX = ".onnx"


@cache
def model_opponent(file: str, language: str) -> Callable[[Rules], Opponent]:
    """Return a function that makes an opponent for a game, which plays by a model; exit if the file is not a model."""
    require("onnx", language)
    runtime: Any = import_module("onnxruntime")
    data, options = read_bytes(file), runtime.SessionOptions()
    options.log_severity_level = 4  # the exceptions of the library describe the mistakes
    # with more threads, rounding and so the moves may depend on their number
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library raises many classes of exceptions; this is their only common base
        _refuse(file, msg("`{name}` is not an ONNX model", name=shorten(file, MAX_WORD)), language, error)
    return partial(_opponent, file, session, language)


def _opponent(file: str, session: Any, language: str, rules: Rules) -> Opponent:
    from cartaro_engine.env import policy_opponent

    np: Any = import_module("numpy")
    inputs, output = session.get_inputs()[:2], session.get_outputs()[0]

    def policy(observation: Any, mask: Any) -> int:
        given = [observation[None], mask[None]]
        for described, array in zip((*inputs, output), (*given[: len(inputs)], given[1]), strict=True):
            _compare(file, described.name, described.shape, array.shape, language)
        try:
            named = {described.name: array for described, array in zip(inputs, given, strict=False)}
            scores: Any = np.asarray(session.run([output.name], named)[0])
        except Exception as error:
            _refuse(file, msg("`{name}` does not answer", name=shorten(file, MAX_WORD)), language, error)
        _compare(file, output.name, scores.shape, given[1].shape, language)
        legal = np.flatnonzero(mask)
        return int(legal[scores[0, legal].argmax()])

    return policy_opponent(rules, policy)


def _compare(file: str, name: str, shape: Sequence[object], wanted: Sequence[int], language: str) -> None:
    """Exit if the inputs or outputs of a model do not fit the game; a size that the model leaves open is a text or missing."""
    fits = len(shape) == len(wanted) and all(
        size == other for size, other in zip(shape, wanted, strict=True) if isinstance(size, int)
    )
    if not fits:
        dimensions = " × ".join(str(size) if isinstance(size, int) else "?" for size in shape)
        message = msg(
            "`{part}` of `{name}` is {shape}, but for this game it must be {wanted}",
            part=shorten(name),
            name=shorten(file, MAX_WORD),
            shape=dimensions or "1",
            wanted=" × ".join(map(str, wanted)),
        )
        _refuse(file, message, language)


def _refuse(file: str, message: Message, language: str, error: Exception | None = None) -> NoReturn:
    words = "" if error is None else shorten(str(error).split("\n")[0], MAX_WORD)
    reason = (
        msg("onnxruntime reports: “{words}”", words=words)
        if words
        else msg("`cartaro play --help` describes the inputs and outputs of a model")
    )
    fail((Diagnostic("C0916", message, help=reason, path=file),), language=language)
