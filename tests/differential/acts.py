"""What players and the arbiter can do: acts, the steps of a turn, permissions and prohibitions, and the arbiter's findings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.differential.draft import Draft
from tests.differential.effects import simply
from tests.differential.themes import NUMBERS, UNSEEN

Parameters = tuple[tuple[str, str, str], ...]
"""The preposition, the name and the type of each parameter."""
CARD: Parameters = (("", "card", "card"),)
BOUND = ("card", "cards", "player")


@dataclass(frozen=True, slots=True)
class Act:
    """The text of an act, without its effects: its wording, its parameters and their domains."""

    head: str
    says: str
    parameters: Parameters = ()
    domains: tuple[str, ...] = ()


KEEP = Act("keep card", "tenere {card}", CARD, ("card is one of hand",))
LAY = Act("lay card", "calare {card}", CARD, ("card is one of hand",))
TAKE = Act(
    "take taken with card",
    "prendere {taken} con {card}",
    (("", "taken", "cards"), ("with", "card", "card")),
    ("card is one of hand", "taken is some of table"),
)
IDLE = Act("idle", "aspettare")
DRAW = Act("pesca", "pescare")
LOOK = Act("vede card", "vedere {card}", CARD, ("card is one of table",))
COUNT = Act("conta", "contare")
CHOOSE = Act("sceglie altro", "scegliere {altro}", (("", "altro", "player"),), ("altro is one of players",))
SAY = Act("dice cosa", "dire {cosa}", (("", "cosa", "answer"),), ("cosa is either yes or no",))
GIVE = Act(
    "dona card to altro",
    "donare {card} a {altro}",
    (*CARD, ("to", "altro", "player")),
    ("card is one of hand", "altro is one of players"),
)
SHOW = Act("mostra card", "mostrare {card}", CARD, ("card is one of hand",))
SWAP = Act(
    "scambia card for altra",
    "scambiare {card} e {altra}",
    (*CARD, ("for", "altra", "card")),
    ("card is one of hand", "altra is one of table"),
)
DRAWN = Act(
    "ruba tolta from altro",
    "rubare {tolta} a {altro}",
    (("from", "altro", "player"),),
    ("altro is one of players", "tolta is one of hand of altro, unseen"),
)
"""No condition mentions the card, because it is chosen unseen."""
OFFER = Act("offre cifra", "offrire {cifra}", (("", "cifra", "number"),))
CALL = Act("chiama seme", "chiamare {seme}", (("", "seme", "suit"),), ("seme is one of suit",))
EXPOSED = Act(
    "scoperta vista from chi",
    "{chi} ha scoperto {vista}",
    (("", "vista", "card"), ("from", "chi", "player")),
    ("chi is one of players", "vista is one of hand of chi"),
)
MELD = Act("meld group", "calare {group}", (("", "group", "group"),), ("group is some of hand, read freely",))
ATTACH = Act(
    "attach card to place",
    "attaccare {card} a {place}",
    (*CARD, ("to", "place", "group")),
    ("card is one of hand, read freely", "place is one of melds"),
)
REPLACE = Act(
    "sostituisce card for presa in place",
    "sostituire {presa} in {place} con {card}",
    (*CARD, ("for", "presa", "card"), ("in", "place", "group")),
    ("card is one of hand", "place is one of melds", "presa is one of place"),
)
VOID = Act("nulla", "la mano è nulla")


def acts(draft: Draft) -> None:
    """The acts of a game and the steps of its turn."""
    played = [_keep(draft)]
    if draft.chance(0.25):
        played.append(declare(draft, LAY, "move card to table"))
        _permit(draft, "lay", 0.5)
    if any("to table" in line for line in draft.deal) and draft.chance(0.3):
        played.append(declare(draft, TAKE, "move card, taken to won"))
        _permit(draft, "take", 0.7)
    if draft.chance(0.15):
        played.append(declare(draft, IDLE, "nothing"))
        _permit(draft, "idle", 0.8)
    draft.steps.append(f"  gioca: in a turn the player must {' or '.join(played)}")
    if draft.chance(0.4):
        for _ in range(draft.random.choice([1, 1, 1, 2])):
            _further(draft)
    if draft.melds:
        _melds(draft)
    if draft.theme == UNSEEN:
        _robs(draft)
    if draft.theme == NUMBERS:
        _offers(draft)
    if draft.chance(0.4 if len(draft.steps) > 1 else 0.15):
        few = draft.random.randint(0, 2)
        reported = draft.one(
            f"number of hand is more than {few}", f"number of table is more than {few}", draft.phrases().truth(1)
        )
        draft.rule("obbligo", f"the turn may not end while {reported}")
    if draft.chance(0.15):
        _finding(draft)


def declare(draft: Draft, act: Act, *effects: str, kind: str = "act") -> str:
    """Write an act into a game; return its name."""
    name = act.head.split()[0]
    draft.acts += [f"  {kind} {act.head}", f'    says "{act.says}"', *(f"    {line}" for line in (*act.domains, *effects))]
    draft.words.acts[name] = list(act.parameters)
    return name


def _keep(draft: Draft) -> str:
    to = draft.one("won", "won", "won", "table")
    if "scarti" in draft.words.piles and draft.chance(0.5):
        to = "scarti"
    declare(draft, KEEP, f"move card to {to}")
    if draft.chance(0.7):
        draft.words.permissions["keep"] = [draft.rule("tiene", "the player may keep")]
    else:
        _permit(draft, "keep", 0.8)
    return "keep"


def _permit(draft: Draft, act: str, conditional: float) -> None:
    """One or two permissions, and perhaps a prohibition and an exemption from it."""
    bound = [(name, kind) for _, name, kind in draft.words.acts[act] if kind in BOUND]
    reported = draft.phrases().binding(*bound)
    able = draft.phrases(abilities=bool(draft.words.permissions)).binding(*bound)

    def case() -> str:
        cards = [name for name, kind in bound if kind == "card"]
        if cards and draft.chance(0.5):
            return reported.about_card(cards[0], 0)
        if any(name == "taken" for name, _ in bound) and draft.chance(0.5):
            return "total value of taken = value of card"
        return able.truth(1)

    first = draft.rule("lecito", f"the player may {act}{f' when {case()}' if draft.chance(conditional) else ''}")
    permissions = [first]
    if draft.chance(0.3):
        permissions.append(draft.rule("lecito", f"the player may {act} when {case()}"))
    draft.words.permissions[act] = permissions
    if draft.chance(0.35):
        bars = draft.random.choice(permissions)
        bar = draft.rule("vieta", f"the player may not {act} when {case()}", bars)
        if draft.chance(0.4):
            draft.rule("salvo", f"the player may {act} when {case()}", bar)


def _melds(draft: Draft) -> None:
    """Let groups of cards be laid on the table, and cards be added to them."""
    acts = [declare(draft, MELD, "form new melds from group")]
    draft.rule("cala", f"the player may meld when group is gioco{draft.one('', '', ' and number of hand is more than 1')}")
    if draft.chance(0.6):
        acts.append(declare(draft, ATTACH, "move card to place"))
        draft.rule("attacca", "the player may attach when place + card is gioco")
    if draft.words.special and draft.chance(0.5):
        acts.append(declare(draft, REPLACE, "exchange card and presa"))
        draft.rule("cambia", "the player may sostituisce when presa is matta and presa is read as card")
    often = " as often as wished" if draft.chance(0.7) else ""
    draft.steps.append(f"  {draft.name('passo')}: in a turn, before gioca, player may {' or '.join(acts)}{often}")


# ---------------------------------------------------------------------------------------------- further steps


def _further(draft: Draft) -> None:
    """Add another step to the turn, before or after the main one, perhaps for another player."""
    makers = {"pesca": _draws, "vede": _looks, "conta": _counts, "sceglie": _chooses, "dice": _says, "dona": _gives,
              "mostra": _shows, "scambia": _swaps}  # fmt: skip
    name = draft.random.choice([n for n in makers if n not in draft.words.acts])
    makers[name](draft)
    where = draft.one("before", "before", "after")
    must = "may" if name in ("dona", "scambia") else draft.one("may", "may", "must")
    who = "player"
    if name != "pesca" and draft.chance(0.3):
        who = draft.one("the player after player", "the player before player", draft.seat)
    often = " as often as wished" if name in ("conta", "scambia", "dona") and must == "may" and draft.chance(0.4) else ""
    draft.steps.append(f"  {draft.name('passo')}: in a turn, {where} gioca, {who} {must} {name}{often}{draft.when(0.25)}")


def _draws(draft: Draft) -> None:
    declare(draft, DRAW, draft.one("move top of stock to hand", "deal 1 from stock to hand of player"))
    draft.words.permissions["pesca"] = [draft.rule("pescano", "the player may pesca when stock is not empty")]


def _looks(draft: Draft) -> None:
    words = draft.words
    effect = "mark card as segnata" if words.marks else "carta becomes card" if "carta" in words.references else "nothing"
    declare(draft, LOOK, effect)
    _permit(draft, "vede", 0.4)


def _counts(draft: Draft) -> None:
    declare(draft, COUNT, simply(draft))
    _permit(draft, "conta", 0.7)


def _chooses(draft: Draft) -> None:
    own = "add 1 to n of altro" if draft.words.counters.get("n") == "player" else "nothing"
    declare(draft, CHOOSE, "capo becomes altro" if "capo" in draft.words.references else own)
    _permit(draft, "sceglie", 0.6)


def _says(draft: Draft) -> None:
    declare(draft, SAY, simply(draft))
    _permit(draft, "dice", 0.5)


def _gives(draft: Draft) -> None:
    declare(draft, GIVE, "move card to hand of altro")
    _permit(draft, "dona", 0.8)


def _shows(draft: Draft) -> None:
    declare(draft, SHOW, "show card")
    _permit(draft, "mostra", 0.5)


def _swaps(draft: Draft) -> None:
    declare(draft, SWAP, *draft.random.choice([("move card to table", "move altra to hand"), ("exchange card and altra",)]))
    _permit(draft, "scambia", 0.6)


def _robs(draft: Draft) -> None:
    """A step in which a card is taken unseen."""
    declare(draft, DRAWN, f"move tolta to {draft.one('hand', 'table', 'won')}")
    _permit(draft, "ruba", 0.6)
    where, must = draft.one("before", "after"), draft.one("may", "may", "must")
    draft.steps.append(f"  {draft.name('passo')}: in a turn, {where} gioca, player {must} ruba{draft.when(0.25)}")


def _offers(draft: Draft) -> None:
    """A step in which a number or a suit is named, and a prohibition of several acts."""
    plain = draft.phrases()
    low = draft.one("0", "1", "number of table", f"({plain.number(0)} - 1)")
    high = draft.one("2", "3", "number of hand + 1", f"({plain.number(0)} + 1)", "number of stock")
    mine = [name for name, owner in draft.words.counters.items() if owner == "table" and name != "mani"]
    said = f"{draft.random.choice(mine)} becomes cifra" if mine else "nothing"
    name = declare(draft, replace(OFFER, domains=(f"cifra is a number from {low} to {high}",)), said)
    case = draft.one("", f" when cifra is not {draft.random.randint(0, 2)}", f" when {plain.truth(0)}")
    offers = draft.rule("offerta", f"the player may {name}{case}")
    draft.words.permissions[name] = [offers]
    declare(draft, CALL, simply(draft))
    calls = draft.rule("chiamata", f"the player may chiama{draft.one('', ' when some q in hand has suit seme')}")
    draft.words.permissions["chiama"] = [calls]
    if draft.chance(0.6):
        barred = draft.one(f"{offers}, {calls}", f"{calls}, {draft.words.permissions['keep'][0]}")
        acts = "offre or chiama" if barred.startswith(offers) else "chiama or keep"
        draft.rule("vietati", f"the player may not {acts} when {plain.truth(1)}", barred)
    where, must = draft.one("before", "after"), draft.one("may", "may", "must")
    draft.steps.append(f"  {draft.name('passo')}: in a turn, {where} gioca, player {must} offre or chiama{draft.when(0.25)}")


def _finding(draft: Draft) -> None:
    if draft.chance(0.6):
        declare(draft, EXPOSED, "move vista to table", kind="finding")
    else:
        declare(draft, VOID, draft.one("void the hand", "end the hand", simply(draft)), kind="finding")


__all__ = ["BOUND", "CARD", "Act", "acts", "declare"]
