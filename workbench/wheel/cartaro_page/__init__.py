"""The built workbench, for `cartaro page`: files for a browser, and nothing to call."""

from pathlib import Path

FOLDER = Path(__file__).parent / "built"
