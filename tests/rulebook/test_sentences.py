"""Sentences whose meaning once differed from that of their clause."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.shipped_games import game_of, shipped_in

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook.guide import GuideSentence, player_guide
from cartaro_rulebook.prose.clauses import ClauseProse, TurnCourse, articles, claim_prose, scope_for
from cartaro_rulebook.prose.examples import example_prose
from cartaro_rulebook.words.nouns import plain

RULES = """variant prova of scopa
  title "Prova"

in article 5 add
  counter colpi of each player for the hand it "il colpo / i colpi" en "the hit / the hits" fr "le coup / les coups"
  flag passato of each player for the hand it "passa la mano" en "passes the turn" fr "passe son tour"
  conta it "il conto" en "the count" fr "le compte": reckoned of x is 10 - (colpi of x + 1)
  comunque despite obbligo: the player may lay when not passato of the player after player and passato of player
  figure_prese it "re" en "kings" fr "rois": the side with highest number of (won where rank is re or rank is fante) scores 1
words
  reckoned it "il conto" en "the count" fr "le compte"
"""


@cache
def clauses(name: str, code: str) -> dict[str, str]:
    """Return every clause of a shipped game in its printed form."""
    game = game_of(name)
    return said(game, code)


def guide_of(name: str, code: str) -> list[GuideSentence]:
    sections = player_guide(scope_for(game_of(name), code)).sections
    return [one for section in sections for one in (*section.sentences, *section.scores, *section.behind)]


def said(game: Game, code: str) -> dict[str, str]:
    items = [item for article in articles(game, code) for item in article.items]
    each: list[ClauseProse] = [c for item in items for c in (item.clauses if isinstance(item, TurnCourse) else (item,))]
    return {clause.name: plain("\n".join(clause.lines)).replace("\u00a0", " ") for clause in each}


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("it", "Se la tavola fa 15, la parte del mazziere guadagna una scopa; "),
        ("en", "When the table makes 15, the dealer's side gains one sweep; "),
        ("fr", "Lorsque le tapis fait 15, le camp du donneur gagne une scopa ; "),
    ],
)
def test_what_several_effects_depend_on_is_said_first(code: str, first: str) -> None:
    assert clauses("cirulla", code)["quindici_in_tavola"].startswith(first)


TOGETHER = """variant prova of scopa
  title "Prova"

in article 3 of fishing add
  reference last_card, a card, for the hand it "l'ultima carta (f)" en "the last card" fr "la dernière carte"
  mano: same means (hand + last_card) is alike in suit
  sette: other means (7D + last_card) is alike in suit
  simili: copies(u, s) is number of (s where suit is u)
  gemelle: twins is number of (hand where copies(suit, hand) is 2)
  zone common it "le carte comuni (pl)" en "the common cards (pl)" fr "les cartes communes (f pl)"
  vuote: bare means common is empty
"""


@pytest.mark.parametrize(
    ("code", "feminine", "mixed"),
    [("it", "tutte dello stesso seme", "tutti dello stesso seme"), ("fr", "toutes de la même", "tous de la même")],
)
def test_joined_cards_agree_as_feminine_if_all_of_them_are(code: str, feminine: str, mixed: str, tmp_path: Path) -> None:
    (tmp_path / "prova.regole").write_text(TOGETHER, encoding="utf-8")
    found = clauses(str(tmp_path / "prova.regole"), code)
    assert feminine in found["mano"]
    assert mixed in found["sette"]


@pytest.mark.parametrize(
    ("code", "none"),
    [("it", "non ci sono carte comuni"), ("en", "there are no common cards"), ("fr", "il n'y a pas de cartes communes")],
)
def test_a_place_named_in_the_plural_has_none_in_the_plural(code: str, none: str, tmp_path: Path) -> None:
    (tmp_path / "prova.regole").write_text(TOGETHER, encoding="utf-8")
    assert none in clauses(str(tmp_path / "prova.regole"), code)["vuote"]


@pytest.mark.parametrize(("code", "theirs"), [("it", "del loro seme"), ("en", "of their suit"), ("fr", "de leur couleur")])
def test_what_belongs_to_each_of_several_cards_is_theirs(code: str, theirs: str, tmp_path: Path) -> None:
    (tmp_path / "prova.regole").write_text(TOGETHER, encoding="utf-8")
    assert theirs in clauses(str(tmp_path / "prova.regole"), code)["gemelle"]


ASKED = """variant prova of scopa
  title "Prova"

in article 3 of fishing add
  flag detto of each player for the hand it "ha detto cucù" en "has said cucù" fr "a dit coucou"
  act chiedi to vittima
    says it "chiedere a {vittima}" en "ask {vittima}" fr "demander à {vittima}"
    vittima is one of (players - player)
    nothing
  act guarda to chiunque
    says it "guardare {chiunque}" en "watch {chiunque}" fr "regarder {chiunque}"
    chiunque is one of players
    nothing
  scambio it "lo scambio" en "the exchange" fr "l'échange": after a chiedi, move hand of vittima to hand
  fermo despite scambio: after a chiedi when re in hand of vittima is not empty, detto of vittima becomes true
  visto: after a guarda, detto of chiunque becomes true
"""


@pytest.mark.parametrize(
    ("code", "exchange", "instead", "watched"),
    [
        (
            "it",
            "le carte nella mano dell'altro giocatore si mettono nella mano del giocatore.",
            "se c'è un re nella mano dell'altro giocatore, da allora l'altro giocatore ha detto cucù.",
            "da allora il giocatore scelto ha detto cucù.",
        ),
        (
            "en",
            "the cards in the hand of the other player are put into the player's hand.",
            "when there is a king in the hand of the other player, from then on the other player has said cucù.",
            "from then on the chosen player has said cucù.",
        ),
        (
            "fr",
            "les cartes dans la main de l'autre joueur vont dans la main du joueur.",
            "lorsqu'il y a un roi dans la main de l'autre joueur, dès lors l'autre joueur a dit coucou.",
            "dès lors le joueur choisi a dit coucou.",
        ),
    ],
)
def test_who_is_chosen_has_a_role_and_not_a_parameter_name(
    code: str, exchange: str, instead: str, watched: str, tmp_path: Path
) -> None:
    (tmp_path / "prova.regole").write_text(ASKED, encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    found = said(game, code)
    assert found["scambio"].endswith(exchange)
    assert found["fermo"].endswith(instead)
    assert found["visto"].endswith(watched)
    sections = player_guide(scope_for(game, code)).sections
    reported = " ".join(
        plain(s.text).replace("\u00a0", " ") for section in sections for s in (*section.sentences, *section.behind)
    )
    assert instead[:-1] in reported
    assert not re.search(r"\bvittima\b|\bchiunque\b", reported)


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("it", " e «la tabla vale quanto si è preso» non si applicano se la carta che prende è un fante"),
        ("en", " and “a tabla is worth what was captured” do not apply when the capturing card is a jack"),
        ("fr", "ne s'appliquent pas lorsque la carte qui prend est un valet"),
    ],
)
def test_what_keeps_others_from_happening_names_them(code: str, part: str) -> None:
    assert part in clauses("tablanette", code)["fante_senza_tabla"]


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("it", "Invece di «il totale», al conteggio della smazzata, "),
        ("en", "Instead of “the sum”, at the count of the hand, "),
        ("fr", "Au lieu de « le total », au décompte de la manche, "),
    ],
)
def test_what_happens_instead_says_so(code: str, first: str) -> None:
    assert clauses("scopone", code)["assegnati"].startswith(first)


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("it", "A ogni turno, il giocatore precedente deve indicare una carta"),
        ("en", "In every turn, the previous player must name a card"),
        ("fr", "À chaque tour, le joueur précédent doit désigner une carte"),
    ],
)
def test_the_step_of_another_is_not_in_their_turn(code: str, first: str) -> None:
    assert clauses("scopone", code)["decide_chi_precede"].startswith(first)


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("it", "4 meno la somma, per ogni coppia, di (i suoi punti acquisiti nella smazzata meno le sue scope)"),
        ("en", "4 minus the sum, over every pair, of (its points acquired in the hand minus its sweeps)"),
        ("fr", "4 moins la somme, pour chaque équipe, de (ses points acquis dans la manche moins ses scopas)"),
    ],
)
def test_a_sum_of_differences_reads_in_one_way(code: str, part: str) -> None:
    found = clauses("scopone", code)
    assert [text for text in found.values() if part in text]


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("it", "Come eccezione a «la carta raccolta non si scarta», si può scartare una carta se "),
        ("en", "Despite “the card picked up is not discarded”, the player may discard a card when "),
        ("fr", "Par exception à « la carte ramassée ne se défausse pas », on peut défausser une carte lorsque "),
    ],
)
def test_an_exemption_states_what_it_lifts(code: str, first: str) -> None:
    assert clauses("scala40", code)["gemella"].startswith(first)


@pytest.mark.parametrize(
    ("name", "clause", "code", "text"),
    [
        ("five_card_draw", "migliore", "en", "From then on each player who is beaten by nobody wins the pot."),
        ("five_card_draw", "migliore", "it", "Da allora ogni giocatore che non è battuto da nessuno vince il piatto."),
        ("five_card_draw", "una_parte", "en", "For every player who wins the pot, their chips taken from the pot become "),
        ("five_card_draw", "una_parte", "fr", "Pour chaque joueur qui gagne le pot, ses jetons pris au pot deviennent "),
        ("five_card_draw", "netto", "it", "Il guadagno di un giocatore è pari alle sue fiche prese dal piatto meno "),
        ("five_card_draw", "netto", "en", "The gain of a player is their chips taken from the pot minus "),
        (
            "hearts",
            "il_due",
            "en",
            "Whoever has the two of clubs is the first player, after the dealer, who has the two ",
        ),
        ("hearts", "subito", "it", "Se si gioca con «il passaggio: non si passa», chi ha il due di fiori è ora chi esce."),
        ("spades", "compagno", "fr", "Le partenaire d'un joueur est le joueur en face de ce joueur."),
        ("president", "il_due", "it", "Se si gioca con «il due: chi lo gioca apre subito di nuovo» e se la forza da superare "),
    ],
)
def test_a_condition_on_a_member_becomes_its_relative_clause(name: str, clause: str, code: str, text: str) -> None:
    """Amounts, roles and house rules are worded as a person would, too."""
    assert clauses(name, code)[clause].startswith(text)


@pytest.mark.parametrize(
    ("code", "count", "denied"),
    [
        ("it", "è 10 meno (i suoi colpi più 1)", "il giocatore successivo non passa la mano e il giocatore passa la mano"),
        ("en", "is 10 minus (their hits plus 1)", "the next player does not pass the turn"),
        ("fr", "est 10 moins (ses coups plus 1)", "le joueur suivant ne passe pas son tour et que le joueur passe son tour"),
    ],
)
def test_of_a_game_of_ones_own(code: str, count: str, denied: str, tmp_path: Path) -> None:
    """A sum that is subtracted keeps its brackets, a negation is at the verb or before its subject, and the person is named."""
    path = tmp_path / "prova.regole"
    path.write_text(RULES, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    found = said(game, code)
    assert count in found["conta"]
    assert denied in found["comunque"]


OF_SETS = """variant prova of scopa
  title "Prova"

in article 5 add
  coins: coins_from(n, s) is number of (s where value is n - 1)
  pair: pairs_in of s is half of number of s
  one: each side scores 2 * pairs_in of (won + table) + 1
  two: each side scores 3 * coins_from(scope + 1, won) + number of (won + table) - 1
words
  coins_from it "le carte di valore {1} tra {2}" en "the cards worth {1} among {2}" fr "les cartes de valeur {1} parmi {2}"
  pairs_in it "le coppie" en "the pairs" fr "les paires"
"""


@pytest.mark.parametrize(
    ("code", "name", "part"),
    [
        ("it", "one", "2 × le coppie di (le carte nelle sue prese e le carte sulla tavola) più 1"),
        ("fr", "one", "2 × les paires de (les cartes dans ses levées et les cartes sur le tapis) plus 1"),
        ("en", "one", "2 × the pairs of (the cards in its pile and the cards on the table) plus 1"),
        ("en", "two", "3 × the cards worth (its sweeps plus 1) among its pile plus (the number of cards"),
    ],
)
def test_the_reach_of_an_operator_or_a_name_is_in_brackets(code: str, name: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(OF_SETS, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert part in said(game, code)[name]


DENIED = """variant prova of scopa
  title "Prova"

in article 5 add
  flag lenta for the hand it "la smazzata si è fatta lenta" en "the hand has become slow" fr "la manche est devenue lente"
  flag lunga for the hand it "la carta che è su resta" en "the card that is up stays" fr "la carte qui est en haut reste"
  uno despite obbligo: the player may lay when not lenta
  due despite obbligo: the player may lay when not lunga
  tre despite obbligo: the player may lay when not (every x in sides has points of x is at least 3)
"""


@pytest.mark.parametrize(
    ("code", "name", "part"),
    [
        ("it", "uno", "se la smazzata non si è fatta lenta"),
        ("en", "uno", "when the hand has not become slow"),
        ("fr", "uno", "lorsque la manche n'est pas devenue lente"),
        ("it", "due", "salvo se la carta che è su resta"),
        ("en", "due", "unless the card that is up stays"),
        ("fr", "due", "sauf si la carte qui est en haut reste"),
        ("it", "tre", "se almeno una parte ha meno di tre punti"),
        ("en", "tre", "when at least one side has fewer than three points"),
        ("fr", "tre", "lorsqu'au moins un camp a moins de trois points"),
    ],
)
def test_a_denial_stands_at_its_verb(code: str, name: str, part: str, tmp_path: Path) -> None:
    """An author's sentence is negated at its own auxiliary, not at that of a relative clause; *not every side* differs from
    *some side … not*.
    """
    path = tmp_path / "prova.regole"
    path.write_text(DENIED, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert part in said(game, code)[name]


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("it", "il maggior numero di re o fanti nelle sue prese"),
        ("en", "the highest number of kings or knaves in its pile"),
        ("fr", "le plus grand nombre de rois ou valets dans ses levées"),
    ],
)
def test_cards_of_one_of_several_kinds_are_called_by_them(code: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(RULES, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert part in said(game, code)["figure_prese"]


@pytest.mark.parametrize(("name", "told"), [("scopa", True), ("rubamazzo", False)])
def test_a_game_has_the_numbers_on_cards_that_it_reckons_with(name: str, told: bool) -> None:
    """Rubamazzo shares the deck of Scopa, but compares only ranks."""
    assert any("Ace (A) · value 1 · primiera value 16" in text for text in clauses(name, "en").values()) is told


@pytest.mark.parametrize(
    ("game", "code", "part"),
    [
        ("scopa", "it", "se i denari richiesti sono «più degli altri»"),
        ("scopa", "en", "when the coins required are “more than the others”"),
        ("scopa", "fr", "lorsque les deniers requis sont « plus que les autres »"),
        ("scopa", "it", "Si dà dal mazzo a ogni mano un numero di carte pari al numero di carte per volta"),
        ("scopa", "fr", "On distribue du talon dans chaque main autant de cartes que le nombre de cartes à la fois"),
        ("go_fish", "it", "quando c'è almeno 1 smazzata giocata"),
        ("go_fish", "en", "when there is at least 1 hand played"),
        ("go_fish", "fr", "lorsqu'il y a au moins 1 manche jouée"),
    ],
)
def test_words_agree(game: str, code: str, part: str) -> None:
    assert any(part in text for text in clauses(game, code).values())


LISTS = """variant prova of scopa
  title "Prova"

in article 2 replace dare
  dare: deal quante from stock to each hand, from the player after dealer

in article 5 add
  reference chiamato, a suit, for the hand it "il seme chiamato" en "the suit called" fr "la couleur appelée"
  zone giocate of each player it "la carta data / le carte date" en "the card shown / the cards shown" fr "la pose / les poses"
  reference chi, a player, for the hand it "chi ha preso" en "the taker" fr "le preneur"
  forte: after a lay, chi becomes the player with highest value of (giocate where suit is chiamato)
  alta: at the end of the hand, chi becomes the player with highest highest value of giocate
  somma_dove: after a lay, add 1 to scope for each side where points is at least 2
  lista despite lascia: the player may not lay when rank of card is one of fante, re
  altra despite lascia: the player may not lay
    when rank of card is not one of asso, due, tre and some card in hand has suit chiamato
  tutti despite lascia: the player may not lay when every player has scope 0 or no side has points at least 2
  numero despite lascia: the player may not lay when number of cards in hand with suit chiamato is at least 2
  finisce: the hand ends when no giocate is empty
  comincia_presa: the hand ends when every giocate is empty
  manca: the hand ends when some giocate is empty
  uno: gradino is 1
  due despite uno: gradino is 2 when table is empty
  tre despite due: gradino is 3 when stock is empty
  quattro despite tre: gradino is 4 when stock is empty and table is empty
words
  gradino it "il gradino" en "the rung" fr "l'échelon"
"""


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        ("en", "dare", "are dealt from the stock into each hand, beginning with the player after the dealer"),
        ("it", "dare", "a cominciare dal giocatore"),
        ("fr", "dare", "en commençant par le joueur qui suit le donneur"),
        ("en", "forte", "the player with the highest value of the only one among their cards shown of the suit called"),
        ("it", "forte", "il più alto valore dell'unica tra le sue carte date del seme chiamato"),
        ("en", "alta", "the player with the highest value of their card shown"),
        ("it", "alta", "il più alto valore della sua carta data"),
        ("en", "somma_dove", "for every side that has at least two points, the side gains one sweep"),
        ("en", "lista", "when the card played is a knave or a king"),
        ("it", "lista", "se la carta giocata è un fante o un re"),
        ("fr", "lista", "la carte jouée est un valet ou un roi"),
        (
            "en",
            "altra",
            "is not an ace, a two or a three and there is a card in their hand that is of the suit called",
        ),
        (
            "it",
            "altra",
            "non è un asso, un due o un tre e c'è una carta nella sua mano che è del seme chiamato",
        ),
        ("en", "tutti", "no side has at least two points"),
        ("en", "numero", "the player has at least two cards of the suit called in their hand"),
        ("it", "numero", "ha almeno due carte del seme chiamato nella sua mano"),
        ("it", "finisce", "quando ogni giocatore ha carte date"),
        ("en", "comincia_presa", "when no player has cards shown"),
        ("it", "manca", "almeno un giocatore non ha carte date"),
        ("it", "quattro", "Come eccezione a «tre», il gradino"),
    ],
)
def test_lists_and_what_members_have_are_said_as_at_a_table(code: str, name: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(LISTS, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert words in said(game, code)[name]


UNSAID = {
    "it": r"per cui per|, tra (?:i giocatori|le parti|le coppie) tranne|post[oi] in tavola|\(\w+ pl\)",
    "en": r"for which for|, among the (?:players|sides|pairs) except|place on the table|last to take|\(\w+ pl\)",
    "fr": r"pour l\w+quel\w* pour|qui, parmi les \w+ sauf|place sur le tapis|\(\w+ pl\)",
}
"""Phrases that once stood in sentences of rules and claims, although nobody would say them at a table."""


@pytest.mark.parametrize("code", ["it", "en", "fr"])
@pytest.mark.parametrize("name", ["scopa", "scopone", "escoba", "tressette", "sette_e_mezzo"])
def test_no_sentence_is_one_that_nobody_says(name: str, code: str) -> None:
    scope = scope_for(game_of(name), code)
    stated = [line for claim in game_of(name).ruleset.claims for line in claim_prose(claim, scope).lines]
    found = [text for text in (*clauses(name, code).values(), *map(plain, stated)) if re.search(UNSAID[code], text)]
    assert found == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped_in("fishing"))
def test_where_one_captures_nobody_takes(name: str) -> None:
    """In English, cards are captured, and laid on a pile; a player takes part, or takes a card back."""
    taken = r"\btak(?:e|es|en|ing|ings)\b(?! (?:part|back|off|away|out|nothing|all|it back|their seats))|\btook\b|\btaker\b"
    texts = [*clauses(name, "en").values(), *(plain(said.text) for said in guide_of(name, "en"))]
    assert [text for text in texts if re.search(taken, text)] == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("it", "Il secondo è il giocatore con il più alto valore della sua carta sorteggiata, a parte il primo del sorteggio."),
        ("en", "The second is the player with the highest value of their card drawn, apart from the first by lot."),
        ("fr", "Le deuxième est le joueur qui a la plus haute valeur de sa carte tirée, à part le premier au tirage."),
    ],
)
def test_who_is_left_out_is_said_last(code: str, text: str) -> None:
    assert clauses("scopa_francese", code)["deuxieme"] == text


@pytest.mark.parametrize(
    ("code", "led", "follow"),
    [
        ("it", "se c'è una sola carta in tavola, ", "se almeno un giocatore ha carte in tavola, "),
        ("en", "when there is only one card on the table, ", "when at least one player has cards on the table, "),
        ("fr", "lorsqu'il y a une seule carte sur le tapis, ", "lorsqu'au moins un joueur a des cartes sur le tapis, "),
    ],
)
def test_the_cards_of_a_trick_lie_on_the_table(code: str, led: str, follow: str) -> None:
    found = clauses("tressette", code)
    assert led in found["uscita"]
    assert follow in found["rispondere"].lower()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("it", "salvo se le carte sorteggiate sono tutte di valore diverso, si mescola e si dà di nuovo."),
        ("en", "unless the cards drawn are all of different ranks, the cards are shuffled and dealt again."),
        ("fr", "sauf si les cartes tirées sont toutes de rang différent, on mélange et on redonne."),
    ],
)
def test_what_all_players_have_is_nobodys(code: str, text: str) -> None:
    assert clauses("scopa_francese", code)["on_retire"].endswith(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("it", "Il seme di briscola è spade."),
        ("en", "The trump suit is swords."),
        ("fr", "La couleur d'atout est épées."),
    ],
)
def test_a_suit_that_is_trumps_has_no_article(code: str, text: str) -> None:
    game = game_of("briscola")
    lines = " ".join(plain(line) for one in game.ruleset.examples for line in example_prose(one, scope_for(game, code)).lines)
    assert text in lines


@pytest.mark.parametrize(
    ("code", "held"),
    [
        ("it", "il giocatore ha una carta ancora da giocare che è una carta scura e ha lo stesso valore della carta giocata."),
        ("en", "the player has a card still to be played that is a dark card and has the same value as the card played."),
        ("fr", "le joueur a une carte encore à jouer qui est une carte sombre et a la même valeur que la carte jouée."),
    ],
)
def test_a_player_has_a_card_of_the_same_value(code: str, held: str) -> None:
    assert clauses("scopone", code)["denari_o_scura"].endswith(held)


@pytest.mark.parametrize(
    ("name", "code", "added"),
    [
        ("scopa", "it", "il punteggio di ogni parte si aggiunge ai suoi punti."),
        ("scopa", "en", "the score of each side is added to its points."),
        ("scopa", "fr", "le score de chaque camp s'ajoute à ses points."),
        ("scala40", "en", "the score of each player is added to their points."),
    ],
)
def test_a_figure_that_everybody_has_is_of_each_where_it_is_added(name: str, code: str, added: str) -> None:
    assert clauses(name, code)["somma"].endswith(added)


@pytest.mark.parametrize(
    ("code", "bound"),
    [
        ("it", "il punteggio di ogni coppia per «le carte» è al massimo 1"),
        ("en", "the score of each pair for “cards” is at most 1"),
        ("fr", "le score de chaque équipe pour « les cartes » est au plus 1"),
    ],
)
def test_a_figure_that_everybody_has_is_of_each_where_it_is_compared(code: str, bound: str) -> None:
    game = game_of("scopone")
    lines = [plain(line) for one in game.ruleset.claims for line in claim_prose(one, scope_for(game, code)).lines]
    assert any(bound in line.replace("\u00a0", " ") for line in lines)


LOST = """variant prova of scopa
  title "Prova"

in article 5 add
  flag bussato of each player for the hand it "ha bussato" en "has knocked" fr "a frappé"
  nega despite lascia: the player may not lay when no x in players has bussato of x and player is dealer
  prese_di: prese_di(x) is number of won of x
  due: each side scores 0 - 2
  tante: each side scores 0 - prese_di(side)
words
  prese_di fr "les levées"
"""


@pytest.mark.parametrize(
    ("code", "name", "part"),
    [
        ("it", "due", "Ogni parte perde due punti"),
        ("en", "due", "Each side loses two points"),
        ("fr", "due", "Chaque camp perd deux points"),
        ("it", "tante", "perde punti pari "),
        ("en", "tante", "loses as many points as"),
        ("fr", "tante", "perd un nombre de points égal à ses levées"),
        ("it", "prese_di", "«Prese» di una parte è"),
        ("it", "nega", "l mazziere non può"),
        ("en", "nega", "he dealer may not"),
        ("fr", "nega", "Le donneur ne peut pas laisser une carte sur le tapis lorsqu'aucun joueur n'a frappé."),
    ],
)
def test_points_lost_names_without_words_and_subjects_read_well(code: str, name: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(LOST, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert part in said(game, code)[name]
