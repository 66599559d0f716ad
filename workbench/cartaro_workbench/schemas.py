"""The published JSON Schemas and their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cartaro_engine import ComparisonJson, StatisticsJson, VectorJson
from cartaro_interpreter import Json, json_forms, json_model
from cartaro_workbench import answer_forms
from cartaro_workbench.conformance.conform import AnswerJson, ConformJson, QuestionJson
from cartaro_workbench.conformance.manifest import ManifestJson
from cartaro_workbench.mutants import MutationReport
from cartaro_workbench.open_questions import OpenQuestions
from cartaro_workbench.records.fit import FitJson
from cartaro_workbench.rule_differences import Differences

SCHEMAS: Final[Mapping[str, type]] = {
    "comparison": ComparisonJson,
    "differences": Differences,
    "conform": ConformJson,
    "conform-answer": AnswerJson,
    "conform-question": QuestionJson,
    "fit": FitJson,
    "manifest": ManifestJson,
    "mutation": MutationReport,
    "moves": json_forms.MovesJson,
    "open_questions": OpenQuestions,
    "position": json_forms.PositionJson,
    "record": json_forms.RecordJson,
    "statistics": StatisticsJson,
    "vectors": VectorJson,
    "verify": answer_forms.VerifyJson,
    "test": answer_forms.TestJson,
    "sources": answer_forms.SourcesJson,
    "score": answer_forms.ScoredJson,
    "replay": answer_forms.ReplayJson,
    "games": answer_forms.GamesJson,
    "explanation": answer_forms.ExplanationJson,
    "diagnostics": answer_forms.DiagnosticsJson,
    "count": answer_forms.CountJson,
    "check": answer_forms.CheckJson,
}
"""The declared forms by the names of their schemas."""


VERSIONS: Final[Mapping[str, int]] = {"record": 2, "vectors": 2}
"""The versions of forms that have changed; a form that older programs cannot read gets a new version."""


def schema_of(name: str) -> dict[str, Json]:
    """Return the published schema with this name."""
    declaration = SCHEMAS[name]
    title = declaration.__name__.removesuffix("Json")
    return json_model.json_schema(declaration, title, f"urn:cartaro:schema:{name}:{VERSIONS.get(name, 1)}")
