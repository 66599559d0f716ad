"""The games of a site on its first page, grouped by the pack with which they are played. Each has its number of players and a
line about it.

Above them are three ways in: play the games that the hand-written first page names (`play: …` in its front matter), write a
rule, read a rulebook.  The game with the most variants comes first, as the best one to begin with.  A pack is the library whose
article declares its ranks or suits, with the number of cards; a game that declares its own cards is listed with the pack that
has the same suit signs.  Buttons filter the games by number of players or by mechanism; a list of regions follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_rulebook.guide import difference
from cartaro_rulebook.prose.aims import aim
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.elsewhere import by_region
from cartaro_rulebook.site.first_screen import in_ranges, line_about, minutes
from cartaro_rulebook.site.markup import CardPictures, escaped, heading, tag
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import localized

Families = Sequence[tuple[str, Sequence[Ruleset]]]
SHOWN = 4
"""The number of cards of a pack that are drawn."""


Mechanisms = Mapping[str, Sequence[str]]
"""The titles of the mechanisms of each game, by its name: its family, and the rules that it shares with other games."""


def games_of_site(families: Families, code: str, played: Sequence[str] = (), mechanisms: Mechanisms | None = None) -> str:
    """Return the games by their packs, and within a pack by family, as the beginning of the first page; `played` are the names
    of the games that a reader can play at once.
    """
    shared = _shared(mechanisms or {})
    lang = language(code)
    rulesets = [ruleset for _, found in families for ruleset in found]
    parts = [
        tag("p", escaped(lang.text("site_home_lead")), class_="lead"),
        *_ways_in(rulesets, code, played),
        *_first(rulesets, code),
    ]
    parts += [f"## {heading(lang.text('site_book'))} {{ #games }}", *_by_number(rulesets, code), *_by_mechanism(shared, code)]
    for (title, number), members in _packs(families, code).items():
        pack = " · ".join(filter(None, (title, lang.text("site_cards", n=str(number)))))
        drawn = tag("div", _fan_of(members[0].game, code), class_="fan", aria_hidden="true")
        parts += [drawn, f"### {heading(pack)}", tag("ul", "".join(_item(r, code, shared) for r in members), class_="games")]
    parts += by_region([ruleset.game for ruleset in rulesets], code)
    return "\n\n".join(parts) + "\n"


def _packs(families: Families, code: str) -> dict[tuple[str, int], list[Ruleset]]:
    """Return the games by pack, beginning with the pack that most games use."""
    games = [ruleset.game for _, rulesets in families for ruleset in rulesets]
    by_signs = {_signs(game): title for game in games if (title := _pack_title(game, code))}
    found = dict[tuple[str, int], list[Ruleset]]()
    for _, rulesets in families:
        for ruleset in rulesets:
            title = _pack_title(ruleset.game, code) or by_signs.get(_signs(ruleset.game), "")
            found.setdefault((title, len(ruleset.game.deck.cards)), []).append(ruleset)
    return dict(sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0])))


def _pack_title(game: Game, code: str) -> str:
    """Return the title of the library that declares the cards; empty if the game itself does."""
    materials = (clause for clause in game.clauses if isinstance(clause.sentence, g.Material))
    homes = (one.article.partition("/")[0] for one in materials if one.sentence == g.Material("attribute"))
    own = {game.name, *game.ruleset.bases}
    return next((localized(dict(game.ruleset.homes).get(home, ()), code, "") for home in homes if home not in own), "")


def _signs(game: Game) -> frozenset[str]:
    """Return the signs of the suits, which are the values of the attribute with the fewest values."""
    suits = min(game.deck.attributes, key=lambda attribute: len(attribute.values), default=None)
    return frozenset(symbol.sign for symbol in suits.values) if suits is not None else frozenset()


def _first(rulesets: Sequence[Ruleset], code: str) -> Iterator[str]:
    """Yield the game with the most variants, with some of its cards, if any game has variants."""
    varied = Counter(ruleset.base.name for ruleset in rulesets if ruleset.base is not None)
    found = max(rulesets, key=lambda ruleset: varied[ruleset.game.name], default=None)
    if found is None or not varied[found.game.name]:
        return
    scope, lang = scope_for(found.game, code), language(code)
    title = localized(found.game.ruleset.title, code, found.game.name)
    begin = tag("strong", escaped(lang.text("site_begin_with", x=title)))
    cards = tag("span", _fan_of(found.game, code), class_="fan")
    link = tag("a", cards + tag("span", f"{begin} {escaped(aim(scope))}"), href=f"{found.game.name}.html")
    yield tag("div", link, class_="begin")


def _fan_of(game: Game, code: str) -> str:
    pictures = CardPictures(scope_for(game, code).naming)
    return pictures.row(list(fan(game, pictures)))


def fan(game: Game, pictures: CardPictures) -> Iterator[int]:
    """Yield one card of each suit, each of a different rank, beginning with the last rank that the pack declares."""
    suits: dict[str, list[int]] = {}
    suit = pictures.second.name if pictures.second is not None else ""
    for number, card in enumerate(game.deck.cards):
        if card.copy in (0, 1) and card.kind is None:
            suits.setdefault(dict(card.attributes).get(suit, str(number)), []).append(number)
    for back, cards in enumerate(list(suits.values())[:SHOWN], 1):
        yield cards[-min(back, len(cards))]


def _by_number(rulesets: Sequence[Ruleset], code: str) -> Iterator[str]:
    """Yield buttons that filter the games by number of players; they are hidden until a script activates them."""
    lang = language(code)
    numbers = sorted({n for ruleset in rulesets for n in ruleset.game.ruleset.player_counts})
    buttons = "".join(tag("button", str(n), type="button", aria_pressed="false", data_players=str(n)) for n in numbers)
    label = lang.text("site_how_many")
    yield tag("div", tag("span", escaped(label)) + buttons, class_="by-players", role="group", aria_label=label, hidden="")


def _shared(mechanisms: Mechanisms) -> dict[str, list[str]]:
    """Return the names of the games with each mechanism that some games have and others do not, the most common first."""
    found = dict[str, list[str]]()
    for name, titles in mechanisms.items():
        for title in dict.fromkeys(titles):
            found.setdefault(title, []).append(name)
    kept = ((title, names) for title, names in found.items() if 1 < len(names) < len(mechanisms))
    return dict(sorted(kept, key=lambda pair: (-len(pair[1]), pair[0])))


def _by_mechanism(shared: Mapping[str, Sequence[str]], code: str) -> Iterator[str]:
    """Yield buttons that filter the games by mechanism; they are hidden until a script activates them."""
    buttons = "".join(
        tag("button", escaped(title), type="button", aria_pressed="false", data_kind=str(number))
        for number, title in enumerate(shared)
    )
    label = language(code).text("site_which_mechanism")
    if buttons:
        inside = tag("span", escaped(label)) + buttons
        yield tag("div", inside, class_="by-players", role="group", aria_label=label, hidden="")


def _item(ruleset: Ruleset, code: str, shared: Mapping[str, Sequence[str]]) -> str:
    """Return a game with its number of players, its minutes and a line about it; for a variant, the line is its difference from
    the base.
    """
    game, scope, lang = ruleset.game, scope_for(ruleset.game, code), language(code)
    whole = difference(scope) if ruleset.base is not None else aim(scope)
    counts = game.ruleset.player_counts
    title = tag("a", escaped(localized(game.ruleset.title, code, game.name)), href=f"{game.name}.html")
    facts = filter(None, (lang.text("site_players", x=in_ranges(counts, lang)), minutes(ruleset, lang)))
    players = tag("span", escaped(" · ".join(facts)), class_="count")
    line = tag("span", escaped(line_about(whole)), class_="about")
    numbers = " ".join(str(number) for number, names in enumerate(shared.values()) if game.name in names)
    kinds = {"data_kinds": numbers} if numbers else {}
    classes = "game variant" if ruleset.base is not None else "game"
    return tag("li", f"{title} {players} {line}", class_=classes, data_for=" ".join(map(str, counts)), **kinds)


def _ways_in(rulesets: Sequence[Ruleset], code: str, played: Sequence[str]) -> Iterator[str]:
    """Yield the links to play, to write and to read; nothing if the site has no workbench, since the page then is the list of
    rulebooks.
    """
    opening = {ruleset.game.name: ruleset for ruleset in rulesets if ruleset.workbench is not None}
    address = next((ruleset.workbench for ruleset in opening.values()), None)
    if address is None:
        return
    lang = language(code)
    games = [opening[name].game for name in played if name in opening] or [ruleset.game for ruleset in opening.values()][:1]
    links = [
        _link(localized(game.ruleset.title, code, game.name), f"{address}#{urlencode({'lang': code, 'game': game.name})}")
        for game in games
    ]
    play = lang.text("site_play_now", x=", ".join(links))
    write = _link(lang.text("site_write_rule"), f"{address}#{urlencode({'lang': code})}")
    read = tag("a", escaped(lang.text("site_read_rulebook")), href="#games")
    yield tag("p", " · ".join((play, write, read)), class_="ways-in")


def _link(words: str, address: str) -> str:
    """Return a link to a place in the workbench."""
    return tag("a", escaped(words), href=address, class_="opens")
