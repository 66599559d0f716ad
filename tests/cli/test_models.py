"""Models in ONNX as players in `cartaro play`: they choose from the observations of a batch of games, and a model that does not
fit is reported.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cli.command_calls import ROOT, answer, cartaro

import cartaro as api
from cartaro.extras import installed_from
from cartaro.models import model_opponent

GAME = "scopa"
NUMBERS, WORDS = 365, 55


def _module() -> Any:
    spec = spec_from_file_location("onnx_file", ROOT / "docs" / "examples" / "onnx_file.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


onnx: Any = _module()


@pytest.fixture
def model(tmp_path: Path) -> Any:
    """Write a model, and return the name of its file."""
    model_opponent.cache_clear()

    def written(data: bytes) -> str:
        (tmp_path / "m.onnx").write_bytes(data)
        return str(tmp_path / "m.onnx")

    return written


def network() -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    draw = np.random.default_rng(3).standard_normal
    shapes = ((NUMBERS, 16), (16, WORDS))
    return [(draw(shape).astype(np.float32), draw(shape[1]).astype(np.float32)) for shape in shapes]


def scores(layers: Any, observation: NDArray[np.float32]) -> NDArray[np.float32]:
    (w1, b1), (w2, b2) = layers
    found: NDArray[np.float32] = np.maximum(observation @ w1 + b1, 0) @ w2 + b2
    return found


def test_a_network_plays_as_it_does_in_python(model: Any, tmp_path: Path) -> None:
    layers = network()

    def policy(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        return int(np.where(mask, scores(layers, observation), -np.inf).argmax())

    record = tmp_path / "record.jsonl"
    done = cartaro(
        "play", GAME, "--seats", f"{model(onnx.dense(layers))},random", "--seed", "4", "-n", "1", "--record", str(record)
    )
    assert done.returncode == 0, done.stderr
    played = answer(type(done)(0, record.read_bytes(), b""))
    assert played["moves"] == api.load(GAME).game().play(policy, "random", seed=4).to_json()["moves"]
    assert played["seats"] == ["m.onnx", "random"]


def test_a_model_may_take_the_mask(model: Any) -> None:
    """The model returns the mask as its logits, so all legal words have equal logits and the first of them is chosen."""
    nodes = [
        onnx.node("Cast", ["mask"], "logits")
        + onnx.field(5, onnx.field(1, "to") + onnx.field(3, onnx.FLOAT) + onnx.field(20, 2))
    ]
    inputs = [onnx.described("observation", [1, NUMBERS]), onnx.described("mask", [1, WORDS], onnx.BOOL)]
    data = onnx.model(nodes, inputs, onnx.described("logits", [1, WORDS]))
    done = cartaro("play", GAME, "--seats", f"{model(data)},greedy", "--seed", "4", "-n", "1")
    assert done.returncode == 0, done.stderr

    def first(_: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        return int(mask.argmax())

    played = api.load(GAME).game().play(first, "greedy", seed=4)
    assert answer(done)["moves"] == played.to_json()["moves"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"not a model", "`m.onnx` is not an ONNX model"),
        (
            onnx.dense([(np.zeros((7, WORDS)), np.zeros(WORDS))]),
            "`observation` of `m.onnx` is 1 × 7, but for this game it must be 1 × 365",
        ),
        (
            onnx.dense([(np.zeros((NUMBERS, 3)), np.zeros(3))]),
            "`logits` of `m.onnx` is 1 × 3, but for this game it must be 1 × 55",
        ),
    ],
    ids=["bytes", "of another game", "of another length"],
)
def test_a_file_that_is_not_a_model_of_the_game_is_reported(
    data: bytes, words: str, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(model(data)).parent)
    done = cartaro("play", GAME, "--seats", "m.onnx,random", "--seed", "4", folder=Path.cwd())
    assert done.returncode == 2
    assert f"error[C0916]: {words}" in done.stderr.decode()


def test_a_model_that_fails_is_reported(model: Any) -> None:
    nodes = [onnx.node("Reshape", ["observation", "shape"], "logits")]
    size = (
        onnx.fields(1, (2,))
        + onnx.field(2, 7)
        + onnx.field(8, "shape")
        + onnx.field(9, np.array([1, WORDS]).astype("<i8").tobytes())
    )
    data = onnx.model(nodes, [onnx.described("observation", [1, NUMBERS])], onnx.described("logits", [1, WORDS]), [size])
    done = cartaro("play", GAME, "--seats", f"{model(data)},random", "--seed", "4")
    assert done.returncode == 2
    assert b"error[C0916]" in done.stderr


def test_without_onnxruntime_its_extra_is_named(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> str | None:
        return None if name == "onnxruntime" else name

    monkeypatch.setattr("cartaro.extras.find_spec", found)
    done = cartaro("play", GAME, "--seats", f"{model(onnx.dense(network()))},random")
    assert done.returncode == 2
    source = installed_from() or "cartaro"
    assert f"this needs onnxruntime: pip install '{source}[onnx]'" in done.stderr.decode()
