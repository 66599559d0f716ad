"""Draws `docs/assets/cartaro.svg`, the README's picture, which shows the command's real output. Run by `make picture`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[2]
WIDTH = 108
SHOWN = (
    ("cartaro play scopa --seed 3", ("lay CC", "CC"), 23),
    ("cartaro verify scopa --only piu_sette", (), 13),
)
"""Each command, the answers typed to it, and how many lines of its output are drawn."""


def main() -> None:
    """Run the commands and keep their output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        for command, typed, lines in SHOWN:
            console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
            for line in _printed(command, typed)[:lines]:
                console.print(Text.from_ansi(line))
            console.print()
        picture = ROOT / "docs" / "assets" / "cartaro.svg"
        drawn = console.export_svg(title="cartaro")
        picture.write_text(re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")  # nothing is fetched


def _printed(command: str, typed: tuple[str, ...]) -> list[str]:
    """Return the output of a command on a terminal with colours, with the typed answers after the prompts."""
    program = "import sys; sys.stdout.isatty = lambda: True; from cartaro.main import main; main()"
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    given = "".join(f"{line}\n" for line in typed)
    words = [sys.executable, "-c", program, *command.split()[1:]]
    done = subprocess.run(words, input=given, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    before, *after = done.stdout.split("> ")
    answered = "".join(f"> {line}\n{rest}" for line, rest in zip(typed, after, strict=False))
    return (before + answered).rstrip().splitlines()


if __name__ == "__main__":
    main()
