"""Sentences of the guide about what players do and get (decision 0144): who has a role, who takes the cards, how many tricks
somebody has, in which cases an act is permitted or not, and whose turn is next.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.prose.expressions import role
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.first_screen import first_screen
from cartaro_rulebook.words.nouns import plain

SIEGE = """game siege
  title "Siege"
  use french_deck, parlour

in article 2 of parlour replace di_mano, passa
  di_mano: the play begins with attacker
  passa: the turn passes to the player after player
  to_defender despite passa: the turn passes to defender when number of bout is 1
  again despite passa: the turn passes to player when number of bout is 2

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 3 players
  way: play runs clockwise
  zone bout it "le carte del giro (pl)" en "the cards of the bout (pl)" fr "les cartes du tour (pl)"
  zone won of each side it "le carte vinte (pl)" en "the cards won (pl)" fr "les cartes gagnées (pl)"
  zone played of each player it "le carte giocate (pl)" en "the cards played (pl)" fr "les cartes jouées (pl)"
  reference attacker, a player, for the hand it "l'attaccante" en "the attacker" fr "l'attaquant"
  reference defender, a player, for the hand it "il difensore" en "the defender" fr "le défenseur"
  reference best, a player, for the hand it "chi guida" en "the leader" fr "le meneur"
  counter limit for the hand it "il limite" en "the limit" fr "la limite"
  counter rounds of each side for the hand it "il giro / i giri" en "the round / the rounds" fr "le tour / les tours"
  at the start of the hand
    share: deal 6 from stock to each hand
    first: attacker becomes opener
    second: defender becomes the player after attacker
    most: limit becomes cap

article 2 "Moves"
  act lay card
    says it "posare {card}" en "lay {card}" fr "poser {card}"
    card is one of hand
    move card to bout
  act play card
    says it "giocare {card}" en "play {card}" fr "jouer {card}"
    card is one of hand
    move card to played of player
  act gather
    says it "raccogliere" en "gather" fr "ramasser"
    move bout to hand
  after_dealer: opener is the player after dealer
  with_ace despite after_dealer: opener is dealer when some c in hand of dealer has rank of c is asso
  six: cap is 6
  fewer despite six: cap is number of hand of defender when number of hand of defender is less than 6
  lays: in a turn the player must lay or play or gather
  same_suit: the player may lay when number of bout is 1 and (suit of card is suit of bout)
  aces: the player may lay when number of bout is 1 and rank of card is asso
  plays: the player may play when number of bout is 0
  gathers: the player may gather when number of bout is at least 2
  not_first despite plays: the player may not play when number of bout is 0 and rank of card is asso
  not_last despite plays: the player may not play when number of bout is 0 and number of hand is 1
  at the end of the turn
    leads: best becomes the player with highest place of played when no player has played is empty
    counts: add 1 to rounds of side of best when no player has played is empty
    takes: move played of players to won of side of best when no player has played is empty
  out: the hand ends when every hand is empty or number of stock is less than limit

article 3 "Count"
  tricks: tricks_of(x) is the number of won of x divided by the number of players, rounded down
  scores: each side scores tricks_of(side) + rounds of side when tricks_of(side) is at least 2
  over: the match ends when some x in sides has points of x is at least 20
  wins: the winner is the side with highest points
"""


def texts(folder: Path, code: str = "en", text: str = SIEGE) -> list[str]:
    path = folder / "siege.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return [plain(said.text).replace("\u00a0", " ") for said in told(guide_of(found, code))]


SAID = {
    "first values": {
        "en": "If there is an ace in the dealer's hand, the attacker is the dealer, otherwise the player after the dealer.",
        "it": "Se c'è un asso nella mano del mazziere, l'attaccante è il mazziere, altrimenti il giocatore dopo il mazziere.",
        "fr": "S'il y a un as dans la main du donneur, l'attaquant est le donneur, sinon le joueur qui suit le donneur.",
    },
    "a first value without cases": {
        "en": "The defender is the player after the attacker.",
        "it": "Il difensore è il giocatore dopo l'attaccante.",
        "fr": "Le défenseur est le joueur qui suit l'attaquant.",
    },
    "a first number": {
        "en": "The limit is the number of cards in the defender's hand, but at most six.",
        "it": "Il limite è il numero di carte nella mano del difensore, ma al massimo sei.",
        "fr": "La limite est le nombre de cartes dans la main du défenseur, mais au plus six.",
    },
    "permissions of one act": {
        "en": "When there is only one card of the bout, the player may lay a card in each of these cases: When the "
        "card is of the same suit as the card among the cards of the bout. When the card is an "
        "ace.",
        "it": "Se c'è una sola carta del giro, il giocatore può posare una carta in ciascuno di questi casi: Se la "
        "carta è dello stesso seme della carta tra le carte del giro. Se la carta è un asso.",
        "fr": "Lorsqu'il y a une seule carte du tour, le joueur peut poser une carte dans chacun de ces cas : "
        "Lorsque la carte est de la même couleur que la carte parmi les cartes du tour. Lorsque la carte"
        " est un as.",
    },
    "prohibitions of one act": {
        "en": "When there are no cards of the bout, the player may not play a card in any of these cases: When the "
        "card is an ace. When they have only one card in hand.",
        "it": "Se non ci sono carte del giro, il giocatore non può giocare una carta in nessuno di questi casi: "
        "Se la carta è un asso. Se ha una sola carta in mano.",
        "fr": "Lorsqu'il n'y a pas de cartes du tour, le joueur ne peut jouer une carte dans aucun de ces cas : "
        "Lorsque la carte est un as. Lorsqu'il a une seule carte en main.",
    },
    "cards taken into the hand": {
        "en": "The player may gather when there are at least two cards of the bout. The player takes the cards of "
        "the bout into their hand.",
        "it": "Si può raccogliere se ci sono almeno due carte del giro. Il giocatore prende in mano le carte del giro.",
        "fr": "On peut ramasser lorsqu'il y a au moins deux cartes du tour. Le joueur prend en main les cartes du tour.",
    },
    "whose turn is next": {
        "en": "The turn passes to the first of these that applies: To the defender when there is only one card of "
        "the bout. To the same player again when there are two cards of the bout. Otherwise to the next "
        "player.",
        "it": "Il turno passa secondo il primo di questi casi che vale: Al difensore se c'è una sola carta del "
        "giro. Di nuovo allo stesso giocatore se ci sono due carte del giro. Altrimenti al giocatore "
        "seguente.",
        "fr": "Le tour passe selon le premier de ces cas qui s'applique : Au défenseur lorsqu'il y a une seule "
        "carte du tour. De nouveau au même joueur lorsqu'il y a deux cartes du tour. Sinon au joueur suivant.",
    },
    "who takes the cards": {
        "en": "When everyone has cards played, the player with the highest place in sequence of the card among their "
        "cards played takes the cards played, which go into their cards won, and becomes the leader; the "
        "leader gains one round.",
        "it": "Quando ciascuno ha carte giocate, il giocatore con il più alto posto nella scala della carta tra le "
        "sue carte giocate prende le carte giocate, che vanno nelle sue carte vinte, poi guida; chi guida "
        "guadagna un giro.",
        "fr": "Lorsque chacun a des cartes jouées, le joueur qui a la plus haute place dans la suite de la carte "
        "parmi ses cartes jouées prend les cartes jouées, qui vont dans ses cartes gagnées, et devient le "
        "meneur ; le meneur gagne un tour.",
    },
    "tricks": {
        "en": "Each player scores as many points as their tricks plus their rounds when their tricks are at least 2.",
        "it": "Ogni giocatore segna punti pari alle sue prese più i suoi giri se le sue prese sono almeno 2.",
        "fr": "Chaque joueur marque un nombre de points égal à ses plis plus ses tours lorsque ses plis sont au moins 2.",
    },
}


@pytest.mark.parametrize("code", ["it", "en", "fr"])
@pytest.mark.parametrize("about", SAID)
def test_the_guide_says_what_players_do(about: str, code: str, tmp_path: Path) -> None:
    assert SAID[about][code] in texts(tmp_path, code)


def test_cards_that_also_come_from_elsewhere_are_no_tricks(tmp_path: Path) -> None:
    other = SIEGE.replace("    most: limit becomes cap\n", "    most: limit becomes cap\n    gift: deal 1 from stock to won\n")
    other = other.replace("deal 1 from stock to won", "deal 1 from stock to each won")
    assert not any("their tricks" in one for one in texts(tmp_path, text=other))


def test_a_division_by_another_number_is_no_number_of_tricks(tmp_path: Path) -> None:
    other = SIEGE.replace("divided by the number of players", "divided by 4")
    assert not any("their tricks" in one for one in texts(tmp_path, text=other))


def test_a_word_that_another_rule_uses_too_keeps_its_own_sentence(tmp_path: Path) -> None:
    other = SIEGE.replace("number of won of x divided", "number of won of x + cap * 0 divided")
    found = texts(tmp_path, text=other.replace("scores tricks_of(side) +", "scores cap +"))
    assert any(one.startswith("“Cap” is the number of cards") for one in found)
    assert "The limit is “cap”." in found


def test_an_exception_is_on_the_first_screen_with_its_sentence(tmp_path: Path) -> None:
    path = tmp_path / "siege.regole"
    path.write_text(SIEGE, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game)
    html = first_screen(page_for(Ruleset(found), "en"))
    turn = html[html.index("Your turn") : html.index("The count")]
    assert "The player may play a card when there are no cards of the bout" in turn
    assert "the player may not play a card in any of these cases" in turn
    assert "…" not in turn


def test_a_choice_between_yes_and_no_has_the_name_of_what_is_chosen(tmp_path: Path) -> None:
    act = """  act hold openly
    says it "tenere {openly}" en "hold {openly}" fr "tenir {openly}"
    openly is either yes or no
    nothing
  holds: the player may hold when number of bout is 0
  paid: after a hold when openly is yes, add 1 to points of side of player
"""
    other = SIEGE.replace("  after_dealer:", f"{act}  after_dealer:").replace("must lay or play", "must lay or hold or play")
    found = " ".join(texts(tmp_path, text=other))
    assert "the player may hold openly or not or play a card" in found
    assert "When “openly” is chosen" in found


def test_the_order_of_the_count_is_stated(tmp_path: Path) -> None:
    counted = """in article 3 of parlour replace somma
  somma: at the count of the hand, add score of side of (the player after dealer) to points of side of (the player after dealer)

"""
    dealer = "  last_counts: at the count of the hand, add score of side of dealer to points of side of dealer\n  scores: each"
    other = SIEGE.replace('article 1 "Cards"', f'{counted}article 1 "Cards"').replace("  scores: each", dealer)
    assert "The player after the dealer counts first, then the dealer." in texts(tmp_path, text=other)


FORCED = """game forced
  title "Forced"
  use french_tricks, following, trumps

in article 2 of tricks replace taker
  reference taker, a player, for the hand it "chi esce" en "the leader" fr "le meneur"

article 1 "Cards"
  see article 1 of french_tricks
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  zone aside it "lo scarto" en "the cards aside (pl)" fr "l'écart"
  at the start of the hand
    mix: shuffle all cards into stock
    suit_first: trump_suit becomes suit of top of stock
    share: deal 5 from stock to each hand
    put: deal 2 from stock to aside
  at the end of the hand
    rest: move aside to won of side of taker

article 2 "Play"
  see article 3 of tricks
  see article 1 of following
  trumping despite libera: the player may not play
    when played of players is not empty and card is not trump and no c in hand has suit of c is led
    and some c in hand has c is trump
  scores: each side scores number of won
  over: the match ends when some x in sides has points of x is at least 20
  wins: the winner is the side with highest points
"""


def test_a_library_s_sentence_that_a_rule_takes_back_is_not_told(tmp_path: Path) -> None:
    found = " ".join(texts(tmp_path, text=FORCED))
    assert "those who have a card of that suit must play one." in found
    assert "those who have none play any card" not in found
    assert "the player must play a trump, if they have one, otherwise any card." in found
    free = FORCED[: FORCED.index("  trumping")] + FORCED[FORCED.index("  scores: each") :]
    assert "those who have none play any card" in " ".join(texts(tmp_path, text=free))


def test_the_last_taker_has_the_name_that_the_game_gives(tmp_path: Path) -> None:
    assert "The leader is whoever took the last trick." in texts(tmp_path, text=FORCED)
    assert "Chi esce è chi ha fatto l'ultima presa." in texts(tmp_path, "it", FORCED)
    unread = FORCED.replace("won of side of taker", "won of side of dealer")
    assert "The leader is whoever took the last trick." not in texts(tmp_path, text=unread)


BETS = """game bets
  title "Bets"
  use french_deck, parlour

in article 2 of parlour replace passa
  passa: the turn passes to the player after player
  next_in despite passa: the turn passes to (the first player after player where not folded)

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  counter paid of each player for the hand it "il gettone / i gettoni" en "the chip / the chips" fr "le jeton / les jetons"
  counter stake for the hand it "la posta" en "the stake" fr "la mise"
  flag folded of each player for the hand it "ha passato" en "has folded" fr "a passé"
  zone aside it "le carte tolte (pl)" en "the cards left out (pl)" fr "les cartes ôtées (pl)"
  at the start of the hand
    strip: move (all cards where rank is otto or rank is nove or rank is dieci) to aside
    ante: add 1 to paid for each player
    share: deal 3 from stock to each hand
    first: stake becomes 2
  act bet
    says it "puntare" en "bet" fr "miser"
    add stake to paid
  act fold
    says it "passare" en "fold" fr "passer"
    folded becomes true
  moves: in a turn the player must bet or fold
  bets: the player may bet
  folds: the player may fold
  at the end of the turn
    more: deal 2 from stock to hand of player for each player where folded
  over: the hand ends when number of stock is less than 9

article 2 "Count"
  best: best_of(x) means not folded of x
    and no y in players has (not folded of y and worth of hand of y is more than worth of hand of x)
  worth: worth of s is total place of s
  net: net of x is 0 - paid of x
  kept despite net: net of x is paid of x when best_of(x)
  most: has_most(x) means every y in players has (y is x or number of hand of y is less than number of hand of x)
  gain: gain of x is total of net of y over y in (players where side is x)
  chips: each side scores gain of side
  extra: each side scores 2 when some x in players has (side of x is side and has_most(x))
  ends: the match ends when some x in sides has points of x is at least 20
  wins: the winner is the side with highest points

words
  worth it "il valore" en "the worth" fr "la valeur"
"""

AT_THE_TABLE = {
    "what each player pays": {
        "en": "Each player gains one chip.",
        "it": "Ogni giocatore guadagna un gettone.",
        "fr": "Chaque joueur gagne un jeton.",
    },
    "a first number": {
        "en": "At first the stake is 2.",
        "it": "All'inizio la posta è 2.",
        "fr": "Au début, la mise est 2.",
    },
    "a turn that no rule passes otherwise": {
        "en": "The turn passes to the next player who has not folded.",
        "it": "Il turno passa al giocatore successivo che non ha passato.",
        "fr": "Le tour passe au joueur suivant qui n'a pas passé.",
    },
    "cards of several kinds, all of them": {
        "en": "The eights, nines and tens are put with the cards left out.",
        "it": "Gli otto, nove e dieci si mettono con le carte tolte.",
        "fr": "Les huit, neuf et dix vont avec les cartes ôtées.",
    },
    "a number with two names": {
        "en": "Each player scores as many points as “net”.",
        "it": "Ogni giocatore segna punti pari a «net».",
        "fr": "Chaque joueur marque un nombre de points égal à « net ».",
    },
}


@pytest.mark.parametrize("code", ["it", "en", "fr"])
@pytest.mark.parametrize("about", AT_THE_TABLE)
def test_the_guide_speaks_as_people_at_a_table(about: str, code: str, tmp_path: Path) -> None:
    assert AT_THE_TABLE[about][code] in texts(tmp_path, code, BETS)


def test_whoever_is_exceeded_by_nobody_is_described_without_letters(tmp_path: Path) -> None:
    found = " ".join(texts(tmp_path, "en", BETS))
    assert "no player who has not folded has a higher worth of the hand" in found
    assert "nessun giocatore che non ha passato ha un valore della mano più alto" in " ".join(texts(tmp_path, "it", BETS))
    assert "aucun joueur qui n'a pas passé n'a une valeur de la main plus élevée" in " ".join(texts(tmp_path, "fr", BETS))
    less = BETS.replace(
        "worth of hand of y is more than worth of hand of x", "worth of hand of y is more than 3 * worth of hand of x"
    )
    assert "exceeds" not in " ".join(texts(tmp_path, "en", less))
    slots = BETS.replace('en "the worth"', 'en "the worth of {1}"')
    assert "{1}" not in " ".join(texts(tmp_path, "en", slots))


def test_cards_for_some_players_are_dealt_to_each_of_them(tmp_path: Path) -> None:
    assert any("each player who has folded is dealt two cards from the stock" in one for one in texts(tmp_path, "en", BETS))


def test_a_condition_on_everybody_but_one_is_about_each_other_player(tmp_path: Path) -> None:
    assert "the number of cards in the hand of each other player is less than" in " ".join(texts(tmp_path, "en", BETS))
    itself = BETS.replace("(y is x or number", "(y is y or number")
    assert "each other player" not in " ".join(texts(tmp_path, "en", itself))


def test_the_winner_and_the_card_need_no_words_of_a_library(tmp_path: Path) -> None:
    path = tmp_path / "siege.regole"
    path.write_text(SIEGE.replace("act lay card\n", "act lay card with other\n    other is one of hand\n"), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game)
    scope = page_for(Ruleset(found), "en").scope
    naming = replace(scope.naming, game=replace(found, ruleset=replace(found.ruleset, words=())))
    bare = replace(scope, naming=naming)
    assert naming.noun("winner").singular == "winner"
    lay = found.act["lay"]
    nouns = {one.name: plain(role(lay, one, bare).singular) for one in lay.parameters}
    assert nouns == {"card": "card", "other": "card other"}


PARTNERS = FORCED.replace("there are 3 players", "there are 4 players").replace(
    "the sides are single players", "the sides are opposite players"
)


def partners(rule: str) -> str:
    """Return a game for partners with one more rule."""
    return PARTNERS.replace("  trumping despite libera", f"{rule}  trumping despite libera")


def test_a_library_s_sentence_about_a_term_that_a_rule_defines_otherwise_is_not_told(tmp_path: Path) -> None:
    own = "  beats despite taglia: force of s is 200 + total strength of s when some card in s has rank of card is asso\n"
    found = " ".join(texts(tmp_path, text=partners(own)))
    assert "the strongest trump takes" not in found
    assert "the strongest trump takes" in " ".join(texts(tmp_path, text=PARTNERS))


@pytest.mark.parametrize(
    ("code", "partner", "none"),
    [
        ("en", "is not their partner", "they have no card of the suit led in hand"),
        ("it", "non è il suo compagno", "non ha alcuna carta del seme d'uscita in mano"),
        ("fr", "n'est pas son partenaire", "il n'a aucune carte de la couleur demandée en main"),
    ],
)
def test_a_partner_is_called_so_and_somebody_has_no_card_of_a_suit(code: str, partner: str, none: str, tmp_path: Path) -> None:
    rule = """  eased despite trumping: the player may play
    when no c in hand has suit of c is led and taker is not the player after player after player
"""
    found = " ".join(texts(tmp_path, code, partners(rule)))
    assert partner in found
    assert none in found
    alone = partners(rule).replace("the sides are opposite players", "the sides are single players")
    assert partner not in " ".join(texts(tmp_path, code, alone))


@pytest.mark.parametrize(
    ("code", "told_", "there"),
    [
        (
            "en",
            "may not play a trump that has a strength less than 3",
            "if they have a trump that has a strength greater than 3",
        ),
        ("it", "non può giocare una briscola che ha forza minore di 3", "se ha una briscola che ha forza maggiore di 3"),
        ("fr", "ne peut pas jouer un atout qui a une force inférieure à 3", "s'il a un atout qui a une force supérieure à 3"),
    ],
)
def test_a_card_of_a_kind_has_the_name_of_its_kind(code: str, told_: str, there: str, tmp_path: Path) -> None:
    rule = """  higher despite libera: the player may not play when card is trump and strength of card is less than 3
    and some c in hand has (c is trump and strength of c is more than 3)
"""
    found = " ".join(texts(tmp_path, code, partners(rule)))
    assert told_ in found
    assert there in found


COUNTED = """  still_in: still_in is number of (players where not folded)
  folds: the player may fold when still_in is at least 2
"""


@pytest.mark.parametrize(
    ("code", "told_"),
    [
        ("en", "there are at least two players who have not folded"),
        ("it", "ci sono almeno due giocatori che non hanno passato"),
        ("fr", "il y a au moins deux joueurs qui n'ont pas passé"),
    ],
)
def test_a_number_of_members_without_words_is_written_out_where_it_is_compared(code: str, told_: str, tmp_path: Path) -> None:
    game = BETS.replace("  folds: the player may fold\n", COUNTED)
    assert told_ in " ".join(texts(tmp_path, code, game))
    added = game.replace("each side scores gain of side", "each side scores gain of side + still_in")
    assert told_ not in " ".join(texts(tmp_path, code, added))
    worded = game.replace("words\n", 'words\n  still_in it "i rimasti (pl)" en "the remaining (pl)" fr "les restants (pl)"\n')
    assert told_ not in " ".join(texts(tmp_path, code, worded))


@pytest.mark.parametrize(
    ("code", "two", "three"),
    [
        ("en", "wice the stake", "hree times the stake"),
        ("it", "l doppio della posta", "re volte la posta"),
        ("fr", "e double de la mise", "rois fois la mise"),
    ],
)
def test_small_multiples_are_told_in_words(code: str, two: str, three: str, tmp_path: Path) -> None:
    assert two in " ".join(texts(tmp_path, code, BETS.replace("add stake to paid", "add 2 * stake to paid")))
    assert three in " ".join(texts(tmp_path, code, BETS.replace("add stake to paid", "add stake * 3 to paid")))
    many = " ".join(texts(tmp_path, code, BETS.replace("add stake to paid", "add 12 * stake to paid")))
    assert "12 × " in many


@pytest.mark.parametrize(
    ("code", "told_"),
    [
        ("en", "put with the stake aside"),
        ("fr", "vont dans le pozzetto"),
        ("it", "si mettono nel pozzetto"),
    ],
)
def test_a_noun_for_all_languages_has_the_article_of_the_page(code: str, told_: str, tmp_path: Path) -> None:
    line = '  zone aside it "le carte tolte (pl)" en "the cards left out (pl)" fr "les cartes ôtées (pl)"'
    game = BETS.replace(line, '  zone aside "il pozzetto / i pozzetti"')
    found = " ".join(texts(tmp_path, code, game))
    assert "il pozzetto" not in found.replace("nel pozzetto", "")
    assert (told_ if code != "en" else "the pozzetto") in found
    own = BETS.replace(line, '  zone aside it "il pozzetto" en "il pozzetto" fr "il pozzetto"')
    assert "the pozzetto" not in " ".join(texts(tmp_path, "en", own))


@pytest.mark.parametrize(
    ("code", "told_"),
    [
        ("en", "there is another card in hand that has a strength greater than 3"),
        ("it", "c'è un'altra carta in mano che ha forza maggiore di 3"),
        ("fr", "il y a une autre carte en main qui a une force supérieure à 3"),
    ],
)
def test_a_card_besides_the_one_that_is_played_is_another(code: str, told_: str, tmp_path: Path) -> None:
    rule = """  kept despite libera: the player may not play
    when some c in hand has (c is not card and strength of c is more than 3)
"""
    assert told_ in " ".join(texts(tmp_path, code, partners(rule)))
    every = rule.replace("some c in hand has (c is not card and ", "every c in hand has (c is card or ")
    assert told_ not in " ".join(texts(tmp_path, code, partners(every)))
