# ruff: noqa: T201  # a program
"""Count turns of phrase that make the English of this project hard to read, and compare the counts with budgets.

`python -m tests.project.plain_words` prints the hits per 1,000 words of each corpus and ends with 1 if a corpus is above its
budget in `plain_words.toml`, or so far below it that the budget must be lowered. `--lower` lowers the budgets; nothing raises
them. `--list PATH…` prints each hit in some files.

A hit may be right, and a sentence without a hit may still be clumsy: the budgets keep old habits from coming back and are not
a measure of good prose. The script needs only the standard library.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parents[2]
BUDGETS = Path(__file__).with_suffix(".toml")
MARGIN = 2.0
"""How many hits per 1,000 words a corpus may be below its budget before the budget must be lowered."""

ROOM = 1.0
"""How many hits per 1,000 words a lowered budget leaves for new texts."""

HABITS = {
    "where (write if or when)": (r"\bwhere (?:it|they|there|this|that|nothing|nobody|none|no|an?|the|some|several|all|any)\b"),
    "a clause with what (write a noun)": (
        r"\bwhat (?:is|are|was|were|it|they|he|she|one|an?|the|each|every|no|may|can|must|should|would)\b"
        r"|\bwhat (?:comes|follows|holds|counts|happens|somebody|nobody|others?)\b"
    ),
    "whoever, who (write the player who)": (
        r"\bwhoever\b|\b(?:of|to|by|for|with) who\b|(?:^|[.;:] )who (?:would|wants|knows|writes)\b"
    ),
    "is no X (write is not an X)": r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b)[a-z]+",
    "so many, so much (write N, this much)": r"\bso (?:many|much)\b",
    "otherwise (write differently)": (r"\b(?:is|are|be|written|said|done|read|taken|goes|go) otherwise\b|\botherwise than\b"),
    "alone (write only)": r"\b(?!(?:play|plays|played|be|is|left|are)\b)[a-z]+ alone\b",
    "anew, afresh (write again)": r"\banew\b|\bafresh\b",
    "stand, lie, come to (write be, result in)": (
        r"\b(?:stands|lies|comes? to|comes? of|comes? out|stand(?= (?:in|on|at|for|there)))\b"
    ),
    "say, tell (write print, report, state)": r"\b(?:says?|said|tells?|told)\b",
    "by chance (write at random)": r"\bby chance\b",
    "by itself, of itself (write on its own)": r"\b(?:by|of) (?:itself|themselves|oneself)\b",
    "of at the beginning (write the subject first)": (
        r"(?:^|[.;:] )of (?:an?|the|two|several|some|each|those|these|nobody|no|all|what)\b"
    ),
    "one as a subject (write you or the player)": (
        r"\bone (?:can|may|must|would|writes|reads|says|plays|does|begins)\b|\bone's own\b"
    ),
    "beside, behind (write next to, after)": (r"\bbeside\b|\bbehind (?:it|them|the (?:name|word|sentence|act|event|clause))\b"),
    "those that (write the Xs that)": r"\bthose (?:that|which|who|of)\b",
    "old words": r"\b(?:upon|lest|besides|whence|thereof|therein|thereby|hence|whereas|nought)\b",
    "as is done, and so is": r"\bas (?:is|are|was) (?:done|said|told|given)\b|\band so (?:is|are|do|does|has|have)\b",
    "bear out, make good, hold against": (
        r"\b(?:bears?|bore|borne) (?:\w+ )?out\b|\bma(?:k|d)es? good\b|\bh(?:o|e)lds?(?: \w+){0,2} against\b"
    ),
}
PATTERNS = {name: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for name, pattern in HABITS.items()}
QUOTED = re.compile(r"```.*?```|`[^`]*`|“[^”]*”", re.DOTALL)
ENGLISH_OF_A_RULESET = re.compile(r'\ben "([^"]*)"')


def prose(text: str) -> str:
    """Return a text without code and quotations, which are not in the project's own words."""
    return QUOTED.sub("X", text)


def hits(text: str) -> list[tuple[int, str, str]]:
    """Return the offset, the habit and the words of each hit in a text of prose."""
    return sorted(
        (found.start(), habit, found.group()) for habit, pattern in PATTERNS.items() for found in pattern.finditer(text)
    )


def tracked(root: Path) -> list[str]:
    """Return the paths of the files under version control."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def corpus_of(path: str) -> list[str]:
    """Return the corpora that a file belongs to, each with the file's texts for it."""
    if path.endswith(".md"):
        if path.startswith("docs/decisions/"):
            return ["decisions"]
        return [] if path.endswith((".it.md", ".fr.md")) or path.startswith("tests/") else ["documents"]
    if path.endswith(".regole") and path.startswith("rulesets/"):
        return ["rulesets"]
    if path.endswith(".toml") and "/messages/" in path:
        return ["messages"] if "/en/" in path or path.endswith("it/diagnostics.toml") else []
    if path.endswith(".py") and not path.startswith(("typings/", "docs/")):
        return ["tests"] if path.startswith("tests/") else ["docstrings", "help"]
    return []


def texts_of(path: str, content: str, corpus: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file that belong to a corpus, each with the number of its first line."""
    match corpus:
        case "documents" | "decisions":
            yield 1, content
        case "rulesets":
            for found in ENGLISH_OF_A_RULESET.finditer(content):
                yield content.count("\n", 0, found.start()) + 1, found[1]
        case "messages":
            yield from ((1, text) for text in _messages(tomllib.loads(content), path))
        case _:
            yield from _strings(path, ast.parse(content), corpus)


def _messages(table: dict[str, object], path: str) -> Iterator[str]:
    """Yield the English messages of a catalogue: in a translation of diagnostics these are the keys, otherwise the values."""
    for value in table.values():
        if isinstance(value, dict):
            yield from (str(text) for text in cast("dict[str, object]", value))
        elif isinstance(value, str) and not path.endswith("diagnostics.toml"):
            yield value


def _strings(path: str, tree: ast.Module, corpus: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module or, for a corpus of help texts, the help of its commands, which a command takes from its
    docstring.
    """
    is_command = path.startswith("cli/cartaro/commands/")
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            helps = is_command and isinstance(node, ast.FunctionDef) and bool(node.decorator_list)
            if text and (corpus == "help") == helps:
                yield node.body[0].lineno, text
        elif corpus == "help":
            match node:
                case ast.keyword(arg="help" | "epilog" | "short_help", value=ast.Constant(value=str(text), lineno=line)):
                    yield line, text
                case _:
                    pass


def measure(root: Path = ROOT) -> dict[str, tuple[int, int]]:
    """Return the number of words and of hits by corpus."""
    counts: dict[str, tuple[int, int]] = {}
    for path in tracked(root):
        corpora = corpus_of(path)
        content = (root / path).read_text("utf-8") if corpora and (root / path).is_file() else ""
        for corpus in corpora:
            words, found = counts.get(corpus, (0, 0))
            for _, text in texts_of(path, content, corpus):
                plain = prose(text)
                words, found = words + len(plain.split()), found + len(hits(plain))
            counts[corpus] = words, found
    return counts


def compare(counts: dict[str, tuple[int, int]], budgets: dict[str, float]) -> tuple[list[str], dict[str, float]]:
    """Return the faults, and the budgets lowered to the counts. It is a fault if a corpus has no budget, or a budget no
    corpus.
    """
    faults = [f"`{corpus}` has a budget or texts, but not both" for corpus in counts.keys() ^ budgets.keys()]
    lowered = dict(budgets)
    for corpus in sorted(counts.keys() & budgets.keys()):
        words, found = counts[corpus]
        rate, budget = rate_of(words, found), budgets[corpus]
        if rate > budget:
            faults.append(f"{corpus}: {rate} hits per 1,000 words are above the budget of {budget}; `--list PATH…` prints them")
        elif rate + MARGIN < budget:
            faults.append(f"{corpus}: lower the budget of {budget} to {round(rate + ROOM, 1)} (`--lower`)")
        lowered[corpus] = min(round(rate + ROOM, 1), budget)
    return faults, lowered


def rate_of(words: int, found: int) -> float:
    """Return the hits per 1,000 words, rounded up to a tenth."""
    return -(-10_000 * found // max(1, words)) / 10


def print_hits(paths: list[str]) -> None:
    """Print each hit in some files with its line and its habit."""
    for path in paths:
        content = (ROOT / path).read_text("utf-8")
        for corpus in corpus_of(path):
            for line, text in texts_of(path, content, corpus):
                for at, habit, words in hits(prose(text)):
                    print(f"{path}:{line + prose(text).count(chr(10), 0, at)}: {corpus}: {habit}: {words}")


def main() -> int:
    arguments = argparse.ArgumentParser(description="Compare the English of each corpus with its budget.")
    arguments.add_argument("--lower", action="store_true", help="lower the budgets to the present counts")
    arguments.add_argument("--list", nargs="+", metavar="PATH", help="print the hits of files, by their paths in the checkout")
    chosen = arguments.parse_args()
    if chosen.list:
        print_hits(chosen.list)
        return 0
    counts = measure()
    faults, lowered = compare(counts, {name: float(value) for name, value in tomllib.loads(BUDGETS.read_text("utf-8")).items()})
    for corpus, (words, found) in sorted(counts.items()):
        print(f"{corpus:12} {words:8,} words {rate_of(words, found):6} hits per 1,000, budget {lowered.get(corpus, 0)}")
    if chosen.lower:
        BUDGETS.write_text("".join(f"{name} = {value}\n" for name, value in sorted(lowered.items())), "utf-8")
        faults = [fault for fault in faults if "lower" not in fault]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
