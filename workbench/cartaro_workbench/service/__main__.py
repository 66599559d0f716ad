"""`python -m cartaro_workbench.service FOLDER [GAME …]`: writes the files that the build puts next to the page, with the first
hands of some games, or of all.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cartaro_workbench.service.first_hands import write_first_hands
from cartaro_workbench.service.page_files import shipped_files, write_page_files

write_first_hands(shipped_files(), Path(sys.argv[1]) / "hands", sys.argv[2:])
write_page_files(Path(sys.argv[1]))  # written last: the build waits for one of these files
