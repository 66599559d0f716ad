"""The menu of a player's moves, which has at most a dozen lines, and the moves that a typed line can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from cartaro.terminal.render import display_name, localized, move_text
from cartaro_grammar import Diagnostic, Game, cards_typed
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Move,
    Rules,
    State,
    card_languages,
    cards_of,
    describe,
    move_json,
    moves_of_cards,
    read_phrase,
)
from cartaro_rulebook import effects_in_words, in_words

MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class Several:
    """All moves of an act, as one line of a menu, or only the moves that fit the cards or words `typed` so far."""

    moves: tuple[Move, ...]
    typed: str = ""


Entry = Move | Several


def menu(game: Game, moves: Sequence[Move]) -> tuple[Entry, ...]:
    """Return the lines of a menu: the moves if there are few; otherwise each of the acts with most moves is one line. Moves of
    one card are in the order of the cards in a hand: a second copy is next to the first.
    """
    by_act: dict[str, list[Move]] = {}
    for move in moves:
        by_act.setdefault(move.act, []).append(move)
    faces = game.faces
    for act, some in by_act.items():
        if (
            act in game.act
            and [parameter.type.kind for parameter in game.act[act].parameters] == ["card"]
            and all(move.args[0] >= 0 for move in some)
        ):
            some.sort(key=lambda move: (faces.kind[faces.faces[move.args[0]].like], move.args[0]))
    room, listed = MOST_LINES - len(by_act), set[str]()
    for act, some in sorted(by_act.items(), key=lambda pair: len(pair[1])):
        if len(some) - 1 <= room:
            room -= len(some) - 1
            listed.add(act)
    lines: list[Entry] = []
    for act, some in by_act.items():
        lines += some if act in listed else _by_argument(game, some, room + 1)
    return tuple(lines)


def _by_argument(game: Game, moves: list[Move], room: int) -> list[Several]:
    """Return the lines of many moves of an act: one for each value of the argument with the fewest values, such as the player
    who is asked; or one for all, if the act names cards or there are too many values.
    """
    act = game.act.get(moves[0].act)
    if act is None or any(parameter.type.kind in ("card", "cards", "group") for parameter in act.parameters):
        return [Several(tuple(moves))]
    counts = [(len({move.args[n] for move in moves}), n) for n in range(len(act.parameters))]
    count, place = min(((count, n) for count, n in counts if count > 1), default=(0, 0))
    if not 1 < count <= room or count == len(moves):
        return [Several(tuple(moves))]
    groups: dict[int, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.args[place], []).append(move)
    return [Several(tuple(some)) for some in groups.values()]


def menu_lines(rules: Rules, state: State, entries: Sequence[Entry], language: str) -> Iterator[Text]:
    """Yield a menu's lines, with the effects of moves on counters. The clauses that permit a move are named if other clauses
    permit other moves of its act.
    """
    permitted: dict[str, set[tuple[str, ...]]] = {}
    for entry in entries:
        if isinstance(entry, Move):
            permitted.setdefault(entry.act, set()).add(entry.by)
    for number, entry in enumerate(entries, 1):
        line = Text(f"{number:>3}  ")
        if isinstance(entry, Several):
            line.append_text(
                move_text(rules.game, {"act": entry.moves[0].act, "args": _in_common(rules, entry.moves)}, language)
            )
            line.append(f"   {_how_to_type(rules, entry, language)}", style="dim")
        else:
            line.append_text(move_text(rules.game, move_json(rules, entry), language))
            titles = (display_name(rules.game, name, language, rules.game.clause[name].names) for name in entry.by)
            remarks = [", ".join(titles)] if len(permitted[entry.act]) > 1 else []
            remarks += effects_in_words(rules, state, entry, language)
            if remarks:
                line.append(f"   {' · '.join(remarks)}", style="dim")
        yield line


def argument_lines(rules: Rules, several: Several, language: str) -> Iterator[Text]:
    """Yield how to complete a move: its words and the cards so far, the number of ways, and the cards that can follow; for
    moves without cards, all of them in one paragraph.
    """
    kind, codes = rules.game.faces.kind, rules.game.faces.codes
    cards = sorted({card for move in several.moves for card in cards_of(rules, move)[0]}, key=lambda card: (kind[card], card))
    if not cards:
        yield Text(" · ".join(move_text(rules.game, move_json(rules, move), language).plain for move in several.moves))
        return
    begun = move_text(rules.game, {"act": several.moves[0].act, "args": {}}, language)
    chosen = {code for word in several.typed.split() for code in _codes(rules.game, word, language)}
    sure = [codes[card] for card in cards if all(card in cards_of(rules, move)[0] for move in several.moves)]
    if sure and chosen:
        begun = Text(begun.plain.replace("…", " ".join([*sure, "…"]), 1))
    left = " ".join(codes[card] for card in cards if codes[card] not in sure)
    number = _number_of_cards(rules, several.moves)
    key = "terminal_more_of" if number else "terminal_more"
    count = _cards_in_words(number - len(sure), language)
    yield begun.append(f"   {in_words(key, language, n=len(several.moves), count=count, cards=left)}", style="dim")


def _number_of_cards(rules: Rules, moves: Iterable[Move]) -> int:
    """Return the number of cards that each of some moves names; 0 if they do not all name the same number."""
    numbers = {len(cards_of(rules, move)[0]) for move in moves}
    return numbers.pop() if len(numbers) == 1 else 0


def _cards_in_words(number: int, language: str) -> str:
    return in_words("terminal_card_taken" if number == 1 else "terminal_cards_taken", language, n=number)


def _in_common(rules: Rules, moves: Sequence[Move]) -> dict[str, object]:
    """Return the arguments that all of some moves of an act have in common, as JSON has them, but for cards."""
    act = rules.game.act.get(moves[0].act)
    kinds = {} if act is None else {parameter.name: parameter.type.kind for parameter in act.parameters}
    first, *others = (describe(rules.game, move) for move in moves)
    return {
        name: value
        for name, value in first.items()
        if kinds.get(name) not in ("card", "cards", "group") and all(other[name] == value for other in others)
    }


def _how_to_type(rules: Rules, several: Several, language: str) -> str:
    """Return the number of ways, and an example of what to type: the cards of a move, or its words."""
    example = several.moves[0]
    cards = [rules.game.deck.cards[card].code for card in sorted(cards_of(rules, example)[0])]
    shown = " ".join(cards) or move_text(rules.game, move_json(rules, example), language).plain
    number = _number_of_cards(rules, several.moves)
    key = "terminal_ways_of" if number > 1 else "terminal_ways" if cards else "terminal_ways_in_words"
    return in_words(key, language, n=len(several.moves), count=_cards_in_words(number, language), example=shown)


# ----------------------------------------------------------------------- reading


def typed_moves(
    rules: Rules, state: State, moves: Sequence[Move], typed: str, language: str, *, longer: bool = False
) -> tuple[Move, ...]:
    """Return the legal moves that an input line can mean: the moves with exactly its cards, or if there are none, the moves
    that contain its cards; if `longer`, both. Its words must be words of the move as it is shown, in the same order.
    """
    words, cards = list[str](), list[int]()
    shown = {word for move in moves for word in _shown_words(rules, move, language)}
    for word in typed.replace(",", " ").split():
        codes = _codes(rules.game, word, language)
        if len(codes) > 1:  # an initial of two names, as C of cœur and carreau
            named = {rules.game.faces.kind[card] for card in _cards_named(rules, moves)}
            codes = tuple(code for code in codes if rules.game.faces.kind[rules.game.card_number[code]] in named)
        if word.casefold() == in_words("and", language) and word.casefold() not in shown:
            continue
        if len(codes) == 1 and word.casefold() not in shown:
            cards.append(_copy_at_hand(rules, rules.game.card_number[codes[0]], moves, cards))
        else:
            words += _unquoted(word)
    if not cards:
        found = [move for move in moves if words and _has_words(rules, move, words, language)]
        whole = [move for move in found if [*_shown_words(rules, move, language)] == words]
        return tuple(whole or found)
    among = {(move.act, move.args) for move in moves}
    with_cards = moves_of_cards(rules, state, cards)
    if isinstance(with_cards, Diagnostic):
        return ()
    joined = dict.fromkeys((*with_cards.whole, *with_cards.begun))
    for some in (tuple(joined),) if longer else (with_cards.whole, with_cards.begun):
        fitting = tuple(move for move in some if (move.act, move.args) in among and _has_words(rules, move, words, language))
        if fitting:
            return fitting
    return ()


def move_as_shown(rules: Rules, moves: Iterable[Move], typed: str, language: str) -> Move | None:
    """Return the move whose words and cards are exactly an input line, as a menu shows it, even if its cards are some of those
    of a longer move.
    """
    line = typed.casefold().split()
    shown = (move for move in moves if move_text(rules.game, move_json(rules, move), language).plain.casefold().split() == line)
    return next(shown, None)


def _copy_at_hand(rules: Rules, card: int, moves: Sequence[Move], others: Sequence[int]) -> int:
    """Return the copy of a card that some move names, if no move names the card that was typed."""
    named = _cards_named(rules, moves)
    kind = rules.game.faces.kind
    alike = (one for one in sorted(named.difference(others)) if kind[one] == kind[card])
    return card if card in named else next(alike, card)


def _cards_named(rules: Rules, moves: Sequence[Move]) -> set[int]:
    return {one for move in moves for some in (cards_of(rules, move)[0], *cards_of(rules, move)[1]) for one in some}


def cards_typed_alone(rules: Rules, typed: str, language: str) -> tuple[int, ...]:
    """Return the cards of a line that contains only cards; none if it contains anything else."""
    codes = [_codes(rules.game, word, language) for word in typed.replace(",", " ").split()]
    return tuple(rules.game.card_number[some[0]] for some in codes) if all(len(some) == 1 for some in codes) else ()


def _codes(game: Game, word: str, language: str) -> tuple[str, ...]:
    """Return the codes of the cards that a word can mean."""
    return (word,) if word in game.card_number else cards_typed(game.deck, word, card_languages(game, language))


def _shown_words(rules: Rules, move: Move, language: str) -> tuple[str, ...]:
    """Return the words of a move as it is shown, without its cards."""
    cards = {code for one in (*cards_of(rules, move)[1], cards_of(rules, move)[0]) for code in _all_codes(rules, one)}
    shown = move_text(rules.game, move_json(rules, move), language).plain
    return tuple(bare for word in shown.split() if word not in cards for bare in _unquoted(word))


def _unquoted(word: str) -> list[str]:
    """Return a word in small letters without quotation marks, which players do not type; nothing if it is only a mark."""
    bare = word.strip("«»“”„").casefold()
    return [bare] if bare else []


def _all_codes(rules: Rules, cards: Iterable[int]) -> Iterator[str]:
    return (rules.game.deck.cards[card].code for card in cards)


def _has_words(rules: Rules, move: Move, words: Sequence[str], language: str) -> bool:
    """Return whether a move has these words, in this order."""
    left = iter(_shown_words(rules, move, language))
    return all(word in left for word in words)


def read_shown(game: Game, typed: str, language: str) -> Move | None:
    """Read a move that is typed in full in the form in which moves are shown, legal or not: `capture 5D with 5S`."""
    for act in game.acts:
        wording = localized(act.says, language, act.name)
        found = None if act.finding else re.fullmatch(_as_pattern(wording), typed, re.IGNORECASE)
        if found is None:
            continue
        given = [_given(game, parameter, found.groupdict().get(parameter.name), language) for parameter in act.parameters]
        move = read_phrase(game, " ".join([act.name, *filter(None, given)]), language=language)
        if isinstance(move, Move):
            return move
    return Move(END_OF_TURN, (), ()) if typed.casefold() == in_words("end_turn", language).casefold() else None


def _as_pattern(wording: str) -> str:
    """Return the pattern of an act's wording; each argument is a group, and must have the same text wherever it occurs
    again.
    """
    parts, known = list[str](), set[str]()
    for number, part in enumerate(re.split(r"\{(\w+)\}", wording)):
        if number % 2 == 0:
            parts.append(r"\s+".join(re.escape(words) for words in re.split(r"\s+", part)))
        else:
            parts.append(f"(?P={part})" if part in known else f"(?P<{part}>.+?)")
            known.add(part)
    return "".join(parts)


def _given(game: Game, parameter: g.Parameter, text: str | None, language: str) -> str:
    """Convert an argument from the form in which it is shown to the form in which a move is written."""
    if text is None:
        return ""
    if parameter.type.kind in ("player", "side"):
        text = "".join(re.findall(r"\d+", text))
    values = [value for attribute in game.deck.attributes for value in attribute.values]
    names = {display_name(game, value.name, language, value.names).casefold(): value.name for value in values}
    if parameter.type.kind == "symbol":
        text = names.get(text.casefold(), text)
    return f"{parameter.preposition or ''} {text}".strip()
