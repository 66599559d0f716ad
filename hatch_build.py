"""The archive of kept results in a wheel: verdicts, certificates, statistics and the like of all shipped rulesets.

A checkout has them as files next to the texts, so that a change of one can be read. In an installed wheel, each of some 300
small files would take a whole block of a disk, so they are members of `cartaro_rulesets/kept.zip`, from which
`cartaro.kept_results` reads them. Certificates under all house rules are left out. The same files give the same bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of each member, the first that an archive can have."""
LEFT_OUT = ".everywhere.certificate.json"


class KeptResultsHook(BuildHookInterface[Any]):
    """Adds the archive to a wheel; an editable installation uses the files of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the archive, and tell the builder where it belongs."""
        if version == "editable":
            return
        root = Path(self.root)
        archive = root / "build" / "kept.zip"
        archive.parent.mkdir(exist_ok=True)
        with ZipFile(archive, "w") as out:
            for path in sorted(root.glob("rulesets/*/*.json")):
                if not path.name.endswith(LEFT_OUT):
                    member = ZipInfo(path.name, FIRST_DAY)
                    member.compress_type = ZIP_DEFLATED
                    out.writestr(member, path.read_bytes(), compresslevel=9)
        build_data["force_include"][str(archive)] = "cartaro_rulesets/kept.zip"
