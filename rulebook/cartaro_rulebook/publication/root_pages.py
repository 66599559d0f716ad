"""What belongs to no language of the site: its first page, the page for what is not there, and the list of all pages.

The first page and the missing one are in every language at once, each part marked as its own; where a script may run, the
reader's is chosen by what the browser says, and for a missing page by its address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.words.language import language, languages

STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5;
  background: light-dark(#fff, #1c1d22); color: light-dark(#222, #e4e4e6); }
body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.2rem; background: inherit; }
h1 { font-weight: 600; }
a { color: light-dark(#8a2f00, #ffab91); }
li { margin: .5rem 0; } ul { padding-left: 1.2rem; }
"""
TO_THE_READERS_LANGUAGE = """
const known = %s;
for (const wanted of navigator.languages || [navigator.language]) {
  const code = String(wanted).slice(0, 2).toLowerCase();
  if (known.includes(code)) { location.replace(code + "/index.html"); break; }
}
"""
IN_THE_READERS_LANGUAGE = """
const known = %s;
const read = (navigator.languages || [navigator.language]).map(each => String(each).slice(0, 2).toLowerCase());
const asked = [...location.pathname.split("/"), ...read];
const code = asked.find(part => known.includes(part));
if (code) {
  document.documentElement.lang = code;
  for (const part of document.querySelectorAll("[data-language]")) part.hidden = part.dataset.language !== code;
}
"""


def first_page(url: str | None) -> str:
    """The page that names the languages; with `url`, where the site is published, it says so."""
    items = ""
    for code in languages():
        lang = language(code)
        link = tag("a", escaped(lang.word("name").capitalize()), href=f"{code}/index.html", hreflang=code)
        items += tag("li", f"{link} &#8212; {escaped(lang.say('ui_tagline'))}", lang=code)
    head = "".join(_alternate(code, f"{url or ''}{code}/index.html") for code in languages())
    head += _alternate("x-default", url) + f'<link rel="canonical" href="{escaped(url)}">' if url else ""
    return _page("Cartaro", head, tag("h1", "Cartaro") + tag("ul", items), TO_THE_READERS_LANGUAGE)


def missing_page(url: str | None) -> str:
    """The page that a host shows for what is not there, at whatever address: its links begin at the site's own root."""
    root = urlsplit(url).path if url else "/"
    body = tag("h1", "404")
    for code in languages():
        lang = language(code)
        link = tag("a", escaped(lang.say("ui_book")), href=f"{root}{code}/index.html", hreflang=code)
        body += tag("p", f"{escaped(lang.say('ui_not_found'))} {link}", lang=code, data_language=code)
    return _page("404 - Cartaro", '<meta name="robots" content="noindex">', body, IN_THE_READERS_LANGUAGE)


def _alternate(code: str, href: str) -> str:
    return f'<link rel="alternate" hreflang="{code}" href="{escaped(href)}">'


def _page(title: str, head: str, body: str, script: str) -> str:
    known = "[" + ", ".join(f'"{code}"' for code in languages()) + "]"
    about = escaped(language("en").say("ui_tagline"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{tag('title', title)}\n"
        f'<meta name="description" content="{about}">\n{head}\n<style>{STYLE}</style>\n</head>\n'
        f"<body>\n<main>{body}</main>\n<script>{script % known}</script>\n</body>\n</html>\n"
    )


def sitemap(url: str, pages: Mapping[str, frozenset[str]]) -> str:
    """All pages by their addresses, each with its other languages."""
    entries = "".join(_entry(url, code, name, pages) for code in pages for name in sorted(pages[code]))
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {spaces}>\n{entries}</urlset>\n'


def _entry(url: str, code: str, name: str, pages: Mapping[str, frozenset[str]]) -> str:
    links = "".join(_other(url, other, name) for other in pages if name in pages[other])
    return f"<url><loc>{escaped(f'{url}{code}/{name}')}</loc>{links}</url>\n"


def _other(url: str, code: str, name: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{code}" href="{escaped(f"{url}{code}/{name}")}"/>'


def root_files(url: str | None, pages: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """The files beside the languages, as (name, text)."""
    yield "index.html", first_page(url)
    yield "404.html", missing_page(url)
    if url:
        yield "sitemap.xml", sitemap(url, pages)
        yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n"
