"""The versions of all parts of a release: `python -m tests.project.versions 0.2.0` exits with 1 if one of them differs, or if
the changelog has entries without a version.

It needs only the standard library, so that a release can run it before anything is installed.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version by file; for the changelog, that of its newest dated section."""
    found = {name: _project_version(root / name) for name in ("pyproject.toml", "workbench/wheel/pyproject.toml")}
    for name in ("editors/vscode/package.json", "editors/vscode/package-lock.json"):
        found[name] = str(json.loads((root / name).read_text("utf-8"))["version"])
    found["CITATION.cff"] = _first(r"^version: (\S+)$", root / "CITATION.cff")
    found["CHANGELOG.md"] = _first(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", root / "CHANGELOG.md")
    return found


def _project_version(path: Path) -> str:
    return str(tomllib.loads(path.read_text("utf-8"))["project"]["version"])


def _first(pattern: str, path: Path) -> str:
    found = re.search(pattern, path.read_text("utf-8"), re.MULTILINE)
    return found[1] if found is not None else "none"


def has_unreleased(root: Path = ROOT) -> bool:
    """Return whether the changelog has entries that belong to no version yet."""
    text = (root / "CHANGELOG.md").read_text("utf-8").partition("## [Unreleased]")[2]
    return re.search("^- ", text.partition("\n## ")[0], re.MULTILINE) is not None


def main() -> int:
    """Compare every version with the given one."""
    others = {name: version for name, version in versions().items() if version != sys.argv[1]}
    for name, version in others.items():
        sys.stdout.write(f"{name}: {version}, and the release is {sys.argv[1]}\n")
    if has_unreleased():
        sys.stdout.write(f"CHANGELOG.md: entries under Unreleased, and the release is {sys.argv[1]}\n")
    return 1 if others or has_unreleased() else 0


if __name__ == "__main__":
    sys.exit(main())
