"""Answers rendered for a terminal: cards, moves, scores, verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cartaro.terminal.streams import console
from cartaro.time_limit import MORE_TIME
from cartaro.verdicts import claim_terms
from cartaro_grammar import KEY_WORD_LANGUAGES, PLAYERS_SETTING, Game, load_game, msg, phrase_in, sanitize, translate
from cartaro_grammar import game as g
from cartaro_interpreter import Move, Rules, article_of, as_laid, describe, in_sequence
from cartaro_rulebook import (
    Naming,
    alike,
    card_color,
    counted_in_words,
    exemption_in_words,
    extent_in_words,
    in_words,
    rules_in_words,
    second_person,
    third_person,
    verdict_in_words,
)
from cartaro_rulebook import language as lexicon

COLORS = ("green", "red", "yellow", "blue")


def localized(names: g.Names, language: str, default: str) -> str:
    """Return a text in a language, or in the first that it has."""
    by_language = dict(names)
    return by_language.get(language) or by_language.get("") or next(iter(by_language.values()), default)


def cards_text(game: Game, codes: list[str]) -> Text:
    """Render the codes of cards, each in the colour of its suit."""
    text = Text()
    for position, code in enumerate(codes):
        text.append(" " if position else "")
        text.append(code, style=f"bold {_color(game, code)}".strip())
    return text if codes else Text("—", style="dim")


def _color(game: Game, code: str) -> str:
    """Return the colour of a card's suit; none if the suit is black or the card has no suit."""
    own, _, reading = code.partition("/")
    number = game.card_number.get(reading.partition("/")[0], game.card_number.get(own))
    found = "none" if number is None else card_color(game.deck, number)
    return "red" if found == "red" else COLORS[int(found)] if found.isdigit() else ""


def card_legend(game: Game, language: str) -> list[str]:
    """Return the signs on the cards with their meanings, one line for each attribute: `D diamonds · C clubs`."""
    naming, lines = Naming(game, lexicon(language)), list[str]()
    for attribute in game.deck.attributes:
        signed = (value for value in attribute.values if value.sign)
        lines.append(" · ".join(f"{value.sign} {naming.symbol(attribute.name, value.name).singular}" for value in signed))
    return [*filter(None, lines)]


def display_name(game: Game, word: str, language: str, names: g.Names = (), *, several: bool = False) -> str:
    """Return the name of something in the singular, or in the plural if `several`, without grammatical annotations."""
    text = localized(names or dict(game.ruleset.words).get(word, ()), language, word.replace("_", " "))
    return re.sub(r"(?<! ) *\([^()]*\)", "", text.split(" / ")[-1 if several else 0])


def article_phrase(game: Game, name: str, language: str) -> str:
    """Return the article of a finding or a clause in words; empty if it has none."""
    article = article_of(game, name)
    return "" if article is None else Naming(game, lexicon(language)).article(article.key, "sentence")


def known_text(game: Game, move: Move, language: str, by: Person | None = None, reader: int | None = None) -> Text:
    """Render a move as a player knows it; unknown cards are given only as a number of face-down cards."""
    names = [parameter.name for parameter in game.act[move.act].parameters] if move.act in game.act else []
    hidden = dict(zip(names, move.face_down, strict=False))
    return move_text(game, {"act": move.act, "args": describe(game, move), "face_down": hidden}, language, by, reader)


Person = Literal["reader", "somebody"]
"""Who has made a move: the person at the screen, or somebody else."""


def verb_text(act: g.Act | None, language: str, by: Person | None) -> str | None:
    """Return the wording of an act as it is done by somebody or by the reader; None if its words do not allow it."""
    if by is None:
        return None
    return (second_person if by == "reader" else third_person)(act, language)


def move_text(game: Game, move: Mapping[str, Any], language: str, by: Person | None = None, reader: int | None = None) -> Text:
    """Render a move in its act's wording; an argument that is None is left open. If it was made `by` a person, the verb is in
    their person: `takes 7D with 7C`. The `reader` is addressed.
    """
    act = game.act.get(str(move.get("act", move.get("ruling", ""))))
    conjugated = verb_text(act, language, by)
    if act is None:
        return Text(conjugated or in_words("end_turn", language))
    kinds = {parameter.name: parameter.type.kind for parameter in act.parameters}
    unseen = {parameter.name for parameter in act.parameters if parameter.unseen}
    text = Text()
    rest = conjugated or localized(act.says, language, act.name)
    args: Mapping[str, Any] = move["args"]
    hidden: Mapping[str, int] = move.get("face_down", {})
    while "{" in rest:
        before, _, after = rest.partition("{")
        name, _, rest = after.partition("}")
        text.append(before)
        value = args.get(name)
        count = hidden.get(name, 0)
        if value or not (count or name in unseen):
            text.append_text(_argument(game, value, kinds.get(name, ""), language, reader))
        if count > 1:
            text.append(f"{' ' if value else ''}{in_words('unseen_cards', language, n=count)}")
        elif count or (value is None and name in unseen):
            text.append(f"{' ' if value else ''}{in_words('unseen_card', language)}")
    text.append(rest)
    return text


def _argument(game: Game, value: object, kind: str, language: str, reader: int | None = None) -> Text:
    if value is None:
        return Text("…")
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    if kind in ("card", "cards"):
        return cards_text(game, [str(one) for one in values])
    if kind == "group":
        group = in_sequence(game, [game.faces.numbered[str(one)] for one in values])
        return cards_text(game, [game.faces.codes[card] for card in group])
    if kind in ("player", "side", "players", "sides"):
        owner: g.Owner = "player" if kind.startswith("player") else "side"
        return Text(", ".join(reader_text(game, owner, str(one), language, reader, after_word=True) for one in values))
    printed = {value.name: value.names for a in game.deck.attributes for value in a.values} if "symbol" in kind else {}
    return Text(", ".join(display_name(game, str(one), language, printed.get(str(one), ())) for one in values))


def show_moves(rules: Rules, answer: Mapping[str, object], language: str) -> None:
    """Print legal moves, each with its clauses."""
    out = console()
    moves: Any = answer["moves"]
    for number, move in enumerate(moves, 1):
        line = Text(f"{number:>3}  ")
        line.append_text(move_text(rules.game, move, language))
        line.append(f"   {', '.join(move['by'])} ({', '.join(move['cites'])})", style="dim")
        out.print(line)
    if not moves:
        out.print(translate(msg("no legal move"), language))


def show_explanation(answer: Mapping[str, object]) -> None:
    """Print an arbiter's answer: first the ruling, then each clause with its sentence below it."""
    out = console()
    style = {True: "bold green", False: "bold red"}.get(cast("bool", answer.get("legal")), "bold")
    for line in str(answer["text"]).split("\n"):
        content = line.lstrip(" ")
        out.print(Padding(Text(content, style=style), (0, 0, 0, len(line) - len(content))))
        style = ""


def show_zones(rules: Rules, answer: Mapping[str, object], language: str) -> None:
    """Print the cards of every zone that is not empty, with its name in a language."""
    out, game = console(), rules.game
    zones: Any = answer["zones"]
    for name, content in zones.items():
        for owner, codes in parts_of_zone(content):
            line = Text(f"{zone_text(game, game.zone[name], owner, language)}: ")
            line.append_text(laid_text(game, name, [game.faces.numbered[code] for code in codes]))
            out.print(line)


def laid_text(game: Game, zone: str, cards: Sequence[int]) -> Text:
    """Return the cards of a zone; groups are in brackets if the rules require the cards to be laid in groups."""
    codes = game.faces.codes
    groups = [cards_text(game, [codes[card] for card in group]) for group in as_laid(game, zone, cards)]
    if not groups:
        return cards_text(game, [codes[card] for card in cards])
    return Text(" ").join(Text.assemble("[", group, "]") for group in groups)


def parts_of_zone(content: object) -> list[tuple[str, list[str]]]:
    """Return the parts of a zone that have cards: each owner's part, or each group of a family."""
    if isinstance(content, Mapping):
        owned = [*cast("Mapping[str, list[str]]", content).items()]
    else:
        found = cast("list[str] | list[list[str]]", content)
        owned = [("", codes) for codes in found if isinstance(codes, list)] or [("", cast("list[str]", found))]
    return [(owner, codes) for owner, codes in owned if codes]


def zone_text(game: Game, zone: g.Zone, owner: str, language: str, reader: int | None = None) -> str:
    """Return a zone's name and owner."""
    whose = "" if zone.owner == "table" else f" ({reader_text(game, zone.owner, owner, language, reader)})"
    return display_name(game, zone.name, language, zone.names) + whose


def owner_text(game: Game, owner: g.Owner, number: str, language: str) -> str:
    """Word a player (*seat 2*) or a side (*side 1*), by the names of people if they have some; a side of a single player is
    named by the seat.
    """
    members = [seat for seat, side in enumerate(game.side_of) if (seat if owner == "player" else side) == int(number) - 1]
    names = [game.called[seat] for seat in members if seat < len(game.called) and game.called[seat]]
    if names and len(names) == len(members):
        return lexicon(language).series(names)
    if owner == "player" or game.sides == game.players:
        return in_words("terminal_seat", language, n=number)
    return f"{Naming(game, lexicon(language)).owner(owner).form(False)} {number}"


def is_reader(game: Game, owner: g.Owner, number: str, reader: int | None) -> bool:
    """Return whether a player, or a side of a single player, is the reader."""
    if reader is None or (owner == "side" and game.sides < game.players):
        return False
    return int(number) - 1 == (reader if owner == "player" else game.side_of[reader])


def reader_text(game: Game, owner: g.Owner, number: str, language: str, reader: int | None, *, after_word: bool = False) -> str:
    """Word a player or a side as `owner_text` does, but the `reader` as *you*, and the side of the reader as *your pair*.
    `after_word` gives the form after a preposition or a verb (*da te*).
    """
    if is_reader(game, owner, number, reader):
        return in_words("terminal_you_after" if after_word else "terminal_you", language)
    if reader is None or owner == "player" or game.side_of[reader] != int(number) - 1 or any(game.called):
        return owner_text(game, owner, number, language)
    noun = Naming(game, lexicon(language)).owner(owner)
    return in_words("terminal_your_f" if noun.feminine else "terminal_your_m", language, x=noun.form(False))


def show_score(rules: Rules, answer: Mapping[str, object], language: str, reader: int | None = None) -> None:
    """Print the points of each side, heading by heading."""
    shares = cast("Mapping[str, Mapping[str, int]]", answer["shares"])
    points = cast("Mapping[str, int]", answer["points"])
    if not points:
        return
    table = Table()
    table.add_column("")
    for side in points:
        table.add_column(reader_text(rules.game, "side", side, language, reader), justify="right")
    for heading in next(iter(shares.values()), dict[str, int]()):
        names = rules.game.clause[heading].names if heading in rules.game.clause else ()
        table.add_row(
            escape(display_name(rules.game, heading, language, names)), *(str(share[heading]) for share in shares.values())
        )
    table.add_section()
    table.add_row(in_words("terminal_points", language), *(f"[bold]{p}[/bold]" for p in points.values()))
    console().print(table)


def show_rulings(rules: Rules, answer: Mapping[str, object], language: str) -> None:
    """Print the arbiter's entries, each with its article and its citations."""
    entered = cast("list[Mapping[str, Any]]", answer.get("rulings", []))
    for ruling in entered:
        name = str(ruling["ruling"])
        if name in rules.game.act:
            line = move_text(rules.game, {"act": name, "args": ruling}, language)
        else:
            line = Text(display_name(rules.game, name, language, rules.game.clause[name].names))
        on = f"{ruling['move']} → {ruling['on']}" if "on" in ruling else str(ruling["move"])
        cites = ", ".join(ruling["cites"])
        where = article_phrase(rules.game, name, language)
        of_source = ", ".join(part for part in (where, cites) if part)
        console().print(Text.assemble((f"{on}: ", "dim"), line, (f"   ({of_source})", "dim")))


MARKS = {"proved": ("✓", "green"), "attained": ("✓", "green"), "refuted": ("✗", "red"), "told": ("›", "cyan")}


def verdict_word(result: Mapping[str, Any], language: str) -> str:
    """Return the verdict of a result in a language; a proof that play contradicts has none."""
    return in_words("verdict_none" if "contradiction" in result else f"verdict_{result['verdict']}", language)


def show_game(name: str, game: Game, language: str) -> None:
    """Print the number of players and the house rules of the verdicts that follow."""
    out, rules = console(), ", ".join(f"{option.name}={game.chosen[option.name]}" for option in game.ruleset.options)
    players = translate(msg("{n} players", n=game.players), language)
    out.print(Text.assemble((sanitize(name), "bold"), (f", {players}", "dim")))
    if rules:
        out.print(Text(f"  {rules}", style="dim"))


def show_result(name: str, result: dict[str, Any], language: str = "en", *, how: bool = False, again: bool = False) -> None:
    """Print a verdict with its settings and, below a refuted one, the counterexample; with `how`, also print the prover's own
    words.
    """
    out = console()
    mark, style = MARKS.get(result["verdict"], ("?", "yellow"))
    settings = ", ".join(f"{option}={value}" for option, value in result["settings"].items())
    line = Text(f"  {mark} ", style=style)
    line.append(f"{f'{verdict_word(result, language)} ':<9}", style=style)
    line.append(f"{result['name']}{f' [{settings}]' if settings else ''}", style="bold")
    if result["kind"] == "obligation":
        line.append(f" ({result['text'][language]})")
    line.append(f"  {result['seconds']:.1f} s", style="dim")
    if result.get("at"):
        line.append(f"  {sanitize(result['at'])}", style="dim")
    out.print(line)
    if again:
        out.print(_remark(msg("this verdict replaces the one above"), language, "yellow"))
    method, reason = _plain_verdict(name, result, language)
    for text, exactly in ((method, result["method"]), (reason, result.get("reason", ""))):
        style = "dim" if text == method else "yellow"
        if text:
            out.print(Text(f"      {text}", style=style))
        if how and exactly and exactly != text:
            out.print(Text(f"      {exactly}", style="dim"))
    if result.get("told_false"):
        right = result["verdict"] == "refuted"
        note = msg("the text agrees") if right else msg("the text marks it as false")
        out.print(_remark(note, language, "dim" if right else "yellow"))
    if result.get("vacuous"):
        out.print(_remark(msg("vacuous: its premise held in no hand that was found"), language, "yellow"))
    if "open" in result:
        _show_open(out, name, result, language)
    shows = "example" in result and result["verdict"] == "told"
    if shows or "counterexample" in result or "contradiction" in result:
        _show_history(out, name, result, language)


# ------------------------------------------------------------------------ under every house rule


def show_result_everywhere(name: str, value: dict[str, Any], language: str) -> None:
    """Print the players and house rules for which something holds, and the hands that refute it for others."""
    from cartaro_verify import from_json

    out, result, lang, setting = console(), from_json(value), lexicon(language), _printed_setting(language)
    covered = result.coverage
    assert covered is not None, "a verdict under all house rules"
    mark, style = MARKS.get(result.verdict, ("?", "yellow"))
    line = Text(f"  {mark} ", style=style)
    line.append(result.name, style="bold")
    line.append(f"  {result.seconds:.1f} s  ", style="dim")
    within = f" [{rules_in_words(covered.within, lang, setting)}]" if covered.within else ""
    out.print(line.append(extent_in_words(result, (result.players,), lang, setting) + within))
    reason = _part_in_words(name, value, result.reason or (result.method if result.verdict != "unknown" else None), language)
    if reason:
        out.print(Text(f"      {reason}", style="yellow" if result.reason else "dim"))
    if "counterexample" in value and not result.told_false:
        _show_history(out, name, {**value, "house_rules": value["counterexample"]["record"]["settings"]}, language)
    for each, shown in zip(covered.exempted, value["everywhere"]["exempted"], strict=True):
        if "counterexample" in shown:
            out.print(Text(f"      {exemption_in_words(each, lang, setting)}", style="yellow"))
            house_rules = shown["counterexample"]["record"]["settings"]
            refuted = {**value, "counterexample": shown["counterexample"], "house_rules": house_rules}
            _show_history(out, name, refuted, language)
    if covered.remedy:
        under = _condition(covered.remedy, name)
        out.print(Text(f"      {lang.text('verdict_everywhere_remedy', x=under)}", style="cyan"))


def _printed_setting(language: str) -> Callable[[str, tuple[str, ...]], str]:
    """Return how values of a house rule are printed: as `--set` takes them."""

    def printed(option: str, values: tuple[str, ...]) -> str:
        return lexicon(language).series([f"{option}={value}" for value in values], "or")

    return printed


def _condition(remedy: Sequence[tuple[str, Sequence[str]]], name: str) -> str:
    """Return the condition that limits a claim to some house rules, in the key words of its text."""
    english = " and ".join(f"{option} is {' or '.join(values)}" for option, values in remedy)
    game = load_game(name)
    return phrase_in(f"under {english}", game.ruleset.key_words if isinstance(game, Game) else "en")


def _plain_verdict(name: str, result: dict[str, Any], language: str) -> tuple[str, str]:
    """Return the method and the reason of a verdict in plain words; unchanged if its game cannot be loaded."""
    from cartaro_verify import from_json

    game = _game_of(name, result, result["players"])
    if game is None:
        return result["method"], result.get("reason", "")
    found = from_json(result)
    method, reason = (verdict_in_words(game, part, language, plainly=True) for part in (found.method, found.reason))
    return method, reason


def _part_in_words(name: str, value: Mapping[str, Any], part: Any, language: str) -> str:
    """Return the method or the reason of a verdict in a language."""
    if part is None:
        return ""
    game = load_game(name, {PLAYERS_SETTING: str(value["players"])})
    return (
        verdict_in_words(game, part, language, plainly=True)
        if isinstance(game, Game)
        else str(value.get("reason", value["method"]))
    )


def show_everywhere(values: list[dict[str, Any]], language: str) -> None:
    """Print the numbers of players and house rules for which each result holds; results with the same ones share a line."""
    from cartaro_verify import from_json, merged

    out, lang, setting = console(), lexicon(language), _printed_setting(language)
    together = dict[str, list[str]]()
    for game in dict.fromkeys(value["game"] for value in values):
        results = merged(from_json(value) for value in values if value["game"] == game)
        for name, each in alike(results).items():
            for result, counts in each:
                together.setdefault(extent_in_words(result, counts, lang, setting), []).append(name)
        for extent, names in together.items():
            out.print(Text(f"{', '.join(names)}: {extent}"))
        together.clear()


def show_summary(results: list[dict[str, Any]], language: str) -> None:
    """Print the number of verdicts of each kind."""
    counts: dict[str, int] = dict.fromkeys(("proved", "attained", "refuted", "unknown"), 0)
    for result in results:
        verdict = "none" if "contradiction" in result else result["verdict"]
        counts[verdict] = counts.get(verdict, 0) + 1
    empty = sum(bool(result.get("vacuous")) for result in results)
    console().print(_counts_in_words({**counts, **({"vacuous": empty} if empty else {})}, language))


def _counts_in_words(counts: Mapping[str, int], language: str) -> str:
    return ", ".join(counted_in_words(f"verdict_count_{verdict}", language, count) for verdict, count in counts.items())


def show_certificate(checked: dict[str, Any], language: str) -> None:
    """Print the result of checking a certificate, and the assumptions taken on trust."""
    out, solver = console(), f"{checked['solver']} {checked['version']}"
    counts = _counts_in_words({verdict: count for verdict, count in checked["verdicts"].items() if count}, language)
    conditions, records = checked["conditions"], checked["replayed"]
    lines = [msg("{solver} confirms all {n} conditions; records replayed: {m}", solver=solver, n=conditions, m=records)]
    if checked["undecided"]:
        undecided = ", ".join(dict.fromkeys(checked["undecided"]))
        lines.append(msg("{solver} gave up on conditions of {parts}", solver=solver, parts=undecided))
    if checked["out_of_time"]:
        lines.append(msg("not everything was checked before the time limit; {more}", more=MORE_TIME))
    lines += [msg("assumed: {what}", what=text) for text in checked["trusted"]]
    sign = "?" if checked["open"] else "✓"
    out.print(Text(f"{sign} {checked['game']}: {counts}", style="bold"))
    for line in lines:
        out.print(Text(f"  {translate(line, language)}"))


def _show_open(out: Console, name: str, result: dict[str, Any], language: str) -> None:
    """Print the point at which a proof failed: the case, the move and, if known, the position that the proof does not
    exclude.
    """
    from cartaro_verify import from_json

    found, case = result["open"], from_json(result).open
    game = _game_of(name, result, found["players"])
    if game is None or case is None:
        return
    lang = lexicon(language)
    known = lang.text("proof_series").join(verdict_in_words(game, fact, language) for fact in case.invariants)
    lines = [("case", verdict_in_words(game, case.case, language)), ("move", verdict_in_words(game, case.move, language))]
    for label, text in (*lines, ("known", known)):
        if text:
            out.print(Text(f"      {lang.text(f'site_open_{label}')} {text}", style="dim"))
    printed = {cell.name: cell.names for cell in game.cells}
    positions = [found[key] for key in ("before", "position") if key in found]
    for number, at in enumerate(positions):
        out.print(Text(f"      {lang.text('site_open_allowed')}", style="dim"))
        _show_cards(out, game, at, language)
        if counters := ", ".join(
            f"{display_name(game, cell, language, printed.get(cell, ()))} {_value_text(value, language)}"
            for cell, value in at["counters"].items()
        ):
            out.print(Text(f"      {counters}", style="dim"))
        if "played" in found and not number:
            then = f"      {lang.text('site_open_then')} "
            out.print(Text.assemble((then, "dim"), move_text(game, found["played"], language)))


def _remark(text: str, language: str, style: str) -> Text:
    """Return a line to be printed below a verdict."""
    return Text(f"      {translate(text, language)}", style=style)


def _value_text(value: object, language: str) -> str:
    """Render the value of a counter or reference, for each owner, in the key words of a language."""
    if isinstance(value, Mapping):
        return "/".join(_value_text(one, language) for one in cast("Mapping[str, object]", value).values())
    if isinstance(value, list):
        return " ".join(map(str, cast("list[object]", value))) or _key_word("none", language)
    if value is None or isinstance(value, bool):
        return _key_word("none" if value is None else "true" if value else "false", language)
    return str(value).lower()


def _key_word(word: str, language: str) -> str:
    return phrase_in(word, language) if language in KEY_WORD_LANGUAGES else word


def _game_of(name: str, result: dict[str, Any], players: int) -> Game | None:
    """Load the game that a result is about."""
    from cartaro_grammar import load_game

    game = load_game(name, {**result["house_rules"], PLAYERS_SETTING: str(players)})
    return game if isinstance(game, Game) else None


def _show_cards(out: Console, game: Game, position: Mapping[str, Any], language: str) -> None:
    """Print the cards of a position, under a verdict."""
    for zone, content in position["zones"].items():
        for owner, codes in parts_of_zone(content):
            line = Text(f"      {zone_text(game, game.zone[zone], owner, language)}: ")
            line.append_text(cards_text(game, codes))
            out.print(line)


def _show_history(out: Console, name: str, result: dict[str, Any], language: str) -> None:
    """Print the position at the end of a history, and its moves."""
    from cartaro_verify import from_json

    game = _game_of(name, result, result["players"])
    if game is None:
        return
    shown = result.get("counterexample") or result.get("contradiction") or result["example"]
    _show_cards(out, game, shown["position"], language)
    moves = shown["record"].get("moves", [])[: shown["moves"]]
    if moves:
        after = translate(
            msg("after {n} moves, the last:", n=len(moves)) if len(moves) > 1 else msg("after one move:"), language
        )
        line = Text(f"      {after} ", style="dim")
        line.append_text(move_text(game, moves[-1], language))
        out.print(line)
    for term in claim_terms(game, result, language):
        out.print(Text(f"      {term['text']}: {term['value']}" if term["value"] else f"      {term['text']}"))
    witness = from_json(result).witness
    if witness is not None and witness.note:
        out.print(Text(f"      {verdict_in_words(game, witness.note, language)}", style="dim"))
