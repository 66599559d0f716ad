"""Draws `docs/assets/cartaro.svg`, the README's picture: the command at work, its output as it is.  Run by `make picture`."""

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
POSITION = '{"zones": {"table": ["6C", "2D", "3S", "4B"], "hand": {"1": ["6B", "AS"]}}}'
SHOWN = (
    ("cartaro check tests/diagnostics/cases/C0303_may_no.regole", "", 12),
    (f"echo '{POSITION}' | cartaro moves scopa --position -", POSITION, 4),
    ("cartaro verify scopa --only quattro_punti", "", 8),
    ("cartaro verify tests/mutants/pari_libera.regole --only solo_pari", "", 14),
)


def main() -> None:
    """Run the commands and keep their output."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        for command, given, lines in SHOWN:
            console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
            for line in _printed(command, given)[:lines]:
                console.print(Text.from_ansi(line))
            console.print()
        picture = ROOT / "docs" / "assets" / "cartaro.svg"
        drawn = console.export_svg(title="cartaro")
        picture.write_text(re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")  # nothing is fetched


def _printed(command: str, given: str) -> list[str]:
    """Return the output of a command on a terminal with colours."""
    words = command.rsplit(" | ", maxsplit=1)[-1].split()[1:]
    streams = ("stdout", "stderr") if words[0] == "check" else ("stdout",)  # progress on the error stream is not drawn
    terminal = "".join(f"sys.{stream}.isatty = lambda: True; " for stream in streams)
    program = f"import sys; {terminal}from cartaro.main import main; main()"
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    done = subprocess.run(
        [sys.executable, "-c", program, *words], input=given, capture_output=True, text=True, check=False, env=environment,
        cwd=ROOT,
    )  # fmt: skip
    return (done.stdout + done.stderr).rstrip().splitlines()


if __name__ == "__main__":
    main()
