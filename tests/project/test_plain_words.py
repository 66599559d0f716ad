"""The count of clumsy turns of phrase: which texts it reads, and that budgets only fall."""

from __future__ import annotations

import tomllib

import pytest
from tests.project.plain_words import BUDGETS, HABITS, compare, corpus_of, hits, prose, rate_of, texts_of

AIMS = {"documents": 8, "messages": 8, "help": 8, "docstrings": 10, "tests": 10}
CLUMSY = {
    "where (write if or when)": "where nothing is left, the hand ends",
    "a clause with what (write a noun)": "report what is weaker",
    "whoever, who (write the player who)": "whoever begins",
    "is no X (write is not an X)": "it is no card of the deck",
    "so many, so much (write N, this much)": "so many hands",
    "otherwise (write differently)": "it is written otherwise",
    "alone (write only)": "this machine alone",
    "anew, afresh (write again)": "decide it anew",
    "stand, lie, come to (write be, result in)": "it comes to nothing",
    "say, tell (write print, report, state)": "the text says it",
    "by chance (write at random)": "play by chance",
    "by itself, of itself (write on its own)": "it ends by itself",
    "of at the beginning (write the subject first)": "Of several answers the gravest counts",
    "one as a subject (write you or the player)": "one writes a variant",
    "beside, behind (write next to, after)": "beside its text",
    "those that (write the Xs that)": "those that begin",
    "old words": "upon this",
    "as is done, and so is": "as is done anyway",
    "bear out, make good, hold against": "an example bears it out",
}


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_is_found(habit: str) -> None:
    assert habit in {found for _, found, _ in hits(CLUMSY[habit])}


def test_code_and_quotations_are_not_prose() -> None:
    assert hits(prose("print `what is left` and “so many” of\n```\nwho says so\n```\n")) == []


def test_an_idiom_that_only_looks_like_a_habit_is_no_hit() -> None:
    assert hits("there is no card left; the rule is no longer needed; each plays alone") == []


@pytest.mark.parametrize(
    ("path", "content", "corpus", "texts"),
    [
        ("cli/cartaro/shell.py", 'def f():\n    """Return it."""\n    g(help="of it")\n', "docstrings", ["Return it."]),
        ("cli/cartaro/shell.py", 'def f():\n    """Return it."""\n    g(help="of it")\n', "help", ["of it"]),
        ("cli/cartaro/commands/a.py", '@click.command()\ndef f():\n    """Print it."""\n', "help", ["Print it."]),
        (
            "grammar/cartaro_grammar/messages/it/diagnostics.toml",
            '[text]\n"no file" = "nessun file"\n',
            "messages",
            ["no file"],
        ),
        ("grammar/cartaro_grammar/messages/en/page.toml", 'x = "a text"\n', "messages", ["a text"]),
        ("rulesets/a.regole", 'title it "Uno" en "One"\n', "rulesets", ["One"]),
    ],
)
def test_a_corpus_has_its_texts(path: str, content: str, corpus: str, texts: list[str]) -> None:
    assert corpus in corpus_of(path)
    assert [text for _, text in texts_of(path, content, corpus)] == texts


def test_a_corpus_above_its_budget_is_a_fault_and_does_not_raise_it() -> None:
    faults, lowered = compare({"tests": (1000, 9)}, {"tests": 8.0})
    assert len(faults) == 1
    assert lowered == {"tests": 8.0}


def test_a_corpus_far_below_its_budget_has_it_lowered() -> None:
    faults, lowered = compare({"tests": (1000, 3)}, {"tests": 8.0})
    assert faults == ["tests: lower the budget of 8.0 to 4.0 (`--lower`)"]
    assert lowered == {"tests": 4.0}


def test_a_rate_is_rounded_up() -> None:
    assert rate_of(30_000, 1) == 0.1


def test_every_corpus_has_a_budget_within_its_aim() -> None:
    budgets = tomllib.loads(BUDGETS.read_text("utf-8"))
    assert all(budgets[corpus] <= aim for corpus, aim in AIMS.items())
