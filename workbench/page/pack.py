"""Pack the Python code of the page. `pack.mjs` runs this in the same Pyodide version that will read the result.

Takes, in `/given`: the standard library as Pyodide brings it, the project's packages, and wheels.  Gives archives in `/made`:

    library.zip the standard library, without the parts that a page does not use
    packages.zip   the project's packages, their modules in one file, the trees of its rulesets and what they import, with the
                   parser's tables and `page_start.py`
    solver.zip     Z3

They are to be unpacked at the root of the file system, and Python to look in `/library`. `pack.mjs` compresses each archive as
a whole. They contain only compiled code, because reading sources takes most of a page's start, and no tables of line numbers,
which are a third of its size. Refuses a package of ours that imports what is left out. The same files make the same bytes.
"""

from __future__ import annotations

import ast
import importlib
import marshal
import shutil
import site
import zipfile
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import page_start

GIVEN = Path("/given")
MADE = Path("/made")
PLACE = Path(site.getsitepackages()[0])

NOT_IMPORTED = """
_pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity bdb cmd code colorsys configparser cProfile
doctest ensurepip filecmp fileinput ftplib http imaplib mailbox modulefinder netrc nturl2path optparse pdb pickletools
plistlib poplib profile pstats pty pyclbr pydoc rlcompleter sched shelve smtplib socketserver sqlite3 symtable tabnanny tarfile
this timeit trace tracemalloc tty unittest uuid wave webbrowser wsgiref xmlrpc zipapp zoneinfo
"""
"""Modules of the standard library that are left out: for terminals, servers, debuggers and mail."""

PARTS = {
    "encodings": "aliases ascii charmap cp437 idna latin_1 punycode raw_unicode_escape unicode_escape",
    "xml": "etree parsers",
}
"""Only these modules of the packages are packed, and those that begin with `utf_` or `__`."""

LEFT_OUT = (
    "cartaro_engine/env.py",
    "cartaro_engine/environments",  # a page trains nobody
    "cartaro_engine/lower/learning.py",
    "cartaro_engine/memory/features.py",
    "cartaro_grammar/syntax/tree_sitter.py",
    "cartaro_rulebook/assets/fonts",
    "cartaro_rulebook/assets/search",
    "cartaro_rulebook/assets/theme",
    "cartaro_rulebook/publication",  # a page makes no sites
    "cartaro_rulebook/site/home.py",
    "cartaro_workbench/conformance",
    "cartaro_workbench/editing/pygments_lexer.py",
    "cartaro_workbench/mutants.py",
    "cartaro_workbench/records",
    "cartaro_workbench/schemas.py",
    "cartaro_workbench/service/__main__.py",
    "cartaro_workbench/service/first_hands.py",
    "cartaro_workbench/service/published_forms.py",
    "cartaro_workbench/service/published_pieces.py",
    "lark/__pyinstaller",
    "lark/tools",
    "markdown/__main__.py",
    "markdown/test_tools.py",
    "z3/include",
    "z3/lib/libz3.so.5.3",  # the library a second time
)
APART = ("clause_meanings", "open_questions", "rule_differences", "side_by_side", "source_words", "tried_positions")
"""Modules of the workbench that only a worker with the solver imports; like the verifier, they are packed separately."""
OWN = "cartaro_"
YEAR = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    MADE.mkdir()
    library = unpacked(GIVEN / "python_stdlib.zip", Path("/library"))
    compile_all(library, own=False)
    pack(MADE / "library.zip", [path for path in files(library) if is_imported(path.relative_to(library))], Path("/"))
    install()
    for folder in PLACE.iterdir():
        compile_all(folder, own=folder.name.startswith(OWN))
    keep_methods_of_dataclasses()
    read_shipped_rulesets()
    apart = {PLACE / "cartaro_workbench" / f"{name}.pyc" for name in APART}
    proving = tuple(PLACE / package for package in ("z3", "cartaro_verify"))
    solver = [path for path in files(PLACE) if path in apart or any(map(path.is_relative_to, proving))]
    rest = [path for path in files(PLACE) if path not in set(solver)]
    pack(MADE / "solver.zip", solver, Path("/"))
    modules = [path for path in rest if path.suffix == ".pyc" and path.relative_to(PLACE).parts[0].startswith(OWN)]
    page_start.keep_modules(modules, PLACE)
    data = [path for path in rest if path not in modules]
    pack(MADE / "packages.zip", [*data, *files(Path.home() / ".cache"), page_start.METHODS, page_start.MODULES], Path("/"))


def is_imported(path: Path) -> bool:
    """Return whether a page might import a module of the standard library."""
    first, *rest = path.with_suffix("").parts
    if first in PARTS and rest:
        return rest[0] in PARTS[first].split() or rest[0].startswith(("utf_", "__"))
    return first not in NOT_IMPORTED.split()


def install() -> None:
    """Packages and wheels in their place, without what only a command needs."""
    for wheel in sorted((GIVEN / "wheels").glob("*.whl")):
        unpacked(wheel, PLACE)
    for package in sorted((GIVEN / "packages").iterdir()):
        shutil.copytree(package, PLACE / package.name)
    (PLACE / "page_start").mkdir()
    shutil.copy(GIVEN / "page_start.py", PLACE / "page_start" / "__init__.py")
    for name in LEFT_OUT:
        path = PLACE / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for proved in (PLACE / "cartaro_rulesets").rglob("*.json"):  # a page computes its proofs itself
        proved.unlink()
    for folder in PLACE.glob("*.dist-info"):
        shutil.rmtree(folder)


def unpacked(archive: Path, place: Path) -> Path:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(place)
    return place


def compile_all(place: Path, own: bool) -> None:
    """Compiled modules, without docstrings, instead of the sources below a place, which are never looked for; what is not the
    project's own without its assertions too.
    """
    for source in sorted(place.rglob("*.py")):
        name = source.relative_to(place.parent).as_posix()
        tree = ast.parse(source.read_bytes())
        if own:
            refuse_lacking_imports(name, tree)
            leave_out_words(name, tree)
        code = compile(tree, name, "exec", dont_inherit=True, optimize=0 if own else 2)
        unchecked = (0b01).to_bytes(4, "little") + bytes(8)
        source.with_suffix(".pyc").write_bytes(MAGIC_NUMBER + unchecked + marshal.dumps(without_lines(code)))
        source.unlink()
    importlib.invalidate_caches()


def refuse_lacking_imports(name: str, tree: ast.Module) -> None:
    """Raise if a source imports, at its start or later, a module that the packed library does not contain."""
    for node in ast.walk(tree):
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            imported = [node.module]
        lacking = [module for module in imported if not is_imported(Path(*module.split(".")))]
        if lacking:
            raise ImportError(f"{name} imports {', '.join(lacking)}, which {__name__}.py leaves out")


def leave_out_words(name: str, tree: ast.Module) -> None:
    """Take away what only readers of the source need: docstrings, and the types of parameters and results.

    A class keeps a docstring of one letter, since a dataclass without one would have its own made at every start.  The service
    reads the types of its methods, so that the workbench keeps them.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Module) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
        elif isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
        elif isinstance(node, ast.ClassDef) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node.body[0])), node.body[0])
        if isinstance(node, ast.FunctionDef) and not name.startswith("cartaro_workbench/"):
            node.returns = None
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            for argument in filter(None, every):
                argument.annotation = None


def without_lines(code: CodeType) -> CodeType:
    """Code whose line table marks every eight instructions as having no line number."""
    constants = (without_lines(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * whole + bytes([0xF8 + rest - 1] if rest else [])
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def keep_methods_of_dataclasses() -> None:
    """Import all that the packages offer a page, and keep the code of what `dataclasses` writes meanwhile."""
    known = page_start.noted()
    importlib.import_module("cartaro_workbench.service.service")
    for face in sorted(PLACE.glob(f"{OWN}*/__init__.pyc")):
        package = importlib.import_module(face.parent.name)
        for offered in package.__all__:
            with suppress(ModuleNotFoundError):  # the module depends on a part that is not in this pack
                getattr(package, offered)
    if not known:
        raise ValueError("`dataclasses` executes no text any more")
    page_start.METHODS.write_bytes(marshal.dumps({text: without_lines(code) for text, code in known.items()}))


def read_shipped_rulesets() -> None:
    """Read every shipped text as a page does, so that its tree and the parser's tables are stored where the page looks for
    them; then remove it, because a page has these texts in `texts.json`.
    """
    from cartaro_grammar import Source
    from cartaro_grammar.file_set import shipped_folder
    from cartaro_grammar.syntax.tree_cache import parse_cached
    from cartaro_grammar.text.reading import source_from_bytes

    for path in sorted(shipped_folder().glob("*/*.regole")):
        source = source_from_bytes(path.read_bytes(), path.name)
        if not isinstance(source, Source):
            raise ValueError(f"{path} cannot be read")
        parse_cached(source, shipped=True)
        path.unlink()


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def pack(archive: Path, paths: list[Path], root: Path) -> None:
    with zipfile.ZipFile(archive, "w") as packed:
        for path in paths:
            about = zipfile.ZipInfo(path.relative_to(root).as_posix(), YEAR)
            about.external_attr = 0o600 << 16
            packed.writestr(about, path.read_bytes())
