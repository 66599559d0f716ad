"""The theme of a site, read once for the sites of all languages.

The theme's folder holds thousands of icons, which mkdocs lists for each site only to leave them out, and its templates are the
same for every language: they are compiled once, in memory, and folders that mkdocs leaves out are not entered.
"""

from __future__ import annotations

import os
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket
from mkdocs.theme import Theme


class CompiledTemplates(BytecodeCache):
    """Templates compiled by this process, by name and text."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Gives a template as it was compiled before, where it was."""
        known = self._code.get((bucket.key, bucket.checksum))
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a template as it is compiled."""
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


class _VisibleFiles(FileSystemLoader):
    """A theme's files, but for hidden folders: what lies there can be loaded, and is not listed."""

    def list_templates(self) -> list[str]:
        found = set[str]()
        for root in map(Path, self.searchpath):
            for folder, folders, names in os.walk(root):
                folders[:] = [name for name in folders if not name.startswith(".")]
                found.update((Path(folder) / name).relative_to(root).as_posix() for name in names)
        return sorted(found)


class SharedTheme(Theme):
    """A theme whose templates are compiled once for all sites."""

    def get_env(self) -> Environment:
        """The environment that mkdocs makes, with what is shared."""
        env = super().get_env()
        env.bytecode_cache = COMPILED
        env.loader = _VisibleFiles(self.dirs)
        return env


def shared(theme: Theme) -> SharedTheme:
    """A theme as it was set up, with its templates shared."""
    found = SharedTheme(name=theme.name)
    found.dirs, found.static_templates = theme.dirs, theme.static_templates
    for key in theme:
        found[key] = theme[key]
    return found
