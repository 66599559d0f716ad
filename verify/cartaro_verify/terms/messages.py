"""What a verdict says of itself, as a form with what fills it, so that a page can say it in its own language.

A `FormText` is its English text, which is what the command prints and `--json` gives, and remembers its form.  The forms are
closed: `FORMS` and `JOINTS`.  To add one, write its English here and `proof_<form>` into each `verdicts.toml` of the
catalogue; a test compares the slots.  A text that has no form stays English on every page, and `--strict` tells of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self, cast

from cartaro_grammar import Type

FORMS: dict[str, str] = {
    # names of the ruleset, which a page says in the ruleset's own words
    "zone": "{name}",
    "cell": "{name}",
    "act": "{name}",
    "period": "{name}",
    "clause": "`{name}`",
    "function": "`{name}`",
    "measure": "{name}",
    "heading": "{name}",
    "kind": "{name}",
    "claim": "{name}",
    # methods
    "conserved": "each kind of effect in the rules leaves every card in exactly one place, whatever cards it takes: "
    "{asked} cases",
    "movable": "no state that the invariants allow is without a legal move ({cases} cases)",
    "ends": "the number of cards in {measure} falls with every act{more} ({ways} ways) and is never negative; "
    "a deal that is made again counts when it stands{aside}",
    "ends_at_once": "every hand ends with its first move{aside}",
    "ends_level": ", or stays as it is while the turn goes on to a step from which it does not come back",
    "ends_grows": ", or {counters} grows, which never falls and which the invariants bound",
    "ends_aside": "; findings aside, for the arbiter is no player",
    "cards_of": "{kind} of {zone}",
    "others": "other cards",
    "marked": "{zone} with {marks}",
    "times": "{n} × {x}",
    "decided": "{pairs} pairs and gaps, {asked} put to the solver over all placements of the cards",
    "faultless": "wherever a player, a seat or a divisor is needed there is one ({asked} questions)",
    "rounds_alike": "every round of {clause} is dealt anew without memory of the last, and one that stood was seen",
    "rounds_stand": "every round of {clause} is dealt anew, and one was seen that stands whatever is remembered",
    "goes_back_once": "{clause} goes back once at most",
    "rounds_empty": "with every round of {clause} there are fewer cards: {x}",
    "rounds_fill": "with every round of {clause} there are more cards: {x}",
    "rounds_grow": "with every round of {clause} this grows, up to a number: {x}",
    "rounds_fall": "with every round of {clause} this falls, down to a number: {x}",
    "rounds_last": "every round of {clause} may, after a shuffle, be the last",
    "rounds_without": "every round of {clause} may deal, after a shuffle, no {kind}, and is then the last",
    "endable": "whatever is remembered ({n} cases), a hand was played that ends the match "
    "when it comes again and again: {lead}",
    "lead_at_once": "it ends at once",
    "lead_one": "one side gains more than the others",
    "lead_all": "all sides gain",
    "lead_counter": "what is counted goes on",
    "lead_all_but_one": "all players but one gain, whoever that is",
    "discreet": "what decides which moves are legal is seen by the player, or was seen by all in the course of play",
    "discreet_pairs": "two positions that the invariants allow and that look the same to a player have the same moves "
    "({asked} cases)",
    "discreet_seen": "{zone} is seen wherever a move is awaited",
    "discreet_ahead": "after every act of the turn what must still be done can be done ({asked} cases)",
    "disclosed": "two hands that the interpreter has replayed, which the player cannot tell apart",
    "disclosed_here": "seat {n} sees the same with {one} and {two} swapped, and may {move} only as it is here",
    "disclosed_there": "seat {n} sees the same with {one} and {two} swapped, and may {move} only then",
    "unending": "a match that the interpreter has replayed: from here on no hand ends it",
    "inductive": "inductive: true after every deal and kept by every act",
    "inductive_with": "inductive, together with {names}: all true after every deal, and kept by every act that finds all true",
    "inductive_lines": "inductive, its lines together: all true after every deal, and kept by every act that finds all true",
    "from_every_state": "from every state that the invariants allow, {moment}",
    "from_any_position": "from any position whatever, {moment}",
    "ways": "{x} ({n} ways{turned})",
    "turned": ", the table turned so that seat 1 has the turn",
    "also": "{x}; likewise of hands of {counts} players",
    "replayed": "a hand that the interpreter has replayed",
    "never": "proved never to hold",
    "nowhere": "inductive: it holds in no state",
    "bounded": "bounded: {x}",
    "at_most": "{x} at most {n}",
    "at_least": "{x} at least {n}",
    "minus": "minus {x}",
    "together": "{x}: together {n}",
    "one_query": "in one query",
    "cards_in": "the cards in {zone}",
    "the_number": "the number {n}",
    "addend": "an addend",
    # moments
    "before_every": "before every {name}",
    "after_every": "after every {name}",
    "at_the_start": "at the start of every {name}",
    "at_the_end": "at the end of every {name}",
    "at_the_count": "at the count of every {name}",
    # where a proof came to nothing
    "case": "player {n} has the turn, at step {step}{roles}{turned}",
    "case_deal": "a hand begins",
    "case_between": "between two hands",
    "cell_of": "{x} of {n}",
    "role": ", {x} is player {n}",
    "role_nobody": ", {x} is nobody",
    "move_deal": "the deal",
    "move_end": "the turn is left",
    "move_act": "{name} by player {n}",
    "help_before": "a claim `always …` that excludes this position, placed before, would help",
    "help_claim": "a claim `always …` that excludes this position would help",
    "help_split": "splitting the claim into several would help",
    # invariants
    "fact_empty": "{x} is empty",
    "fact_size": "{x} has {n}",
    "fact_size_least": "{x} has at least {n}",
    "fact_size_most": "{x} has at most {n}",
    "fact_more": "{x} has {n} more than {y}",
    "fact_fewer": "{x} has {n} fewer than {y}",
    "fact_as_many": "{x} has as many as {y}",
    "fact_modulo": "{x} has {n} modulo {m}",
    "fact_least": "{x} is at least {n}",
    "fact_most": "{x} is at most {n}",
    "fact_same": "{x} is {y}",
    "fact_apart": "{x} is {y} + {n}",
    "fact_cleared": "{x} is as it is when its period begins",
    "fact_nobody": "while {x} is none, {y} is empty",
    "fact_nowhere": "while {x} is none, every {y} is empty",
    "fact_somebody": "{x} is not none",
    "fact_holder": "while {x} is {n}, {y} is not empty",
    # reasons
    "rounds_open": "nothing was found that ends the rounds of {clause}",
    "nobody_begins": "the invariants allow that nobody begins the play",
    "nobody_next": "the invariants allow that the turn passes to nobody",
    "no_divisor": "the invariants allow that {clause} takes a remainder by 0 or less",
    "no_divisor_or_seats": "the invariants allow a remainder by 0 or less, or seats that are not for each player once",
    "hands_bound": "what is played or counted in a hand depends on what was counted before it: {clause}",
    "hidden_read": "{x} reads the cards of {zone}, which the player may not see",
    "hidden_ahead": "whether the turn can be completed depends, by {x}, on the cards of {zone}, which the player may not see",
    "hidden_sometimes": "the invariants allow that the player does not see {zone}",
    "not_endable": "no hand was found that ends the match when it comes again and again",
    "dead": "{a} never applies: in no state that play can reach does its case hold",
    "dead_after": "{a} never applies: {b}, which stands before it, takes away what it asks for",
    "lifts_nothing": "{a} lifts nothing: {b} bars nothing where it applies; an exemption permits nothing by itself",
    "bars_nothing": "{a} bars nothing: in no state that play can reach is there what it forbids",
    "order_decides": "{cell} is otherwise where {b} comes before {a}",
    "below_zero": "{cell} falls below 0",
    "mend_dead": "to mend it, change what {a} asks for, or repeal {a}",
    "mend_before": "to mend it, write {a} before {b}",
    "mend_lifts": "to permit it, write {a} as a permission, without `despite` {b}",
    "mend_order": "if the other order is meant, write {b} before {a}; "
    "if only one of them is to happen, write `{b_name} despite {a_name}`",
    "mend_below": "to mend it, subtract `unless {cell} is 0`; if it is meant, claim it: `it can happen {cell} is less than 0`",
    "mend_below_each": "to mend it, subtract `unless {cell} is 0`; if it is meant, claim it: "
    "`it can happen some x in {owner} has {cell} of x is less than 0`",
    "as_far_decided": "as far as play can go on: that no clauses clash and none is missing is not proved (`decided`)",
    "as_far_faultless": "as far as play can go on: that it never breaks down is not proved (`faultless`)",
    "gave_up": "the solver gave up",
    "limit_met": "in a hand that was played, play stopped at a limit of the program, which is no fault of the rules: {what}",
    "limit_C0804": "an act could be done in more ways than are listed (C0804)",
    "limit_C0807": "a turn could go on in more ways than are looked through (C0807)",
    "limit_C0824": "a hand went on for longer than it is followed (C0824)",
    "limit_C0828": "a question took more steps than are allowed to it (C0828)",
    "contradicted": "the prover contradicts play: what it has proved is not so here; "
    "this is a fault of the prover, and no verdict",
    "not_invariant": "the prover found invariants that do not hold when they are checked again: a fault of the prover",
    "no_way": "nothing leads there that the encoding knows of, and of nothing nothing is proved",
    "not_covered": "the encoding does not cover {x}",
    # what the encoding does not cover
    "kind_truth": "a truth",
    "kind_number": "a number",
    "kind_card": "a card",
    "kind_cards": "several cards",
    "kind_player": "a player",
    "kind_players": "several players",
    "kind_side": "a side",
    "kind_sides": "several sides",
    "kind_group": "a group of cards",
    "kind_groups": "several groups of cards",
    "kind_symbol": "a value of {name}",
    "kind_symbols": "several values of {name}",
    "kind_unknown": "something unknown",
    "un_definition": "a definition of {x}",
    "un_choice": "the choice of {x}",
    "un_any_choice": "a choice of anything",
    "un_reference": "a reference to {x}",
    "un_early_end": "a turn that ends early",
    "un_effect": "the effect {x}",
    "un_exchange": "an exchange of cards from anywhere",
    "un_target": "cards moved to something else than a place",
    "un_divisor_seen": "a remainder by what may be nothing, in what can be seen or chosen",
    "un_divisor_initial": "a remainder by what may be nothing, in what a period begins with",
    "un_divisor_act": "a remainder by what may be nothing, in what an act depends on",
    "un_match_cell": "{x}, which is kept for the match",
    "un_match_memory": "so much memory of the match",
    "un_deal": "a deal that never stands",
    "un_reading": "what cards are read as, where it is no condition and no number",
    "un_readings": "{x} of cards that may be read in several ways",
    "un_applies": "whether a clause applies",
    "un_turn_over": "a turn that ends as it begins",
    "un_turn_idle": "a turn in which nothing can be done",
    "un_hand_over": "a hand that ends before its first turn",
    "un_cards": "cards given as {x}",
    "un_bar_applies": "whether a prohibition, or an exemption from one, applies",
    "un_can": "`can` where no act is considered",
    "un_undefined": "{x} where none of its clauses applies",
    "un_repeat": "a repeat from a clause that is still to come",
    "un_play": "what the interpreter refuses: {x}",
    "un_sides": "players who drop out of sides of several",
    "un_counts": "numbers of players for which there is no game",
    "un_remembered": "a player remembered from hand to hand who may drop out",
    "un_too_few": "a match that goes on with fewer players than the game is for",
    "un_finding": "a finding after which a turn with obligations goes on",
    "un_unseen": "an act whose outcome is not seen, in a turn with obligations",
    "un_step_sometimes": "a step that must be done in some cases only",
    "un_step_other": "a step of another player in a turn with obligations",
    "un_step_cards": "a step that must be done, with other than one card",
    "un_moment": "what is claimed {x}",
    # further reasons
    "allowed": "the invariants allow a position that breaks it, not known to be reachable",
    "no_value": "what is claimed cannot be worked out in a position that the invariants allow: "
    "a remainder is taken by less than 1",
    "not_inductive": "not inductive: the invariants allow a position that breaks it, which is not known to be reachable",
    "no_end_of_turn": "a step can be done as often as wished, and nothing shows that a turn cannot go on without end",
    "no_weight": "no weighted number of cards falls with every move",
    "fewer": "of hands of {n} players: {x}",
    "not_broken": "{x}; {hands} random hands do not break it",
    "premise_unmet": "its premise was met in none of {hands} random hands",
    "nothing_true": "no state that play can reach makes it true",
    "not_excluded": "it is not proved impossible",
    "never_met": "it was met in none of {hands} random hands, and is not proved impossible",
    "beyond_reach": "the bound is proved, and {n} lies beyond it",
    "not_attained": "the bound is proved, but none of {hands} hands attains {n}",
    "no_greatest": "no proof that {n} is the greatest: {x}",
    "no_least": "no proof that {n} is the least: {x}",
    "no_bound": "no bound was proved",
    "not_said": "no clause says what {x} is",
    "no_beginner": "no clause says who begins the play",
    "no_next": "no clause says whose turn is next",
    "answers": "{a} and {b} answer {what} differently, and neither yields",
    "who_begins": "who begins the play",
    "whose_turn": "whose turn is next",
    "forbids": "{a} forbids what {b} permits, and neither yields",
    "remedied": "{why}: write {remedies}",
    "sentence": "`{text}`",
    "repeated": "the position is the same as before move {n}",
}
JOINTS = {"series": "; ", "listed": ", ", "both": " and ", "either": " or ", "sum": " + ", "after": ""}
"""Forms whose only slot is `parts`, said one after the other."""


class FormText(str):
    """An English text that remembers the form it was made by, and what fills its slots."""

    __slots__ = ("form", "slots")
    form: str
    slots: Mapping[str, object]

    def __new__(cls, form: str, slots: Mapping[str, object]) -> Self:
        made = super().__new__(cls, _english(form, slots))
        made.form, made.slots = form, slots
        return made

    def __reduce__(self) -> tuple[type[FormText], tuple[str, Mapping[str, object]]]:
        return FormText, (self.form, self.slots)


def words(form: str, **slots: object) -> FormText:
    """A text of a form of `FORMS`; KeyError where the form or one of its slots is missing."""
    return FormText(form, slots)


def kind_in_words(of: Type) -> FormText:
    """A kind of thing as an author would name it: a card, a value of the suit."""
    slots = {"name": of.enumeration.partition(".")[2] or of.enumeration} if of.kind in ("symbol", "symbols") else {}
    return words(f"kind_{of.kind}", **slots)


def joined(form: str, parts: Iterable[str]) -> str:
    """Texts one after the other, each once; a single one is itself, and none is the empty text."""
    found = tuple(dict.fromkeys(parts))
    if len(found) < 2:
        return found[0] if found else ""
    return FormText(form, {"parts": found})


def _english(form: str, slots: Mapping[str, object]) -> str:
    if form in JOINTS:
        return JOINTS[form].join(map(str, cast("tuple[object, ...]", slots["parts"])))
    return FORMS[form].format_map(slots)


# ---------------------------------------------------------------------------------------------- JSON


def words_json(text: object) -> object:
    """The form of a text and what fills it, as JSON; a text without a form is itself."""
    match text:
        case FormText():
            return {"form": text.form, "slots": {name: words_json(value) for name, value in text.slots.items()}}
        case tuple():
            return [words_json(part) for part in cast("tuple[object, ...]", text)]
        case _:
            return text


def words_from_json(value: Any) -> Any:
    """The text that `words_json` gave this value for; ValueError for a form that there is not."""
    if isinstance(value, list):
        return tuple(map(words_from_json, cast("list[Any]", cast("object", value))))
    if not isinstance(value, dict):
        return value
    read = cast("dict[str, Any]", value)
    form, slots = read.get("form"), read.get("slots")
    if not isinstance(form, str) or not isinstance(slots, dict) or (form not in FORMS and form not in JOINTS):
        raise ValueError("a text of a verdict in no known form")
    return FormText(form, {name: words_from_json(filled) for name, filled in cast("dict[str, Any]", slots).items()})
