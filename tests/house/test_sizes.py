"""A file is about one thing, and short enough to be read at once: about three hundred lines."""

from __future__ import annotations

from tests.house.packages import PACKAGES, ROOT, files_of, text_of

MOST_LINES = 320
LONGER = {
    "grammar/cartaro_grammar/model/expressions.py": "one union, a class for each expression of the language",
    "grammar/cartaro_grammar/analyses/estimate.py": "truths, numbers and sets, each of which is worked out from the others",
    "verify/cartaro_verify/encode/acts.py": "who can do what asks for arguments, and those again for who can do what",
}


def test_no_file_is_long() -> None:
    lengths = {
        file.relative_to(ROOT).as_posix(): text_of(file).count("\n") for package in PACKAGES for file in files_of(package)
    }
    long = {file: length for file, length in lengths.items() if length > MOST_LINES}
    assert {file: length for file, length in long.items() if file not in LONGER} == {}
    assert long.keys() >= LONGER.keys(), "an exception that is none any longer"
