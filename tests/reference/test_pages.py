"""Pages are parsed into sections and blocks, turned into one game, and written again with results."""

from __future__ import annotations

from tests.reference.pages import PRINT, Results, frames, game_of, parse_page, parts_in, written

FRAME = 'game pond\n  title "Pond"\n\narticle 1 "A"\n  pile stock\n'
PAGE = """# Numbers

In the game [pond](games.md#pond).

## Half

<!-- documents: Operation, Number -->

Rounded down.

```regole
half: h is half of 3
  when x

example e "E"
  check h = 1
```

```text title="In print"
en  Old.
```

More words.

```regole title="Mistake"
wrong: h is half
```

## Other

```regole
-- a comment
two: t is 2
```
"""


def test_a_page_has_sections_with_blocks() -> None:
    page = parse_page(PAGE)
    assert page.frame == "pond"
    assert [section.heading for section in page.sections] == ["Numbers", "Half", "Other"]
    half = page.sections[1]
    assert half.documents == ("Operation", "Number")
    assert [block.title for block in half.blocks] == ["", "In print", "Mistake"]
    assert PAGE.split("\n")[half.rules[0].line - 1] == "half: h is half of 3"
    assert [PAGE.split("\n")[block.end - 2] for block in half.blocks] == ["```"] * 3


def test_blocks_are_articles_of_one_game_and_examples_are_outside() -> None:
    of = game_of(parse_page(PAGE), FRAME)
    assert of.text == FRAME + (
        '\narticle s1 "Half"\n  half: h is half of 3\n    when x\n\nexample e "E"\n  check h = 1\n'
        '\narticle s2 "Other"\n  -- a comment\n  two: t is 2\n'
    )
    lines = of.text.split("\n")
    for number, line in enumerate(lines, 1):
        place = of.page_line(number)
        assert place == 0 or PAGE.split("\n")[place - 1].strip() == line.strip()
    assert PAGE.split("\n")[of.page_line(lines.index("  check h = 1") + 1) - 1] == "  check h = 1"


def test_a_mistake_is_added_last() -> None:
    page = parse_page(PAGE)
    of = game_of(page, FRAME, page.sections[1].mistakes[0])
    assert of.text.endswith('\narticle mistake "Mistake"\n  wrong: h is half\n')


def test_a_page_may_begin_with_a_game_of_its_own() -> None:
    page = parse_page(PAGE.replace("[pond](games.md#pond)", "pond").replace("half: h is half of 3\n  when x", FRAME.strip()))
    assert page.frame == ""
    assert game_of(page, "").text.startswith(FRAME)


def test_parts_are_found_in_another_form_of_the_game() -> None:
    of = game_of(parse_page(PAGE), FRAME)
    other = "in italiano\n" + of.text.replace("half of", "la metà di").replace("check", "verifica")
    assert parts_in(other, of) == [
        "half: h is la metà di 3\n  when x",
        'example e "E"\n  verifica h = 1',
        "-- a comment\ntwo: t is 2",
    ]


def test_results_are_written_below_the_rules_and_messages_below_mistakes() -> None:
    page = parse_page(PAGE)
    half = page.sections[1]
    results = {half.line: Results((half.rules[0].text,), {PRINT: "en  New."}, ("error",))}
    new = written(PAGE, results)
    assert new == PAGE.replace("Old", "New").replace("is half\n```\n", 'is half\n```\n\n```text title="Message"\nerror\n```\n')
    assert written(new, results) == new


def test_results_that_are_missing_are_inserted_and_others_removed() -> None:
    page = parse_page(PAGE)
    half = page.sections[1]
    bare = PAGE.replace('```text title="In print"\nen  Old.\n```\n\n', "")
    results = {half.line: Results((half.rules[0].text,), {PRINT: "en  Old."}, ("error",))}
    assert written(bare, results) == written(PAGE, results)
    without = {half.line: Results((half.rules[0].text,), {}, ("error",))}
    assert 'title="In print"' not in written(PAGE, without)


def test_frames_are_games_by_their_headings() -> None:
    assert frames("# Games\n\n## Pond\n\n```regole\ngame pond\n```\n") == {"pond": "game pond\n"}
