"""`cartaro diff`: two rulesets compared, their words and what they mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import click

from cartaro.shell import (
    FAILURE,
    OK,
    complete_rules,
    fail,
    json_option,
    language_option,
    load_or_exit,
    set_option,
    write_json,
)
from cartaro.terminal.streams import print_line, status_line
from cartaro_grammar import Message, msg, translate
from cartaro_interpreter import Json, json_model

if TYPE_CHECKING:
    from cartaro_workbench import Differences, ToldApart, WordChange


@click.command("diff")
@click.argument("first", metavar="A", shell_complete=complete_rules)
@click.argument("second", metavar="[B]", required=False, shell_complete=complete_rules)
@set_option
@click.option(
    "--other", "others", metavar="OPTION=VALUE", multiple=True, help="a house rule of the second alone; may be repeated"
)
@click.option("--hands", metavar="N", type=click.IntRange(1, 10_000), default=200, show_default=True, help="play so many hands")
@click.option("--invariants", is_flag=True, help="prove with what can be reached, too: slower, and sure of more")
@language_option
@json_option
def command(
    first: str, second: str | None, settings: tuple[str, ...], others: tuple[str, ...], hands: int, invariants: bool,
    language: str, as_json: bool,
) -> None:  # fmt: skip
    """Compare two rulesets, two editions of one, a variant and its base, or a ruleset with itself under another house rule.

    First what is written otherwise, clause by clause, and what each means: the same, stricter, looser or unlike. Then the
    whole: the same (proved), or the shortest hand, or a position, that was found to tell them apart. Exit code 0: the same;
    1: not, or nothing tells them apart; 2: wrong use.

    \b
    cartaro diff scopa scopa_popolare
    cartaro diff scopone.2025.regole scopone.regole
    cartaro diff scopa --other ultima=presa
    """
    from cartaro_workbench import Differences, differences

    if second is None and not others:
        raise click.UsageError("name two rulesets, or a house rule of the second: --other OPTION=VALUE")
    one = load_or_exit(first, settings, as_json, language)
    other = load_or_exit(second or first, (*settings, *others), as_json, language)
    with status_line("comparing"):
        found = differences(one, other, language, hands=hands, invariants=invariants)
    if not isinstance(found, Differences):
        fail(found, as_json, language=language)
    if as_json:
        write_json(cast("dict[str, Json]", json_model.encode(found, language)))
    else:
        _show(found, language)
    sys.exit(OK if found.relation == "equal" else FAILURE)


# ------------------------------------------------------------------------- output


def _show(found: Differences, language: str) -> None:
    def say(message: Message) -> None:
        print_line(translate(message, language))

    for change in found.words:
        _show_change(change, language)
    if found.words:
        print_line("")
    one, other = _named(found, 0), _named(found, 1)
    match found.relation:
        case "equal" if found.always:
            say(
                msg(
                    "{first} and {second} are the same game, under every house rule and for every number of players",
                    first=one,
                    second=other,
                )
            )
        case "equal":
            say(msg("{first} and {second} are the same game", first=one, second=other))
        case "not told apart":
            say(
                msg(
                    "nothing tells {first} and {second} apart in {n} hands; that is no proof",
                    first=one,
                    second=other,
                    n=found.hands,
                )
            )
        case "stricter" if found.proved:
            say(msg("{second} is stricter than {first}, in every deal: it has fewer legal moves", first=one, second=other))
        case "stricter":
            say(
                msg(
                    "{second} is stricter than {first}, as far as {n} hands show: it has fewer legal moves",
                    first=one,
                    second=other,
                    n=found.hands,
                )
            )
        case "looser" if found.proved:
            say(msg("{second} is looser than {first}, in every deal: it has more legal moves", first=one, second=other))
        case "looser":
            say(
                msg(
                    "{second} is looser than {first}, as far as {n} hands show: it has more legal moves",
                    first=one,
                    second=other,
                    n=found.hands,
                )
            )
        case "unlike":
            say(msg("{first} and {second} are different games", first=one, second=other))
    for shown in (found.shown, found.built):
        if shown is not None:
            _show_position(shown, (one, other), language)


def _named(found: Differences, number: int) -> str:
    """Return the name of a ruleset, with the house rules that the other has not."""
    name, settings = (found.first, found.second)[number], found.settings
    own = [f"{key}={value}" for key, value in settings[number].items() if settings[1 - number].get(key) not in (None, value)]
    return f"{name} ({', '.join(own)})" if own and found.first == found.second else name


def _show_change(change: WordChange, language: str) -> None:
    titles = {
        "new": msg("new: {name}", name=change.name),
        "gone": msg("gone: {name}", name=change.name),
        "changed": msg("changed: {name}", name=change.name),
        "moved": msg("moved: {name}", name=change.name),
        "renamed": msg("renamed: {name}, now {other}", name=change.name, other=change.renamed or change.name),
    }
    places = " → ".join(change.article)
    print_line(translate(titles[change.kind], language) + (f"  ({places})" if places else ""))
    if change.kind not in ("moved", "renamed"):
        for sign, text in (("-", change.before), ("+", change.after)):
            if text:
                print_line(f"  {sign} {text}")
    if change.meaning is not None:
        print_line(f"  {translate(_meaning(change), language)}")


def _meaning(change: WordChange) -> Message:
    """Return what a clause means beside the one that it stands for."""
    alone = change.kind in ("new", "gone")
    match change.meaning:
        case "equal":
            return msg("means the same (proved)")
        case "stricter" if change.proved:
            return msg("alone: fewer legal moves (proved)")
        case "looser" if change.proved:
            return msg("alone: more legal moves (proved)")
        case "stricter":
            return msg("alone: fewer legal moves, as far as a few hands show")
        case "looser":
            return msg("alone: more legal moves, as far as a few hands show")
        case "unlike" if change.shown is not None:
            at = "–" if change.shown.seed is None else str(len(change.shown.moves))
            text = change.shown.first.splitlines()[0], change.shown.second.splitlines()[0]
            return msg("alone: another game ({first} | {second}; moves: {n})", first=text[0], second=text[1], n=at)
        case "unlike" if alone:
            return msg("another game without it") if change.kind == "gone" else msg("another game with it")
        case _:
            return msg("alone: no difference was found")


def _show_position(shown: ToldApart, names: tuple[str, str], language: str) -> None:
    at = msg("hand number {n}, after {moves} moves", n=shown.seed or 0, moves=len(shown.moves))
    if shown.seed is None:
        at = (
            msg("an example, run under both")
            if shown.aspect == "example"
            else msg("in a position that was built, not played to")
        )
    if shown.seed is not None or shown.position:
        print_line("\n" + translate(at, language))
        for line in (*(f"do {move}" for move in shown.moves), *shown.position):
            print_line(f"    {line}")
    for name, text in zip(names, (shown.first, shown.second), strict=True):
        first, *more = text.splitlines() or ["–"]
        print_line(f"  {name}: {first}")
        for line in more:
            print_line(f"      {line}")
