"""Where the project's own packages are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (
    ROOT / "grammar" / "cartaro_grammar",
    ROOT / "interpreter" / "cartaro_interpreter",
    ROOT / "engine" / "cartaro_engine",
    ROOT / "verify" / "cartaro_verify",
    ROOT / "rulebook" / "cartaro_rulebook",
    ROOT / "workbench" / "cartaro_workbench",
    ROOT / "cli" / "cartaro",
)
