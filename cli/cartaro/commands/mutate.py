"""`cartaro mutate`: measure how much of a ruleset its examples and claims check."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import cast

import click

from cartaro.extras import require
from cartaro.rules_arguments import only_one, rules_argument
from cartaro.shell import FAILURE, OK, json_option, language_option, load_or_exit, write_json
from cartaro.terminal.streams import print_line, progress_bar
from cartaro_grammar import Game, key_word_language, load_files, msg, translate, tree
from cartaro_interpreter import Json, json_model
from cartaro_workbench import MutantTrial, MutantTrials, MutationReport


@click.command("mutate")
@rules_argument
@click.option("--sample", metavar="N", type=click.IntRange(1), help="number of changes, chosen at random (default: all)")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed")
@click.option(
    "--only", metavar="CLAUSE", multiple=True, callback=only_one, help="only the changes of one clause, act or cell of memory"
)
@click.option("--jobs", "-j", type=click.IntRange(1, 64), help="number of parallel jobs (default: all cores)")
@language_option
@json_option
def command(
    rules: str, sample: int | None, seed: int, only: str | None, jobs: int | None, language: str, as_json: bool
) -> None:
    """Make small changes to the rules, one at a time, and check whether an example or a claim catches each.

    A change that nothing catches is shown with an example that would catch it: it has been run, and you can paste it into
    an annex. The output also lists the sentences of the guide for which no change is caught.

    \b
    cartaro mutate scopa
    cartaro mutate scopa --sample 50 --seed 7
    cartaro mutate scopone --only prima_pari --json
    """
    require("verify", language)
    report = report_on(rules, load_or_exit(rules, (), as_json, language), sample=sample, seed=seed, only=only, jobs=jobs)
    if as_json:
        write_json(cast("dict[str, Json]", json_model.encode(report, language)))
    else:
        _show(report, language)
        for file in _in_other_words(rules):
            message = msg(
                "the clauses of {file} were not changed, because its key words are not English: `cartaro format --language en"
                " {file}` writes them in English",
                file=file,
            )
            print_line(translate(message, language))
    sys.exit(FAILURE if report.count("free") or report.not_borne_out else OK)


def report_on(
    rules: str, game: Game, *, sample: int | None = None, seed: int = 0, only: str | None = None, jobs: int | None = None
) -> MutationReport:
    """Return the outcomes of the mutants of a ruleset, or of some of them; the outcomes do not depend on the number of
    workers.
    """
    trials = MutantTrials(game, _trees(rules))
    numbers = [n for n in trials.sampled(sample, seed) if only in (None, trials.mutations[n].subject)]
    if only is not None and only not in {mutation.subject for mutation in trials.mutations}:
        raise click.UsageError(msg("no change of `{name}` can be made", name=only))
    found = dict[int, MutantTrial | None]()
    groups = trials.by_subject(numbers)
    with progress_bar(len(numbers), msg("changes")) as advance:
        for group, tried in zip(groups, _tried(rules, trials, groups, jobs), strict=True):
            found |= zip(group, tried, strict=True)
            if advance is not None:
                advance(len(found))
    results = tuple(trial for _, trial in sorted(found.items()) if trial is not None)
    return MutationReport(game.name, len(numbers), len(results), seed, results, trials.not_borne_out(found))


# ------------------------------------------------------------------------ workers


_known: dict[str, MutantTrials] = {}
"""In a worker process, the trials of the ruleset on which it works."""


Group = tuple[int, ...]
Tried = tuple[MutantTrial | None, ...]


def _tried(rules: str, trials: MutantTrials, groups: Sequence[Group], jobs: int | None) -> Iterator[Tried]:
    """Yield the trials of each group in order; they come from worker processes if there are several workers."""
    from cartaro_engine import cores, worker_processes

    count = min(jobs or cores(), len(groups))
    if count <= 1:
        yield from map(trials.trials, groups)
        return
    with worker_processes(count) as pool:
        for future in [pool.submit(_trials, rules, group) for group in groups]:
            yield future.result()


def _trials(rules: str, group: Group) -> Tried:
    if rules not in _known:
        from cartaro_grammar import load_game

        game = load_game(rules)
        assert isinstance(game, Game), "the command has loaded it"
        _known[rules] = MutantTrials(game, _trees(rules))
    return _known[rules].trials(group)


def _trees(rules: str) -> tuple[tree.File, ...]:
    """Return the files of a ruleset that can be loaded."""
    return tuple(file for file in load_files(rules) if isinstance(file, tree.File))


def _in_other_words(rules: str) -> list[str]:
    """Return the names of the files whose key words are not English: changes are made to English sentences only."""
    return [file.source.file for file in _trees(rules) if key_word_language(file.source.text) != "en"]


# ------------------------------------------------------------------------- output


def _show(report: MutationReport, language: str) -> None:
    for result in report.results:
        if result.outcome not in ("free", "not told apart"):
            continue
        free = result.outcome == "free"
        word = msg("no example or claim detects this change") if free else msg("no difference was found")
        print_line(f"{result.file}:{result.line}  {result.clause}: {translate(word, language)}")
        print_line(f"  - {result.sentence}")
        print_line(f"  + {result.mutant or translate(msg('(dropped)'), language)}")
        if result.example:
            print_line("\n" + "\n".join(f"    {line}" for line in result.example.splitlines()) + "\n")
    caught, missed = report.count("caught"), report.count("free")
    if not report.results:
        print_line(translate(msg("{game}: its own text has nothing that can be mutated", game=report.game), language))
        return
    share = 100 * caught // (caught + missed) if caught + missed else 100
    for wording in report.not_borne_out:
        names = ", ".join(f"`{name}`" for name in wording.names)
        notice = msg(
            "the guide describes {names}, but no example or claim notices any of their {count} mutants",
            count=wording.mutants,
            names=names,
        )
        print_line(f"{wording.file}:{wording.line}  {translate(notice, language)}")
    summary = msg(
        (
            "{game}: {caught} of {all} mutants are caught ({share} %), {free} are free; {apart} without a "
            "difference found, {equal} equal"
        ),
        game=report.game,
        caught=caught,
        all=caught + missed,
        share=share,
        free=missed,
        apart=report.count("not told apart"),
        equal=report.count("equal"),
    )
    print_line(translate(summary, language))
    by = {name: sum(result.by == name for result in report.results) for name in ("example", "claim", "obligation")}
    counts = msg(
        "caught by examples {examples}, by claims {claims}, by obligations {obligations}; the prover was not used",
        examples=by["example"],
        claims=by["claim"],
        obligations=by["obligation"],
    )
    print_line(translate(counts, language))
