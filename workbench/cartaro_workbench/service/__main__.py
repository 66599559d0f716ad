"""`python -m cartaro_workbench.service FOLDER`: writes the files that the build puts next to the page."""

from __future__ import annotations

import sys
from pathlib import Path

from cartaro_workbench.service.page_files import write_page_files

write_page_files(Path(sys.argv[1]))
