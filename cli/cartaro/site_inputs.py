"""The inputs of a site as a digest, and the processes that make its parts and show their progress."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from cartaro.terminal.streams import steps
from cartaro_grammar import cache_folder, msg, shipped_folder

Each = Callable[[Callable[..., Any], Iterable[Any]], Iterator[Any]]
"""Calls a function with each of some values, in order, like `map`."""


def site_digest(rules: tuple[str, ...], workbench: Path | None, *options: object) -> str:
    """Return the digest of all inputs of a site: the program, the texts of the shipped rulesets and the files next to them, the
    hand-written pages, the workbench, and the options.
    """
    from importlib.metadata import PackageNotFoundError, version

    import cartaro
    import cartaro_engine
    import cartaro_verify
    import cartaro_workbench
    from cartaro_rulebook import program_digest, sources_digest

    packages = (cartaro, cartaro_engine, cartaro_verify, cartaro_workbench)
    parts = [program_digest(), sources_digest(), cache_folder.code_digest(*(Path(each.__path__[0]) for each in packages))]
    with suppress(PackageNotFoundError):
        parts += [version("z3-solver").encode()]
    parts += [repr((rules, options)).encode("utf-8", "surrogateescape"), cache_folder.cache_key(*_contents(shipped_folder()))]
    parts += [] if workbench is None else [cache_folder.cache_key(*_contents(workbench, stamps=True))]
    return cache_folder.cache_key(*parts).hex()


def _contents(folder: Path, *, stamps: bool = False) -> Iterator[bytes]:
    """Yield the name of each file in a folder, followed by its contents or, with `stamps`, by its size and time."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
        about = path.stat()
        yield f"{about.st_size} {about.st_mtime_ns}".encode() if stamps else path.read_bytes()


@contextmanager
def in_processes(jobs: int) -> Generator[Each]:
    """Yield a map function that applies a function to named values in a number of processes and shows the progress."""
    if jobs == 1:
        yield partial(_shown, map)
        return
    from cartaro_engine import worker_processes

    with worker_processes(jobs) as pool:
        yield partial(_shown, pool.map)


def _shown(mapped: Callable[..., Iterable[Any]], function: Callable[..., Any], values: Iterable[Any]) -> Iterator[Any]:
    every = list(values)
    with steps(len(every)) as work:
        for value, result in zip(every, mapped(function, every), strict=True):
            work.begin(msg("making the pages of {name}", name=value.name))
            work.end()
            yield result
