"""What is said at the table, in the languages of play."""

from __future__ import annotations

from typing import Literal

Language = Literal["it", "en", "fr"]
LANGUAGES: tuple[Language, ...] = ("it", "en", "fr")

_SAID: dict[str, tuple[str, str, str]] = {
    "seed": ("seme del caso {n}", "seed {n}", "graine du hasard {n}"),
    "seat": ("posto {n}", "seat {n}", "place {n}"),
    "side": ("parte {n}", "side {n}", "camp {n}"),
    "unseen": ("{n} coperte", "{n} unseen", "{n} cachées"),
    "end turn": ("finire il turno", "end the turn", "finir le tour"),
    "help": (
        "un numero sceglie la mossa, o la si scrive (`{example}`); `!` chiama l'arbitro; `q` lascia il tavolo; `?` dice questo",
        "a number chooses a move, or write it (`{example}`); `!` calls the arbiter; `q` leaves the table; `?` shows this",
        "un numéro choisit le coup, ou écrivez-le (`{example}`) ; `!` appelle l'arbitre ; `q` quitte la table ; `?` dit ceci",
    ),
    "no move": ("`{x}` non è una mossa", "`{x}` is no move", "`{x}` n'est pas un coup"),
    "not possible": ("qui non si può: {x}", "not possible here: {x}", "impossible ici : {x}"),
    "taken back": ("la mossa è ritirata", "the move is taken back", "le coup est repris"),
    "arbiter": ("l'arbitro può rilevare:", "the arbiter can enter:", "l'arbitre peut constater :"),
    "the arbiter": ("arbitro", "arbiter", "arbitre"),
    "nothing to enter": ("qui non c'è nulla da rilevare", "there is nothing to enter here", "il n'y a rien à constater ici"),
    "unnoticed": (
        "nessuno se ne accorge fino alla prossima carta",
        "unnoticed until the next card",
        "inaperçu jusqu'à la prochaine carte",
    ),
    "article": ("articolo {n}", "article {n}", "article {n}"),
    "back": ("un numero, o invio per tornare", "a number, or return to go back", "un numéro, ou entrée pour revenir"),
    "which card": ("quale carta? (per esempio {x})", "which card? (such as {x})", "quelle carte ? (par exemple {x})"),
    "which number": ("quale posto o parte?", "which seat or side?", "quelle place ou quel camp ?"),
    "left": ("il tavolo è lasciato", "the table is left", "la table est quittée"),
    "kept": ("quel che si è giocato è in {x}", "what was played is in {x}", "ce qui a été joué est dans {x}"),
    "again": (
        "con lo stesso seme si danno le stesse carte",
        "the seed deals the same cards again",
        "la même graine redonne les mêmes cartes",
    ),
    "hand": ("mano {n}", "hand {n}", "manche {n}"),
    "void": ("mano {n}: nulla", "hand {n}: void", "manche {n} : nulle"),
    "points": ("punti", "points", "points"),
    "won by": ("vince {x}", "{x} wins", "{x} gagne"),
    "won by nobody": ("non vince nessuno", "nobody wins", "personne ne gagne"),
}


def talk(key: str, language: str, **slots: object) -> str:
    """A text in a language."""
    texts = dict(zip(LANGUAGES, _SAID[key], strict=True))
    return next((text for code, text in texts.items() if code == language), texts["en"]).format(**slots)
