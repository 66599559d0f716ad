"""Examples and claims of a base: a variant that only adds to the count inherits them; it can replace or repeal them by name."""

from __future__ import annotations

from cartaro_grammar import Diagnostic, Game, load_texts, shipped_folder, translate_diagnostic
from cartaro_interpreter import run_examples

SHIPPED = {
    path.name: path.read_text(encoding="utf-8")
    for name in ("tricks", "lib")
    for path in (shipped_folder() / name).glob("*.regole")
}
VARIANT = """variant con_coppia of briscola
  title "Twenty for king and knight"

in article 5 add
  coppia: each side scores 20 when RD is in won and CD is in won
"""
ANNEX = 'annex prove of con_coppia\n  title "Examples"\n'


def load(annex: str, variant: str = VARIANT) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts({**SHIPPED, "con_coppia.regole": variant, "con_coppia.prove.regole": ANNEX + annex}, "con_coppia.regole")


def run(annex: str) -> dict[str, tuple[Diagnostic, ...]]:
    game, found = load(annex)
    assert game is not None, found
    return {result.example.name: result.failures for result in run_examples(game)}


def test_a_failure_names_the_base_and_the_two_ways_out() -> None:
    [failure, *_] = run("")["patta"]
    assert failure.help is not None
    assert "`patta` is inherited from `briscola`" in failure.help
    assert "`repeal example patta`" in failure.help


def test_the_ways_out_are_in_the_key_words_of_the_variant_and_not_of_its_base() -> None:
    italian = """in italiano
variante con_coppia di briscola
  titolo "Venti per re e cavallo"

nell'articolo 5 si aggiunge
  coppia: ogni parte segna 20 quando RD è in won e CD è in won
"""
    game, found = load("", italian)
    assert game is not None, found
    [failure, *_] = next(result.failures for result in run_examples(game) if result.example.name == "patta")
    translated = translate_diagnostic(failure, "it")
    assert failure.help is not None
    assert translated.help is not None
    assert "`patta` is inherited from `briscola`" in failure.help
    assert "`si abroga l'esempio patta`" in failure.help
    assert "`si abroga l'esempio patta`" in translated.help


def test_an_inherited_example_is_repealed() -> None:
    assert "patta" not in run("\nrepeal example patta\n")
    assert all(not failures for failures in run("\nrepeal example patta\n").values())


def test_an_example_of_the_same_name_replaces_the_inherited_one() -> None:
    own = '\nexample patta "sixty and the last trick"\n  won of side holds AD\n  check score of side = 11\n'
    failures = run(own)["patta"]
    assert failures == ()


def test_an_own_example_that_fails_is_not_called_inherited() -> None:
    own = '\nexample patta "wrong"\n  won of side holds AD\n  check score of side = 12\n'
    [failure] = run(own)["patta"]
    assert failure.message == "`score of side = 12` does not hold: expected 12, found 11"
    assert failure.help is None


def test_an_inherited_claim_is_repealed_or_replaced() -> None:
    base, _ = load("")
    assert base is not None
    name = base.claims[0].name
    without, _ = load(f"\nrepeal claim {name}\n")
    assert without is not None
    assert name not in without.claim
    replaced, found = load(f'\nclaim {name} "another"\n  always number of all cards is 40\n')
    assert replaced is not None, found
    assert len([claim for claim in replaced.claims if claim.name == name]) == 1
    assert replaced.claim[name].span.source.name == "con_coppia.prove.regole"


def test_nothing_of_that_name_is_reported_with_a_fix() -> None:
    game, [found] = load("\nrepeal example pata\n")
    assert game is None
    assert (found.code, found.message) == ("C0502", "`con_coppia` inherits no example `pata`")
    assert found.fix is not None
    assert found.fix.replacement == "patta"
