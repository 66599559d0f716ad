"""Sentences of the guide that are made from several clauses together: each kind in three languages, and the clauses that keep
sentences of their own.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.levels import at_night
from tests.rulebook.by_hand import LANGUAGES, counted, guide_of, told
from tests.shipped_games import game_of, shipped_in

from cartaro_grammar import Game, load_game, shipped
from cartaro_rulebook.guide import GuideSentence
from cartaro_rulebook.words.nouns import plain


def sentence_of(game: Game, name: str, code: str) -> GuideSentence:
    """Return the sentence of a guide for a clause."""
    (found,) = (said for said in told(guide_of(game, code)) if name in said.names)
    return found


AT_A_TABLE = [
    ("scopa", "giocatori", "it", "Si gioca in due, tre, quattro o sei. Il giro va verso destra, in senso antiorario."),
    ("scopa", "giocatori", "en", "The game is for two, three, four or six players. Play goes anticlockwise, to the right."),
    (
        "scopa",
        "giocatori",
        "fr",
        "On joue à deux, trois, quatre ou six. Le tour va vers la droite, dans le sens inverse des aiguilles d'une montre.",
    ),
    (
        "scopa",
        "soli",
        "it",
        "In due o tre ciascuno gioca per sé; in quattro o sei si gioca in coppia con chi siede di fronte (in sei, tre"
        " coppie). I compagni mettono insieme prese e punti.",
    ),
    (
        "scopa",
        "soli",
        "en",
        "With two or three players, everyone plays for themselves; four or six play in pairs, partners facing each "
        "other (six make three pairs). Partners share their pile and points.",
    ),
    (
        "scopa",
        "soli",
        "fr",
        "À deux ou trois, chacun joue pour soi ; à quatre ou six, on fait équipe avec le joueur d'en face (à six, "
        "trois équipes de deux). Les partenaires mettent en commun levées et points.",
    ),
    ("rubamazzo", "soli", "it", "Ciascuno gioca per sé."),
    ("rubamazzo", "soli", "en", "Everyone plays for themselves."),
    ("rubamazzo", "soli", "fr", "Chacun joue pour soi."),
    ("scopone", "coppie", "it", "Si gioca in coppia con chi siede di fronte. I compagni mettono insieme prese e punti."),
    ("scopone", "coppie", "en", "Players who face each other are partners. Partners share their pile and points."),
    ("scopone", "coppie", "fr", "On fait équipe avec le joueur d'en face. Les partenaires mettent en commun levées et points."),
    ("scopa", "mazzo", "it", "Si usano 40 carte, di quattro semi: bastoni, coppe, denari e spade."),
    ("scopa", "mazzo", "en", "The pack has 40 cards, in four suits: clubs, cups, coins and swords."),
    ("scopa", "mazzo", "fr", "On utilise 40 cartes, en quatre couleurs : bâtons, coupes, deniers et épées."),
    (
        "scopa",
        "mischia",
        "it",
        "Il primo mazziere si sceglie a sorte. Si mescola e, cominciando da chi siede alla destra del mazziere, si "
        "danno a ciascuno tre carte coperte. Poi se ne scoprono quattro sulla tavola. Le altre, coperte, sono il "
        "mazzo.",
    ),
    (
        "scopa",
        "mischia",
        "en",
        "The first dealer is chosen by lot. The cards are shuffled and, beginning with the player on the dealer's "
        "right, each player is dealt three cards face down. Four more are turned up on the table. The rest, face "
        "down, are the stock.",
    ),
    (
        "scopa",
        "mischia",
        "fr",
        "Le premier donneur est tiré au sort. On mélange les cartes et, en commençant par le voisin de droite du "
        "donneur, on donne à chacun trois cartes face cachée. On en retourne ensuite quatre sur le tapis. Le reste, "
        "face cachée, forme le talon.",
    ),
    (
        "tablanette",
        "mischia",
        "it",
        "Il primo mazziere si sceglie a sorte. Si mescola e, cominciando da chi siede alla destra del mazziere, si "
        "danno a ciascuno sei carte coperte (quattro, se si gioca in tre). Poi se ne scoprono quattro sulla tavola. "
        "Le altre, coperte, sono il mazzo.",
    ),
    (
        "tablanette",
        "mischia",
        "en",
        "The first dealer is chosen by lot. The cards are shuffled and, beginning with the player on the dealer's "
        "right, each player is dealt six cards face down (four, if three play). Four more are turned up on the table."
        " The rest, face down, are the stock.",
    ),
    (
        "tablanette",
        "mischia",
        "fr",
        "Le premier donneur est tiré au sort. On mélange les cartes et, en commençant par le voisin de droite du "
        "donneur, on donne à chacun six cartes face cachée (quatre, si l'on joue à trois). On en retourne ensuite "
        "quatre sur le tapis. Le reste, face cachée, forme le talon.",
    ),
    (
        "scopone_scientifico",
        "dix_cartes",
        "it",
        "Cominciando da chi siede alla destra del mazziere, si danno a ciascuno dieci carte coperte: così si danno tutte.",
    ),
    (
        "scopone_scientifico",
        "dix_cartes",
        "en",
        "Beginning with the player on the dealer's right, each player is dealt ten cards face down: that is the whole pack.",
    ),
    (
        "scopone_scientifico",
        "dix_cartes",
        "fr",
        "En commençant par le voisin de droite du donneur, on donne à chacun dix cartes face cachée : c'est tout le jeu.",
    ),
    (
        "scopone",
        "prime_tre",
        "it",
        "Cominciando dal primo di mano, si danno a ciascuno tre carte coperte, poi due coperte in tavola;"
        " ancora tre e due; infine tre: in tutto nove a testa. Poi si scoprono le carte coperte del tavolo.",
    ),
    (
        "scopone",
        "prime_tre",
        "en",
        "Beginning with the primo di mano, each player is dealt three cards face down, then two face down to "
        "the table; three and two more; at last three: nine each in all. Then the covered cards of the table are "
        "turned up.",
    ),
    (
        "scopone",
        "prime_tre",
        "fr",
        "En commençant par le primo di mano, on donne à chacun trois cartes face cachée, puis deux face cachée "
        "sur le tapis ; encore trois et deux ; enfin trois : neuf chacun en tout. Puis on retourne les cartes "
        "couvertes du tapis.",
    ),
    (
        "cirulla",
        "due_assi",
        "it",
        "Se ci sono almeno due assi sulla tavola, si raccolgono le carte, si mescola e si dà da capo.",
    ),
    (
        "cirulla",
        "due_assi",
        "en",
        "If there are at least two aces on the table, the cards are gathered, shuffled and dealt again.",
    ),
    ("cirulla", "due_assi", "fr", "S'il y a au moins deux as sur le tapis, on ramasse les cartes, on les bat et on redonne."),
    (
        "scopa",
        "ridare",
        "it",
        "Quando tutti hanno finito le carte della mano, se ne danno altre tre a ciascuno, senza scoprirne altre sulla"
        " tavola, finché dura il mazzo.",
    ),
    (
        "scopa",
        "ridare",
        "en",
        "When all hands are empty, each player is dealt three more, as long as the stock lasts; no more are turned up"
        " on the table.",
    ),
    (
        "scopa",
        "ridare",
        "fr",
        "Quand toutes les mains sont vides, on redonne trois cartes à chacun, sans en retourner d'autres sur le "
        "tapis, tant que dure le talon.",
    ),
    (
        "tablanette",
        "ridare",
        "it",
        "Quando tutti hanno finito le carte della mano, se ne danno altrettante a ciascuno, senza scoprirne altre "
        "sulla tavola, finché dura il mazzo.",
    ),
    (
        "tablanette",
        "ridare",
        "en",
        "When all hands are empty, each player is dealt as many again, as long as the stock lasts; no more are turned"
        " up on the table.",
    ),
    (
        "tablanette",
        "ridare",
        "fr",
        "Quand toutes les mains sont vides, on en redonne autant à chacun, sans en retourner d'autres sur le tapis, "
        "tant que dure le talon.",
    ),
    (
        "chkobba",
        "ridare",
        "it",
        "Quando tutti hanno finito le carte della mano, se ne danno altre tre a ciascuno, finché dura il mazzo.",
    ),
    ("chkobba", "ridare", "en", "When all hands are empty, each player is dealt three more, as long as the stock lasts."),
    ("chkobba", "ridare", "fr", "Quand toutes les mains sont vides, on redonne trois cartes à chacun, tant que dure le talon."),
    ("casino", "di_mano", "it", "Comincia chi siede alla sinistra del mazziere."),
    ("casino", "di_mano", "en", "The player on the dealer's left begins."),
    ("casino", "di_mano", "fr", "Le voisin de gauche du donneur commence."),
    ("scopone", "di_mano", "it", "Comincia il primo di mano."),
    ("scopone", "di_mano", "en", "The primo di mano begins."),
    ("scopone", "di_mano", "fr", "Le primo di mano commence."),
    ("scopa", "passa", "it", "Poi tocca al giocatore successivo."),
    ("scopa", "passa", "en", "Then it is the next player's turn."),
    ("scopa", "passa", "fr", "Puis c'est au joueur suivant."),
    ("casino", "gioca", "it", "Al proprio turno si gioca una carta della mano."),
    ("casino", "gioca", "en", "In turn, each player plays one card from the hand."),
    ("casino", "gioca", "fr", "À son tour, chacun joue une carte de sa main."),
    (
        "scopa",
        "pari",
        "it",
        "Si può prendere una carta con un'altra dello stesso valore, oppure più carte che insieme fanno il valore "
        "della carta giocata: per esempio un quattro e un tre con un sette. Fra più prese possibili se ne sceglie "
        "una.",
    ),
    (
        "scopa",
        "pari",
        "en",
        "The player may capture a card with another of the same value, or several cards that together make the value "
        "of the card played: a four and a three with a seven, for instance. If several captures are possible, the "
        "player chooses one.",
    ),
    (
        "scopa",
        "pari",
        "fr",
        "On peut prendre une carte avec une autre de même valeur, ou plusieurs cartes qui font ensemble la valeur de "
        "la carte jouée : un quatre et un trois avec un sept, par exemple. Entre plusieurs prises possibles, on en "
        "choisit une.",
    ),
    ("casino", "non_lascia", "it", "Chi ha una costruzione non può lasciare una carta."),
    ("casino", "non_lascia", "en", "Whoever has a build may not trail a card."),
    ("casino", "non_lascia", "fr", "Celui qui a une construction ne peut pas laisser une carte."),
    ("chkobba", "balayage", "it", "Chi vuota la tavola con una presa segna una chkobba."),
    ("chkobba", "balayage", "en", "Whoever clears the table with a capture scores a chkobba."),
    ("chkobba", "balayage", "fr", "Celui qui vide le tapis par une prise marque une chkobba."),
    ("scopa", "fine", "it", "La smazzata finisce quando tutte le carte sono state giocate."),
    ("scopa", "fine", "en", "The hand ends when all the cards have been played."),
    ("scopa", "fine", "fr", "La manche finit quand toutes les cartes ont été jouées."),
    ("rubamazzo", "resto", "it", "Le carte rimaste sulla tavola vanno a chi ha preso per ultimo."),
    ("rubamazzo", "resto", "en", "The cards left on the table go to the last capturer."),
    ("rubamazzo", "resto", "fr", "Les cartes restées sur le tapis vont au dernier preneur."),
    ("scopa", "resto", "it", "Le carte rimaste sulla tavola vanno a chi ha preso per ultimo, ma non vale come scopa."),
    ("scopa", "resto", "en", "The cards left on the table go to the last capturer; this is no sweep."),
    ("scopa", "resto", "fr", "Les cartes restées sur le tapis vont au dernier preneur ; ce n'est pas une scopa."),
    ("scopa", "cambio", "it", "Chi siede alla destra del mazziere è il prossimo mazziere."),
    ("scopa", "cambio", "en", "The player on the dealer's right is the next dealer."),
    ("scopa", "cambio", "fr", "Le voisin de droite du donneur est le prochain donneur."),
    ("scopone", "prossimo_cartaro", "it", "Il primo di mano è il prossimo cartaro."),
    ("scopone", "prossimo_cartaro", "en", "The primo di mano is the next cartaro."),
    ("scopone", "prossimo_cartaro", "fr", "Le primo di mano est le prochain cartaro."),
    ("scopa", "carte", "it", "1 punto a chi ha più carte nelle prese; a parità, a nessuno"),
    ("scopa", "carte", "en", "1 point for the most cards in the pile; none if level"),
    ("scopa", "carte", "fr", "1 point pour le plus de cartes dans les levées ; à égalité, personne"),
    ("casino", "piu_picche", "it", "1 punto a chi ha più picche nelle prese; a parità, a nessuno"),
    ("casino", "piu_picche", "en", "1 point for the most spades in the pile; none if level"),
    ("casino", "piu_picche", "fr", "1 point pour le plus de cartes de pique dans les levées ; à égalité, personne"),
    ("scopa", "primiera", "it", "1 punto a chi ha la più alta primiera; a parità, a nessuno"),
    ("scopa", "primiera", "en", "1 point for the highest primiera; none if level"),
    ("scopa", "primiera", "fr", "1 point pour la plus haute primiera ; à égalité, personne"),
    ("scopa", "settebello", "it", "1 punto a chi ha il sette di denari nelle prese"),
    ("scopa", "settebello", "en", "1 point for the seven of coins in the pile"),
    ("scopa", "settebello", "fr", "1 point pour le sept de deniers dans les levées"),
    ("scopone", "carte", "it", "1 punto alla coppia che ha almeno 21 carte nelle prese"),
    ("scopone", "carte", "en", "1 point to the pair with at least 21 cards in the pile"),
    ("scopone", "carte", "fr", "1 point à l'équipe qui a au moins 21 cartes dans les levées"),
    ("scopa", "scope", "it", "1 punto per ogni scopa"),
    ("scopa", "scope", "en", "1 point for each sweep"),
    ("scopa", "scope", "fr", "1 point pour chaque scopa"),
    ("casino", "assi", "it", "1 punto per ogni asso nelle prese"),
    ("casino", "assi", "en", "1 point for each ace in the pile"),
    ("casino", "assi", "fr", "1 point pour chaque as dans les levées"),
    ("basra", "basra", "it", "10 punti per ogni basra"),
    ("basra", "basra", "en", "10 points for each basra"),
    ("basra", "basra", "fr", "10 points pour chaque basra"),
    ("cirulla", "accusi", "it", "i punti di accuso della smazzata"),
    ("cirulla", "accusi", "en", "the points declared in the hand"),
    ("cirulla", "accusi", "fr", "les points d'annonce de la manche"),
    (
        "chkobba",
        "bermila",
        "it",
        "1 punto a chi ha più sette nelle prese; a parità, a chi ha più sei nelle prese; se ancora pari, a nessuno",
    ),
    (
        "chkobba",
        "bermila",
        "en",
        "1 point for the most sevens in the pile; if level, for the most sixes in the pile; none if still level",
    ),
    (
        "chkobba",
        "bermila",
        "fr",
        "1 point pour le plus de sept dans les levées ; à égalité, pour le plus de six dans les levées ; encore à "
        "égalité, personne",
    ),
    (
        "scopa",
        "primato",
        "it",
        "Per la primiera si conta la carta migliore di ogni seme, secondo i valori di primiera, e si sommano: sette, "
        "sette, sei e asso fanno 76. Chi non ha carte di un seme non ha primiera.",
    ),
    (
        "scopa",
        "primato",
        "en",
        "For primiera, the best card of each suit counts, by the primiera values, and these are added up: seven, "
        "seven, six and ace make 76. Whoever has no card of a suit has no primiera.",
    ),
    (
        "scopa",
        "primato",
        "fr",
        "Pour la primiera, on compte la meilleure carte de chaque couleur, selon les valeurs de primiera, et l'on "
        "additionne : sept, sept, six et as font 76. Sans carte d'une couleur, pas de primiera.",
    ),
    ("scopa", "somma", "it", "I punti di ogni smazzata si aggiungono a quelli delle precedenti."),
    ("scopa", "somma", "en", "The points of each hand are added to those of the hands before."),
    ("scopa", "somma", "fr", "Les points de chaque manche s'ajoutent à ceux des précédentes."),
    (
        "scopa",
        "arrivo",
        "it",
        "La partita finisce quando, contata la smazzata, qualcuno ha almeno 11 punti. Vince chi ne ha di più; se i "
        "primi sono alla pari si giocano altre smazzate, finché uno non è in testa da solo.",
    ),
    (
        "scopa",
        "arrivo",
        "en",
        "The match ends when, after the count of a hand, somebody has at least 11 points. Whoever has the most wins; "
        "if the leaders are level, more hands are played until one is alone in the lead.",
    ),
    (
        "scopa",
        "arrivo",
        "fr",
        "La partie finit quand, après le décompte d'une manche, quelqu'un a au moins 11 points. Qui en a le plus "
        "gagne ; à égalité en tête, on joue d'autres manches, jusqu'à ce qu'un seul mène.",
    ),
    (
        "scopone",
        "continua",
        "it",
        "La partita finisce quando, contata la smazzata, qualcuno ha almeno 11 punti. Vince chi ne ha di più; se i "
        "primi sono alla pari si giocano altre smazzate, finché uno non è in testa da solo.",
    ),
    (
        "scopone",
        "continua",
        "en",
        "The match ends when, after the count of a hand, somebody has at least 11 points. Whoever has the most wins; if"
        " the leaders are level, more hands are played until one is alone in the lead.",
    ),
    (
        "scopone",
        "continua",
        "fr",
        "La partie finit quand, après le décompte d'une manche, quelqu'un a au moins 11 points. Qui en a le plus "
        "gagne ; à égalité en tête, on joue d'autres manches, jusqu'à ce qu'un seul mène.",
    ),
]


@pytest.mark.parametrize(("game", "clause", "code", "text"), AT_A_TABLE)
def test_what_is_said_at_a_table(game: str, clause: str, code: str, text: str) -> None:
    said = sentence_of(game_of(game), clause, code)
    assert said.composed
    assert plain(said.text).replace("\u00a0", " ") == text


OTHERWISE = """variant prova of scopa
  title "Prova"

in article 2 replace sempre_tre
  sempre_tre despite quante: quante is 4 when {share}
in article 5 add
  zone riserva of each player it "la riserva / le riserve" en "the reserve / the reserves" fr "la réserve / les réserves"
  figure_prese it "i re (pl)" en "kings" fr "les rois (pl)": the side with highest number of re in won scores 1 {least}
  non_lascia despite {bars}: the player may not {act} when riserva is not empty
in article 4 of fishing replace finito
  finito: played_out means {over}
in article 6 replace arrivo
  arrivo: the match ends when some x in sides has points is at least punti {level}
in article 2 replace cambio
  cambio: at the end of the hand, dealer becomes the player {next} dealer
"""

USUAL = {
    "share": "number of players is 3",
    "least": "",
    "act": "lay",
    "bars": "lascia",
    "over": "every hand is empty and stock is empty",
    "level": "unless winner is none",
    "next": "after",
}


def of_ones_own(folder: Path, **changed: str) -> Game:
    """A variant of Scopa with its usual clauses, or with some of them changed."""
    text = OTHERWISE.format(**{**USUAL, **changed})
    (folder / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(folder / "prova.regole")
    assert isinstance(game, Game), game
    return game


def test_a_deal_of_a_computed_number_names_the_number_and_leaves_its_definition(tmp_path: Path) -> None:
    game = of_ones_own(tmp_path, share="some side has points at least 3")
    said = sentence_of(game, "dare", "it")
    assert "si dà a ciascuno un numero di carte pari al numero di carte per volta, coperte." in said.text
    assert said.names == ("dare",)
    assert any("numero di carte per volta" in one.text for one in told(guide_of(game, "it")) if one != said)


@pytest.mark.parametrize(
    ("clause", "otherwise"),
    [
        ("figure_prese", {"least": "unless some side has points at least 10"}),
        ("non_lascia", {"act": "take", "bars": "pari"}),
        ("fine", {"over": "some hand is empty and stock is empty"}),
        ("cambio", {"next": "before"}),
    ],
)
def test_clauses_of_another_shape_are_left_to_their_own_sentences(
    clause: str, otherwise: dict[str, str], tmp_path: Path
) -> None:
    """A composed sentence would leave out facts for which its kind has no words, such as who deals fewer cards and when."""
    for code in LANGUAGES:
        assert sentence_of(of_ones_own(tmp_path), clause, code).composed
        assert not sentence_of(of_ones_own(tmp_path, **otherwise), clause, code).composed


def test_a_match_that_does_not_go_on_when_level_does_not_say_so(tmp_path: Path) -> None:
    assert "si giocano altre smazzate" in sentence_of(of_ones_own(tmp_path), "arrivo", "it").text
    assert "non vince nessuno" in sentence_of(of_ones_own(tmp_path, level=""), "arrivo", "it").text


def test_an_example_is_one_that_the_numbers_of_the_cards_have(tmp_path: Path) -> None:
    """If no card has the value of a three and a four together, no example is invented."""
    (tmp_path / "prova.regole").write_text(
        """variant prova of scopa
  title "Prova"

in article 1 of italian_deck replace valori_in_gioco
  valori_in_gioco: every rank has value, prime
    asso     1 16
    due      3 12
    tre      5 13
    quattro  7 14
    cinque   9 15
    sei     11 18
    sette   13 21
    fante   15 10
    cavallo 17 10
    re      19 10
""",
        encoding="utf-8",
    )
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    assert plain(sentence_of(game, "pari", "en").text) == (
        "The player may capture a card with another of the same value, or several cards that together make the value of the "
        "card played. If several captures are possible, the player chooses one."
    )


@pytest.mark.parametrize("name", shipped_in("fishing"))
def test_less_than_half_of_a_fishing_game_is_worded_by_hand(name: str) -> None:
    """Hand-written wordings serve style, and rules that only one game has."""
    for code in LANGUAGES:
        by_hand, every = counted(guide_of(game_of(name), code))
        assert 2 * by_hand < every, (code, by_hand, every)


@pytest.mark.sweep
@pytest.mark.parametrize("code", at_night(LANGUAGES, by_day=["fr"]))
@pytest.mark.parametrize("name", shipped())
def test_no_composed_sentence_has_a_slot_or_two_stops(name: str, code: str) -> None:
    texts = [plain(said.text) for said in told(guide_of(game_of(name), code)) if said.composed]
    assert [text for text in texts if re.search(r"[{}\[\]|]|\.\.|  | ,", text)] == []
