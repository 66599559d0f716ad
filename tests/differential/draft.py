"""A game under construction: the lines of its articles, its words, and the source of chance from which it is made."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from tests.differential.phrases import Phrases, Vocabulary

CLAUSE = re.compile(r"  \w+(?: despite \w+)?: .*")
UNDER = 0.4
"""How often a clause applies only under a value of a house rule, in a game meant to have several."""


@dataclass
class Draft:
    """A game under construction: the lines of its articles, and its words."""

    random: Random
    words: Vocabulary = field(default_factory=Vocabulary)
    pack: list[str] = field(default_factory=list[str])
    places: list[str] = field(default_factory=list[str])
    deal: list[str] = field(default_factory=list[str])
    acts: list[str] = field(default_factory=list[str])
    steps: list[str] = field(default_factory=list[str])
    rules: list[str] = field(default_factory=list[str])
    players: str = "2"
    counts: tuple[int, ...] = (2,)
    melds: bool = False
    leaving: bool = False
    theme: str = ""
    """The subject of the game, or none: see `themes`."""
    names: int = 0
    house_rules: int = 0
    """The number of house rules that the game should have; some of its clauses apply only under their values. If it is 0,
    chance decides.
    """

    def chance(self, probability: float) -> bool:
        """Return True with a given probability."""
        return self.random.random() < probability

    def likely(self, theme: str, probability: float) -> bool:
        """Return True with a given probability, or always if a theme requires it."""
        return self.chance(probability) or self.theme == theme

    def name(self, stem: str) -> str:
        """Return a clause name that is not in use."""
        self.names += 1
        return f"{stem}{self.names}"

    def phrases(self, *, player: bool = True, abilities: bool = False) -> Phrases:
        return Phrases(self.random, self.words, player=player, abilities=abilities)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def when(self, probability: float, phrases: Phrases | None = None) -> str:
        """A condition, or none."""
        if not self.chance(probability):
            return ""
        reported = (phrases or self.phrases()).truth(1)
        return f" {self.one('when', 'when', 'unless')} {reported}"

    @property
    def seat(self) -> str:
        """Return a player who need not be in a particular seat, if the rules treat all seats alike."""
        return "the last player" if self.words.seats_differ else "dealer"

    def rule(self, stem: str, sentence: str, despite: str = "") -> str:
        """A clause; its name."""
        name = self.name(stem)
        self.words.clauses.append(name)
        yields = f" despite {despite}" if despite else ""
        self.rules.append(f"  {name}{yields}: {sentence}")
        return name

    def perhaps(self, stem: str, sentence: str) -> None:
        """Write a clause; it applies only under one value of an option if there is an option and chance decides so."""
        options = list(self.words.options.items())
        if options and self.chance(0.6):
            option, values = options[0]
            self.rules.append(f"  under {option} is {self.random.choice(values)}")
            self.rules.append(f"    {self.name(stem)}: {sentence}")
        else:
            self.rule(stem, sentence)

    def put_under_options(self) -> None:
        """Make some of the clauses depend on values of the house rules."""
        options, lines, free = list(self.words.options.items()), list[str](), True
        for line in self.rules:
            if free and CLAUSE.fullmatch(line) and self.chance(UNDER):
                option, values = self.random.choice(options)
                lines += [f"  under {option} is {self.random.choice(values)}", f"  {line}"]
            else:
                lines.append(line)
            free = not line.startswith("  under ")
        self.rules = lines

    def text(self, title: str) -> str:
        lines = [f"game {title}", f'  title "{title}"', '  source T "Home" covers T1 to T3', ""]
        lines += ['article 1 "Pack" (T1)', *self.pack, "", 'article 2 "Places" (T2)', *self.places, ""]
        lines += ['article 3 "Course" (T3)', "  at the start of the hand", *self.deal, *self.acts, *self.steps, *self.rules]
        return "\n".join(lines) + "\n"
