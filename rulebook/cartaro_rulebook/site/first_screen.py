"""The first screen of a Play page (decision 0110): aim, players, minutes, the table, the order and the deal of the cards, a
turn in a few lines, the count, the end of the hand and of the match.

Its lines are sentences of the guide below it, so nothing about a game is worded twice.  The guide marks the sentences that may
be on the screen with their rank, and in a long one the part that is shown there.  The screen has the first few by rank, in the
guide's order, each with the generated exceptions that follow it; sentences of one form are there together.  A list that lacks
some ends with a link to the guide.  `table.js` chooses from the marks in the same way when a
reader chooses other house rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, assert_never

from cartaro_grammar import PLAYER, TRUTH, Game, parts, parts_reached, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.guide import GuideSection, GuideSentence, Heading, ranks_kinds
from cartaro_rulebook.prose.aims import AIM
from cartaro_rulebook.prose.sentences import NO_NUMBER, NumberTable
from cartaro_rulebook.site.book import Page, Ruleset, coverage
from cartaro_rulebook.site.markup import escaped, inline, tag
from cartaro_rulebook.site.seating import seating
from cartaro_rulebook.words.language import Language
from cartaro_rulebook.words.nouns import capitalized, unmarked

# ------------------------------------------------------------ the sentences shown


MOST: Final[Mapping[Heading, int]] = {"aim": 2, "pack": 2, "deal": 4, "turn": 5, "end": 4, "count": 6, "match": 2}
"""The sections with lines on the screen, and the greatest number of lines of each."""
MOST_UNWORDED: Final[Mapping[Heading, int]] = {"pack": 7, "deal": 6, "turn": 11}
"""The greatest numbers of lines in a game whose author worded nothing for players, and so did not choose what is important."""
MOST_WITH_MOVES: Final = 10
"""The greatest number of lines of a turn with many moves, which are shown with two lines more."""
MOST_ALIKE: Final = 6
"""The greatest number of sentences of one form that are shown as one line; more of them are not shown."""
WHOLE: Final = 450
"""The greatest number of characters of a paragraph that is shown whole: a rule that is cut off is not a rule."""
WHOLE_LIST: Final = 800
"""The greatest number of characters of a paragraph with steps that is shown whole."""
SHORT: Final = 150
"""The greatest number of characters of the part of a longer paragraph, if its first sentence is not longer."""
LINE: Final = 60
"""The least number of characters of a sentence that describes a game by itself."""
GOAL: Final = 100
"""The least number of characters of the aim on the screen, which says how the game is won too."""
_SENTENCE = re.compile(r".*?[.!?](?= |$)")


def line_about(whole: str) -> str:
    """Return the first sentence of a text, with the next ones as long as it is short: *two pairs play* describes many games."""
    return _first_sentences(whole, LINE)


def _first_sentences(whole: str, enough: int) -> str:
    found = ""
    for sentence in _SENTENCE.finditer(whole):
        found += sentence[0]
        if len(unmarked(found)) >= enough:
            break
    return found or whole


def _part_shown(sentence: GuideSentence, heading: Heading) -> str:
    """Return the part of a text that the screen shows: a short paragraph whole, of a longer one the first sentences."""
    if heading == "aim":
        return _first_sentences(sentence.text, GOAL)
    if len(unmarked(sentence.text)) <= WHOLE:
        return sentence.text
    shown = line_about(sentence.text)
    for found in _SENTENCE.finditer(sentence.text, len(shown)):
        if len(unmarked(shown + found[0])) > SHORT:
            break
        shown += found[0]
    return shown


def words_marked(sentence: GuideSentence, heading: Heading, page: Page) -> str:
    """Return the text of a sentence as HTML, in which the part shown on the screen is marked if it is not the whole text."""
    words = _words_of(sentence, page)
    if heading not in MOST:
        return words(sentence.text)
    shown = _part_shown(sentence, heading)
    rest = sentence.text[len(shown) :]
    return tag("span", words(shown), class_="brief") + words(rest) if rest.strip() else words(sentence.text)


def _words_of(sentence: GuideSentence, page: Page) -> Callable[[str], str]:
    return escaped if sentence.author else lambda text: inline(text, page.pictures)


def rank(sentence: GuideSentence, heading: Heading, game: Game) -> int | None:
    """Return how soon a sentence is chosen for the screen, beginning with 0; None if it is never on it.

    In a turn, its steps come first, then other moves, general obligations and the places to which cards go, other consequences
    and definitions that override others, and last the exceptions.  What decides who leads, or which suit is trumps, comes with
    the moves.  Who begins and who plays next has the rank `WHO`: it is always there.  A sentence about the order of the cards
    comes before others about the pack, the cards that each player gets in a hand before other steps of the deal.  Prohibitions
    that are in no source are not on the screen.  The rank depends on no other sentence, so the script can choose under any
    house rules.
    """
    if heading not in MOST:
        return None
    if heading in ("aim", "count"):
        return 0
    clauses = [game.clause[name] for name in sentence.names if name in game.clause]
    if heading == "pack" and any(isinstance(clause.sentence, g.Definition) for clause in clauses):
        return 0 if ranks_kinds(sentence, game) else 1
    if heading != "turn":
        among = {clause.sentence for clause in clauses if isinstance(clause.sentence, g.Material)}
        in_heading = (_rank_in(heading, clause, g.Material("pack") in among, game) for clause in clauses)
        return min((one for one in in_heading if one is not None), default=None)
    if clauses and all(isinstance(clause.sentence, g.Prohibition) and clause.ours for clause in clauses):
        return None
    nodes = {type(clause.sentence) for clause in clauses}
    if nodes & {g.Begins, g.Passes} and nodes <= {g.Begins, g.Passes, g.Definition}:
        return WHO
    acts = [game.act[name] for name in sentence.names if name in game.act and _is_own(name, game)]
    moves = [MOVE if any(_names_a_value(effect.body) for effect in act.effects) else AGAIN for act in acts]
    found = [rank for rank in (_rank_of(clause, game) for clause in clauses) if rank is not None]
    course = [MOVE] if sentence.steps and any(isinstance(clause.sentence, g.Consequence) for clause in clauses) else []
    return min((*moves, *found, *course), default=None)


def most_lines(game: Game) -> Mapping[Heading, int]:
    """Return the sections with lines on the screen, and the greatest number of lines of each."""
    homes = (game.name, *game.ruleset.bases)
    worded = any(wording.home in homes and wording.names != (AIM,) for wording in game.ruleset.wordings)
    return MOST if worded else {**MOST, **MOST_UNWORDED}


def alike(sentence: GuideSentence, game: Game) -> str:
    """Return a name for the form of a generated sentence on an event, if other clauses have the same form with other cards
    or counters; else the empty string.  Sentences with one name are on the screen together, or none of them is.
    """
    clauses = [game.clause[name] for name in sentence.names if name in game.clause]
    if sentence.author or len(clauses) < len(sentence.names):
        return ""
    forms = [_forms(game).get(clause.name, "") for clause in clauses]
    return " ".join(forms) if all(forms) else ""


@lru_cache(maxsize=8)
def _forms(game: Game) -> Mapping[str, str]:
    """Return for each consequence that has the form of another the name of the first clause with this form."""
    counters = {cell.name for cell in game.cells if cell.kind == "counter"}

    def without_things(part: object) -> object:
        if isinstance(part, g.Cards):
            return replace(part, cards=())
        return replace(part, cell="") if isinstance(part, g.Recall) and part.cell in counters else part

    found: list[tuple[object, list[str]]] = []
    for clause in game.ruleset.clauses:
        whole = (clause.sentence, clause.when, clause.unless)
        form = rewrite(whole, without_things)
        if not isinstance(clause.sentence, g.Consequence) or clause.despite or form == whole:
            continue
        same = next((names for other, names in found if other == form), None)
        if same is None:
            found.append((form, [clause.name]))
        else:
            same.append(clause.name)
    return {name: names[0] for _, names in found if len(names) > 1 for name in names}


def is_exception(sentence: GuideSentence, game: Game) -> bool:
    """Return whether a sentence states an exception, which is on the screen together with the rule before it.  The author of a
    game decides which exceptions are.  The answer depends on no other sentence, so the script can choose under any house rules.
    """
    own = sentence.author and sentence.home in (game.name, *game.ruleset.bases)
    clauses = [game.clause[name] for name in sentence.names if name in game.clause]
    course = any(name in game.act for name in sentence.names) or any(isinstance(c.sentence, g.Step) for c in clauses)
    if own or course:
        return False
    kinds = (g.Prohibition, g.Permission, g.Definition)
    found = [clause for clause in clauses if isinstance(clause.sentence, kinds)]
    barred = {name for c in found if isinstance(c.sentence, g.Prohibition) for name in c.sentence.bars}
    over = barred.union(*(clause.despite for clause in found))
    return not over <= {*sentence.names}


def is_told_of_count(sentence: GuideSentence, game: Game) -> bool:
    """Return whether a sentence below the table of the count belongs to it: the game changes the points in some cases, for
    example if a player takes all the tricks, or changes an amount that the count of the next hand reads, such as the pot, or
    the sentence defines a word of the rows that has no wording.
    """
    clauses = [game.clause[name] for name in sentence.names if name in game.clause]
    if not sentence.author and any(_changes_next_count(clause, game) for clause in clauses):
        return True
    own = not sentence.author or sentence.home in (game.name, *game.ruleset.bases)
    return own and any(isinstance(game.clause[name].sentence, g.Definition) for name in sentence.names if name in game.clause)


def _changes_next_count(clause: g.Clause, game: Game) -> bool:
    """Return whether a rule at the count of a hand changes memory of the match that the points of a hand depend on."""
    if not isinstance(clause.sentence, g.Consequence) or clause.sentence.event != ("count", "hand"):
        return False
    bodies = (effect.body for effect in clause.effects)
    changed = {body.cell.cell for body in bodies if isinstance(body, g.Add | g.Become)}
    kept = {cell for cell in changed if game.cell[cell].period == "match"}
    scored = tuple(c for c, _ in game.with_sentence(g.Score))
    return any(isinstance(p, g.Recall) and p.cell in kept for p in parts_reached(game, scored))


WHO: Final = -1
"""The rank of a sentence on who begins or plays next, which is on the screen in addition to the other lines."""
MOVE: Final = 1
"""The rank of a move that is not a step of its own."""
AGAIN: Final = 2
"""The rank of another permission of the same move, and of the effects of a move whose permission is another sentence."""
LAST: Final = 4
"""The rank of exceptions, and of consequences at the beginning of a turn."""


def _rank_in(heading: Heading, clause: g.Clause, of_pack: bool, game: Game) -> int | None:
    """Return the rank of a clause about the cards, the deal or an end.  A sentence `of_pack` names suits, others rank them."""
    bodies = [effect.body for effect in clause.effects]
    match heading, clause.sentence:
        case "pack", g.Material("columns"):
            return 0
        case "deal", g.Definition(function):
            return 0 if any(_deals_as_many(c, function) for c in game.consequences("start", "hand")) else None
        case "pack", g.Material("attribute"):
            return None if of_pack else 1
        case "deal", g.Consequence(event=(_, period)):
            return 0 if period == "hand" and any(isinstance(body, g.Deal) or _names_a_value(body) for body in bodies) else 1
        case "deal", g.Permission() | g.Step():
            return 1
        case (("end" | "match"), g.Ends()):
            return 0
        case "match", g.Definition() | g.TakesPart():
            return 1
        case "end", g.Consequence(event=(moment, name)) if any(isinstance(body, g.End) for body in bodies):
            return None if moment == "after" and game.act[name].finding else 0  # play without mistakes comes first
        case _:
            return None


def _deals_as_many(clause: g.Clause, function: str) -> bool:
    """Return whether a clause deals as many cards as a word states."""
    counts = (effect.body.count for effect in clause.effects if isinstance(effect.body, g.Deal))
    return any(isinstance(count, g.Apply) and count.function == function for count in counts)


def _names_a_value(body: g.EffectBody) -> bool:
    """Return whether an effect gives a reference a suit or a rank, such as the suit of trumps."""
    return isinstance(body, g.Become) and body.cell.type.kind == "symbol" and not isinstance(body.value, g.Nobody)


def _names_who_leads(body: g.EffectBody, game: Game) -> bool:
    """Return whether an effect gives somebody a role by which the rules decide who begins or who plays next."""
    if not isinstance(body, g.Become) or body.cell.type != PLAYER or isinstance(body.value, g.Nobody):
        return False
    deciding = (c for c in game.clauses if isinstance(c.sentence, g.Begins | g.Passes))
    to = (c.sentence.player for c in deciding if isinstance(c.sentence, g.Begins | g.Passes))
    return any(isinstance(part, g.Recall) and part.cell == body.cell.cell for player in to for part in parts(player))


def _is_own(act: str, game: Game) -> bool:
    """Return whether the player whose turn it is may do an act."""
    return any(isinstance(permission.subject, g.Actor) for _, permission in game.permissions_of(act))


def _rank_of(clause: g.Clause, game: Game) -> int | None:
    match clause.sentence:
        case g.Step(actor):
            return 0 if isinstance(actor, g.Actor) else None
        case g.Permission(subject=subject, lifts=lifts):
            first = game.permissions_of(clause.sentence.act)[0][0].name == clause.name
            own = (MOVE if first else AGAIN) if isinstance(subject, g.Actor) else None
            return LAST if lifts or clause.despite else own
        case g.Obligation() | g.Prohibition():
            return 2
        case g.Consequence():
            return _rank_of_consequence(clause, clause.sentence, game)
        case g.Definition(function=function):
            needed = _decides_takers(function, game) if clause.despite else _is_of_groups(function, game)
            return MOVE if needed else 3 if clause.despite or _is_asked_in_play(function, game) else None
        case (
            g.Begins() | g.Passes() | g.Ends() | g.TakesPart() | g.Sees() | g.SidesAre() | g.Runs() | g.Score() | g.Breach()
            | g.Conduct() | g.Material()
        ):  # fmt: skip
            return None
        case _:
            assert_never(clause.sentence)


def _is_of_groups(function: str, game: Game) -> bool:
    """Return whether a word defines a group of cards, such as a run: no turn with groups is understood without it."""
    found = game.function[function]
    return found.result == TRUTH and [parameter.kind in ("cards", "group") for parameter in found.parameters] == [True]


def _is_asked_in_play(function: str, game: Game) -> bool:
    """Return whether a word of the author is a condition of a rule at the end of a turn: that *the count stops*."""
    asked = (part for clause in game.consequences("end", "turn") for part in parts(clause.when))
    return any(isinstance(e, g.Apply) and e.function == function and not e.arguments for e in asked)


def _decides_takers(function: str, game: Game) -> bool:
    """Return whether the rules choose by a word who takes the cards: that the strongest card takes is false without trumps."""
    bodies = (effect.body for clause in game.clauses for effect in clause.effects)
    chosen = (body.value for body in bodies if isinstance(body, g.Become) and isinstance(body.value, g.Select))
    return any(isinstance(e, g.Apply) and e.function == function for one in chosen for _, key in one.keys for e in parts(key))


def _rank_of_consequence(clause: g.Clause, sentence: g.Consequence, game: Game) -> int | None:
    moment, name = sentence.event
    bodies = [effect.body for effect in sentence.effects]
    if (moment == "after" and game.act[name].finding) or any(isinstance(body, g.End) for body in bodies):
        return None
    if moment == "start" or clause.despite:
        return LAST
    if any(isinstance(body, g.Become) and isinstance(body.value, g.Select) for body in bodies):
        return MOVE  # who takes the cards
    if any(_names_a_value(body) or _names_who_leads(body, game) for body in bodies):
        return MOVE
    return 2 if any(isinstance(body, g.MoveCards | g.Deal) for body in bodies) else 3


# --------------------------------------------------------------------- the screen


SECONDS_A_MOVE: Final = 6
SECONDS_A_HAND: Final = 90
"""The time in which the cards of a hand are shuffled, dealt and counted."""
MINUTE: Final = 60
ROUND: Final = 10
"""Longer times are given in steps of five minutes."""


Block = Literal["setup", "turn", "count", "end"]
BLOCKS: Final[Mapping[Block, tuple[Heading, ...]]] = {
    "setup": ("pack", "deal"),
    "turn": ("turn",),
    "count": ("count",),
    "end": ("end", "match"),
}
"""The blocks of the screen, and the sections of the guide whose lines each has."""


def first_screen(page: Page, more: Iterable[str] = ()) -> str:
    """Return the screen, with the lines in `more` below the facts."""
    guide: dict[Heading, GuideSection] = {section.heading: section for section in page.guide.sections}
    aim = _lines("aim", guide, page)
    goal = tag("div", aim, class_="goal", data_lines_of="aim") if aim else ""
    table = seating(page)
    drawn = tag("figure", table, class_="seating", data_section="seating") if table else ""
    setup, turn, count, end = (_block(block, guide, page) for block in BLOCKS)
    glance = tag("div", tag("div", drawn + setup) + tag("div", turn + count + end), class_="at-a-glance")
    inside = goal + facts(page) + "".join(more) + glance + _links(page)
    return tag("section", inside, class_="first-screen", data_search_exclude="")


def _block(block: Block, guide: Mapping[Heading, GuideSection], page: Page) -> str:
    """Return a heading, and a list of lines for each of its sections; empty if no section has lines."""
    found = {heading: _lines(heading, guide, page) for heading in BLOCKS[block]}
    first = next((heading for heading in BLOCKS[block] if found[heading]), None)
    if first is None:
        return ""
    title = tag("p", tag("b", tag("a", page.shown(f"screen_{block}"), href=f"#t-{first}")))
    lists = (tag("ul", lines, data_lines_of=heading) for heading, lines in found.items() if heading in guide)
    return tag("div", title + "".join(lists), class_=f"{block}-lines")


def _lines(heading: Heading, guide: Mapping[Heading, GuideSection], page: Page) -> str:
    """Return the lines of a section: for the count, a heading each; for the cards, also their numbers if the count needs them
    or no sentence states their order.
    """
    if heading not in guide:
        return ""
    section = guide[heading]
    behind = [one for one in section.behind if is_told_of_count(one, page.game)] if section.scores else []
    sentences = (*section.scores, *behind) if heading == "count" else section.sentences
    also = [one in behind or (heading == "turn" and is_exception(one, page.game)) for one in sentences]
    ranks = [None if also[at] else rank(one, heading, page.game) for at, one in enumerate(sentences)]
    ranked = sorted((found, at) for at, found in enumerate(ranks) if found is not None)
    who = sum(found == WHO for found, _ in ranked)
    moves = sum(found <= MOVE for found, _ in ranked) - who
    enough = most_lines(page.game)[heading]
    most = max(enough, min(moves + 2, MOST_WITH_MOVES)) + who if heading == "turn" else enough
    first = _first_of([at for _, at in ranked], [alike(one, page.game) for one in sentences], most)
    chosen, shown = list[int](), False
    for at, found in enumerate(ranks):
        shown = shown if found is None else at in first
        if shown and (found is not None or also[at]):
            chosen.append(at)
    columns = range(1, 0 if section.numbers is None else len(section.numbers.heads))
    shown_columns = [at for at in columns if not chosen or (section.numbers and at in section.numbers.counted)]
    numbers = "" if section.numbers is None else "".join(_number_lines(section.numbers, shown_columns, page))
    if numbers and not chosen:
        return numbers
    lines = "".join(tag("p" if heading == "aim" else "li", _line(sentences[at], heading, page)) for at in chosen)
    cut = heading != "aim" and (len(chosen) < len(ranked) + sum(also) or len(shown_columns) < len(columns))
    link = tag("a", page.shown("screen_more"), href=f"#t-{heading}")
    return lines + numbers + (tag("li", link, class_="more") if cut else "")


def _first_of(ranked: Sequence[int], forms: Sequence[str], most: int) -> set[int]:
    """Return the sentences of the first lines, with the sentences of one form as one line; a form with too many has no line."""
    first, lines = set[int](), 0
    for at in ranked:
        together = [other for other in ranked if forms[other] == forms[at]] if forms[at] else [at]
        if at in first or len(together) > MOST_ALIKE:
            continue
        if lines == most:
            break
        lines += 1
        first.update(together)
    return first


def _number_lines(found: NumberTable, columns: Iterable[int], page: Page) -> Iterator[str]:
    """Yield a line for some columns of a table of numbers; `table.js` does the same with the table of the guide."""
    colon = escaped(page.label("colon"))
    for at in columns:
        head = found.heads[at]
        numbers = "; ".join(f"{_in_a_line(row[0])} {row[at]}" for row in found.rows if row[at] != NO_NUMBER)
        yield tag("li", f"{tag('b', escaped(capitalized(head)))}{colon} {escaped(numbers)}")


def _in_a_line(cards: str) -> str:
    """Return the name of some cards as it is within a line, without their signs."""
    plain = _SIGN.sub("", cards)
    return plain[:1].lower() + plain[1:]


_SIGN = re.compile(r" \([^)]*\)")


def _steps_shown(sentence: GuideSentence) -> list[str]:
    """Return the steps of a paragraph as the screen shows them: whole, or in a long paragraph the first sentence of each."""
    whole = len(unmarked(sentence.text)) <= WHOLE_LIST
    return [step if whole else _first_sentences(step, 1) for step in sentence.steps]


def steps_marked(sentence: GuideSentence, page: Page) -> list[str]:
    """Return the steps of a paragraph as HTML; the part of each that the screen shows is marked if there is more."""
    return [_step_marked(step, first, page) for step, first in zip(sentence.steps, _steps_shown(sentence), strict=True)]


def _step_marked(step: str, first: str, page: Page) -> str:
    rest = step[len(first) :]
    shown = inline(first, page.pictures)
    return tag("span", shown, class_="brief") + inline(rest, page.pictures) if rest.strip() else shown


def _line(sentence: GuideSentence, heading: Heading, page: Page) -> str:
    if sentence.steps and heading in MOST:
        lead = sentence.text.removesuffix(" ".join(sentence.steps)).rstrip()
        firsts = _steps_shown(sentence)
        goes_on = " …" if firsts != [*sentence.steps] else ""
        items = [tag("li", inline(first, page.pictures) + (goes_on if first is firsts[-1] else "")) for first in firsts]
        return inline(lead, page.pictures) + tag("ol" if sentence.ordered else "ul", "".join(items))
    shown = _part_shown(sentence, heading)
    goes_on = " …" if heading != "aim" and sentence.text[len(shown) :].strip() else ""
    title = tag("b", escaped(sentence.title)) + escaped(page.label("colon")) + " " if sentence.title else ""
    return title + _words_of(sentence, page)(shown.strip()) + goes_on


def in_ranges(numbers: Sequence[int], lang: Language) -> str:
    """Return numbers with a dash for each run of more than two consecutive ones: 2–4 or 6."""
    runs = list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    wide = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return lang.series([text for texts in wide for text in texts], "or")


def facts(page: Page) -> str:
    """Return the numbers of players, minutes and cards."""
    game, lang = page.game, page.scope.lang
    players = in_ranges(game.ruleset.player_counts, lang)
    facts = [tag("span", escaped(page.label("players", x=players)), class_="fact")]
    facts += [_minutes(page)]
    facts += [tag("span", escaped(page.label("cards", n=str(len(game.deck.cards)))), class_="fact")]
    return tag("p", "".join(facts), class_="facts")


def sources(page: Page) -> str:
    """Return the titles of the sources of rules, or an empty text if there are none; a source that only reports on the game
    elsewhere is named with its reports.
    """
    of_rules = {
        source.letter
        for source in coverage({page.game.name: page.game})
        if any(cover.kind != "report" for article in source.articles for cover in article.covers)
    }
    found = (source for source in page.game.ruleset.sources if source.owed and source.letter in of_rules)
    titles = dict.fromkeys(f"{source.letter} · {source.title}" for source in found)
    shown = "".join(tag("span", escaped(title), class_="fact") for title in titles)
    return tag("p", shown, class_="facts", data_search_exclude="") if titles else ""


def _minutes(page: Page) -> str:
    """Return how long a match takes as a fact; empty if nothing was played."""
    shown, played = minutes(page.ruleset, page.scope.lang), page.ruleset.lengths
    key = "screen_minutes_why" if played is None or not played.matches else "screen_minutes_of_machines"
    why = page.label(key, n=str(SECONDS_A_MOVE), h=str(SECONDS_A_HAND))
    return tag("span", escaped(shown), class_="fact by-first-rules", title=why) if shown else ""


def minutes(ruleset: Ruleset, lang: Language) -> str:
    """Return how long a match and a hand take, estimated from matches between machine players, or else a hand only, from hands
    of random players, because their matches have another length; empty if nothing was played.
    """
    found, played = ruleset.measurements, ruleset.lengths
    if played is not None and played.matches:
        of_hand = played.moves / played.hands * SECONDS_A_MOVE + SECONDS_A_HAND
        if played.hands > played.matches:
            of_match = played.hands / played.matches * of_hand
            return lang.text("site_screen_match_minutes", n=_rounded(of_match), a=_rounded(of_hand))
    elif found is not None:
        of_hand = found.hands.moves.value * SECONDS_A_MOVE + SECONDS_A_HAND
    else:
        return ""
    return lang.text("site_screen_hand_minutes", n=_rounded(of_hand))


def _rounded(seconds: float) -> str:
    minutes = max(1, round(seconds / MINUTE))
    return str(minutes if minutes < ROUND else 5 * round(seconds / MINUTE / 5))


def _links(page: Page) -> str:
    opens = page.in_workbench("screen_play", "opens md-button md-button--primary")
    printed = tag("button", page.shown("screen_print"), type="button", class_="print-one md-button", hidden="")
    return tag("p", f"{opens} {printed} {_differently(page)}", class_="screen-links")


def _differently(page: Page) -> str:
    """Return the link that opens a new variant of the game in the workbench, for readers who play it differently."""
    found = page.ruleset
    if found.workbench is None or not found.differently:
        return ""
    address = f"{found.workbench}#lang={page.scope.lang.code}&texts={found.differently}"
    return tag("a", page.shown("screen_differently"), href=address, class_="opens")
