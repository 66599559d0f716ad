"""`python -m tests.page [RULES...]`: does the page's solver find the same as the one here, of every ruleset small enough?"""

from __future__ import annotations

import sys

import click
from tests.page.test_same_answers import proved_otherwise

SMALL = ("rubamazzo", "asso_piglia_tutto", "scopa", "napola", "rebello", "escoba", "tablanette", "chkobba")


def main(names: tuple[str, ...]) -> int:
    """Say of each ruleset whether it has the same verdicts; how many have not."""
    wrong = 0
    for name in names:
        otherwise = bool(proved_otherwise(name))
        wrong += otherwise
        click.echo(f"{name}: {'OTHERWISE' if otherwise else 'the same'}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:]) or SMALL))
