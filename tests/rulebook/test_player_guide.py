"""The player's guide of every shipped game, in every language: its golden pages, and how its prose reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import Game, choose, for_one_table, load_game, parts, shipped
from cartaro_grammar import game as g
from cartaro_rulebook import ruleset_html
from cartaro_rulebook.guide import Guide, GuideSection, GuideSentence, player_guide
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.nouns import capitalized, fragments, plain

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = ("it", "en", "fr")


@cache
def told(name: str, code: str) -> Guide:
    game = game_of(name)
    return player_guide(scope_for(game, code))


def printed(found: Guide, code: str) -> Mapping[str, str]:
    """Return a player's guide as plain text by heading; generated sentences are marked with a star."""
    sections: dict[str, str] = {}
    for section in found.sections:
        lines = [*map(_line, section.sentences)]
        if section.numbers is not None:
            lines += [" | ".join(row) for row in (map(capitalized, section.numbers.heads), *section.numbers.rows)]
        lines += [f"| {said.title} | {_line(said)}" for said in section.scores]
        sections[section.heading] = "\n".join([*lines, *map(_line, section.behind)])
    others = [f"{rule.title}: {rule.text or ' / '.join((rule.chosen, *rule.others))}" for rule in found.others]
    return {**sections, **({"others": "\n".join(others)} if others else {})}


@cache
def sections(name: str) -> Mapping[str, str]:
    """Return the sections of a game's guide by heading, each in all languages."""
    texts = {code: printed(told(name, code), code) for code in LANGUAGES}
    return {
        heading: "\n\n".join(f"-- {language(code).text(f'site_guide_{heading}')}\n{texts[code][heading]}" for code in LANGUAGES)
        for heading in texts["it"]
    }


def _line(said: GuideSentence) -> str:
    return f"{'' if said.author else '* '}{plain(said.text)}  [{', '.join(said.names)}]"


@pytest.mark.parametrize("name", shipped())
def test_the_guide_to_a_shipped_game(name: str, golden: Callable[[Path, str], None]) -> None:
    """A section has a golden file unless the game has a base that words it in the same way."""
    base = game_of(name).ruleset.base
    known = sections(base) if base else dict[str, str]()
    own = {heading: text for heading, text in sections(name).items() if known.get(heading) != text}
    for heading, text in own.items():
        golden(GOLDEN / "guide" / name / f"{heading}.txt", text)
    assert {path.stem for path in (GOLDEN / "guide" / name).glob("*.txt")} == own.keys()


# ---------------------------------------------------------------------------------------------- a linter of its prose

LONGEST = 30
"""The greatest number of words in a sentence of the guide."""

TELLING = {
    "it": {"gli", "della", "delle", "quando", "carta", "giocatore", "sono", "chi", "nella", "che", "il", "più"},
    "en": {"the", "of", "and", "with", "when", "which", "card", "player", "hand", "takes", "if", "are"},
    "fr": {"les", "des", "du", "qui", "lorsque", "cartes", "joueur", "sont", "est", "dans", "une", "et", "il"},
}
"""Words by which a language is recognised; none of them is a word of another language, except for `il`."""


def texts(name: str, code: str) -> Iterator[GuideSentence]:
    for section in told(name, code).sections:
        yield from (*section.sentences, *section.scores, *section.behind)


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.;:!?])\s", plain(text)) if part.strip()]


def words(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’]\w+)?", text)


def of_each_guide(test: Callable[[str, str], None]) -> Callable[[str, str], None]:
    """Pass to a test the name of each shipped game and each language; by day only the games of a sweep."""
    return pytest.mark.sweep(
        pytest.mark.parametrize(("name", "code"), [(name, code) for name in shipped() for code in LANGUAGES])(test)
    )


@of_each_guide
def test_no_sentence_is_long(name: str, code: str) -> None:
    long = [part for said in texts(name, code) for part in sentences(said.text) if len(words(part)) > LONGEST]
    assert long == []


@of_each_guide
def test_no_word_is_said_twice_in_a_row(name: str, code: str) -> None:
    apart = [said.text for said in texts(name, code) if re.search(r"\b(\w+) \1\b", plain(said.text).casefold())]
    assert [text for text in apart if "chacun" not in text] == []


@of_each_guide
def test_everything_has_a_name(name: str, code: str) -> None:
    """Everything is called by a declared name, and no slot is left."""
    for said in texts(name, code):
        assert all(fragment.kind != "word" for fragment in fragments(said.text)), said.text
        assert not re.search(r"[{}<>\[\]_]|  ", plain(said.text)), said.text


@of_each_guide
def test_no_word_is_of_another_language(name: str, code: str) -> None:
    for said in texts(name, code):
        foreign = {word for other in LANGUAGES if other != code for word in TELLING[other]} - TELLING[code] - {"il"}
        assert {word.casefold() for word in words(plain(said.text))}.isdisjoint(foreign), said.text


@of_each_guide
def test_sentences_begin_with_a_capital_and_end_with_a_stop(name: str, code: str) -> None:
    for section in told(name, code).sections:
        for said in (*section.sentences, *section.behind):
            text = plain(said.text)
            assert text[0].isupper() or text[0] in "«“1234567890", text
            assert text.endswith("."), text
            assert all(after[0].isupper() for after in re.findall(r"(?<=[a-zà-ù]\. )\S", text)), text


@of_each_guide
def test_a_telling_is_read_in_three_minutes(name: str, code: str) -> None:
    """A guide has some five hundred words, tables included, and at most 790 if a reader who has never played needs more, as in
    Scopone, whose guide is also the reading of its official articles.
    """
    assert 150 < sum(len(words(plain(said.text))) for said in texts(name, code)) <= 790


@of_each_guide
def test_every_sentence_is_one_for_a_table(name: str, code: str) -> None:
    """Every sentence in the guides of shipped games was written by an author or made for players; none is the sentence of an
    article.
    """
    assert [said.names for said in texts(name, code) if not (said.author or said.composed)] == []


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
@pytest.mark.slow
def test_every_sentence_is_worded_whichever_house_rule_is_chosen(name: str) -> None:
    """Each value of each house rule is tried, with the others unchanged; no sentence is long."""
    game = game_of(name)
    for chosen in ({option.name: value} for option in game.ruleset.options for value in option.values):
        under = choose(game, chosen)
        assert isinstance(under, Game), chosen
        for code in LANGUAGES:
            said = [
                s for section in player_guide(scope_for(under, code)).sections for s in (*section.sentences, *section.behind)
            ]
            assert [one.names for one in said if not (one.author or one.composed)] == [], (chosen, code)
            assert [p for one in said for p in sentences(one.text) if len(words(p)) > LONGEST] == [], (chosen, code)


def under(game: Game, **settings: str) -> Game:
    chosen = choose(game, settings)
    assert isinstance(chosen, Game), chosen
    return chosen


COUNTS = {
    "it": (r"\bin (due|tre|cinque|sei)\b(?! coppie)|\bin (quattro)\b(?! pali)|da due a", "due tre quattro cinque sei"),
    "en": (r"\b(two|three|four|five|six) (?:or \w+ )?(?:can play|play|players)\b|two to", "two three four five six"),
    "fr": (r"\bà (deux|trois|quatre|six)\b(?! points)|de deux à", "deux trois quatre cinq six"),
}
"""How a number of players is named, and the numbers from two up."""


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_for_one_table_no_other_number_of_players_is_reported(name: str) -> None:
    """The part of a sheet about one number of players uses an author's words, and is only about that number."""
    game = game_of(name)
    for count in game.ruleset.player_counts:
        table = for_one_table(under(game, players=str(count)))
        for code in LANGUAGES:
            form, numbers = COUNTS[code]
            for section in player_guide(scope_for(table, code)).sections:
                for said in (*section.sentences, *section.scores, *section.behind):
                    named = {next(filter(None, found.groups()), "") for found in re.finditer(form, plain(said.text))}
                    assert named <= {numbers.split()[count - 2]}, (count, said.text)
                    assert said.author or said.composed, (count, said.names)


def test_for_one_table_what_a_house_rule_says_of_it_is_reported() -> None:
    for players, words in (("2", "nove carte coperte"), ("3", "tre carte coperte")):
        table = for_one_table(under(game_of("scopa"), players=players, per_volta="9"))
        said = " ".join(
            plain(one.text) for section in player_guide(scope_for(table, "it")).sections for one in section.sentences
        )
        assert words in said
        assert "se si gioca" not in said


# ---------------------------------------------------------------------------------------------------------- required parts


@pytest.mark.sweep("scopa", "scopone")
@pytest.mark.parametrize("name", shipped())
def test_what_qualifies_a_reported_definition_is_reported(name: str) -> None:
    """A reader of a described count must also read its exceptions: the clauses in its condition, and all clauses that come
    before them. In Scopone at eight points the stake was described, but not whose points decide it.
    """
    game = game_of(name)
    for option in game.ruleset.options:
        for value in option.values:
            found = under(game, **{option.name: value})
            names = {n for s in player_guide(scope_for(found, "en")).sections for said in texts_of(s) for n in said.names}
            qualified = [c for c in found.clauses if set(c.despite) & names and isinstance(c.sentence, g.Definition)]
            asked = {
                part.function
                for clause in found.clauses
                if clause.name in names and isinstance(clause.sentence, g.Definition)
                for part in parts((clause.when, clause.unless))
                if isinstance(part, g.Apply)
            }
            behind = [c.name for function in asked for c, _ in found.definitions_of(function)]
            assert {c.name for c in qualified} | set(behind) <= names, (option.name, value)


def texts_of(section: GuideSection) -> tuple[GuideSentence, ...]:
    return (*section.sentences, *section.scores, *section.behind)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "si guardano i punti degli avversari, o i propri se sono meno"),
        ("en", "by its opponents' points, or by its own if those are fewer"),
        ("fr", "on regarde les points des adversaires, ou les siens s'ils sont moins nombreux"),
    ],
)
def test_a_wrong_fuori_is_reported_as_it_is_counted(code: str, said: str) -> None:
    """F16 states this rule; in the example `fuori_sbagliato_doppio` the stake is two."""
    found = player_guide(scope_for(under(game_of("scopone"), punti="8"), code))
    assert any(said in plain(one.text) for section in found.sections for one in section.sentences)


@pytest.mark.parametrize("name", shipped())
def test_what_a_variant_scores_is_named_in_an_aim_of_its_own(name: str) -> None:
    """The base's aim cannot name a heading that the base does not have."""
    game = game_of(name)
    own = [clause.name for clause, _ in game.headings if clause.home == name]
    base = {clause.name for clause, _ in game_of(game.ruleset.base).headings} if game.ruleset.base else set[str]()
    if set(own) - base:
        aims = [wording for wording in game.ruleset.wordings if wording.names == ("aim",)]
        assert name in {aim.home for aim in aims}, set(own) - base


AIMS = [
    ("napola", "napola", ("napola", "napola", "napola")),
    ("rebello", "rebello", ("rebello", "rebello", "rebello")),
    ("asso_piglia_tutto", "asso", ("un asso", "an ace", "un as")),
]


@pytest.mark.parametrize(("name", "_what", "words_"), AIMS)
def test_the_aim_of_a_variant_names_what_is_new_in_it(name: str, _what: str, words_: tuple[str, ...]) -> None:
    for code, word in zip(LANGUAGES, words_, strict=True):
        assert word in plain(told(name, code).sections[0].sentences[0].text)


@of_each_guide
def test_no_aim_states_that_the_first_to_arrive_wins(name: str, code: str) -> None:
    """In every shipped game but one the player with more points wins, and players who are level continue."""
    aim = plain(told(name, code).sections[0].sentences[0].text)
    at_once = name == "cribbage"  # its match ends as soon as somebody arrives
    assert at_once or not re.search(r"per primo a \d|[Ff]irst to reach|premier à atteindre", aim)


@of_each_guide
def test_kings_are_on_the_table_and_not_in_the_stock(name: str, code: str) -> None:
    """The counted cards are named, because a pronoun would refer to the end of the sentence before."""
    assert not any(re.search(r"three or all four of them|parmi les quatre[,.]", plain(said.text)) for said in texts(name, code))


HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) | a | **b**"


def test_no_wording_is_markup(tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    lines = ["variant prova of scopa", '  title "Prova"', "telling", "  aim", f'    en "{HOSTILE}"']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    page = ruleset_html(game, "en")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<strong>b</strong>" not in page


def test_a_house_rule_not_chosen_stands_in_the_box_and_a_chosen_one_in_the_rules() -> None:
    game = game_of("scopa", punti="21", rifiuto="libero")
    found = player_guide(scope_for(game, "en"))
    said = " ".join(plain(one.text) for section in found.sections for one in section.sentences)
    assert "at least 21 points" in said
    assert "may be left on the table even when it could capture" in said
    assert [(rule.chosen, rule.others) for rule in found.others if rule.name == "punti"] == [("21", ("11", "15", "16"))]


def test_what_only_other_clauses_read_is_left_out() -> None:
    names = {name for said in texts("scopa", "en") for name in said.names}
    assert names.isdisjoint({"vuotata", "non_vuotata", "non_arriva", "con_le_scope", "tavola_scoperta"})
    assert {"pari", "spazzata", "primato", "resto", "arrivo"} <= names


TRUMP = """game prova
  title "Prova"
  use french_tricks, following, trumps

in article 1 of french_deck replace valori
  valori "the rank / the ranks": every card has a rank with place, points, penalty
    asso "A" 14 11 11 "the ace / the aces"
    nove "9"  9  9  9 "the nine / the nines"
    re   "K" 13 10 10 "the king / the kings"

in article 1 of french_tricks replace forze
  forze: every rank has strength
    asso 14
    re   13
    nove  9

article 1 "Prova"
  two: there are 2 players
  clockwise: play runs clockwise
  flag over_now for the hand "the hand is nearly over"
  zone turned "the turned card"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 2 from stock to each hand
    turn_up: deal 1 from stock to turned
    trump_is: trump_suit becomes suit of turned
    unread: over_now becomes false
  at the end of the turn
    draw: deal 1 from stock to hand when stock is not empty
  most: each side scores number of won
"""


def of_ones_own(tmp_path: Path, text: str = TRUMP, code: str = "en") -> dict[str, list[str]]:
    """Return the sentences of a guide by their headings."""
    path = tmp_path / "prova.regole"
    path.write_text(text, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    found = player_guide(scope_for(game, code))
    return {section.heading: [plain(said.text) for said in section.sentences] for section in found.sections}


def test_the_finding_of_the_trump_suit_is_reported(tmp_path: Path) -> None:
    """A clause is reported if it keeps memory that a library's sentence mentions, because the library cannot explain it; memory
    that nothing reads is not.
    """
    said = " ".join(of_ones_own(tmp_path)["deal"])
    assert "The trump suit is the suit of the turned card." in said
    assert "nearly over" not in said


def test_a_pack_is_counted_where_the_ranks_are_others(tmp_path: Path) -> None:
    assert of_ones_own(tmp_path)["pack"][0].startswith("The pack has 12 cards")


def test_a_card_dealt_in_play_is_told_where_it_is_dealt(tmp_path: Path) -> None:
    found = of_ones_own(tmp_path)
    drawn = "draws one card from the stock"
    assert not any(drawn in said.lower() for said in found["deal"])
    assert any(drawn in said.lower() for said in found["turn"])


def test_the_memory_that_replaced_rules_read_is_reported(tmp_path: Path) -> None:
    """The game replaces the definition of the best hand, and so loses the library's sentence about it; its own clauses still
    name the winner of the pot.
    """
    text = (
        'game prova\n  title "Prova"\n  use showdown\n\nin article 4 of showdown replace imbattuta\n'
        "  imbattuta: unbeaten(x) means not folded of x and no y in players has number of hand of y is more than 9\n\n"
        'article 1 "Prova"\n  two: there are 2 players\n  clockwise: play runs clockwise\n'
        "  pack: the pack has 1 of every rank and suit\n  share: at the start of the hand, deal 2 from stock to each hand\n"
        "  turn: in a turn the player must check or bet or call or raise or fold\n"
        "  fine: the hand ends when alone or rounds is 2\n"
    )
    said = " ".join(sentence for sentences in of_ones_own(tmp_path, text).values() for sentence in sentences)
    assert "each player who is beaten by nobody wins the pot" in said
    assert "is beaten by nobody when that player has not folded" in said
    assert "it is not true that only one player is left" in said
