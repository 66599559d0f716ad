"""`cartaro book`: the site of rulebooks, built or served."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from cartaro.progress import telling
from cartaro.shell import FALLS_SHORT, WRONG_USE, fail
from cartaro.verdicts import Value, verdicts
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_grammar.game import Game
from cartaro_grammar.load import load_game, shipped

folder_option = click.option(
    "--out", type=click.Path(path_type=Path), default=Path("site"), show_default=True, help="the folder of the site"
)


@click.group("book")
def command() -> None:
    """Make the site of rulebooks: the rules as prose, their examples, their claims with verdicts, their sources."""


@command.command("build")
@click.argument("rules", metavar="[RULES...]", nargs=-1)
@folder_option
@click.option("--strict", is_flag=True, help="a warning of mkdocs is an error")
@click.option("--no-verify", "unverified", is_flag=True, help="leave the verdicts out")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=2, show_default=True, help="rulesets verified at a time")
def build(rules: tuple[str, ...], out: Path, strict: bool, unverified: bool, jobs: int) -> None:
    """Build the site, of all shipped rulesets where none is named.

    \b
    cartaro book build
    cartaro book build scopa mine.regole --out public
    """
    from cartaro_rulebook.site import SiteFault, build_site

    _refuse_to_overwrite(out)
    names = rules or shipped()
    games = [_game(name) for name in names]
    found = {} if unverified else _verdicts(names, jobs)
    with telling("building the site"):
        try:
            first = build_site(
                [_ruleset(game, found.get(name, [])) for name, game in zip(names, games, strict=True)], out, strict=strict
            )
        except SiteFault as fault:
            fail(
                (
                    Diagnostic(
                        "C0907", str(fault).splitlines()[0] if str(fault) else "the site could not be built", path=str(out)
                    ),
                )
            )
        except OSError as error:
            fail(
                (Diagnostic("C0904", f"`{out}` cannot be written", help=(error.strerror or "").lower() or None, path=str(out)),)
            )
    click.echo(f"the site is at {first}")


@command.command("serve")
@folder_option
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(out: Path, port: int) -> None:
    """Serve a built site on this machine until interrupted."""
    from cartaro_rulebook.site import serve_site

    if not (out / "index.html").is_file():
        fail((Diagnostic("C0902", f"`{out}` holds no site", help="build it first: cartaro book build", path=str(out)),))
    click.echo(f"http://127.0.0.1:{port}/ (interrupt to stop)")
    try:
        serve_site(out, port=port)
    except KeyboardInterrupt:
        sys.exit(0)
    except OSError as error:
        fail((Diagnostic("C0904", f"port {port} cannot be used", help=(error.strerror or "").lower() or None),))


def _refuse_to_overwrite(out: Path) -> None:
    """The site replaces its folder as a whole, so the folder must be new, empty, or a site made before."""
    from cartaro_rulebook.site import MARK

    if not out.exists() and not out.is_symlink():
        return
    if out.is_dir() and not out.is_symlink() and (not any(out.iterdir()) or (out / MARK).is_file()):
        return
    advice = "name a new folder, or one that holds a site made before"
    fail((Diagnostic("C0904", f"`{out}` holds something else than a site", help=advice, path=str(out)),))


def _game(name: str) -> Game:
    game = load_game(name)
    if not isinstance(game, Game):
        fail(game, code=FALLS_SHORT)
    return game


def _verdicts(names: tuple[str, ...], jobs: int) -> dict[str, list[Value]]:
    """The verdicts of each ruleset, kept ones where there are."""
    with telling("verifying"), ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {name: pool.submit(verdicts, name, dict[str, str](), None) for name in names}
        found = {name: future.result() for name, future in waiting.items()}
    for value in found.values():
        if isinstance(value, tuple):
            fail(value, code=WRONG_USE)
    return {name: value for name, value in found.items() if isinstance(value, list)}


def _ruleset(game: Game, found: list[Value]) -> Any:
    """What the rulebook prints of a game: its findings, and whether its examples held."""
    from cartaro_interpreter import run_examples
    from cartaro_rulebook.book import Ruleset
    from cartaro_verify import from_json

    base = load_game(game.base) if game.base is not None else None
    outcomes = {result.example.name: not result.failures for result in run_examples(game)}
    findings = tuple(from_json(value) for value in found)
    return Ruleset(game, base if isinstance(base, Game) else None, findings, outcomes)
