"""`cartaro book`: build or serve the site of rulebooks, or print a ruleset on paper."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from cartaro.book_inputs import load_with_bases, rulesets_in_folder, to_print, warnings_of
from cartaro.extras import require
from cartaro.measurements import DEFAULT_HANDS, measure
from cartaro.rule_comparisons import compared, shipped_comparison
from cartaro.rules_arguments import complete_rules, local_copies
from cartaro.shell import (
    exit_code,
    fail,
    language_option,
    read_settings,
    refuse_device,
    report,
    requested_language,
    set_option,
    write_bytes,
)
from cartaro.site_inputs import in_processes, site_digest
from cartaro.terminal.streams import print_line, status_line, steps
from cartaro.verdicts import VerdictJson, known_everywhere, load_or_decide, shipped_verdicts
from cartaro_grammar import FILE_SUFFIX, Diagnostic, Game, load_game, msg, os_error_reason, shipped, shorten, translate
from cartaro_grammar import game as g

if TYPE_CHECKING:
    from cartaro_rulebook import Measurements, SiteFault, Workbench

MAX_LISTED = 20
FEW = 3
"""The greatest number of rulesets whose pages are made faster in one process than in several."""
GC_THRESHOLD = 200_000
"""The number of new objects between two runs of the garbage collector while pages are built; trees of games and pages live
until the end.
"""
folder_option = click.option(
    "--out", type=click.Path(path_type=Path), default=Path("site"), show_default=True, help="the folder of the site"
)


def site_url(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Validate the address at which a site is published."""
    del ctx, option
    parts = urlsplit(value or "")
    if value is not None and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise click.BadParameter(msg("give an address such as {example}", example="https://example.org/rules/"))
    return value


@click.group("book")
def command() -> None:
    """Build the site of rulebooks: the rules as prose, their examples, their claims with verdicts, their sources."""


@command.command("build", short_help="build the site of rulebooks")
@click.argument("rules", metavar="[RULES...]", nargs=-1, callback=local_copies)
@folder_option
@click.option(
    "--strict",
    is_flag=True,
    help="refuse missing translations, foreign words, dead links, and warnings of `cartaro check` or the build",
)
@click.option("--no-verify", "unverified", is_flag=True, help="leave the verdicts out")
@click.option("--no-statistics", "unmeasured", is_flag=True, help="leave out the statistics of random hands")
@click.option(
    "--hands",
    "count",
    type=click.IntRange(2, 1_000_000),
    default=DEFAULT_HANDS,
    show_default=True,
    help="number of random hands",
)
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=2, show_default=True, help="number of parallel processes")
@click.option("--fresh", is_flag=True, help="build the site even if nothing has changed since the last build")
@click.option("--keys", is_flag=True, help="show after every sentence the keys of its phrases")
@click.option("--earlier", multiple=True, metavar="RULES", help="an earlier edition, for the archive (several times)")
@click.option("--workbench", type=click.Path(path_type=Path), help="a built workbench to add to the pages")
@click.option("--url", callback=site_url, help="address of publication, for search engines and links")
@click.option("--publisher", default="", help="the name of the club or federation that publishes the editions")
def build(
    rules: tuple[str, ...],
    out: Path,
    strict: bool,
    unverified: bool,
    unmeasured: bool,
    count: int,
    jobs: int,
    fresh: bool,
    keys: bool,
    earlier: tuple[str, ...],
    workbench: Path | None,
    url: str | None,
    publisher: str,
) -> None:
    """Build the site from all shipped rulesets and those in this folder, with the pages for authors; or only the
    rulebooks of the rulesets that you name.

    \b
    cartaro book build
    cartaro book build scopa mine.regole --out public
    """
    require("book")
    if not unverified:
        require("verify")
    from cartaro_rulebook import SiteFault, build_site, is_current, unexplained, untranslated

    _refuse_to_overwrite(out)
    beside = None if workbench is None else _workbench_or_exit(workbench)
    gc.set_threshold(max(GC_THRESHOLD, gc.get_threshold()[0]))
    asked = rules or (*shipped(), *rulesets_in_folder())
    is_shipped = set(asked) <= set(shipped()) and not earlier  # authors get warnings about their own rulesets
    options = (strict, unverified, unmeasured, count, keys, url, publisher, not rules)
    made_from = site_digest(asked, workbench, *options) if is_shipped else ""
    if not fresh and made_from and is_current(out, made_from):
        _print_message(msg("nothing has changed since the site was built; `--fresh` builds it again"))
        _print_message(msg("the site is at {place}", place=str(out.resolve() / "index.html")))
        return
    read, past = load_with_bases(asked), [_game_or_exit(load_game(name)) for name in earlier]
    games = {name: _game_or_exit(found.game) for name, found in read.items()}
    for game in games.values():
        refuse_device(game.name)
    # if two games have the same name, the author's own game gets the page
    last = {game.name: name for name, game in games.items()}
    names = tuple(name for name in games if last[games[name].name] == name)
    doubts = [found for name in names if strict or name not in shipped() for found in warnings_of(name)]
    if strict and doubts:
        fail(doubts, code=1)
    report(doubts)
    kept = {} if unverified else _kept_verdicts(names, games)
    found = {} if unverified else kept | _verdicts_or_exit(tuple(name for name in names if name not in kept), jobs)
    measured = {} if unmeasured else _measurements(names, games, count)
    with in_processes(jobs if len(names) > FEW else 1) as each:
        try:
            everywhere = {name: known_everywhere(name) for name in found}
            rulesets = [
                to_print(
                    games[name],
                    read[name].base,
                    found.get(name, []),
                    measured.get(name),
                    everywhere.get(name),
                    name in kept,
                    past,
                )
                for name in names
            ]
            beside = None if beside is None else _with_verdicts(beside, games, found)
            first = build_site(
                rulesets, out, url=url, publisher=publisher, strict=strict, keys=keys, authors=not rules, workbench=beside,
                each=each, made_from=made_from,
            )  # fmt: skip
        except SiteFault as fault:
            lines = _lines_of(fault) or [msg("the site could not be built")]
            more = [msg("and {n} more", n=len(lines) - MAX_LISTED)] if len(lines) > MAX_LISTED else []
            fail(tuple(Diagnostic("C0907", line, path=str(out)) for line in (*lines[:MAX_LISTED], *more)))
        except OSError as error:
            message = msg("`{name}` cannot be written", name=str(out))
            fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(out)),))
    _report_kept(len(kept))
    _print_message(msg("the site is at {place}", place=str(first)))
    own = [games[name] for name in names if name not in shipped()]
    _report_missing_words([line for game in own for line in untranslated(game)])
    for line in (line for game in own for line in unexplained(game)):
        _print_message(line, err=True)
    for name in names:
        base = read[name].base
        if base is not None and shipped_comparison(games[name], base)[0] == "stale":
            notice = msg(
                "the stored comparison of {game} with {base} was made from another text, so it is left out",
                game=games[name].name,
                base=base.name,
            )
            _print_message(notice, err=True)


def _print_message(message: str, *, err: bool = False) -> None:
    """Print a message in the language of the session."""
    print_line(translate(message, requested_language()), err=err)


def _lines_of(fault: SiteFault) -> list[str]:
    """Return the faults of a site, one per line; a message of several lines is unchanged."""
    each = (part.splitlines() if "\n" in part else [part] for part in fault.lines)
    return [line for lines in each for line in lines if line]


def _report_kept(count: int) -> None:
    """Print the number of rulesets whose verdicts were read from files next to them."""
    if count:
        notice = msg("verdicts kept with their rulesets: {n}; `cartaro verify RULES` checks the proofs again", n=count)
        _print_message(notice)


def _report_missing_words(missing: list[str]) -> None:
    """Print the names for which there are no words in a language of the pages."""
    for line in missing[:MAX_LISTED]:
        _print_message(line, err=True)
    if len(missing) > MAX_LISTED:
        _print_message(msg("and {n} more", n=len(missing) - MAX_LISTED), err=True)


@command.command("serve", short_help="serve a site on this machine")
@click.argument("rules", metavar="[RULES...]", nargs=-1, callback=local_copies)
@folder_option
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(rules: tuple[str, ...], out: Path, port: int) -> None:
    """Serve a built site on this machine until interrupted; or a site of the rulesets that you name, which follows their
    texts.

    \b
    cartaro book serve                      the site in its folder
    cartaro book serve mine.regole          pages that change as the text does, with its mistakes; nothing is verified
    """
    require("book")
    from cartaro_rulebook import serve_site

    try:
        if rules:
            _serve_live(rules, port)
            return
        if not (out / "index.html").is_file():
            advice = msg("build it first: `cartaro book build`")
            fail((Diagnostic("C0902", msg("`{name}` contains no site", name=str(out)), help=advice, path=str(out)),))
        _print_message(msg("{address} (press Ctrl+C to stop)", address=f"http://127.0.0.1:{port}/"))
        serve_site(out, port=port)
    except KeyboardInterrupt:
        sys.exit(0)
    except OSError as error:
        message = msg("port {n} cannot be used", n=port)
        fail((Diagnostic("C0904", message, help=os_error_reason(error)),))


def _serve_live(rules: tuple[str, ...], port: int) -> None:
    from cartaro.book_inputs import reload_changed
    from cartaro.watcher import watching
    from cartaro_rulebook import LiveSite, live_server

    gc.set_threshold(max(GC_THRESHOLD, gc.get_threshold()[0]))
    with TemporaryDirectory(prefix="cartaro-") as folder:
        live = LiveSite(Path(folder).resolve() / "site", partial(reload_changed, rules, {}))
        with live_server(live, port) as server, status_line(msg("building the pages")):
            live.refresh()
            with watching(rules, live.refresh):
                _print_message(msg("{address} (press Ctrl+C to stop)", address=f"http://127.0.0.1:{port}/"))
                server.serve_forever()


@command.command("pdf", short_help="print a ruleset on paper, or a notice of changes")
@click.argument("rules", metavar="RULES [RULES]", nargs=-1, required=True, shell_complete=complete_rules)
@set_option
@language_option
@click.option("--official", is_flag=True, help="the articles in the words of their source, each with a reading and an example")
@click.option(
    "--in-force",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="with --official or --diff: first day in force, as 2027-01-01",
)
@click.option("--publisher", default="", help="with --official or --diff: the name of the club or federation")
@click.option("--logo", type=click.Path(path_type=Path), help="with --official or --diff: a picture, as PNG, JPEG or SVG")
@click.option("--url", callback=site_url, help="with --official: the address of the site with the articles")
@click.option("--whole", is_flag=True, help="the whole rulebook instead of a sheet for the wall")
@click.option("--examples", is_flag=True, help="with --whole: all examples too")
@click.option("--diff", "as_notice", is_flag=True, help="a notice of the changes from the first ruleset to the second")
@click.option("--title", help="the title of the notice")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="output file (default: the ruleset's name)")
def pdf(
    rules: tuple[str, ...], settings: tuple[str, ...], language: str, official: bool, in_force: datetime | None, publisher: str,
    logo: Path | None, url: str | None, whole: bool, examples: bool, as_notice: bool, title: str | None, output: Path | None,
) -> None:  # fmt: skip
    """Print a ruleset on paper: how it is played, how it is scored, and the chosen house rules, on a few pages for a
    wall.

    With --official, print the rulebook that a federation posts: the articles in the words of their source, each with a
    reading, an example and its address.

    With --diff, print a notice of the changes from one ruleset to another: the changed articles in the words of both, with
    our readings, each with a case that the two decide differently.

    \b
    cartaro book pdf scopa --set punti=21 --set players=4
    cartaro book pdf scopone --official --in-force 2027-01-01
    cartaro book pdf scopone --whole --language en -o scopone.pdf
    cartaro book pdf --diff scopone.2025.regole scopone.regole --title "What changes in 2026"
    """
    require("pdf")
    from cartaro_rulebook import Adoption, has_official_text, notice_html, official_html, paper_html
    from cartaro_rulebook import pdf as printed_pdf
    from cartaro_workbench import cases_of_changes

    if len(rules) != (2 if as_notice else 1):
        raise click.UsageError(msg("`--diff` takes two rulesets") if as_notice else msg("name one ruleset"))
    if official + whole + as_notice > 1:
        raise click.UsageError(msg("`--official`, `--whole` and `--diff` exclude each other"))
    picture = None if logo is None else _logo_or_exit(logo)
    games = [_game_or_exit(load_game(name, read_settings(settings))) for name in rules]
    if official and not has_official_text(games[0]):
        advice = msg("each article must cite the row of a quoted source that has its number: `F9` for article 9")
        fail((Diagnostic("C0907", msg("`{name}` has no official text", name=games[0].name), help=advice),))
    name = f"{games[0].name}-{games[1].name}" if as_notice else games[0].name
    if output is None:
        refuse_device(name)
    place = output or Path(f"{name}.pdf")
    first = None if in_force is None else g.Date(in_force.year, in_force.month, in_force.day)
    adopted = Adoption(first, publisher, picture, url or "")
    with status_line(msg("setting the pages")):
        if as_notice:
            before, now = (to_print(game, None, []) for game in games)
            cases = cases_of_changes(games[0], games[1], language)
            meaning = None if cases else compared(games[0], games[1], language, clauses=False)
            text = notice_html(now, before, language, meaning, title or "", cases, adopted)
        elif official:
            text = official_html(to_print(games[0], None, []), language, adopted)
        else:
            base = load_with_bases(rules)[rules[0]].base
            text = paper_html(to_print(games[0], base, []), language, whole=whole, examples=examples)
        try:
            made = printed_pdf(text)
        except OSError as missing:  # a library of the system
            reason = shorten(str(missing).partition("\n")[0])
            message = msg("a PDF needs the libraries of WeasyPrint")
            fail((Diagnostic("C0907", message, help=reason, path=str(place)),))
    write_bytes(place, made)
    _print_message(msg("the pages are in {place}", place=str(place)))


PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""The kinds of pictures that a logo can be."""


def _logo_or_exit(path: Path) -> tuple[str, bytes]:
    kind = PICTURES.get(path.suffix.lower())
    if kind is None:
        raise click.UsageError(msg("a logo must be a PNG, JPEG or SVG picture"))
    try:
        return kind, path.read_bytes()
    except OSError as error:
        message = msg("`{name}` cannot be read", name=str(path))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(path)),))


def _refuse_to_overwrite(out: Path) -> None:
    """Exit unless a folder is new, is empty or contains a site built before, since a build replaces the whole folder."""
    from cartaro_rulebook import is_free

    try:
        if is_free(out):
            return
    except OSError as error:
        message = msg("`{name}` cannot be read", name=str(out))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(out)),))
    advice = msg("name a new folder, or one that holds a site made before")
    message = msg("`{name}` contains something other than a site", name=str(out))
    fail((Diagnostic("C0904", message, help=advice, path=str(out)),))


def _workbench_or_exit(folder: Path) -> Workbench:
    from cartaro_rulebook import workbench_in

    found = workbench_in(folder)
    if found is None:
        advice = msg("build it in a checkout: `make workbench`")
        fail((Diagnostic("C0902", msg("`{name}` contains no workbench", name=str(folder)), help=advice, path=str(folder)),))
    return found


def _with_verdicts(beside: Workbench, games: Mapping[str, Game], found: Mapping[str, list[VerdictJson]]) -> Workbench:
    """Add the verdicts to a workbench, for the rulesets whose texts it has."""
    if not found:
        return beside
    from cartaro_verify import from_json
    from cartaro_workbench import kept_verdicts

    verdicts: dict[str, str] = {}
    for name, values in found.items():
        game = games[name]
        if beside.has(game):
            made = kept_verdicts(beside.texts, game.name + FILE_SUFFIX, [from_json(value) for value in values])
            verdicts |= {game.name: made} if isinstance(made, str) else {}
    return replace(beside, verdicts=verdicts)


def _game_or_exit(game: Game | tuple[Diagnostic, ...]) -> Game:
    if not isinstance(game, Game):
        fail(game, code=exit_code(game))
    return game


def _kept_verdicts(names: tuple[str, ...], games: Mapping[str, Game]) -> dict[str, list[VerdictJson]]:
    """Return the verdicts that come with shipped rulesets and are for their present rules."""
    found = {name: shipped_verdicts(games[name]) for name in names}
    return {name: values for name, values in found.items() if values}


def _verdicts_or_exit(names: tuple[str, ...], jobs: int) -> dict[str, list[VerdictJson]]:
    """Return the verdicts of each ruleset, cached or decided in parallel; exit at a diagnostic."""
    if not names:
        return {}
    from cartaro_engine import worker_processes

    found = dict[str, list[VerdictJson] | tuple[Diagnostic, ...]]()
    with steps(len(names)) as work, worker_processes(jobs) as pool:
        waiting = {name: pool.submit(load_or_decide, name, dict[str, str](), None) for name in names}
        for future in waiting.values():
            future.add_done_callback(work.end)
        for name, future in waiting.items():
            work.begin(msg("verifying {name}", name=name))
            found[name] = future.result()
    for value in found.values():
        if isinstance(value, tuple):
            fail(value, code=exit_code(value))
    return {name: value for name, value in found.items() if isinstance(value, list)}


def _measurements(names: tuple[str, ...], games: dict[str, Game], count: int) -> dict[str, Measurements]:
    """Measure random play of each ruleset. Report a ruleset that cannot be played, and leave it out."""
    found: dict[str, Measurements] = {}
    with steps(len(names)) as work:
        for name in names:
            work.begin(msg("playing {name} at random", name=name))
            made = measure(name, games[name], count)
            if isinstance(made, Diagnostic):
                _print_message(msg("{name} has no statistics: {why}", name=name, why=made.message), err=True)
            else:
                found[name] = made
            work.end()
    return found
