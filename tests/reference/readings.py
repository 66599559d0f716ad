"""The answers of each reading about the game of a page, as values: the results of the page's sections, and the disagreements.

The interpreter decides the examples. The other readings, the engine and the encoder, are compared with it at the positions that
the examples pass through: on each check (an act of a variant that is permitted if the check holds), on each legal move, and on
the state after the move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from tests.engine.side_by_side import SideBySide, move_of
from tests.reference.pages import (
    FRENCH,
    ITALIAN,
    PRINT,
    VERDICTS,
    Block,
    Page,
    PageGame,
    Part,
    Results,
    Section,
    game_of,
    parts_in,
)
from tests.verify.material import is_legal, leads_alike, truth_in

from cartaro_engine import Engine, HandChance, Lowered, Machine, Module, NotLowered, lower
from cartaro_grammar import Diagnostic, Game, expected_at, load_texts, parts, render, same_rules, shipped_folder
from cartaro_grammar import game as g
from cartaro_grammar.completion import USER_TOKENS
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.lark_parser import terminal_pattern
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.source import Source, Span
from cartaro_grammar.translation import format_in_language
from cartaro_interpreter import (
    PHASE,
    PHASE_TURN,
    STEP,
    Choice,
    Play,
    Rules,
    State,
    compile_game,
    legal,
    run_example,
    run_examples,
)
from cartaro_interpreter.play.turn import permitted
from cartaro_interpreter.state.state import END_OF_TURN, Move
from cartaro_rulebook.prose.clauses import (
    ArticleProse,
    ClauseProse,
    TurnCourse,
    articles_in,
    claim_prose,
    declarations_of,
    scope_for,
)
from cartaro_rulebook.words.nouns import plain
from cartaro_verify import verify
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.play.table import HistoryTable

MOST_MOVES, MOST_LED = 4, 1
"""How many legal moves of a position the engine plays, and how many the prover plays."""
PRINTED = ("en", "it", "fr")

SILENT = ("a", "an", "the")

MachineOf = Callable[[Module], Machine]


@cache
def libraries() -> dict[str, str]:
    """Return the texts of the shipped libraries, by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("lib/*.regole"))}


def name_of(text: str) -> str:
    return next(line.split()[1] for line in text.split("\n") if line.startswith("game "))


@dataclass(frozen=True, slots=True)
class Played:
    """A page with its game: as text, checked, and compiled."""

    page: Page
    of: PageGame
    frame: str
    game: Game

    @property
    def file(self) -> str:
        return f"{self.game.name}.regole"


def played(page: Page, frame: str) -> Played | str:
    """Return the game of a page, or its errors in words, each with its line on the page."""
    of = game_of(page, frame)
    game, found = _loaded(of.text)
    if game is None:
        return "\n\n".join(_shown(one, of) for one in found if one.severity == "error")
    return Played(page, of, frame, game)


def _loaded(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    file = f"{name_of(text)}.regole"
    return load_texts({**libraries(), file: text}, file)


def _shown(found: Diagnostic, of: PageGame) -> str:
    line = of.page_line(found.primary.span.line) if found.primary else 0
    return f"line {line}: {render(found)}"


# ----------------------------------------------------------------------------------------- results


def results(of: Played) -> dict[int, Results]:
    """Return the results that each section with rules or mistakes should have, by the line of its heading."""
    formatted = dict(zip(of.of.parts, parts_in(_in_form(of, ""), of.of), strict=True))
    other = {
        title: dict(zip(of.of.parts, parts_in(_in_language(of, code), of.of), strict=True))
        for title, code in ((ITALIAN, "it"), (FRENCH, "fr"))
    }
    printed = {code: _Printed(of, code) for code in PRINTED}
    found: dict[int, Results] = {}
    for section in of.page.sections:
        if not section.rules and not section.mistakes:
            continue
        own = [part for part in of.of.parts if part.block in section.rules]
        rules = tuple("\n\n".join(formatted[p] for p in own if p.block is block) or block.text for block in section.rules)
        articles = [part for part in own if part.is_article]
        claims = [claim for claim in of.game.claims if _is_in(claim.span, section, of.of)]
        below: dict[str, str] = {}
        for title, texts in other.items():
            if articles:
                below[title] = "\n\n".join(texts[part] for part in articles)
        sentences = [printed[code].lines(articles, claims) for code in PRINTED]
        if sentences[0]:
            below[PRINT] = "\n\n".join(map(_in_three_languages, zip_longest(*sentences, fillvalue="")))
        if claims:
            below[VERDICTS] = "\n".join(f"{claim.name}: {_verdict(of.game, claim.name)}" for claim in claims)
        found[section.line] = Results(rules, below, tuple(_message(of, block) for block in section.mistakes))
    return found


def _in_three_languages(lines: tuple[str, ...]) -> str:
    return "\n".join(f"{code}  {line}".rstrip() for code, line in zip(PRINTED, lines, strict=True))


class _Printed:
    """Yield the sentences of the rulebook about a page's game, in one language."""

    def __init__(self, of: Played, code: str) -> None:
        self.of = of
        self.scope = scope_for(of.game, code)
        self.articles = {article.number: article for article in articles_in(self.scope)}
        self.declared = {article.number: article for article in of.game.ruleset.articles}

    def lines(self, articles: list[Part], claims: list[g.Claim]) -> list[str]:
        """Return the sentences of the page's articles: first declarations and clauses, then claims."""
        found: list[str] = []
        for part in articles:
            number = self.of.of.text.split("\n")[part.first - 1].split()[1]
            found += [plain(one.text) for one in declarations_of(self.declared[number], self.scope)]
            found += _sentences(self.articles[number])
        return found + [plain(line) for claim in claims for line in claim_prose(claim, self.scope).lines]


def _verdict(game: Game, claim: str) -> str:
    return ", ".join(found.verdict for found in verify(game, only=claim))


def _in_form(of: Played, language: str) -> str:
    written = format_source(Source(of.file, of.of.text), language or None)
    assert isinstance(written, str), written
    return written


@cache
def _written_in(file: str, text: str, language: str) -> str:
    written = format_in_language(Source(file, text), language, {**libraries(), file: text})
    assert isinstance(written, str), written
    return written


def _in_language(of: Played, language: str) -> str:
    return _written_in(of.file, of.of.text, language)


def _sentences(article: ArticleProse) -> Iterator[str]:
    for item in article.items:
        match item:
            case TurnCourse(heading, clauses):
                yield plain(heading)
                for number, clause in enumerate(clauses, 1):
                    yield from (f"{number}. {line}" for line in _lines(clause))
            case ClauseProse():
                yield from _lines(item)


def _lines(clause: ClauseProse) -> list[str]:
    return [plain(line) for line in clause.lines]


def _is_in(span: Span, section: Section, of: PageGame) -> bool:
    line = of.page_line(span.line) if span.source.name == f"{name_of(of.text)}.regole" else 0
    return any(block.line <= line < block.end for block in section.blocks)


def _message(of: Played, mistake: Block) -> str:
    """Return the messages about a mistake, without the name and the lines of the game that was made for it."""
    made = game_of(of.page, of.frame, mistake)
    _, found = _loaded(made.text)
    own = [one for one in found if one.primary and mistake.line <= made.page_line(one.primary.span.line) < mistake.end]
    assert own, f"line {mistake.line}: no mistake is reported here, but {[str(one.message) for one in found]}"
    shown = "\n".join(render(one) for one in own)
    shown = re.sub(r"^ *--> .*\n", "", shown, flags=re.MULTILINE)
    shown = re.sub(r"^ *\d+ \|", "  |", shown, flags=re.MULTILINE)
    return re.sub(r"^ +([|=])", r"  \1", shown, flags=re.MULTILINE)


# ------------------------------------------------------------------------------------- constructs


def constructs_in(of: Played, section: Section) -> frozenset[str]:
    """Return the names of the classes of the model that occur in the rules of a section."""
    rules = of.game.ruleset
    spoken: list[tuple[Span, object]] = [(one.span, one) for one in rules.clauses]
    spoken += [(one.span, one) for one in rules.acts]
    spoken += [(one.span, one) for one in rules.claims]
    spoken += [(one.span, one) for one in rules.examples]
    inside = tuple(one for span, one in spoken if _is_in(span, section, of.of))
    return frozenset(type(part).__name__ for part in parts(inside))


# ----------------------------------------------------------------------------------- disagreements


def of_the_text(of: Played) -> Iterator[str]:
    """Yield the differences that show that a form of the text is not the same game."""
    file = _tree(of.file, of.of.text)
    if _content(_tree(of.file, _in_form(of, ""))) != _content(file):
        yield "the formatted text is another tree"
    for code in ("it", "fr"):
        other = _in_form(of, code)
        if _content(_tree(of.file, other)) != _content(file):
            yield f"the text in key words of {code} is another tree"
        translated = _in_language(of, code)
        game, found = _loaded_as(of.file, translated)
        if game is None:
            yield f"the text in {code} has errors:\n" + "\n".join(map(render, found))
        elif not same_rules(game.ruleset, of.game.ruleset):
            yield f"the text in {code} has other rules"


def _loaded_as(file: str, text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts({**libraries(), file: text}, file)


def _tree(file: str, text: str) -> tree.File:
    parsed = parse(Source(file, text))
    assert isinstance(parsed, tree.File), parsed
    return parsed


def _content(file: tree.File) -> tuple[object, ...]:
    return (file.kind, file.name, file.title, file.sources, file.uses, file.items, tuple(c.text for c in file.comments))


def of_completion(of: Played) -> Iterator[str]:
    """Yield the first words of lines that completion does not offer at their places, in a game that consists of that part."""
    lines = of.of.text.split("\n")
    for part in of.of.parts:
        before = 'game page\n  title "Page"\n\n'
        for line, page_line in zip(lines[part.first - 1 :], part.lines, strict=False):
            head = re.match(r"\s*(?:\w+(?: it | en | fr |[^:\"]|\"[^\"]*\")*: )?", line) if page_line else None
            if head and not line.lstrip().startswith("--"):
                for word in list(re.finditer(r"[\w']+", _unquoted(line[head.end() :])))[:2]:
                    place = len(before) + head.end() + word.start()
                    if word[0] not in SILENT and not _offered(word[0], f"{before}{line}\n", place):
                        yield f"line {page_line}: completion does not offer `{word[0]}`"
            before += f"{line}\n"


def _unquoted(line: str) -> str:
    return re.sub(r'"[^"]*"', lambda quoted: " " * len(quoted[0]), line)


def _offered(token: str, text: str, offset: int) -> bool:
    there = expected_at(text, offset)
    own = (kind for kind in USER_TOKENS if USER_TOKENS[kind] in there.user_tokens)
    words = {word.split()[0] for word in there.keywords}
    return token in words or any(re.compile(terminal_pattern(kind)).match(token) for kind in own)


@dataclass(frozen=True, slots=True)
class Asked:
    """A check of an example at a position in which a player has to move: the act that represents it, and its place."""

    act: str
    line: int
    holds: bool
    condition: g.Expr
    state: State


def of_examples(of: Played) -> Iterator[str]:
    """Yield the failures of examples, as the interpreter runs them."""
    for result in run_examples(of.game):
        for failure in result.failures:
            yield _shown(failure, of.of)


def _compiled(game: Game) -> Rules:
    rules = compile_game(game)
    assert isinstance(rules, Rules), [render(one) for one in rules]
    return rules


class Positions:
    """The positions and checks that the examples of a page pass through, under a variant in which each check has an act that is
    permitted if the check holds.
    """

    def __init__(self, of: Played) -> None:
        self.of = of
        checks = [
            (example, number, line)
            for example in of.game.examples
            for number, line in enumerate(example.lines)
            if isinstance(line, g.Check) and not example.under
        ]
        self.acts = {(example.name, number): f"asked_{n}" for n, (example, number, _) in enumerate(checks)}
        self.game = self._variant([line.condition for *_, line in checks]) if checks else of.game
        self.rules = _compiled(self.game)
        self.states: dict[State, int] = {}
        self.asked: list[Asked] = []
        for example in self.game.examples:
            if not example.under:
                self._pass_through(example)

    def _variant(self, conditions: list[g.Expr]) -> Game:
        name, first = self.of.game.name, next(c.name for c in self.of.game.clauses if isinstance(c.sentence, g.Step))
        article = next(c.article for c in self.of.game.clauses if isinstance(c.sentence, g.Step)).rpartition("/")[2]
        lines = [f"variant asked of {name}", '  title "Asked"', "", f"in article {article} add"]
        for number, condition in enumerate(conditions):
            said = " ".join(condition.span.text.split())
            lines += [f"  act asked_{number}", f'    says "asked {number}"', "    end the turn"]
            lines += [f"  if_{number}: the player may asked_{number} when {said}"]
        acts = " or ".join(f"asked_{number}" for number in range(len(conditions)))
        lines += [f"  asking: in a turn, before {first}, the player may {acts} as often as wished"]
        texts = {**libraries(), self.of.file: self.of.of.text, "asked.regole": "\n".join(lines) + "\n"}
        game, found = load_texts(texts, "asked.regole")
        assert game is not None, "\n".join(map(render, found))
        return game

    def _pass_through(self, example: g.Example) -> None:
        states: list[State] = []
        run_example(self.rules, example, states.append)
        done = False
        for number, (line, state) in enumerate(zip(example.lines, states, strict=False)):
            if state.cells[PHASE] != PHASE_TURN:
                continue
            page_line = self.of.of.page_line(example.span.line)
            self.states.setdefault(state, page_line)
            done = done or isinstance(line, g.Do)
            if isinstance(line, g.Check) and not (done and any(isinstance(p, g.Actor) for p in parts(line.condition))):
                act = self.acts[example.name, number]
                at = self.of.of.page_line(line.span.line)
                holds = any(move.move.act == act for move in legal(self.rules, state.cells))
                self.asked.append(Asked(act, at, holds, line.condition, state))


def of_the_engine(of: Positions, machine: MachineOf) -> Iterator[str]:
    """Yield the positions at which the engine has other legal moves, or in which a move leads to another state."""
    lowered = lower(of.rules)
    if isinstance(lowered, NotLowered):
        yield f"the engine does not lower the game: {lowered}"
        return
    assert isinstance(lowered, Lowered)
    engine = Engine(of.rules, lowered, machine(lowered.module))
    for asked in of.asked:
        if not asked.holds and asked.state.cells[STEP] == 0:
            yield f"line {asked.line}: a check that holds permits nothing in the interpreter"
    for state, line in of.states.items():
        options = legal(of.rules, state.cells)
        engine.load(state.cells)
        mine = engine.legal()
        if [*map(move_of, mine)] != [*map(move_of, options)]:
            yield f"line {line}: the engine permits {[o.move for o in mine]}, the interpreter {[o.move for o in options]}"
            continue
        for number in _some(options):
            cells, chance = list(state.cells), HandChance(7, number)
            Play(of.rules, chance).act(cells, options[number])
            engine.load(state.cells)
            engine.seed(7, number)
            engine.legal()
            engine.act(number)
            if engine.state() != State(tuple(cells)):
                yield f"line {line}: `{options[number].move}` leads the engine to another state"


def _some(options: list[Choice] | tuple[Choice, ...]) -> list[int]:
    """Return the positions of the first move of each act."""
    first = {
        option.move.act: number
        for number, option in reversed([*enumerate(options)])
        if not option.move.act.startswith("asked_")
    }
    return sorted({*first.values(), *range(len(options) - 1, len(options) - MOST_MOVES, -1)} & {*range(len(options))})[
        -MOST_MOVES:
    ]


def of_play(of: Played, machine: MachineOf) -> Iterator[str]:
    """Yield the difference between engine and interpreter in a random match, if there is one."""
    try:
        SideBySide(_compiled(of.game), machine, seed=3).play_matches(1)
    except AssertionError as failure:
        yield f"a match of the engine differs: {failure}"


def of_the_encoder(of: Positions) -> Iterator[str]:
    """Yield the checks, legal moves and effects of moves, at the positions, that differ for the prover."""
    table, context = HistoryTable(of.game), ProofContext()
    for asked in of.asked:
        if not truth_in(table, asked.condition, asked.state, context):
            yield f"line {asked.line}: the check does not hold for the prover"
    permissions = {state: {o.move: o for o in permitted(of.rules, state.cells)} for state in of.states}
    moves = list(dict.fromkeys(move for there in permissions.values() for move in there if is_played(move)))
    for state, line in of.states.items():
        there = permissions[state]
        own = [move for move in moves if move in there][:MOST_MOVES]
        others = [move for move in moves if move not in there][:MOST_MOVES]
        for move in (*own, *others):
            if is_legal(table, move, state, context) != (move in there):
                yield f"line {line}: `{move}` is {'not ' if move in there else ''}legal for the prover"
        for move in own[:MOST_LED]:
            if not leads_alike(table, there[move], state, context):
                yield f"line {line}: `{move}` leads the prover to another state"


def is_played(move: Move) -> bool:
    """Return whether a move belongs to the page's game, and is neither the end of a turn nor a check."""
    return move.act != END_OF_TURN and not move.act.startswith("asked_")


# ------------------------------------------------------------------------------------------ values

_FOUND = re.compile(r"`(.*)` does not hold: expected .*, found (.*)", re.DOTALL)


def with_values(text: str, of: Played) -> str:
    """Return a page in which the right side of each equation that does not hold is replaced by the interpreter's value."""
    lines = text.split("\n")
    for result in run_examples(of.game):
        for failure in result.failures:
            found = _FOUND.fullmatch(failure.message)
            if found and failure.primary and not found[2].startswith("no "):
                place = of.of.page_line(failure.primary.span.line) - 1
                lines[place] = f"{lines[place].rpartition(' = ')[0]} = {found[2]}"
    return "\n".join(lines)
