"""A game in the making: the lines of its articles, its words, and the source of chance that it is made with."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.differential.phrases import Phrases, Vocabulary


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

    def chance(self, probability: float) -> bool:
        """Whether something is to be so."""
        return self.random.random() < probability

    def likely(self, theme: str, probability: float) -> bool:
        """Whether something is to be so: with a probability, and surely where a theme wants it."""
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
        """A player who is no particular one, where the rules treat all seats alike."""
        return "the last player" if self.words.seats_differ else "dealer"

    def rule(self, stem: str, sentence: str, despite: str = "") -> str:
        """A clause; its name."""
        name = self.name(stem)
        self.words.clauses.append(name)
        yields = f" despite {despite}" if despite else ""
        self.rules.append(f"  {name}{yields}: {sentence}")
        return name

    def perhaps(self, stem: str, sentence: str) -> None:
        """A clause, which stands under one value of an option only, where there is one and chance will have it so."""
        options = list(self.words.options.items())
        if options and self.chance(0.6):
            option, values = options[0]
            self.rules.append(f"  under {option} is {self.random.choice(values)}")
            self.rules.append(f"    {self.name(stem)}: {sentence}")
        else:
            self.rule(stem, sentence)

    def text(self, title: str) -> str:
        lines = [f"game {title}", f'  title "{title}"', '  source T "Home" covers T1 to T3', ""]
        lines += ['article 1 "Pack" (T1)', *self.pack, "", 'article 2 "Places" (T2)', *self.places, ""]
        lines += ['article 3 "Course" (T3)', "  at the start of the hand", *self.deal, *self.acts, *self.steps, *self.rules]
        return "\n".join(lines) + "\n"
