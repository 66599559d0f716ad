"""The parts of a game: its pack, players, places, memory, house rules and definitions, drawn at random."""

from __future__ import annotations

from tests.differential import themes
from tests.differential.draft import Draft

RANKS = (("asso", "A", "l'asso (m) / gli assi"), ("due", "2", "il due / i due"), ("tre", "3", "il tre / i tre"),
         ("quattro", "4", "il quattro / i quattro"))  # fmt: skip
SUITS = (("rosso", "R", "il rosso / i rossi"), ("nero", "N", "il nero / i neri"), ("verde", "V", "il verde / i verdi"))


SIZES = ((2, 2), (2, 2), (2, 3), (2, 3), (2, 3), (2, 4), (1, 4), (3, 2))
"""Numbers of suits and of ranks in a pack."""
FEW = ((2, 2), (2, 2), (2, 3))
"""The same numbers for a game with a theme."""


def pack(draft: Draft) -> None:
    draft.melds = draft.chance(0.06) and not draft.theme
    if draft.theme == themes.ONE_SUIT:
        draft.melds = True
    suits, ranks = (2, 3) if draft.melds else draft.random.choice(FEW if draft.theme else SIZES)
    if draft.theme == themes.ONE_SUIT:
        suits, ranks = 1, 4
    draft.words.suits = [name for name, _, _ in SUITS[:suits]]
    draft.words.ranks = [name for name, _, _ in RANKS[:ranks]]
    draft.words.measures = ["value", "punti"] if draft.chance(0.3) else ["value"]
    draft.pack.append("  pali: every card has a suit")
    draft.pack += [f'    {name} "{sign}" "{text}"' for name, sign, text in SUITS[:suits]]
    draft.pack.append(f"  figure: every card has a rank with {', '.join(draft.words.measures)}")
    for number, (name, sign, text) in enumerate(RANKS[:ranks]):
        values = [str(number + 1)] + [str(draft.random.randint(0, 3)) for _ in draft.words.measures[1:]]
        draft.pack.append(f'    {name} "{sign}" {" ".join(values)} "{text}"')
    draft.pack.append('  mazzo "mazzo": the pack has 1 of every rank and suit')
    if suits * ranks <= 7 and draft.likely(themes.BARE, 0.8 if draft.melds else 0.3):
        count = draft.random.randint(1, 2)
        setting = " with value 5" if draft.chance(0.3) else ""
        draft.pack.append(f'  matta: the pack has {count} cards matta "JK"{setting} "la matta / le matte"')
        draft.words.special.append("matta")
    if draft.melds:
        draft.pack += ["  selvaggia: matta may be read as any card"] if draft.words.special else []
        draft.pack += ["  asso_alto: asso may be read as value 4"] if draft.chance(0.6) or not draft.words.special else []


def people(draft: Draft) -> None:
    drawn = 0 if draft.melds else draft.random.random()
    if draft.theme:
        drawn = 0.8 if draft.theme in (themes.LEAVING, themes.COMPANY) else 0.7 * drawn
    if drawn < 0.65:
        draft.players, draft.counts = "2", (2,)
    elif drawn < 0.77:
        draft.players, draft.counts = "3", (3,)
    elif drawn < 0.94:
        draft.players, draft.counts = "2 to 3", (2, 3)
        draft.leaving = draft.likely(themes.LEAVING, 0.5) or draft.theme == themes.COMPANY
    else:
        draft.players, draft.counts = draft.random.choice([("4", (4,)), ("2 or 4", (2, 4)), ("3 or 4", (3, 4))])
    draft.pack.append(f"  giocatori: there are {draft.players} players")
    draft.pack.append("  senso: play runs anticlockwise")
    if 4 in draft.counts and draft.chance(0.6):
        draft.pack.append("  coppie: the sides are opposite players when number of players is 4")
        draft.pack.append("  soli: the sides are single players unless number of players is 4")
    else:
        draft.pack.append("  parti: the sides are single players")


def places(draft: Draft) -> None:
    draft.words.zones = {"stock": "table", "table": "table", "hand": "player", "won": "side"}
    draft.words.piles = ["stock"]
    draft.places += ['  pile stock "il mazzo"', '  zone table "la tavola"', '  zone hand of each player "la mano / le mani"',
                    '  zone won of each side "le prese (pl)"']  # fmt: skip
    if draft.melds:
        pattern = draft.one("alike in suit and s is consecutive in value", "alike in rank", "alike in suit", "distinct in rank")
        if draft.theme == themes.ONE_SUIT:
            pattern = draft.one("distinct in suit", "alike in suit and s is distinct in rank", pattern)
        draft.places += ['  family melds "il gioco / i giochi"', "  calati: everyone sees melds",
                         f"  gioco: s counts as gioco when number of s is at least 2 and s is {pattern}"]  # fmt: skip
        draft.words.families.append("melds")
    if draft.chance(0.15):
        draft.words.piles.append("scarti")
        draft.words.zones["scarti"] = "table"
        draft.places.append('  pile scarti "gli scarti (pl)"')
        draft.places.append(draft.one("  cima: everyone sees top of scarti", "  scoperti: everyone sees scarti"))
    draft.words.tops = draft.chance(0.15)
    if draft.chance(0.85):
        draft.places.append("  propria: each player sees hand")
    if draft.chance(0.85):
        draft.places.append("  tavola: everyone sees table")


def memory(draft: Draft) -> None:
    words = draft.words
    words.seats_differ = draft.chance(0.65) and draft.theme not in (themes.SEATS, themes.LEAVING)
    draft.words.counters["mani"] = "table"
    draft.words.lasting.append("mani")
    draft.places.append('  counter mani for the match "la mano giocata / le mani giocate"')
    for name, text in (("k", "il conto"), ("giri", "il giro / i giri")):
        if name == "k" or draft.chance(0.4):
            period = draft.one("hand", "hand", "hand", "turn", "match")
            draft.places.append(f'  counter {name} for the {period} "{text}"')
            words.counters[name] = "table"
            words.lasting += [name] if period == "match" else []
    for name, owner, text in (("n", "player", "il numero"), ("punti_di", "side", "il punto / i punti")):
        leaving = draft.leaving and owner == "side"
        if draft.likely(themes.SEATS, 0.45) or leaving:
            period = draft.one("hand", "hand", "match", "turn") if name == "n" else draft.one("match", "match", "hand")
            period = "match" if leaving else period
            draft.places.append(f'  counter {name} of each {owner} for the {period} "{text}"')
            words.counters[name] = owner
            words.lasting += [name] if period == "match" else []
    if draft.chance(0.3):
        owner = draft.one("table", "player", "side")
        whose = "" if owner == "table" else f" of each {owner}"
        period = draft.one("hand", "match", "turn")
        draft.places.append(f'  flag aperto{whose} for the {period} "ha aperto"')
        words.flags["aperto"] = owner
    if draft.chance(0.2):
        draft.places.append(f'  mark segnata for the {draft.one("turn", "hand", "hand")} "segnate"')
        words.marks.append("segnata")
    _references(draft)
    if draft.theme == themes.STARTS:
        _of_the_start(draft)


def _of_the_start(draft: Draft) -> None:
    """Write memory that is set at the start of the match."""
    words = draft.words
    draft.places += ['  flag detto for the match "detto"', '  counter volte for the match "la volta / le volte"',
                     '  reference avvio, a player, for the match "chi avvia"']  # fmt: skip
    words.flags["detto"] = "table"
    words.counters["volte"] = "table"
    words.references["avvio"] = ("player", "table")
    words.lasting += ["volte", "avvio"]


def _references(draft: Draft) -> None:
    words = draft.words
    if draft.likely(themes.DEFINITIONS, 0.45):
        period = draft.one("hand", "match", "match", "turn")
        likely = 0.6 if words.seats_differ or period == "match" else 0
        first = ", at first the last player" if draft.chance(likely) else ""
        draft.places.append(f'  reference capo, a player, for the {period} "il capo"{first}')
        words.references["capo"] = ("player", "table")
        words.lasting += ["capo"] if period == "match" else []
    if draft.chance(0.3) or not words.seats_differ:
        draft.places.append('  reference dealer, a player, for the match "il cartaro", at first the last player')
        words.references["dealer"] = ("player", "table")
    if draft.chance(0.25):
        period = draft.one("hand", "match")
        draft.places.append(f'  reference ultima, a side, for the {period} "l\'ultima parte"')
        words.references["ultima"] = ("side", "table")
    if draft.likely(themes.BARE, 0.25):
        period = draft.one("hand", "hand", "match", "turn")
        draft.places.append(f'  reference carta, a card, for the {period} "la carta vista"')
        words.references["carta"] = ("card", "table")
    if draft.chance(0.12):
        draft.places.append('  reference compagno of each player, a player, for the hand "il compagno"')
        words.references["compagno"] = ("player", "player")
    if draft.chance(0.12):
        draft.places.append('  reference seme, a suit, for the hand "il seme"')
        words.references["seme"] = ("symbol", "table")


HOUSE_RULES = {"modo": ["alto", "basso"], "giro": ["corto", "lungo"], "quanto": ["1", "2"]}


def options(draft: Draft) -> None:
    if draft.house_rules:
        for name, values in list(HOUSE_RULES.items())[: draft.house_rules]:
            draft.words.options[name] = values
            draft.places.append(f'  option {name} is {values[0]} among {", ".join(values)} because "così si gioca"')
        return
    if not draft.chance(0.2):
        return
    if draft.chance(0.5):
        draft.words.options["modo"] = ["alto", "basso"]
        draft.places.append('  option modo is alto among alto, basso because "così si gioca"')
    else:
        draft.words.options["quanto"] = ["1", "2"]
        draft.places.append('  option quanto is 1 among 1, 2 because "così si gioca"')


def definitions(draft: Draft) -> None:
    words = draft.words
    if draft.likely(themes.DEFINITIONS, 0.25):
        plain = draft.phrases(player=False)
        sentence = f"guidato means {plain.referring() if draft.theme and words.references else plain.truth(1)}"
        draft.places.append(f"  guida: {sentence}{draft.when(0.2, draft.phrases(player=False))}")
        if draft.chance(0.3):
            draft.places.append(
                f"  guida_altra{draft.one('', ' despite guida')}: guidato means {draft.phrases(player=False).truth(0)}"
            )
        words.truths.append("guidato")
    if draft.theme == themes.STARTS:
        mine = draft.one("hand is empty", "player is the last player", "number of won is at least 1", "player can keep")
        draft.places.append(f"  propria_di_chi: mia means {mine}")
        words.truths.append("mia")
    if draft.chance(0.25):
        inner = draft.phrases(player=False).binding(("d", "card"))
        draft.places.append(f"  scure: d counts as scura when {inner.about_card('d', 0)}")
        if draft.chance(0.5):
            reported = f"d does not count as scura when {inner.about_card('d', 0)}"
            draft.places.append(f"  chiare despite scure: {reported}")
            if draft.chance(0.5):
                draft.places.append(f"  ancora_scure despite chiare: d counts as scura when {inner.about_card('d', 0)}")
        words.kinds.append("scura")
    if draft.chance(0.35):
        _chained(draft, "valore", "number", draft.one("", "card", "cards"))
    if draft.chance(0.3):
        _chained(draft, "primo", "player", "")


def _chained(draft: Draft, function: str, value: str, argument: str) -> None:
    """Write a definition in one to three clauses; mostly the later clauses are `despite` the earlier ones."""
    plain = draft.phrases(player=False)
    inner = plain.binding(("d", argument)) if argument else plain
    head = f"{function} of d" if argument else function

    def value_told() -> str:
        if value == "number":
            return inner.number(1)
        return plain.person(1) if draft.chance(0.7) else plain.best()

    before: list[str] = []
    for number in range(draft.random.randint(1, 3)):
        name = f"{function}_{number}"
        despite = f" despite {before[-1]}" if before and draft.chance(0.85) else ""
        case = "" if not before and draft.chance(0.85) else f" when {inner.truth(1)}"
        about = {"card": "value of d", "cards": "number of d", "": ""}[argument]
        value_text = f"({value_told()} + {about})" if about and (not before or draft.chance(0.5)) else value_told()
        draft.places.append(f"  {name}{despite}: {head} is {value_text}{case}")
        before.append(name)
    draft.words.functions[function] = (argument, value)
