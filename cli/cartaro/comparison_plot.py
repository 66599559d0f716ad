"""A plot of a comparison: the points of each side under each choice, with their intervals."""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from cartaro.extras import require
from cartaro.shell import write_file
from cartaro_engine import Statistics
from cartaro_grammar import cache_folder

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The palette of Okabe and Ito, which colour-blind readers can distinguish; the shapes of the marks repeat the distinction."""
SHAPES: Final = ("o", "s", "^", "D", "v", "P")


def write_plot(path: Path, found: Sequence[Statistics], changed: Sequence[Mapping[str, str]]) -> None:
    """Plot the base game into a file, with the other games below it."""
    labels = ["as chosen", *(", ".join(f"{name} = {value}" for name, value in change.items()) for change in changed)]
    write_file(path, picture(found, labels))


def _leave_home_alone() -> None:
    """Give Matplotlib a temporary folder for its font cache if the user has no home."""
    if cache_folder.home_folder() is None and "MPLCONFIGDIR" not in os.environ:
        folder = TemporaryDirectory(prefix="cartaro-")
        atexit.register(folder.cleanup)
        os.environ["MPLCONFIGDIR"] = folder.name


def picture(found: Sequence[Statistics], labels: Sequence[str]) -> str:
    """Render the plot as SVG; exit if Matplotlib is missing."""
    require("plots")
    _leave_home_alone()
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    drawer: Any = cast("Any", mpl)  # the types of the library are partly unknown
    with drawer.rc_context({"svg.hashsalt": "cartaro", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure: Any = cast("Any", Figure)(figsize=(7, 1.2 + 0.45 * len(found)), layout="constrained")
        FigureCanvasSVG(figure)
        _draw(figure.add_subplot(), found, labels)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Title": _title(found[0])})
    return text.getvalue()


def _title(base: Statistics) -> str:
    return f"{base.names.game}: points a hand, {base.hands:,} hands, intervals of 95 %"


def _draw(axes: Any, found: Sequence[Statistics], labels: Sequence[str]) -> None:  # matplotlib's own types are partly unknown
    sides = max(statistics.names.sides for statistics in found)
    for side in range(sides):
        rows = [row for row, statistics in enumerate(found) if side < statistics.names.sides]
        intervals = [found[row].points[side].interval() for row in rows]
        axes.errorbar(
            [interval.value for interval in intervals],
            [row + 0.12 * (side - (sides - 1) / 2) for row in rows],
            xerr=[[i.value - i.low for i in intervals], [i.high - i.value for i in intervals]],
            fmt=SHAPES[side % len(SHAPES)],
            color=COLOURS[side % len(COLOURS)],
            label=f"side {side + 1}",
            capsize=3,
            markersize=5,
        )
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_title(_title(found[0]), fontsize="medium")
    axes.grid(axis="x", alpha=0.3)
    axes.legend()
