"""The workbench can run in a browser: it imports nothing that Pyodide lacks, and writes no file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.levels import at_night

pytestmark = pytest.mark.slow

BLOCKED = (
    "click", "mkdocs", "material", "watchdog", "wasmtime", "z3", "rich", "pygls", "numpy", "_multiprocessing", "sqlite3",
    "_posixsubprocess", "readline", "curses", "termios", "grp", "fcntl", "resource",
)  # fmt: skip
"""Modules that Python in a browser lacks, or that a page does not contain."""

BEGINNING = f"""
import sys

for name in {BLOCKED!r}:
    sys.modules[name] = None

import json
from cartaro_grammar import shipped_folder
from cartaro_workbench.service.service import Service

texts = {{path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}}
service = Service(texts)

def asked(method, **arguments):
    told = json.loads(service.call(method, json.dumps(arguments)))
    assert "answer" in told, told
    return told["answer"]

changed = texts["scopa.regole"] + "-- changed\\n"
asked("put", files={{"scopa.regole": changed}})
assert asked("problems", name="scopa.regole", language="it") == []
asked("put", files={{"scopa.regole": None}})
"""

PAGE = """
name = {"name": "mia.regole"}
asked("put", files={"mia.regole": 'variant mia of scopa\\n  title "Mia"\\n\\nset precedenza to nessuna\\n'})
assert asked("problems", **name, language="it") == []
asked("completions", **name, position={"line": 3, "character": 4}, language="it")
asked("hover", **name, position={"line": 3, "character": 6}, language="it")
view = asked("deal", dealing={**name, "seed": 7, "seats": ["person", "greedy"]}, seat=0, language="it")["view"]
while not view["over"]:
    if view["actor"] == 0:
        asked("why_not", seat=0, cards=[view["moves"][0]["cards"][0]], language="it")
        view = asked("act", seat=0, move=view["moves"][0]["phrase"], language="it")
    else:
        view = asked("machine_move", seat=0, language="it")
asked("record_steps", **name, record=asked("record"), language="fr")
asked("page", **name, language="fr", settings={}, examples_run=True)
asked("run_examples", name="scopa.regole")
assert asked("verdicts", **name, language="fr", settings={})["verdicts"] == []
begun = asked("begin_simulation", **name, settings={}, seed=1, unit="hand", language="fr")
assert (begun["played_by"], asked("simulate", count=5, language="fr")["played"]) == ("python", 5)
told = json.loads(service.call("prove", json.dumps({**name, "language": "it", "settings": {}})))
assert told["error"]["reason"] == "broken" and "z3" in told["error"]["message"], told
print("played")
"""


def run(text: str, home: Path) -> str:
    """Return the output of a program, in a home folder of its own."""
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(home), "PYTHONHASHSEED": "3"}
    found = subprocess.run([sys.executable, "-c", text], env=given, capture_output=True, text=True, check=False, timeout=300)
    assert found.returncode == 0, found.stderr[-2000:]
    return found.stdout


@pytest.mark.parametrize("home", at_night(["read only", "a file"], by_day=["a file"]))
def test_a_page_checks_texts_where_nothing_can_be_kept(home: str, tmp_path: Path) -> None:
    place = tmp_path / "home"
    if home == "read only":
        place.mkdir(mode=0o500)
    else:
        place.write_text("", encoding="utf-8")
    run(BEGINNING, place)


def test_a_page_plays_checks_and_prints_with_what_a_browser_has(tmp_path: Path) -> None:
    assert run(BEGINNING + PAGE, tmp_path / "absent") == "played\n"
