"""`cartaro conform`: check another program against the rules of a game."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NoReturn, cast

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, OK, USAGE_ERROR, fail, json_option, language_option, load_or_exit, set_option, write_json
from cartaro.terminal.streams import print_line
from cartaro_engine import VectorJson, covering_vectors, vectors
from cartaro_grammar import Diagnostic, Game, msg, shorten, translate
from cartaro_interpreter import Json, Rules, compile_game, json_text
from cartaro_workbench import ConformJson, Question, disagreement, is_unknown, questions

SECONDS = 10
"""The number of seconds in which each question must be read and answered."""
ENDED = ""
"""Returned in place of a line if the program has ended its output."""
MOST_CHARACTERS = 1_000_000
"""The greatest number of characters in an answer."""


@click.command("conform", context_settings={"ignore_unknown_options": True})
@rules_argument
@click.argument("program", metavar="-- COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("-n", "count", type=click.IntRange(0, 1_000_000), help="number of random positions, in place of the chosen ones")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed")
@set_option
@language_option
@json_option
def command(
    rules: str, program: tuple[str, ...], count: int | None, seed: int, settings: tuple[str, ...], language: str, as_json: bool
) -> None:
    """Check another program against the rules of a game. The program reads questions about positions, one line of JSON
    each, and writes an answer to each. The command shows the first answer that disagrees with the rules, with the clauses
    and the article.

    The positions are the output of `cartaro vectors --cover`. The exit code is 0 if no answer is wrong, else 1.

    \b
    cartaro conform scopa -- node my_rules.js
    cartaro conform scopa -n 200 --seed 7 -- ./my-engine --json
    """
    game = load_or_exit(rules, settings, as_json, language)
    asked, unknown = Counter[str](), Counter[str]()
    answer: ConformJson = {"game": game.name, "asked": asked, "unknown": unknown}
    number = 1
    with Program(program, as_json, language) as running:
        for vector in _vectors(game, count, seed, as_json):
            for question in questions(vector, number):
                number += 1
                reply = running.ask(question)
                asked[question.asked["ask"]] += 1
                if is_unknown(question, reply):
                    unknown[question.asked["ask"]] += 1
                elif (found := disagreement(game, question, reply)) is not None:
                    why = translate(found.why, language)
                    answer["disagreement"] = {
                        "question": question.asked,
                        "answer": reply,
                        "expected": question.expected,
                        "why": why,
                        "clauses": list(found.clauses),
                    }
                    if found.article:
                        answer["disagreement"]["article"] = found.article
                    break
            if "disagreement" in answer:
                break
    if as_json:
        write_json({**answer, "asked": dict(asked), "unknown": dict(unknown)})
    else:
        _show(answer, language)
    sys.exit(FAILURE if "disagreement" in answer else OK)


def _vectors(game: Game, count: int | None, seed: int, as_json: bool) -> Iterator[VectorJson]:
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, as_json, FAILURE)
    chosen = covering_vectors(game, seed) if count is None else islice(vectors(compiled, seed, every_move=False), count)
    for found in chosen:
        if isinstance(found, Diagnostic):
            fail((found,), as_json, FAILURE)
        yield found


class Program:
    """The program that answers.  It is started here, and after the last question it is ended together with the processes that
    it has started.

    One thread writes the questions and another reads the answers, because a program may stop reading or writing, and the
    command must not wait for it.  Neither thread holds more than a line.
    """

    def __init__(self, words: tuple[str, ...], as_json: bool, language: str) -> None:
        self.words, self.as_json, self.language = words, as_json, language
        self._questions: queue.Queue[str] = queue.Queue(1)
        self._answers: queue.Queue[str] = queue.Queue(1)

    def __enter__(self) -> Program:
        """Start the program."""
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError):
            self._refuse(msg("`{name}` cannot be started", name=shorten(self.words[0])))
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the program and its processes.  The streams are not closed here, because the threads may be waiting for them."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:  # on Windows
                self._process.kill()
        self._process.wait()

    def ask(self, question: Question) -> Json:
        """Ask a question and return the answer; exit if there is no answer, if there are several, or if it is not JSON."""
        with suppress(queue.Empty):
            if self._answers.get_nowait() != ENDED:
                self._refuse(msg("the program wrote an extra line before question {n}", n=question.asked["id"]))
            self._answers.put(ENDED)
        try:
            self._questions.put(json_text.write_json({**question.asked}) + "\n", timeout=SECONDS)
            line = self._answers.get(timeout=SECONDS)
        except (queue.Empty, queue.Full):
            line = ENDED
        if line == ENDED:
            self._refuse(msg("the program has not answered question {n}", n=question.asked["id"]))
        found = json_text.parse_json(line, "answer") if len(line) < MOST_CHARACTERS else None
        if found is None or isinstance(found, Diagnostic):
            self._refuse(
                msg("the answer to question {n} is not JSON: {text}", n=question.asked["id"], text=shorten(line.strip()))
            )
        return found

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(MOST_CHARACTERS):
                self._answers.put(line)
        self._answers.put(ENDED)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while True:
                self._process.stdin.write(self._questions.get())
                self._process.stdin.flush()

    def _refuse(self, message: str) -> NoReturn:
        fail((Diagnostic("C0914", message),), self.as_json, USAGE_ERROR, self.language)


def _show(answer: ConformJson, language: str) -> None:
    asked = ", ".join(f"{kind} {n - answer['unknown'].get(kind, 0)}/{n}" for kind, n in answer["asked"].items())
    print_line(translate(msg("answered: {counts}", counts=asked), language))
    found = answer.get("disagreement")
    if found is None:
        print_line(translate(msg("all answers agree with the rules"), language))
        return
    where = f" [{found['article']}: {', '.join(found['clauses'])}]" if "article" in found else ""
    print_line(translate(msg("question {n}: {why}{where}", n=found["question"]["id"], why=found["why"], where=where), language))
    titles = (msg("question"), msg("answer"), msg("expected"))
    for title, value in zip(titles, (found["question"], found["answer"], found["expected"]), strict=True):
        print_line(f"  {translate(title, language)}: {json_text.write_json(cast('Json', value))}")
