"""The JSON forms of the answers of commands without a declaration elsewhere: `check`, `test`, `verify`, `explain`, `score`,
`replay`, `count`, `sources`, `games`, and of diagnostics, the answer of every command to a usage error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from cartaro_interpreter import json_forms, json_model

# -------------------------------------------------------------------- diagnostics


class PlaceJson(TypedDict):
    """A place in a text: the offset from 0, line and column from 1, in code points."""

    offset: json_forms.Count
    line: json_forms.Number
    column: json_forms.Number


class SpanJson(TypedDict):
    """A part of a text, with a remark on it or its replacement."""

    file: str
    start: PlaceJson
    end: PlaceJson
    text: NotRequired[str]
    replacement: NotRequired[str]


class DiagnosticJson(TypedDict):
    """A mistake and its stable code."""

    code: Annotated[str, "Such as C0512; each has a page."]
    title: str
    severity: Literal["error", "warning"]
    message: str
    file: str | None
    primary: SpanJson | None
    others: Sequence[SpanJson]
    help: str | None
    fix: SpanJson | None


class DiagnosticsJson(TypedDict):
    """The diagnostics: the answer of a command that is used wrongly, or that cannot load its ruleset."""

    diagnostics: Sequence[DiagnosticJson]


class CheckedRulesetJson(TypedDict):
    """The diagnostics of one ruleset."""

    rules: str
    diagnostics: Sequence[DiagnosticJson]


class CheckJson(TypedDict):
    """The answer of `cartaro check`."""

    rulesets: Sequence[CheckedRulesetJson]


# ------------------------------------------------------------------------- test


class ExampleJson(TypedDict):
    """An example that was run."""

    game: str
    players: json_forms.Number
    name: str
    cites: json_forms.Citations
    passed: bool
    failures: Sequence[DiagnosticJson]


class UnloadedJson(TypedDict):
    """A ruleset that could not be loaded."""

    game: str
    diagnostics: Sequence[DiagnosticJson]


class TestJson(TypedDict):
    """The answer of `cartaro test`."""

    results: Sequence[ExampleJson | UnloadedJson]


# ----------------------------------------------------------------------- verify


class VerdictJson(TypedDict):
    """The verdict on an obligation, a claim or an advice (`docs/verdicts.md`)."""

    game: str
    name: str
    kind: Literal["obligation", "claim", "advice"]
    verdict: str
    method: str
    seconds: float
    settings: Annotated[Mapping[str, str], "The house rules that the claim names and that differ from the requested ones."]
    cites: json_forms.Citations
    text: Annotated[Mapping[str, str], "The statement that is decided, by language."]
    players: json_forms.Number
    house_rules: Annotated[Mapping[str, str], "The value of every house rule."]
    tested: NotRequired[Mapping[str, int]]
    reason: NotRequired[str]
    at: NotRequired[str]
    words: NotRequired[Annotated[Mapping[str, object], "Method, reason and open case as forms with slots."]]
    vacuous: NotRequired[bool]
    told_false: NotRequired[bool]
    open: NotRequired[Annotated[Mapping[str, object], "The case in which a proof came to nothing."]]
    invariants: NotRequired[Sequence[str]]
    counterexample: NotRequired[Mapping[str, object]]
    example: NotRequired[Mapping[str, object]]
    contradiction: NotRequired[Mapping[str, object]]
    everywhere: NotRequired[Annotated[Mapping[str, object], "Under which house rules it holds, with `--everywhere`."]]
    within: NotRequired[Mapping[str, object]]


class VerifyJson(TypedDict):
    """The answer of `cartaro verify`."""

    results: Sequence[VerdictJson | UnloadedJson]


# ---------------------------------------------------------- explain, score, replay


@json_model.open_to(object)
class ExplanationJson(TypedDict):
    """The arbiter's answer: for a move, whether it is legal and why; for a position, the possible moves."""

    text: str
    legal: NotRequired[bool]
    reason: NotRequired[Literal["legal", "step", "domain", "permission", "barred", "turn", "no choice"]]
    move: NotRequired[Mapping[str, object]]
    clauses: NotRequired[Sequence[Mapping[str, object]]]
    nearest: NotRequired[Mapping[str, object] | None]
    turn: NotRequired[json_forms.Number]
    moves: NotRequired[Sequence[Mapping[str, object]]]
    barred: NotRequired[Sequence[Mapping[str, object]]]


@json_model.open_to(object)
class ScoredJson(TypedDict):
    """The answer of `cartaro score`."""

    points: json_forms.ByNumber[int]
    shares: json_forms.ByNumber[Mapping[str, int]]


@json_model.open_to(object)
class ReplayJson(TypedDict):
    """The answer of `cartaro replay` for one record."""

    record: Annotated[str, "The record by its name, or by its place."]
    points: json_forms.ByNumber[int]
    shares: json_forms.ByNumber[Mapping[str, int]]
    zones: json_forms.Zones
    counters: json_forms.Memory
    settings: NotRequired[json_forms.Settings]


# -------------------------------------------------------------- count, games, sources


class DepthJson(TypedDict):
    """The lines of play after a number of moves."""

    depth: json_forms.Count
    lines: json_forms.Count
    positions: json_forms.Count
    ended: json_forms.Count


class CountJson(TypedDict):
    """The answer of `cartaro count`."""

    game: str
    seed: json_forms.Count
    hand: json_forms.Count
    by: Literal["engine", "interpreter"]
    counts: Sequence[DepthJson]


class GameJson(TypedDict):
    """A ruleset that can be played; `also` are its other names, `regions` the regions in which it is played (0132)."""

    name: str
    family: str | None
    title: str
    players: Sequence[json_forms.Number]
    options: Sequence[str]
    base: str | None
    also: Sequence[str]
    regions: Sequence[str]


class GamesJson(TypedDict):
    """The answer of `cartaro games`."""

    games: Sequence[GameJson]


class CoverJson(TypedDict):
    """A clause, example or claim that covers an article of a source."""

    kind: str
    name: str
    title: str
    article: NotRequired[str]
    cited_by: NotRequired[Literal["itself", "article"]]
    rulesets: Sequence[str]


class SourceArticleJson(TypedDict):
    """An article of a source."""

    article: str
    title: NotRequired[str]
    covered_by: Sequence[CoverJson]
    quoted: NotRequired[Mapping[str, object]]


class SourceJson(TypedDict):
    """A source, article by article."""

    letter: str
    title: str
    rulesets: Sequence[str]
    articles: Sequence[SourceArticleJson]
    uncovered: Sequence[str]


class TableQuestionJson(TypedDict):
    """A house rule: a question that the sources leave open."""

    option: str
    title: str
    article: str
    cites: json_forms.Citations
    default: str
    values: Sequence[str]
    because: str
    rulesets: Sequence[str]


class AdditionJson(TypedDict):
    """A clause that no source states, with the reason given."""

    clause: str
    title: str
    article: str
    because: str
    rulesets: Sequence[str]


class SourcesJson(TypedDict):
    """The answer of `cartaro sources`."""

    rulesets: Sequence[str]
    sources: Sequence[SourceJson]
    uncovered: Sequence[str]
    questions: Sequence[TableQuestionJson]
    additions: Sequence[AdditionJson]
