"""Packs the Python of the page; run by `pack.mjs`, inside of the Pyodide that will read what is made.

Takes the project's packages and wheels from `/given`, installs them as the page will have them: compiled, without sources,
without what only the command needs.  Then reads every shipped ruleset once, so that its tree and the parser's tables are kept.
Gives two archives in `/made` whose names begin at the root of the file system; the same files make the same bytes.
"""

from __future__ import annotations

import compileall
import importlib
import py_compile
import shutil
import site
import zipfile
from pathlib import Path

GIVEN = Path("/given")
MADE = Path("/made")
PLACE = Path(site.getsitepackages()[0])
LEFT_OUT = (
    "cartaro_rulebook/assets/search",
    "cartaro_rulebook/assets/theme",
    "lark/__pyinstaller",
    "lark/tools",
    "markdown/__main__.py",
    "markdown/test_tools.py",
    "z3/include",
    "z3/lib/libz3.so.5.3",  # the library a second time
)
YEAR = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    install()
    read_shipped_rulesets()
    MADE.mkdir()
    solver = [path for path in files(PLACE) if path.is_relative_to(PLACE / "z3")]
    rest = [path for path in files(PLACE) if not path.is_relative_to(PLACE / "z3")]
    pack(MADE / "solver.zip", solver)
    pack(MADE / "packages.zip", [*rest, *files(Path.home() / ".cache")])


def install() -> None:
    """Everything that the page brings in its place, compiled; a module's source would be half of its size again."""
    for wheel in sorted((GIVEN / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(PLACE)
    for package in sorted((GIVEN / "packages").iterdir()):
        shutil.copytree(package, PLACE / package.name)
    for name in LEFT_OUT:
        path = PLACE / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for folder in PLACE.glob("*.dist-info"):
        shutil.rmtree(folder)
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(PLACE, quiet=1, legacy=True, invalidation_mode=unchecked, stripdir=str(PLACE), maxlevels=9)
    for source in PLACE.rglob("*.py"):
        source.unlink()
    importlib.invalidate_caches()


def read_shipped_rulesets() -> None:
    """Every shipped ruleset read, so that trees and tables are kept where the page will look for them."""
    from cartaro_grammar import load_game, shipped

    for name in shipped():
        load_game(name)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def pack(archive: Path, paths: list[Path]) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in paths:
            about = zipfile.ZipInfo(path.as_posix().lstrip("/"), YEAR)
            about.external_attr = 0o600 << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(about, path.read_bytes())
