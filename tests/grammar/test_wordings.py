"""Wordings of the player's guide: what their mark depends on, and which wordings a game has."""

from __future__ import annotations

import re

import pytest

from cartaro_grammar import Diagnostic, Game, check_texts, load_texts
from cartaro_grammar.analyses.stated_facts import changed, recorded
from cartaro_grammar.text.messages import translate

TABLE = """library tavolo
  title "The table"

article 1 "Cards"
  semi en "the suit": every card has a suit
    cuori "H"
    fiori "C"
  valori en "the rank": every card has a rank with value
    asso "A" 1
    due  "2" 2
    tre  "3" 4
  mazzo: the pack has 1 of every rank and suit

article 2 "Play"
  zone table
  zone hand of each player
  act lay card
    card is one of hand
    move card to table
  giocatori: there are 2 players
  gioca: in a turn the player must lay
  inizia: the play begins with the last player
  passa: the turn passes to the player after player
  fine: the hand ends when every hand is empty
"""
GAME = """game caso
  title "A case"
  use tavolo

article 1 "Rules"
  lascia: the player may lay when table is empty
  conta: each side scores 1
"""
VARIANT = 'variant altro of caso\n  title "Another"\n'


def loaded(telling: str, *, rules: str = GAME, variant: str = VARIANT, main: str = "caso.regole") -> tuple[Game, list[str]]:
    texts = {"tavolo.regole": TABLE, "caso.regole": rules, "altro.regole": variant}
    texts["caso.racconto.regole"] = "annex racconto of caso\n" + telling
    game, found = load_texts(texts, main)
    assert game is not None, found
    return game, [reported.help or "" for reported in found if reported.code == "C0518"]


def telling_of(name: str, mark: str = "") -> str:
    return f'telling\n  {name} {mark}\n    en "One lays."\n'


def mark_of(name: str, rules: str = GAME) -> str:
    """Return the mark that `check` suggests."""
    _, reported = loaded(telling_of(name), rules=rules)
    found = re.search(r"#\w+", reported[0])
    assert found is not None
    return found[0]


def test_a_wording_with_the_mark_of_its_clause_is_the_games() -> None:
    game, reported = loaded(telling_of("lascia", mark_of("lascia")))
    assert reported == []
    assert [(w.names, w.texts, w.home) for w in game.ruleset.wordings] == [(("lascia",), (("en", "One lays."),), "caso")]


@pytest.mark.parametrize(
    "same",
    [
        GAME.replace("lascia:", 'lascia it "lasciare" en "laying":'),
        GAME.replace("the player may lay when table", "player may lay\n    when the table"),
        GAME.replace("table is empty\n", "table is empty -- at first\n"),
    ],
)
def test_titles_layout_and_comments_change_no_mark(same: str) -> None:
    assert mark_of("lascia", same) == mark_of("lascia")


def test_a_stale_wording_is_reported_and_dropped() -> None:
    game, reported = loaded(
        telling_of("lascia", mark_of("lascia")), rules=GAME.replace("when table is empty", "unless table is empty")
    )
    assert len(reported) == 1
    assert game.ruleset.wordings == ()


@pytest.mark.parametrize(
    "amendment",
    ["in article 1 replace lascia\n  lascia: the player may lay", "in article 1 replace lascia\n  posa: the player may lay"],
)
def test_a_variant_that_amends_a_clause_drops_its_wording(amendment: str) -> None:
    telling = telling_of("lascia", mark_of("lascia"))
    game, reported = loaded(telling, variant=f"{VARIANT}\n{amendment}\n", main="altro.regole")
    assert (game.ruleset.wordings, reported) == ((), [])
    kept, _ = loaded(telling, main="altro.regole")
    assert [w.names for w in kept.ruleset.wordings] == [("lascia",)]


def test_the_aim_needs_no_mark() -> None:
    game, reported = loaded(telling_of("aim"))
    assert reported == []
    assert [w.names for w in game.ruleset.wordings] == [("aim",)]


def test_a_stale_mark_is_not_blessed_by_a_fix() -> None:
    """A wording without a mark gets one. If its clause has changed, only the author knows whether the wording is still true."""
    rules = GAME.replace("when table is empty", "unless table is empty")
    for mark, fixed in (("", True), (mark_of("lascia"), False)):
        texts = {"tavolo.regole": TABLE, "caso.regole": rules}
        texts["caso.racconto.regole"] = "annex racconto of caso\n" + telling_of("lascia", mark)
        found = [one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0518"]
        assert [one.fix is not None for one in found] == [fixed]


OTHER_RANKS = """in article 1 of tavolo replace valori
  valori: every card has a rank with value
    asso "A" 1
    re   "K" 7
"""
DIRECTED = GAME.replace("article 1 ", 'article 2 "Seats"\n  senso: play runs clockwise\n\narticle 1 ')


@pytest.mark.parametrize(
    ("name", "said", "amendment", "stands"),
    [
        ("mazzo", "The pack has three cards.", "", True),
        (
            "mazzo",
            "The pack has three cards.",
            OTHER_RANKS,
            False,
        ),
        (
            "mazzo",
            "The pack is the one of this game.",
            OTHER_RANKS,
            True,
        ),
        ("passa", "Then the player on the left plays.", "in article 2 replace senso\n  senso: play runs anticlockwise", False),
        ("passa", "Then the next player plays.", "in article 2 replace senso\n  senso: play runs anticlockwise", True),
    ],
)
def test_a_wording_falls_with_the_table_or_the_direction_that_it_says(
    name: str, said: str, amendment: str, stands: bool
) -> None:
    """The clause that the wording names and the wording's mark are unchanged."""
    telling = telling_of(name, mark_of(name)).replace("One lays.", said)
    game, reported = loaded(telling, rules=DIRECTED, variant=f"{VARIANT}\n{amendment}\n", main="altro.regole")
    assert reported == []
    assert [w.names for w in game.ruleset.wordings] == ([(name,)] if stands else [])


# ---------------------------------------------------------------------------------------------- facts that the clauses deny

SUPPORTED = [
    ("conta: each side scores 3", "3 points to everybody.", "5 points to everybody."),
    (
        "lascia: the player may lay when number of table is at most 3",
        "One may lay with at most three cards on the table.",
        "One may lay with at least three cards on the table.",
    ),
    (
        "lascia: the player may lay when value of card is more than total value of table",
        "One may lay a card of a higher value than the table.",
        "One may lay a card of a lower value than the table.",
    ),
    (
        "vince: the winner is the side with lowest points",
        "Whoever has fewest points wins.",
        "Whoever has most points wins.",
    ),
    (
        "lascia: the player may lay when table is empty",
        "On an empty table a card may be laid.",
        "On an empty table a card may not be laid.",
    ),
    (
        'taglia: conduct en "The left-hand neighbour cuts, except at first."',
        "The left-hand neighbour cuts, except at first.",
        "The right-hand neighbour cuts, except at first.",
    ),
    (
        'taglia: conduct en "The left-hand neighbour cuts, except at first."',
        "The left-hand neighbour cuts, except at first.",
        "The left-hand neighbour cuts.",
    ),
    ("posa: the player may lay", "A card may be laid.", "A card must be laid."),
    (
        "vieta despite lascia: the player may not lay when table is empty and some c in hand has rank of c is due",
        "An ace may not be laid, unless nothing else is there.",
        "An ace may not be laid.",
    ),
    ("tre_punti: each side scores 3 when number of table is 2", "3 points for two cards", "4 points for two cards"),
    ("cambia: the turn passes to the player after player", "The other player plays next.", "The same player plays on."),
]
"""A clause, a true wording of it, and a false wording whose words may nevertheless occur in the rules."""


@pytest.mark.parametrize(("clause", "true", "false"), SUPPORTED)
def test_a_wording_is_compared_with_the_facts_of_its_clause(clause: str, true: str, false: str) -> None:
    others = "  counter points of each side for the match\n"
    if not clause.startswith("lascia"):
        others += "  lascia: the player may lay\n"
    rules = f'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n{others}  {clause}\n'
    name = clause.partition(":")[0].split()[0]
    mark = mark_of(name, rules)

    def unsupported(text: str) -> list[str]:
        texts = {"tavolo.regole": TABLE, "caso.regole": rules}
        texts["caso.racconto.regole"] = f'annex racconto of caso\ntelling\n  {name} {mark}\n    en "{text}"\n'
        game, found = load_texts(texts, "caso.regole")
        assert game is not None, found
        return [reported.message for reported in found if reported.code == "C0534"]

    assert unsupported(true) == []
    assert len(unsupported(false)) == 1


def test_the_winner_in_the_difference_of_a_variant_is_that_of_its_rules() -> None:
    winner = "\n  counter points of each side for the match\n  vince: the winner is the side with lowest points\n"
    for text, warnings in (("Whoever has most points wins.", 1), ("Whoever has fewest points wins.", 0)):
        texts = {"tavolo.regole": TABLE, "caso.regole": GAME, "altro.regole": f'{VARIANT}\narticle 1 "Winner"{winner}'}
        texts["altro.racconto.regole"] = f'annex racconto of altro\ntelling\n  difference\n    en "{text}"\n'
        game, found = load_texts(texts, "altro.regole")
        assert game is not None, found
        assert len([reported for reported in found if reported.code == "C0534"]) == warnings


def test_a_wording_of_seats_is_stale_if_the_direction_of_play_turns() -> None:
    seats = "seat the last player, the player after the last player"
    seated = f'article 1 "Seats"\n  at the start of the match\n    posti: {seats}\n'
    turns = "  senso: play runs {}\n"
    rules = 'game caso\n  title "A case"\n  use tavolo\n\n' + seated + turns
    mark = mark_of("posti", rules.format("clockwise"))
    assert mark_of("posti", rules.format("anticlockwise")) != mark
    rest = '\narticle 2 "Play"\n  lascia: the player may lay\n'
    plain = 'game caso\n  title "A case"\n  use tavolo\n' + rest + turns
    assert mark_of("lascia", plain.format("clockwise")) == mark_of("lascia", plain.format("anticlockwise"))


NAMED_CARDS = TABLE.replace('asso "A" 1', 'asso "A" 1 en "the ace"').replace('due  "2" 2', 'due "K" 2 en "the king"')


def facts_of(said: str) -> str:
    """Return the second part of the mark that `check` suggests for a wording of one clause."""
    mark = mark_of("lascia")
    telling = f'telling\n  lascia {mark}\n    en "{said}"\n'
    texts = {"tavolo.regole": NAMED_CARDS, "caso.regole": GAME, "caso.racconto.regole": "annex racconto of caso\n" + telling}
    (found,) = (one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0537")
    assert found.fix is not None
    return mark + found.fix.replacement


def changed_facts(read: str, said: str) -> list[str]:
    """Return the warnings for a wording whose mark was made for another sentence; none of them may have a fix."""
    telling = f'telling\n  lascia {facts_of(read)}\n    en "{said}"\n'
    texts = {"tavolo.regole": NAMED_CARDS, "caso.regole": GAME, "caso.racconto.regole": "annex racconto of caso\n" + telling}
    found = [one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0537"]
    assert all(one.fix is None for one in found)
    return [re.sub(r" (?:–|`.*)$", "", one.message.rpartition(": en ")[2]) for one in found]


def test_a_changed_fact_is_reported_with_its_words() -> None:
    telling = f'telling\n  lascia {facts_of("Three cards are laid.")}\n    en "Four or five cards are laid."\n'
    texts = {"tavolo.regole": NAMED_CARDS, "caso.regole": GAME, "caso.racconto.regole": "annex racconto of caso\n" + telling}
    (found,) = (one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0537")
    assert found.message.endswith(": en numbers `four`, `five`")
    assert translate(found.message, "it").endswith(": en numeri `four`, `five`")


@pytest.mark.parametrize(
    ("read", "said", "kind"),
    [
        ("Three cards are laid.", "Four cards are laid.", "numbers"),
        ("The ace is laid.", "The king is laid.", "cards"),
        ("The player on the left lays.", "The player on the right lays.", "seats and directions"),
        ("The opponent's card is taken with one's own.", "One's own card is taken with the opponent's.", "players"),
        ("At least three cards are laid.", "At most three cards are laid.", "bounds"),
        ("The dealer speaks first.", "The dealer speaks last.", "order"),
        ("After the first round two are laid.", "Before the first round two are laid.", "order"),
        ("It takes all the cards.", "It takes one of the cards.", "all or one"),
        ("It is not laid, except to go out.", "It is not laid.", "exceptions"),
        ("Cards are laid, and not a sum.", "Cards are laid, and a sum.", "denials"),
        ("It must be laid.", "It may be laid.", "duties and permissions"),
        ("It may be laid.", "It must be laid.", "duties and permissions"),
        ("Whoever has most lays.", "Whoever has fewest lays.", "the most and the least"),
        ("The dealer speaks.", "The dealer's partner speaks.", "players"),
        ("The partner gives the dealer a card.", "The dealer gives the partner a card.", "players"),
        ("One takes cards from the table.", "One takes cards from the stock.", "places"),
        ("Cards go from the hand onto the table.", "Cards go from the table into the hand.", "places"),
        ("Cards of one rank are laid.", "Cards of one suit are laid.", "suits, ranks and values"),
        ("The same player lays.", "The next player lays.", "the same, another or the next"),
        ("The hand is void.", "The hand is counted.", "effects"),
        ("At a tie they play on.", "At a tie they deal again.", "effects"),
        ("It lies face down.", "It lies face up.", "face up or face down"),
        ("Whoever wins the match lays.", "Whoever wins the trick lays.", "parts of the game"),
        ("In turn one draws a card.", "In turn one discards a card.", "moves"),
        ("Before the play, once all have laid.", "Before the play, before all have laid.", "order"),
        ("The first lays high, the last low.", "The last lays high, the first low.", "order"),
        ("Whoever has 3 lays 5 cards.", "Whoever has 5 lays 3 cards.", "the order of numbers and cards"),
        ("Cards, sweeps and coins count.", "Sweeps, cards and coins count.", "the order of a list"),
        ("The king is the lowest, the ace the highest.", "The ace is the lowest, the king the highest.", "cards"),
    ],
)
def test_a_changed_fact_of_a_wording_is_reported(read: str, said: str, kind: str) -> None:
    assert changed_facts(read, said) == [kind]


@pytest.mark.parametrize(
    ("read", "said"),
    [
        ("The king is laid.", "The king may be laid."),
        ("The king may be laid.", "The king is laid."),
        ("Whoever has no card that fits says so.", "Whoever has no card that fits may say so."),
        ("Whoever wins lays the card.", "Whoever wins keeps the card."),
        ("There are two rounds of bets.", "There are up to two rounds of bets."),
        ("It is made of cards and jokers.", "It is made of cards or jokers."),
        ("A king is laid or a pair or a run.", "A king is laid or a pair and a run."),
        ("The top one is turned.", "The bottom one is turned."),
        ("Each of them has all the cards laid down.", "Each of them has most of the cards laid down."),
        ("It is not laid, except by one who has nothing but jokers.", "It is not laid, except by one who has jokers."),
        ("If one cannot lay, it is void.", "If one can lay, it is not void."),
        ("The winner draws, the loser discards.", "The winner discards, the loser draws."),
        ("One may gather more melds.", "One may gather a meld more."),
        ("The others have 26 points each.", "The others have 26 points in all."),
        ("One says “pass” after a bet.", "One says “stop” after a bet."),
    ],
)
def test_another_word_that_states_something_is_reported(read: str, said: str) -> None:
    assert changed_facts(read, said)


def test_the_report_of_other_words_names_no_fact() -> None:
    assert changed_facts("Whoever wins lays the card.", "Whoever wins keeps the card.") == ["other words"]


@pytest.mark.parametrize(("code", "read", "said"), [
    ("it", "La parola passa al prossimo.", "La parola può passare al prossimo."),
    ("it", "Ha 26 punti ciascuno.", "Hanno 26 punti in tutto."),
    ("it", "Comincia l'avversario del re.", "Comincia l'avversario o il re."),
    ("fr", "Le tour revient à l'as.", "Le tour peut revenir à l'as."),
    ("fr", "L'as ou le roi sort.", "L'as et le roi sortent."),
    ("fr", "Qui gagne pose sa carte.", "Qui gagne garde sa carte."),
])  # fmt: skip
def test_other_words_are_reported_in_every_language(code: str, read: str, said: str) -> None:
    marks = {recorded([(code, text)], {code: {}}) for text in (read, said)}
    assert len(marks) == 2
    assert changed(recorded([(code, read)], {code: {}}), [(code, said)], {code: {}})


@pytest.mark.parametrize("broken", [False, True], ids=["right", "with a mistake"])
def test_the_marks_of_a_library_are_compared_without_a_game(broken: bool) -> None:
    """A library that needs the cards of a game has mistakes on its own."""
    rules = "  act stay\n    chosen becomes player\n" if broken else ""

    def found(mark: str, said: str) -> tuple[Diagnostic, ...]:
        text = f'{TABLE}{rules}\ntelling\n  gioca {mark}\n    en "In turn, each player {said} a card."\n'
        return check_texts({"tavolo.regole": text}, "tavolo.regole").diagnostics

    clauses = next(re.search(r"#[a-z]+", one.help or "") for one in found("#ba", "lays") if one.code == "C0518")
    assert clauses is not None
    facts = next(one.fix for one in found(clauses[0], "lays") if one.code == "C0537")
    assert facts is not None
    for said, warnings in (("lays", 0), ("keeps", 1)):
        reported = found(clauses[0] + facts.replacement, said)
        assert any(one.severity == "error" for one in reported) == broken
        assert sum(one.code == "C0537" for one in reported) == warnings


@pytest.mark.parametrize(
    ("read", "said"),
    [
        ("It is not laid, except to go out.", "Only to go out is it laid."),
        ("Whoever accepts first is the maker.", "The first to accept becomes the maker."),
        ("Whoever pairs it takes a point.", "A point is taken by whoever pairs it."),
        ("Only an ace takes an ace.", "No other card than an ace takes an ace."),
        ("At most three cards are laid.", "One may not lay more than three cards."),
        ("At most one card is laid.", "No player may lay more than one card."),
        ("The dealer begins.", "The dealer is first."),
        ("Three cards, in turn, are laid by all.", "In turn all lay 3 cards."),
        ("It must be laid first.", "It is laid first."),
        ("Cards of one rank make a book.", "A book is made of cards of one rank."),
        ("Then one lays a card on the table.", "One lays a card on the table afterwards."),
        ("The turn ends when one draws a card.", "It ends when a card is drawn."),
    ],
)
def test_a_wording_in_other_words_keeps_its_mark(read: str, said: str) -> None:
    assert changed_facts(read, said) == []


def test_a_mark_in_an_old_form_agrees_with_no_text() -> None:
    telling = f'telling\n  lascia {mark_of("lascia")}.aaaaaaaaaab\n    en "One may lay."\n'
    texts = {"tavolo.regole": TABLE, "caso.regole": GAME, "caso.racconto.regole": "annex racconto of caso\n" + telling}
    assert "C0537" in {one.code for one in check_texts(texts, "caso.regole").diagnostics}


# --------------------------------------------------------------------------------------------------- what a wording rests on

SCORED_BY_LAST = """game caso
  title "A case"
  use tavolo

article 1 "Rules"
  lascia: the player may lay when table is empty
  caro: dear of x is total value of hand of x
  conta: each side scores 1 when dear of last is 3
  chiude: the match ends when number of players is 2
"""
SCORED = SCORED_BY_LAST.replace("dear of last", "dear of player").replace(
    "when dear of player is 3", "when some x in players has dear of x is 3"
)


def stale(telling: str, rules: str, table: str = TABLE) -> bool:
    """Return whether a wording with a mark is reported as older than the rules."""
    texts = {"tavolo.regole": table, "caso.regole": rules, "caso.racconto.regole": "annex racconto of caso\n" + telling}
    checked = check_texts(texts, "caso.regole").diagnostics
    assert not [
        one for one in checked if one.code not in ("C0518", "C0537", "C0531", "C0533", "C0519") and one.severity == "error"
    ]
    return any(one.code == "C0518" for one in checked)


def telling_with_mark(name: str, rules: str) -> str:
    """Return a wording with the mark that `check` gives for these rules."""
    texts = {"tavolo.regole": TABLE, "caso.regole": rules}
    written = f'telling\n  {name} #.a\n    en "One lays."\n' if name == "aim" else telling_of(name, "#ba")
    texts["caso.racconto.regole"] = "annex racconto of caso\n" + written
    (found,) = (one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0518")
    mark = re.search(r"#[a-z]+", found.help or "")
    assert mark is not None
    return telling_of(name, mark[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("each side scores 1 when", "each side scores 2 when"),
        ("dear of x is total value", "dear of x is highest value"),
        ("number of players is 2", "number of players is 1"),
    ],
    ids=["a score", "a definition that a score uses", "the end of the match"],
)
def test_an_aim_rests_on_the_clauses_that_score_and_end_the_match(old: str, new: str) -> None:
    telling = telling_with_mark("aim", SCORED)
    assert not stale(telling, SCORED)
    assert old in SCORED
    assert stale(telling, SCORED.replace(old, new))


def test_an_aim_rests_on_the_tables_that_the_score_reads() -> None:
    telling = telling_with_mark("aim", SCORED)
    assert stale(telling, SCORED, TABLE.replace('tre  "3" 4', 'tre  "3" 5'))


def test_an_aim_does_not_rest_on_other_clauses() -> None:
    telling = telling_with_mark("aim", SCORED)
    assert not stale(telling, SCORED.replace("when table is empty", "unless table is empty"))


def test_a_wording_rests_on_the_columns_that_its_clauses_read() -> None:
    other = TABLE.replace('tre  "3" 4', 'tre  "3" 5')
    assert stale(telling_with_mark("caro", SCORED), SCORED, other)
    assert not stale(telling_with_mark("lascia", SCORED), SCORED, other)


def test_a_wording_rests_on_the_clauses_that_override_its_own() -> None:
    over = f"{SCORED}  mai despite lascia: the player may not lay when number of table is 2\n"
    telling = telling_with_mark("lascia", over)
    assert not stale(telling, over)
    assert stale(telling, over.replace("number of table is 2", "number of table is 3"))
    assert stale(telling_with_mark("lascia", SCORED), over)


PLACED = """game caso
  title "A case"
  use tavolo

article 1 "Rules"
  pile stock
  finito: over means stock is empty
  coppia: s counts as coppia when s is alike in rank
  monte: at the end of the turn, void the hand when number of table is 3
"""


def unsupported(name: str, said: str) -> list[str]:
    """Return the warnings of a wording in English that its clauses do not support."""
    texts = {"tavolo.regole": TABLE, "caso.regole": PLACED}
    telling = f'telling\n  {name} {mark_of(name, PLACED)}\n    en "{said}"\n'
    found = check_texts({**texts, "caso.racconto.regole": "annex racconto of caso\n" + telling}, "caso.regole").diagnostics
    assert not [one for one in found if one.severity == "error"]
    return [one.message for one in found if one.code == "C0534"]


@pytest.mark.parametrize(
    ("name", "false", "true"),
    [
        ("finito", "The play is over when the table is empty.", "The play is over when the stock is empty."),
        ("coppia", "A pair is of one suit.", "A pair is of one rank."),
        ("monte", "With three cards on the table the hand is scored.", "With three cards on the table the hand is void."),
    ],
)
def test_another_place_or_attribute_and_a_lost_void_are_reported(name: str, false: str, true: str) -> None:
    assert len(unsupported(name, false)) == 1
    assert unsupported(name, true) == []


def test_a_place_that_is_denied_or_next_to_that_of_the_clauses_is_accepted() -> None:
    assert unsupported("finito", "It is over when the stock is empty, although cards are on the table.") == []
    assert unsupported("finito", "It is not the table that matters.") == []
    assert unsupported("finito", "It is over when a hand is played.") == []


def test_memory_for_a_player_names_a_player() -> None:
    held = GAME.replace(
        "  lascia:", '  reference boss, a player, for the match it "il capo" en "the boss" fr "le chef"\n  lascia:'
    )
    mark = mark_of("lascia", held)
    facts = list[str]()
    for said in ("The boss lays.", "The neighbour lays."):
        texts = {"tavolo.regole": TABLE, "caso.regole": held}
        texts["caso.racconto.regole"] = f'annex racconto of caso\ntelling\n  lascia {mark}\n    en "{said}"\n'
        (found,) = (one for one in check_texts(texts, "caso.regole").diagnostics if one.code == "C0537")
        assert found.fix is not None
        facts.append(found.fix.replacement)
    assert facts[0] != ".a"
    assert facts[0] != facts[1]
