"""`mutate` changes English sentences only, and names the texts that it left as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cartaro.main import cartaro

pytest.importorskip("z3")

TEXTS = {
    "en": 'variant casa of scopa\n  title "At home"\n\nin article 5 add\n  re: each side scores 1 when RD is in won\n',
    "it": 'in italiano\nvariante casa di scopa\n  titolo "A casa"\n\n'
    "nell'articolo 5 si aggiunge\n  re: ogni parte segna 1 quando RD è in won\n",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_in_other_key_words_is_named(language: str, tmp_path: Path) -> None:
    (tmp_path / "casa.regole").write_text(TEXTS[language], encoding="utf-8")
    words = ["mutate", str(tmp_path / "casa.regole"), "--sample", "1", "--language", "en"]
    answer = CliRunner().invoke(cartaro, words)
    named = "the clauses of casa.regole were not changed, because its key words are not English" in answer.output
    assert named == (language == "it"), answer.output
