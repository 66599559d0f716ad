"""Two rulesets compared (decision 0041): what is written otherwise, whether they mean the same, and what tells them apart.

Two games whose clauses, cards, places, memory and acts are the same but for names and words are *equal*, and that is a proof.
Of others the same hands are played under both, with the same packs and the same moves, up to the first thing that differs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from cartaro_grammar import Diagnostic, Game, msg, same_form, same_rules, spoken_names, translate, with_names
from cartaro_grammar import game as g
from cartaro_interpreter import (
    PHASE_COUNTED,
    PHASE_TURN,
    Move,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    phrase,
    position_lines,
    score,
    seated_first,
    step,
    winner,
    write_position,
)
from cartaro_rulebook import explain_move

WordChangeKind = Literal["new", "gone", "changed", "moved", "renamed"]
Relation = Literal["equal", "stricter", "looser", "unlike", "not told apart"]
"""Of the second rules to the first; `stricter` and `looser` are of their legal moves, as far as play has shown."""
Aspect = Literal["cards", "players", "sides", "beginning", "moves", "position", "score", "winner"]

HANDS = 200
"""Hands that are played under both rules."""
STEPS = 400
"""The most moves of such a hand."""
MATCHES = 4
"""Of the hands those that go on with the next ones of their match."""
WIDE, SHORT = 24, 12
"""Hands in which each move that both allow is tried, and the first moves of them in which it is."""


@dataclass(frozen=True, slots=True)
class WordChange:
    """A clause, or a house rule, that is written otherwise, in the author's words."""

    kind: WordChangeKind
    name: str
    renamed: Annotated[str | None, "its name in the second rules, where that is another"] = None
    article: Annotated[tuple[str, ...], "where it stands: in the first rules, and in the second where that is elsewhere"] = ()
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ToldApart:
    """A position that two rules see otherwise, and what each says of it."""

    aspect: Aspect
    first: str
    second: str
    seed: Annotated[int | None, "the number of the hand; none where no hand is needed"] = None
    moves: tuple[str, ...] = ()
    position: Annotated[tuple[str, ...], "the lines of an example"] = ()


@dataclass(frozen=True, slots=True)
class Differences:
    """How the second of two rulesets differs from the first."""

    first: str
    second: str
    settings: Annotated[tuple[Mapping[str, str], Mapping[str, str]], "the house rules of each"]
    words: tuple[WordChange, ...]
    relation: Relation
    always: Annotated[bool, "of what is equal: under every house rule and for every number of players"] = False
    hands: int = 0
    shown: ToldApart | None = None


def differences(first: Game, second: Game, language: str) -> Differences | tuple[Diagnostic, ...]:
    """Compare two games, each with its house rules and number of players."""
    words = word_changes(first, second)
    settings = (first.chosen | {"players": str(first.players)}, second.chosen | {"players": str(second.players)})
    known = Differences(first.name, second.name, settings, words, "equal")
    renamed = _renamed(first, second)
    again = with_names(second, renamed)
    if same_form(first, again):
        return replace(known, always=same_rules(first.ruleset, again.ruleset))
    own, others = compile_game(first), compile_game(second)
    if not isinstance(own, Rules) or not isinstance(others, Rules):
        return tuple(each for found in (own, others) if not isinstance(found, Rules) for each in found)
    plain = _at_sight(first, second)
    if plain is not None:
        return replace(known, relation="unlike", shown=plain)
    seen, shown = _Play(own, others, {new: old for new, old in renamed.items() if old in first.act}, language).run()
    return replace(known, relation=_relation(seen), hands=HANDS, shown=shown)


def _relation(seen: Counter[str]) -> Relation:
    match sorted(name for name in seen if seen[name]):
        case []:
            return "not told apart"
        case ["fewer"]:
            return "stricter"
        case ["more"]:
            return "looser"
        case _:
            return "unlike"


# -------------------------------------------------------------------------- words


def word_changes(first: Game, second: Game) -> tuple[WordChange, ...]:
    """Return the clauses and house rules that are new, gone, renamed, moved or changed, in the order of the second text."""
    before, now = _written(first), _written(second)
    if first.ruleset is second.ruleset:  # what stands under the house rules of one of them alone
        before, now = ({name: clause for name, clause in before.items() if name in game.clause} for game in (first, second))
    again = {old: new for new, old in _renamed(first, second).items() if old in before}
    changes = list[WordChange]()
    for name, clause in now.items():
        old = next((o for o, n in again.items() if n == name), name)
        if old not in before:
            changes.append(WordChange("new", name, article=(clause.article,), after=_text(clause)))
            continue
        was = before[old]
        places = tuple(dict.fromkeys((_number(was.article), _number(clause.article))))
        texts = _text(was), _text(clause)
        bare = tuple(_after_name(text) for text in texts)
        kind: WordChangeKind | None = (
            "changed" if bare[0] != bare[1] else "renamed" if old != name else "moved" if len(places) > 1 else None
        )
        if kind is not None:
            changes.append(WordChange(kind, old, None if old == name else name, places, *texts))
    gone = (clause for name, clause in before.items() if name not in now and name not in again)
    changes += (WordChange("gone", clause.name, article=(clause.article,), before=_text(clause)) for clause in gone)
    return (*changes, *_option_changes(first, second))


def _option_changes(first: Game, second: Game) -> Iterator[WordChange]:
    before, now = first.ruleset.option, second.ruleset.option
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            kind: WordChangeKind = "new" if old is None else "gone"
            yield WordChange(kind, name, before=_option(old), after=_option(new))
        elif (old.default, old.values) != (new.default, new.values):
            yield WordChange("changed", name, before=_option(old), after=_option(new))


def _option(option: g.Option | None) -> str:
    return "" if option is None else f"option {option.name} is {option.default} among {', '.join(option.values)}"


def _written(game: Game) -> dict[str, g.Clause]:
    """Return the clauses of the rules themselves; those of an annex are only for claims."""
    return {clause.name: clause for clause in game.ruleset.clauses if not clause.annex}


def _number(article: str) -> str:
    return article.rpartition("/")[2]


def _text(clause: g.Clause) -> str:
    span = clause.span
    return " ".join(span.source.text[span.start : span.end].split())


def _after_name(text: str) -> str:
    """Return a clause's text without its name, citations and what comes before the colon."""
    return text.partition(":")[2].strip() or text


# -------------------------------------------------------------------------- names


def _renamed(first: Game, second: Game) -> dict[str, str]:
    """Return the names of the second game that stand, one for one, where the first has others: those that are nowhere else in
    either, so that no word of the language is taken for a name.
    """
    found = dict[str, str]()
    for one, other in (
        (_written(first), _written(second)), (first.act, second.act), (first.zone, second.zone), (first.cell, second.cell),
        (first.function, second.function), (first.ruleset.option, second.ruleset.option),
    ):  # fmt: skip
        gone, new = [name for name in one if name not in other], [name for name in other if name not in one]
        if len(gone) == len(new):
            found.update(zip(new, gone, strict=True))
    spoken = spoken_names(first), spoken_names(second)
    return {new: old for new, old in found.items() if new not in spoken[0] and old not in spoken[1]}


# --------------------------------------------------------------------------- play


def _at_sight(first: Game, second: Game) -> ToldApart | None:
    """Return what differs before a card is dealt."""
    codes = [[card.code for card in game.deck.cards] for game in (first, second)]
    if codes[0] != codes[1]:
        return ToldApart("cards", " ".join(codes[0]), " ".join(codes[1]))
    if first.players != second.players:
        return ToldApart("players", str(first.players), str(second.players))
    if first.side_of != second.side_of:
        sides = [" ".join(str(side + 1) for side in game.side_of) for game in (first, second)]
        return ToldApart("sides", sides[0], sides[1])
    return None


class _SameChance:
    """Shuffles as another game has done, and by a seed where it has not."""

    def __init__(self, seed: int) -> None:
        self._seeded, self._given = SeededChance(seed), list[tuple[int, ...]]()
        self.packs: list[tuple[int, ...]] = []

    def give(self, packs: Sequence[tuple[int, ...]]) -> None:
        self._given = [*packs]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        if self._given and sorted(self._given[0]) == sorted(cards):
            self.packs.append(self._given.pop(0))
        else:
            self.packs.append(self._seeded.shuffle(cards))
        return self.packs[-1]

    def pick(self, count: int, number: int | None = None) -> int:
        return self._seeded.pick(count, number)


class _Play:
    """Hands played under two rules at once."""

    def __init__(self, own: Rules, others: Rules, acts: Mapping[str, str], language: str) -> None:
        self.own, self.others, self.language = own, others, language
        self.acts = {old: new for new, old in acts.items()}
        self.seen = Counter[str]()
        self.best: ToldApart | None = None

    def run(self) -> tuple[Counter[str], ToldApart | None]:
        """Return how often the second rules have fewer moves, more, or something else, and the shortest hand that shows it."""
        for seed in range(HANDS):
            self._hand(seed)
        return self.seen, self.best

    def _hand(self, seed: int) -> None:
        choice, chance, same = random.Random(seed), SeededChance(seed), _SameChance(seed)
        state, other = begin_match(self.own, chance), begin_match(self.others, same)
        done = list[str]()
        if isinstance(state, State) and isinstance(other, State):
            same_from = len(chance.packs)
            state = begin_hand(self.own, state, chance)
            same.give(chance.packs[same_from:])
            other = begin_hand(self.others, other, same)
        for _ in range(STEPS):
            if isinstance(state, Diagnostic) or isinstance(other, Diagnostic):
                if type(state) is not type(other):
                    aspect: Aspect = "position" if done else "beginning"
                    self._found("other", self._told(aspect, _said(state), _said(other), seed, done))
                return
            found = self._otherwise(state, other)
            if found is not None:
                self._found("other", self._told(*found, seed, done, state))
                return
            if state.phase == PHASE_COUNTED and seed < MATCHES:
                same_from = len(chance.packs)
                state = begin_hand(self.own, state, chance)
                same.give(chance.packs[same_from:])
                other = begin_hand(self.others, other, same)
                continue
            if state.phase != PHASE_TURN:
                return
            move = self._common_move(state, other, seed, done, choice)
            if move is None:
                return
            done.append(phrase(self.own.game, move))
            same_from = len(chance.packs)
            state, at = step(self.own, state, move, chance), other
            same.give(chance.packs[same_from:])
            other = step(self.others, at, self._as_others(move), same)

    def _otherwise(self, state: State, other: State) -> tuple[Aspect, str, str] | None:
        """Return what differs in two states: a place, memory, whether the hand is over, what it counts."""
        where = _position(self.own, state), _position(self.others, other)
        for key in dict.fromkeys((*where[0], *where[1])):
            if where[0].get(key) != where[1].get(key):
                return "position", f"{key}: {where[0].get(key, '–')}", f"{key}: {where[1].get(key, '–')}"
        if state.phase == other.phase == PHASE_TURN:
            return None
        if state.phase != other.phase:
            goes_on, over = (translate(each, self.language) for each in (msg("the hand goes on"), msg("the hand is over")))
            ends = [goes_on if each.phase == PHASE_TURN else over for each in (state, other)]
            return "position", ends[0], ends[1]
        sheets = [score(rules, each) for rules, each in ((self.own, state), (self.others, other))]
        shares = ["" if isinstance(sheet, Diagnostic) else str([dict(share) for share in sheet.shares]) for sheet in sheets]
        if shares[0] != shares[1]:
            return "score", shares[0], shares[1]
        won = [winner(rules, each) for rules, each in ((self.own, state), (self.others, other))]
        numbers = [None if each is None else each.number for each in won]
        return None if numbers[0] == numbers[1] else ("winner", str(numbers[0]), str(numbers[1]))

    def _common_move(self, state: State, other: State, seed: int, done: list[str], choice: random.Random) -> Move | None:
        """Return a move that is legal under both rules, by chance; what only one of them allows is noted."""
        own, others = legal_moves(self.own, state), legal_moves(self.others, other)
        if isinstance(own, Diagnostic) or isinstance(others, Diagnostic):
            if type(own) is not type(others):
                self._found("other", self._told("moves", _said(own), _said(others), seed, done, state))
            return None
        theirs = {(move.act, move.args): move for move in others}
        ours = {(self.acts.get(move.act, move.act), move.args): move for move in own}
        lacking = [move for key, move in ours.items() if key not in theirs]
        more = [move for key, move in theirs.items() if key not in ours]
        if lacking:
            move = lacking[0]
            why = self._why(self.others, other, self._as_others(move))
            self._found("fewer", self._told("moves", self._legal(self.own, move), why, seed, done, state))
        if more:
            move = more[0]
            back = {new: old for old, new in self.acts.items()}
            why = self._why(self.own, state, replace(move, act=back.get(move.act, move.act), by=()))
            self._found("more", self._told("moves", why, self._legal(self.others, move), seed, done, state))
        both = [move for key, move in ours.items() if key in theirs]
        if seed < WIDE and len(done) < SHORT and (self.best is None or len(done) + 1 < len(self.best.moves)):
            for move in both:
                self._try(state, other, move, seed, done)
        return choice.choice(both) if both else None

    def _try(self, state: State, other: State, move: Move, seed: int, done: Sequence[str]) -> None:
        """Note a move that both allow and that does not do the same; one that shuffles is left to the hands that do it."""
        chance, same = SeededChance(seed), SeededChance(seed)
        after = step(self.own, state, move, chance)
        after_other = step(self.others, other, self._as_others(move), same)
        if isinstance(after, State) and isinstance(after_other, State) and not chance.packs and not same.packs:
            found = self._otherwise(after, after_other)
            if found is not None:
                self._found("other", self._told(*found, seed, (*done, phrase(self.own.game, move)), after))

    def _legal(self, rules: Rules, move: Move) -> str:
        return translate(msg("`{move}` is legal", move=phrase(rules.game, move)), self.language)

    def _as_others(self, move: Move) -> Move:
        return replace(move, act=self.acts.get(move.act, move.act), by=())

    def _why(self, rules: Rules, state: State, move: Move) -> str:
        """Return why a move is not legal, in words."""
        if move.act not in rules.game.act:
            return "–"
        answer = explain_move(rules, state, move, self.language)
        return answer.message if isinstance(answer, Diagnostic) else str(answer["text"])

    def _told(
        self, aspect: Aspect, first: str, second: str, seed: int, done: Sequence[str], state: State | None = None
    ) -> ToldApart:
        seated = None if state is None else seated_first(self.own, state)
        at = state if seated is None else seated
        return ToldApart(aspect, first, second, seed, tuple(done), () if at is None else position_lines(self.own, at))

    def _found(self, what: str, told: ToldApart) -> None:
        self.seen[what] += 1
        if self.best is None or len(told.moves) < len(self.best.moves):
            self.best = told


def _said(found: object) -> str:
    return found.message if isinstance(found, Diagnostic) else "–"


def _position(rules: Rules, state: State) -> dict[str, str]:
    """Return what lies where and what is remembered, without what is empty."""
    written, found = cast("Mapping[str, object]", write_position(rules, state)), dict[str, str]()
    for part in ("zones", "counters"):
        for name, value in cast("Mapping[str, object]", written[part]).items():
            each = cast("Mapping[str, object]", value) if isinstance(value, dict) else {"": value}
            for owner, held in each.items():
                if held not in ([], 0, None, False):
                    found[f"{name} {owner}".strip()] = (
                        " ".join(cast("list[str]", held)) if isinstance(held, list) else str(held)
                    )
    found["turn"] = str(written.get("turn", "–"))
    return found
