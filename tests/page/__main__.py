"""`python -m tests.page [RULES...]`: test for every ruleset whether the page gives the same answers as the service here, and
for small rulesets whether its solver gives the same verdicts.
"""

from __future__ import annotations

import sys

import click
from tests.page.test_same_answers import answered_otherwise

from cartaro_grammar import shipped

SMALL = ("rubamazzo", "asso_piglia_tutto", "scopa", "napola", "rebello", "escoba", "tablanette", "chkobba")


def main(names: tuple[str, ...]) -> int:
    """Report for each ruleset whether its answers are the same and, if it is small or named, whether its verdicts are; return
    how many differ.
    """
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
