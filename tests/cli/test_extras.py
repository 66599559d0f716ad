"""A light installation: what it does without the optional libraries, and what it says where it cannot."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import requires
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from cartaro import extras
from cartaro.main import cartaro

OPTIONAL = (
    "z3", "mkdocs", "material", "markdown", "watchdog", "resvg_py", "PIL", "wasmtime", "pygls", "weasyprint", "matplotlib",
    "distributed", "numpy", "gymnasium", "pettingzoo", "jinja2", "yaml", "pymdownx", "pyarrow", "onnxruntime",
)  # fmt: skip
LIGHT = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL!r}))
from cartaro.main import main
main()
"""
COMMANDS = (
    "check scopa",
    "test scopa",
    "moves scopa --position position.json",
    "explain scopa --position position.json --move",
    "score scopa --position position.json",
    "play scopa --seats greedy,random --seed 1 --record record.json",
    "replay scopa record.json",
    "simulate scopa -n 4",
    "count scopa --depth 2",
    "vectors scopa -n 2",
    "sources scopa",
    "new mia --of scopa",
    "format --check mia.regole",
    "book build --help",
    "games",
    "describe guerra",
    "diff guerra guerra",
)


def test_a_light_installation_checks_plays_tests_and_explains(tmp_path: Path) -> None:
    position = {"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}
    (tmp_path / "position.json").write_text(json.dumps(position), encoding="utf-8")
    for command in COMMANDS:
        words = [*command.split(), *(["take 7D with 7C"] if command.endswith("--move") else [])]
        done = subprocess.run([sys.executable, "-c", LIGHT, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command


def test_a_light_installation_serves_a_built_page(tmp_path: Path) -> None:
    for name, text in {"index.html": "<!doctype html>", "service-worker.js": "", "texts.json": '{"files": {}}'}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = ["page", "--no-browser", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen([sys.executable, "-u", "-c", LIGHT, *words], stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        try:
            assert urlopen(served.stdout.readline().split()[0]).read() == b"<!doctype html>"
        finally:
            served.terminate()


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("verify scopa", "verify"),
        ("book build scopa --no-verify", "book"),
        ("book serve scopa", "book"),
        ("book pdf scopa", "pdf"),
        ("lsp", "lsp"),
        ("compare scopa --vary punti -n 4 --plot x.svg", "plots"),
    ],
)
def test_a_missing_library_is_reported_with_the_extra_that_installs_it(
    command: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = extras.LIBRARIES[extra][-1]

    def without(name: str) -> ModuleSpec | None:
        return None if name == lacking else importlib.util.find_spec(name)

    monkeypatch.setattr(extras, "find_spec", without)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cartaro, command.split())
    assert done.exit_code == 2
    assert f"pip install 'cartaro[{extra}]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_every_extra_that_a_command_names_can_be_installed() -> None:
    offered = {line.partition("extra == ")[2].strip("\"' ") for line in requires("cartaro") or ()}
    assert extras.LIBRARIES.keys() <= offered
