"""A game in the making: the lines of its articles, its words, and the source of chance that it is made with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from tests.differential.phrases import Phrases, Vocabulary

CLAUSE = re.compile(r"  \w+(?: despite \w+)?: .*")
UNDER = 0.4
"""How often a clause stands under a value of a house rule, in a game that is to have several."""


@dataclass
class Draft:
    """A game in the making: the lines of its articles, and its words."""

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
    """What the game is to be about, if anything: see `themes`."""
    names: int = 0
    house_rules: int = 0
    """The number of house rules that it is to have, under whose values some of its clauses stand; 0 if chance decides."""

    def chance(self, probability: float) -> bool:
        """Whether something is to be so."""
        return self.random.random() < probability

    def likely(self, theme: str, probability: float) -> bool:
        """Return True with a probability, and always if a theme wants it."""
        return self.chance(probability) or self.theme == theme

    def name(self, stem: str) -> str:
        """A clause's name that is not in use."""
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
        """Return a player who is not a particular one, if the rules treat all seats alike."""
        return "the last player" if self.words.seats_differ else "dealer"

    def rule(self, stem: str, sentence: str, despite: str = "") -> str:
        """A clause; its name."""
        name = self.name(stem)
        self.words.clauses.append(name)
        yields = f" despite {despite}" if despite else ""
        self.rules.append(f"  {name}{yields}: {sentence}")
        return name

    def perhaps(self, stem: str, sentence: str) -> None:
        """Return a clause that is under one value of an option only, if there is an option and chance decides so."""
        options = list(self.words.options.items())
        if options and self.chance(0.6):
            option, values = options[0]
            self.rules.append(f"  under {option} is {self.random.choice(values)}")
            self.rules.append(f"    {self.name(stem)}: {sentence}")
        else:
            self.rule(stem, sentence)

    def put_under_options(self) -> None:
        """Put some of the clauses under values of the house rules."""
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
