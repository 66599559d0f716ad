"""Write the tutorial as a page of its own in each language, next to the page: `python tutorials.py FOLDER`.

It is made from `docs/first-game.md` and its translations. A link below each step opens its text in the page.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markdown import markdown

from cartaro_rulebook import language, languages
from cartaro_rulebook.publication.tutorial import with_links

DOCS = Path(__file__).parents[2] / "docs"
_TITLED = re.compile(r"^```regole title=.*\n", re.MULTILINE)
_OTHER_PAGES = re.compile(r"\[([^\]]+)\]\([\w.-]+\.md\)")
"""A link to another page of the documentation, which is not next to the page."""
_CONSOLE = re.compile(r'<pre><code class="language-console">(?P<command>[^\n]*)\n.*?</code></pre>', re.DOTALL)
"""A terminal session; the page folds it under its first command."""
POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
PAGE = """<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} · Cartaro</title>
<link rel="stylesheet" href="tutorial.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""
STYLE = """body { margin: 0; color: #23211d; background: #fdfaf2; font: 17px/1.6 Georgia, serif; }
main { max-width: 44rem; margin: 0 auto; padding: 24px 16px 64px; }
h1, h2 { line-height: 1.25; } a { color: #21492f; }
pre { overflow-x: auto; padding: 12px; border-radius: 8px; background: #f0ece0; font: 14px/1.5 ui-monospace, monospace; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
summary { cursor: pointer; font: 14px/1.5 ui-monospace, monospace; }
.opens { display: inline-block; padding: 8px 14px; border: 1px solid; border-radius: 8px; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { color: #eee8da; background: #1b1d1a; } a { color: #a9d3b5; } pre { background: #262924; }
}
"""


def tutorial(code: str) -> str:
    """Return the page of the tutorial in a language."""
    path = DOCS / ("first-game.md" if code == "en" else f"first-game.{code}.md")
    text = with_links(path.read_text(encoding="utf-8"), language(code).text("site_try_step"), "index.html", code)
    text = _OTHER_PAGES.sub(r"\1", _TITLED.sub("```regole\n", text))
    title = text.partition("\n")[0].removeprefix("# ")
    body = markdown(text, extensions=["fenced_code", "tables", "toc"], output_format="html")
    body = _CONSOLE.sub(lambda found: f"<details><summary>{found['command']}</summary>{found[0]}</details>", body)
    return PAGE.format(code=code, title=title, policy=POLICY, body=body)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "tutorial.css").write_text(STYLE, encoding="utf-8")
    for code in languages():
        (folder / f"tutorial.{code}.html").write_text(tutorial(code), encoding="utf-8")
