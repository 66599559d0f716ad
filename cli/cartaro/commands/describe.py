"""`cartaro describe`: print the manifest of a game."""

from __future__ import annotations

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import json_option, language_option, load_or_exit, set_option, write_json
from cartaro.terminal.streams import print_line
from cartaro_grammar import msg, translate
from cartaro_workbench import manifest


@click.command("describe")
@rules_argument
@set_option
@language_option
@json_option
def command(rules: str, settings: tuple[str, ...], language: str, as_json: bool) -> None:
    """Describe the parts of a game: cards and their codes, zones and who sees them, acts and parameters, house rules,
    headings of the score, endings, clauses by article. The text is a summary; JSON is complete.

    \b
    cartaro describe scopa --json
    cartaro describe scopa --set players=4
    """
    game = load_or_exit(rules, settings, as_json)
    found = manifest(game)
    if as_json:
        write_json(found)
        return
    from cartaro.terminal.render import display_name, move_text

    acts = (move_text(game, {"act": act["name"], "args": {}}, language).plain for act in found["acts"])
    headings = ((name, game.clause[name].names if name in game.clause else ()) for name in found["scores"])
    rows = (
        msg("players: {text}", text=", ".join(map(str, found["players"]))),
        msg("cards: {text}", text=" ".join(card["code"] for card in found["cards"])),
        msg("places: {text}", text=", ".join(display_name(game, zone.name, language, zone.names) for zone in game.zones)),
        msg("acts: {text}", text=", ".join(acts)),
        msg("house rules: {text}", text=", ".join(f"{one['name']}={one['chosen']}" for one in found["house_rules"])),
        msg("score: {text}", text=", ".join(display_name(game, name, language, names) for name, names in headings)),
    )
    print_line(found["titles"][language])
    for row in rows:
        print_line(f"  {translate(row, language)}")
