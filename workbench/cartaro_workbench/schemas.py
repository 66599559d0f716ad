"""The published JSON Schemas, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cartaro_engine import ComparisonJson, StatisticsJson, VectorJson
from cartaro_interpreter import Json, json_forms, json_model
from cartaro_workbench.differences import Differences
from cartaro_workbench.mutants import MutationReport

SCHEMAS: Final[Mapping[str, type]] = {
    "comparison": ComparisonJson,
    "differences": Differences,
    "mutation": MutationReport,
    "moves": json_forms.MovesJson,
    "position": json_forms.PositionJson,
    "record": json_forms.RecordJson,
    "statistics": StatisticsJson,
    "vectors": VectorJson,
}
"""The declared forms by the names of their schemas."""


def schema_of(name: str) -> dict[str, Json]:
    """Return a published schema by its name."""
    declaration = SCHEMAS[name]
    return json_model.json_schema(declaration, declaration.__name__.removesuffix("Json"))
