"""Sentences that readers of the pages found wrong, and the present sentences, in the guide or in the articles."""

from __future__ import annotations

import pytest
from tests.rulebook.test_player_guide import told
from tests.rulebook.test_sentences import clauses

from cartaro_rulebook.words.nouns import plain

TOLD = [
    ("scopa", "it", "pari", "Si può prendere una carta con un'altra dello stesso valore, oppure più carte che insieme"),
    ("scopa", "it", "prima_pari", "Ma se in tavola ci sono una o più carte di pari valore, se ne deve prendere una sola"),
    ("scopa", "it", "dare", "si danno a ciascuno tre carte coperte"),
    ("scopa", "it", "dare", "Il primo mazziere si sceglie a sorte."),
    ("scopa", "it", "denari", "1 punto a chi ha più denari nelle prese; a parità, a nessuno"),
    ("scopa", "it", "arrivo", "se i primi sono alla pari si giocano altre smazzate, finché uno non è in testa da solo"),
    ("scala40", "it", "quaranta", "si devono calare nello stesso turno giochi che insieme valgano almeno quaranta punti"),
    ("scopone", "en", "ultima", "The cartaro's last card captures but makes no sweep."),
    ("scopone", "en", "raccoglie", "the two lowest in value are partners"),
    ("scopa", "en", "rifare", "the same dealer gathers all the cards, shuffles and deals again"),
    ("scala40", "en", "ripete", "must take back the cards just laid down and play otherwise."),
    ("scala40", "en", "gioca", "players may lay down melds face up"),
    ("scopa", "en", "mazzo", "clubs, cups, coins and swords"),
    ("scala40", "fr", "combinazione", "Le brelan, ou carré,"),
    ("scala40", "fr", "asso_basso", "l'as se place après le roi et vaut 11, ou avant le deux et vaut 1"),
    ("cirulla", "fr", "fa", "Si les quatre cartes du tapis font quinze"),
    ("scopone", "it", "decide_chi_precede", "Una carta mostrata fuori turno resta scoperta"),
    (
        "scopone",
        "it",
        "in_palio",
        "la sua coppia tiene i punti acquisiti, l'altra i suoi e quelli ancora in palio",
    ),
    (
        "scopone",
        "en",
        "in_palio",
        "that pair keeps its points, the other has its own and those still at stake",
    ),
    (
        "scopone",
        "fr",
        "in_palio",
        "son équipe garde ses points, l'autre a les siens et ceux encore en jeu",
    ),
    ("scopone", "it", "denari_o_scura", "Unica eccezione all'obbligo di presa: chi ha in mano una carta di denari"),
    ("scopone", "it", "segno", "La scopa si segna lasciando scoperta una carta presa."),
    ("scala40", "it", "dichiara", "può scartare quella, dichiarandolo; se gli avversari lo chiedono"),
    ("scala40", "en", "dichiara", "saying so; if the opponents ask, both are shown."),
    ("scala40", "fr", "dichiara", "en le déclarant ; si les adversaires le demandent"),
    ("scopa_francese", "fr", "coupe", "fait couper son voisin de gauche."),
    ("escoba", "it", "coupe", "fa tagliare chi gli siede a sinistra."),
    ("scopone_scientifico", "en", "coupe", "has the pack cut by the player on the left."),
    ("escoba", "en", "quindici", "those it captures add up to fifteen: a six captures a seven and a two."),
    ("tablanette", "en", "fante_senza_tabla", "A jack makes no tabla."),
    ("asso_piglia_tutto", "it", "piglia_tutto", "L'asso prende tutte le carte della tavola"),
    ("asso_piglia_tutto", "it", "non_spazza", "Quando l'asso piglia tutto non è scopa."),
]


@pytest.mark.parametrize(("game", "code", "name", "said"), TOLD)
def test_what_is_reported_of_a_clause(game: str, code: str, name: str, said: str) -> None:
    sections = told(game, code).sections
    texts = [one.text for s in sections for one in (*s.sentences, *s.scores, *s.behind) if name in one.names]
    assert any(said in plain(text).replace("\u00a0", " ") for text in texts), texts


PRINTED = [
    ("scopa", "it", "arrivo", "purché vi sia un vincitore"),
    ("scopa", "en", "arrivo", "provided there is a winner"),
    ("scopa", "fr", "arrivo", "pourvu qu'il y ait un vainqueur"),
    ("scopa", "it", "rifare", "Se ci sono almeno tre re sulla tavola, si mescola e si dà di nuovo."),
    ("scopa", "en", "rifare", "When there are at least three kings on the table, the cards are shuffled and dealt again."),
    ("scala40", "en", "gioco", "A meld is a sequence or a set."),
    ("scala40", "it", "gioco", "Un gioco è una scala o una combinazione."),
    ("scala40", "en", "gemelle", "Two cards of the same suit and rank are twins."),
    ("scala40", "it", "dichiara", "dichiara ai presenti di avere anche l'altra; se occorre e gli avversari lo chiedono"),
    ("scala40", "en", "mostrano", "At the count of the hand, the cards in the hands of the players are shown."),
    ("scopa_francese", "en", "coupe", "has the pack cut by the player before, who sits on the dealer's left."),
    ("scala40", "fr", "gemelle", "Deux cartes de même couleur et rang sont jumelles."),
    ("scala40", "fr", "raccolta", "la carte et la carte ramassée sont jumelles"),
    ("scopone", "en", "bassa", "with the lowest value of their uncovered card"),
    ("scopone", "en", "ultima", "has no card still to be played"),
    ("scopa", "en", "pali", "clubs (B), cups (C), coins (D) or swords (S)"),
    ("scopone", "en", "irregolare", "each player counts their cards blind"),
    ("scopone", "it", "decide_chi_precede", "A ogni turno, il giocatore precedente deve"),
    ("scopa", "it", "pari", "Si può prendere una carta con un'altra dello stesso valore."),
    ("scopa", "en", "pari", "The player may capture a card with another of the same value."),
    ("scopa", "fr", "pari", "On peut prendre une carte avec une autre de même valeur."),
    ("scopa", "it", "dispari", "Si possono prendere due o più carte con una carta se il loro valore complessivo è uguale"),
    ("scopa", "en", "dispari", "may capture two or more cards with a card when their total value equals"),
    ("scopa", "fr", "dispari", "On peut prendre deux cartes ou plus avec une carte lorsque leur valeur totale est égale"),
    ("scopa", "it", "prima_pari", "Non vale «la presa dispari» se si può prendere una carta con la carta giocata secondo"),
    ("scopa", "en", "prima_pari", "“The sum capture” is not allowed when the player can capture a card"),
    ("scopa", "fr", "prima_pari", "« La prise par somme » ne vaut pas lorsqu'on peut prendre une carte"),
    ("scopa", "it", "obbligo", "Non si può lasciare una carta in tavola se si possono prendere una o più carte"),
    ("rubamazzo", "it", "prende", "Si può prendere una carta con un'altra dello stesso valore."),
    ("scala40", "it", "ancora_chiuso", "Il giocatore non può attaccare una carta a un gioco, salvo se ha aperto."),
    ("scala40", "it", "cala", "Si possono calare una o più carte se le carte formano un gioco."),
    ("cirulla", "it", "buona_da_dieci", "Il giocatore può accusare la sua mano se le carte accusate sono tre"),
    ("scopa_popolare", "it", "fuori", "Il giocatore può chiamarsi fuori"),
    ("scopone", "it", "ultima", "la coppia del giocatore non guadagna alcuna scopa (eccezione a «la scopa»)."),
    ("scopone", "en", "ultima", "the player's pair gains no sweep (despite “the sweep”)."),
    ("scopone", "fr", "ultima", "l'équipe du joueur ne gagne aucune scopa (par exception à « la scopa »)."),
    ("scopone", "en", "restano_in_tavola", "“The cards left” does not apply at the end of the hand"),
    ("cirulla", "it", "carte_scoperte", "Tutti vedono la mano di un giocatore se ha accusato."),
    ("cirulla", "en", "carte_scoperte", "Everyone sees the hand of a player when that player has declared."),
    ("cirulla", "fr", "carte_scoperte", "Tout le monde voit la main d'un joueur lorsqu'il a annoncé."),
    ("cirulla", "it", "piglia_tutto", "la carta giocata è un asso e le carte prese sono tutte le carte sulla tavola"),
    ("cirulla", "it", "scala_grande", "il fante di denari, il cavallo di denari e il re di denari sono nelle sue prese"),
    ("cirulla", "fr", "tre_con_la_matta", "ces cartes sauf le sept de coupes sont toutes du même rang"),
    ("cirulla", "it", "cappotto", "quando almeno una parte ha dieci carte di denari nelle sue prese"),
    ("scopone", "it", "carte", "Ogni coppia segna un punto se ha almeno 21 carte nelle sue prese."),
    ("scopone", "fr", "ancora", "aucun joueur à la carte la plus basse, qu'il n'y a aucun partenaire ou qu'il n'y a aucun"),
    ("scopone", "fr", "primo", "Le primo di mano est le joueur qui suit le cartaro."),
    ("scopone", "fr", "vince", "Le vainqueur est l'équipe qui a le plus grand nombre de points."),
    ("scala40", "en", "per_chiudere", "when the player has only one card in their hand"),
    ("chkobba", "fr", "sebaa_el_haya", "lorsque le sept de carreau est dans ses levées"),
    ("chkobba", "it", "sceglie", "se è chi decide della prima carta"),
    ("scopa_popolare", "it", "poche", "in modo tale che quelle carte sono meno delle carte prese"),
    ("scopa_francese", "it", "on_retire", "salvo se le carte sorteggiate sono tutte di valore diverso"),
    ("escoba", "it", "presa_segue", "Dopo una presa, non si ricorda più la carta calata."),
    ("tablanette", "en", "tabla_valore", "is added to the tabla points of the player's side"),
    ("tablanette", "en", "mai_il_fante", "when one of the cards gathered is a jack."),
    ("tablanette", "it", "mai_il_fante", "se una delle carte raccolte è un fante."),
    ("tablanette", "fr", "mai_il_fante", "lorsqu'une des cartes ramassées est un valet."),
    ("napola", "en", "napola", "when it is at least 3."),
    ("napola", "fr", "napola", "lorsqu'elle est au moins 3."),
    ("scopone", "en", "altra", "is the player who is neither the player with the lowest card, nor the partner, nor the"),
    ("cirulla", "en", "fa_con_la_matta", "if the seven of cups is on the table, the table makes a number when"),
    ("scopa", "it", "nel_conto", "la parte con il più basso posto d'arrivo e, a parità, il maggior numero di punti"),
    ("scopa", "en", "nel_conto", "the side with the lowest place of arrival and, if level, the highest number of points"),
    ("scopa", "fr", "nel_conto", "le camp qui a le plus bas rang d'arrivée et, à égalité, le plus grand nombre de points"),
    ("scopa", "it", "non_arriva", "Di norma il posto d'arrivo di una parte è 6."),
    ("scopa", "en", "non_arriva", "By default, the place of arrival of a side is 6."),
    ("scopa", "fr", "non_arriva", "Par défaut, le rang d'arrivée d'un camp est 6."),
]
BEGUN = [
    ("scopa", "it", "alla_fine", "Il posto d'arrivo di una parte è 5 se ha almeno 11 punti."),
    ("scopa", "en", "alla_fine", "The place of arrival of a side is 5 when that side has at least 11 points."),
    ("scopa", "fr", "alla_fine", "Le rang d'arrivée d'un camp est 5 lorsqu'il a au moins 11 points."),
    ("scopa", "en", "tre_semi", "Despite “the prime”, "),
]


@pytest.mark.parametrize(("game", "code", "name", "said"), BEGUN)
def test_how_a_clause_begins(game: str, code: str, name: str, said: str) -> None:
    """A clause that applies by default is not introduced by its exceptions as well."""
    assert clauses(game, code)[name].startswith(said)


@pytest.mark.parametrize(("game", "code", "name", "said"), PRINTED)
def test_what_is_printed_of_a_clause(game: str, code: str, name: str, said: str) -> None:
    assert said in clauses(game, code)[name]


@pytest.mark.parametrize(
    ("code", "prefix"), [("it", "Se si gioca con"), ("en", "When playing with"), ("fr", "Si l'on joue avec")]
)
def test_only_what_is_not_in_force_names_its_house_rule(code: str, prefix: str) -> None:
    said = clauses("scopa", code)
    assert {name for name, text in said.items() if text.startswith(prefix)} == {"poche", "presa_vana", "nel_conto"}


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("it", ["uno solo punto", "alcun punti", "bastano è", "La fine della mano", "salvo se non", "l'ultimo giocatore"]),
        ("en", ["the own cards", "does the moves again", "Everything begins again", "makes set"]),
        ("fr", ["qui suffisent est", "aucun points", "lorsque tapis", "annoncer la main du joueur"]),
    ],
)
@pytest.mark.parametrize("game", ["scopa", "scopone", "scala40", "cirulla"])
def test_what_is_printed_no_more(game: str, code: str, wrong: list[str]) -> None:
    text = " ".join(clauses(game, code).values())
    assert [phrase for phrase in wrong if phrase in text] == []
