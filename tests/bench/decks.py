"""Scopa with fewer or more ranks, to see how the engine's cost grows with the number of cards."""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar.file_set import shipped_folder

FEWER, MORE = 28, 52
PACKS = (FEWER, 40, MORE)
"""Numbers of cards that can be dealt without remainder: four to the table, and six at each deal."""
DROPPED = ("due", "tre", "quattro")
ADDED = (("undici", "U", 11), ("dodici", "O", 12), ("tredici", "T", 13))
NAMED = "".join(f'    {name} "{letter}" it "{name}" en "{name}" fr "{name}"\n' for name, letter, _ in ADDED)
VALUED = "".join(f"    {name} {value} 10\n" for name, _, value in ADDED)
AFTER = "    re "


def scopa_with(cards: int, folder: Path) -> Path:
    """Return the ruleset with a pack of a given number of cards, in a folder."""
    shipped = shipped_folder()
    for name in ("fishing/scopa", "lib/fishing", "lib/italian_deck", "lib/italian_cards"):
        lines = (shipped / f"{name}.regole").read_text(encoding="utf-8").splitlines(keepends=True)
        if name.startswith("lib/italian"):
            lines = [_with_ranks(line, cards, NAMED if name == "lib/italian_cards" else VALUED) for line in lines]
        (folder / f"{Path(name).name}.regole").write_text("".join(lines), encoding="utf-8")
    return folder / "scopa.regole"


def _with_ranks(line: str, cards: int, added: str) -> str:
    if cards == FEWER and line.strip().startswith(DROPPED):
        return ""
    return line + added if cards == MORE and line.startswith(AFTER) else line
