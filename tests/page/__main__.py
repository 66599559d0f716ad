"""`python -m tests.page [RULES...]`: does the page answer the same as the service here, of every ruleset, and does its solver
find the same, of those small enough?
"""

from __future__ import annotations

import sys

import click
from tests.page.test_same_answers import answered_otherwise

from cartaro_grammar import shipped

SMALL = ("rubamazzo", "asso_piglia_tutto", "scopa", "napola", "rebello", "escoba", "tablanette", "chkobba")


def main(names: tuple[str, ...]) -> int:
    """Say of each ruleset whether it has the same answers and, if small or named, the same verdicts; how often it has not."""
    wrong = 0
    for name in names or shipped():
        differing = answered_otherwise((name,))
        wrong += bool(differing)
        click.echo(
            f"{name}: {', '.join(method for method, _ in differing) + ' OTHERWISE' if differing else 'the same answers'}"
        )
    for name in names or SMALL:
        otherwise = bool(answered_otherwise((), (name,)))
        wrong += otherwise
        click.echo(f"{name}: {'VERDICTS OTHERWISE' if otherwise else 'the same verdicts'}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
