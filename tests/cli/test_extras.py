"""An installation without the optional libraries: its abilities, and its messages when a library is missing."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from importlib.machinery import ModuleSpec
from importlib.metadata import requires
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from tests.cli.command_calls import ROOT
from tests.levels import by_level

from cartaro import extras
from cartaro.main import COMMANDS as COMMANDS_THERE_ARE
from cartaro.main import cartaro
from cartaro_grammar import translate

OPTIONAL = (
    "z3", "mkdocs", "material", "markdown", "watchdog", "resvg_py", "PIL", "wasmtime", "pygls", "weasyprint", "matplotlib",
    "distributed", "numpy", "gymnasium", "pettingzoo", "jinja2", "yaml", "pymdownx", "pyarrow", "onnxruntime",
)  # fmt: skip
BLOCKED = (*OPTIONAL, "cvc5", "mkdocstrings", "cartaro_workbench_page")
LIGHT = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL!r}))
from cartaro.main import main
main()
"""
COMMANDS = (  # the daily tests run only the first; all are called in one process below
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
    for command in COMMANDS[: by_level(day=4, night=len(COMMANDS))]:
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
    assert f"pip install '{ROOT}[{extra}]'" in done.stderr  # these tests run in an installation from the source checkout
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("written", "source"),
    [
        ('{"dir_info": {}, "url": "file://FOLDER"}', "FOLDER"),
        ('{"dir_info": {}, "url": "file:///no/such/folder"}', "cartaro"),
        ('{"vcs_info": {"vcs": "git"}, "url": "https://example.org/cartaro.git"}', "cartaro"),
        ("no JSON", "cartaro"),
        (None, "cartaro"),
    ],
)
def test_an_extra_comes_from_the_place_of_the_installation(
    written: str | None, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return written.replace("FOLDER", str(tmp_path)) if written is not None and name == "direct_url.json" else None

    def distribution(name: str) -> Installed:
        return Installed()

    monkeypatch.setattr(extras, "distribution", distribution)
    place = source.replace("FOLDER", str(tmp_path))
    assert translate(extras.missing_part("z3", "verify").message, "en") == f"this needs z3: pip install '{place}[verify]'"


CORE = f"""
import json, sys
sys.modules.update(dict.fromkeys({BLOCKED!r}))
from click.testing import CliRunner
from cartaro.main import cartaro
from cartaro_grammar import translate
done = {{}}
for call in json.load(sys.stdin):
    result = CliRunner().invoke(cartaro, call.split())
    broken = result.exception
    done[call] = [result.exit_code, result.stderr, "" if broken is None or isinstance(broken, SystemExit) else repr(broken)]
print(json.dumps(done))
"""
"""Call the command many times in an installation without any optional library."""
CALLS = {
    "check": "scopa", "test": "guerra", "moves": "scopa --position p.json", "explain": "scopa --position p.json",
    "score": "scopa --position p.json", "replay": "scopa r.json", "play": "guerra --seats random,random --seed 1",
    "simulate": "guerra -n 2", "compare": "scopa --vary ultima -n 2 --plot x.svg", "fit": "r.json --only --rules guerra",
    "table": "r.json --moves x.parquet", "count": "scopa --depth 1", "describe": "scopa", "conform": "scopa -n 1 -- true",
    "vectors": "guerra -n 1", "sources": "scopa", "verify": "scopa", "diff": "guerra guerra --hands 1", "ask": "scopa",
    "mutate": "guerra --sample 1", "certify": ".", "page": "--no-browser --folder nowhere", "book": "build scopa",
    "new": "mia --of guerra", "format": "--check mine.regole", "example-position": "scopa", "schema": "position",
    "lsp": "", "completion": "bash", "help": "check", "games": "--help", "fetch": "mine.regole",
}  # fmt: skip
"""A call of every command, of a kind that may need an optional library."""
MORE_CALLS = (
    "book build guerra --no-verify", "book build", "book serve scopa", "book serve", "book pdf scopa",
    "verify scopa --everywhere", "verify scopa --certificate kept", "play guerra --seats policy.onnx,random",
    "compare guerra --vary players -n 2", "simulate guerra -n 2 --executor dask://localhost:1", "certify . --solver cvc5",
)  # fmt: skip


@pytest.fixture(scope="module")
def in_the_core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Return the exit code, the error stream and the exception of each call."""
    folder = tmp_path_factory.mktemp("core")
    (folder / "p.json").write_text('{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}', encoding="utf-8")
    (folder / "r.json").write_text("{}", encoding="utf-8")
    (folder / "mine.regole").write_text('variant mine of scopa\n  title "Mine"\n', encoding="utf-8")
    calls = json.dumps([*(f"{name} {words}" for name, words in CALLS.items()), *MORE_CALLS])
    done = subprocess.run(
        [sys.executable, "-c", CORE], cwd=folder, capture_output=True, text=True, check=True, input=calls, errors="replace"
    )
    found: dict[str, list[Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_core_installation_answers_every_command_or_names_the_extra(in_the_core: dict[str, list[Any]]) -> None:
    assert CALLS.keys() == COMMANDS_THERE_ARE.keys()
    assert {call: broken for call, (_, _, broken) in in_the_core.items() if broken} == {}
    assert {call: code for call, (code, _, _) in in_the_core.items() if code not in (0, 1, 2)} == {}
    named = {call: (code, errors) for call, (code, errors, _) in in_the_core.items() if "C0911" in errors}
    assert all(code == 2 and len(errors.strip().splitlines()) == 1 for code, errors in named.values())
    assert {"book build scopa", "book build", "verify scopa", "ask scopa", "lsp ", "book pdf scopa"} <= named.keys()


def test_every_extra_that_a_command_names_can_be_installed() -> None:
    offered = {line.partition("extra == ")[2].strip("\"' ") for line in requires("cartaro") or ()}
    assert extras.LIBRARIES.keys() <= offered


def test_the_container_installs_extras_and_starts_a_command_that_exist() -> None:
    """The container itself is not built: that needs a network and a container program."""
    container = (ROOT / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = re.findall(r"/checkout\[([\w,]+)\]", container)
    assert installed
    assert {extra for group in installed for extra in group.split(",")} <= project["optional-dependencies"].keys()
    assert re.findall(r'ENTRYPOINT \["/cartaro/bin/(\w+)"\]', container) == [*project["scripts"]]
