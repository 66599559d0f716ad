"""Random claims of every form about a generated game, and a selection of those worth a proof.

Many claims are made and first put to the oracle. Most of the selected claims are of two kinds: claims that few states break,
because an unsound proof easily overlooks these states, and claims that no state breaks, because they can be proved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from tests.differential import families, themes
from tests.differential.draft import Draft
from tests.differential.phrases import Phrases

MADE = 36
TAKEN = 8
RARE = 0.25
REMEMBERED = 0.2
"""The greatest number of declarations of memory in an annex."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: its settings, and its line, in which the number of an extreme is written `{value}`."""

    name: str
    under: str
    line: str
    value: int | None = None

    def text(self) -> str:
        lines = [f'claim {self.name} "{self.name}"', *([f"  {self.under}"] if self.under else [])]
        return "\n".join([*lines, f"  {self.line.replace('{value}', str(self.value or 0))}"])

    def valued(self, value: int) -> Claim:
        return replace(self, value=value)


def annex(title: str, memory: tuple[str, ...], claims: list[Claim]) -> str:
    """Return the text of an annex with some claims and with the memory that it declares for them."""
    return "\n".join([f"annex prove of {title}", '  title "Prove"', *memory, *(claim.text() for claim in claims)]) + "\n"


def make(draft: Draft, seed: str) -> tuple[list[Claim], tuple[str, ...]]:
    """Return claims about a game, and the lines of the memory that its annex declares for them, if any."""
    random = Random(f"claims {seed}")
    memory = _memory(draft, random) if random.random() < REMEMBERED else ()
    return [Claim(f"c{number}", _under(draft, random), _line(draft, random)) for number in range(MADE)], memory


def _memory(draft: Draft, random: Random) -> tuple[str, ...]:
    """Return the lines of a counter that no rule reads, and add the counter to the words of the game."""
    act, reported = random.choice(list(draft.words.acts)), Phrases(random, draft.words)
    lines = (
        'article memoria "La memoria delle prove"',
        '  counter viste for the hand "la volta / le volte"',
        f"  conta_viste: after a {act} when {reported.truth(0)}, add 1 to viste",
        *(["  prime_viste: at the start of the hand, viste becomes 1"] if random.random() < 0.5 else []),
    )
    draft.words.counters["viste"] = "table"
    return lines


def _under(draft: Draft, random: Random) -> str:
    if draft.theme == themes.LEAVING and random.random() < 0.6:
        return f"under players is {draft.counts[-1]}"
    ways = [""] * 8
    for option, values in draft.words.options.items():
        ways += [f"under every {option}", f"under {option} is {random.choice(values)}"]
    if len(draft.counts) > 1:
        ways += [
            "under every players",
            f"under players is {' or '.join(map(str, draft.counts))}",
            f"under players is {draft.counts[-1]}",
        ]
    return random.choice(ways)


def _line(draft: Draft, random: Random) -> str:
    plain = Phrases(random, draft.words, player=False)
    whose = Phrases(random, draft.words, player=True, abilities=True)
    settled = whose if random.random() < 0.5 else plain
    act = random.choice(list(draft.words.acts))
    bound = [(name, kind) for _, name, kind in draft.words.acts[act] if kind in ("card", "cards", "player")]
    during = Phrases(random, draft.words, player=True).binding(*bound)
    edge = random.choice(("start", "count"))
    forms: tuple[tuple[float, Callable[[], str]], ...] = (
        (5, lambda: f"always {settled.truth(2)}"),
        (3, lambda: f"never {settled.truth(2)}"),
        (3, lambda: f"at the start of every hand, {plain.truth(2)}"),
        (4, lambda: f"at the end of every hand, {plain.truth(2)}"),
        (2, lambda: f"at the count of every hand, {plain.truth(2)}"),
        (1, lambda: f"at the start of every turn, {settled.truth(1)}"),
        (1, lambda: f"at the end of every turn, {settled.truth(1)}"),
        (2, lambda: f"before every {act}, {during.truth(1)}"),
        (3, lambda: f"after every {act}, {during.truth(1)}"),
        (4, lambda: f"it can happen {settled.truth(2)}"),
        (2, lambda: f"it can happen after a {act}, {during.truth(1)}"),
        (2, lambda: f"{random.choice(('greatest', 'least'))} {_amount(draft, plain)} at the end of the hand is {{value}}"),
        (1, lambda: f"{random.choice(('greatest', 'least'))} {_amount(draft, plain)} at the {edge} of the hand is {{value}}"),
    )  # fmt: skip
    if draft.theme in families.COURSES and random.random() < 0.5:
        return families.phrase(draft.theme, random, plain, whose)
    about = themes.phrase_of_theme(draft.theme, plain, whose)
    if about is not None and random.random() < 0.5:
        return about()
    return random.choices([form for _, form in forms], [weight for weight, _ in forms])[0]()


def _amount(draft: Draft, phrases: Phrases) -> str:
    if phrases.random.random() < 0.3:
        return phrases.random.choice(["number of won of side", *(["score of side"] if draft.words.scores else [])])
    return phrases.number(1)


def chosen(candidates: list[tuple[Claim, int, int]], seed: str) -> list[Claim]:
    """Return some of the claims that were made, given how many states were tested for each and how many of them break it."""
    random = Random(f"choice {seed}")
    order = random.sample(candidates, len(candidates))
    spoken = [c for c in order if c[2]]
    rare = sorted((c for c in spoken if 0 < c[1] <= RARE * c[2]), key=lambda c: c[1] / c[2])[:4]
    true = [c for c in spoken if not c[1]][:3]
    first = [*rare, *true]
    rest = [c for c in order if c not in first][: TAKEN - len(first)]
    taken = {claim.name for claim, _, _ in (*first, *rest)}
    return [claim for claim, _, _ in candidates if claim.name in taken]
