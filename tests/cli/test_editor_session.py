"""An editor finds the other texts in this order: unsaved before saved ones, near before far ones; annexes come with their
rulesets.
"""

from __future__ import annotations

from pathlib import Path

from cartaro.language_server import server as session
from cartaro.language_server.server import EditorSession
from cartaro_grammar.file_set import shipped_folder

SHIPPED = shipped_folder() / "fishing"


def test_a_ruleset_in_the_folder_hides_the_shipped_one_with_its_annexes(tmp_path: Path) -> None:
    own = tmp_path / "scopa.regole"
    own.write_text("game scopa\n", encoding="utf-8")
    text = EditorSession().text(tmp_path / "mia.regole")
    assert text.places["scopa.regole"] == own
    assert "scopa.prove.regole" not in text.places
    assert text.places["escoba.prove.regole"] == SHIPPED / "escoba.prove.regole"


def test_an_annex_in_the_folder_may_belong_to_a_shipped_ruleset(tmp_path: Path) -> None:
    annex = tmp_path / "scopa.mie.regole"
    annex.write_text('annex mie of scopa\n\nclaim vuota "x"\n  it can happen table is empty\n', encoding="utf-8")
    text = EditorSession().text(annex)
    assert text.places["scopa.regole"] == SHIPPED / "scopa.regole"
    assert text.places["scopa.prove.regole"] == SHIPPED / "scopa.prove.regole"
    assert text.document.checked.game is not None
    assert {"vuota", "conservate"} <= {claim.name for claim in text.document.checked.game.claims}


def test_a_library_sees_those_that_use_it(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "mia.regole").write_text("game mia\n  use pesca\n", encoding="utf-8")
    library = tmp_path / "lib" / "pesca.regole"
    library.write_text("library pesca\n", encoding="utf-8")
    text = EditorSession().text(library)
    assert text.places["mia.regole"] == tmp_path / "mia.regole"


def test_an_unsaved_text_counts_before_its_file_and_a_changed_file_is_read_again(tmp_path: Path) -> None:
    place, work = tmp_path / "mia.regole", EditorSession()
    place.write_text("game uno\n", encoding="utf-8")
    assert work.text(place).document.source.text == "game uno\n"
    assert work.text(place) is work.text(place)
    place.write_text("game undici\n", encoding="utf-8")
    assert work.text(place).document.source.text == "game undici\n"
    work.unsaved[place] = "game tre\n"
    assert work.text(place).document.source.text == "game tre\n"
    new = tmp_path / "nuova.regole"
    work.unsaved[new] = "game nuova\n"
    assert work.text(place).places["nuova.regole"] == new


def test_the_workspaces_own_files(tmp_path: Path) -> None:
    for name in ("b.regole", "a/c.regole", ".hidden/d.regole", "node_modules/e.regole", "f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    work = EditorSession((tmp_path,))
    assert work.rulesets() == (tmp_path / "a" / "c.regole", tmp_path / "b.regole")
    assert work.is_own(tmp_path / "b.regole")
    assert not work.is_own(SHIPPED / "scopa.regole")


def test_the_cache_of_checked_texts_is_bounded(tmp_path: Path) -> None:
    work = EditorSession()
    for number in range(session.MAX_CACHED + 3):
        place = tmp_path / f"g{number}.regole"
        work.unsaved = {place: f"game g{number}\n"}
        work.text(place)
    assert len(work.checked) == session.MAX_CACHED
