"""Charts of results, drawn by matplotlib: ``pip install secateur[plot]``.

Each function takes axes to draw on, or makes a figure of its own, and returns the axes.

>>> import secateur, secateur.plot  # doctest: +SKIP
>>> secateur.plot.comparison(secateur.game("nim").start.compare(depth=4))  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, Optional

from ._answer import Answer
from ._choice import Choice
from ._compare import Comparison
from ._match import Match
from ._secateur import Error
from ._trace import Trace

# Colours that people with any colour vision tell apart (Okabe and Ito, 2008).
_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#999999"

__all__ = ["choice", "comparison", "match", "trace", "values"]


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    if not importlib.util.find_spec("matplotlib"):
        raise Error("matplotlib is not installed, expected it: pip install secateur[plot]")
    return importlib.import_module("matplotlib.pyplot").subplots(layout="constrained")[1]


def _bars(axes: Any, names: Sequence[str], lengths: Sequence[float], colours: Sequence[str]) -> None:
    axes.barh(range(len(names)), lengths, color=colours)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()


def comparison(found: Comparison, axes: Any = None, by: str = "nodes") -> Any:
    """The nodes of each algorithm (or ``by`` ``leaves`` or ``time_ms``), exact ones in one colour and selective ones in another."""
    axes = _axes(axes)
    rows = sorted(found, key=lambda row: getattr(row, by))
    colours = [_BLUE if row.exact else _ORANGE for row in rows]
    _bars(axes, [row.algorithm for row in rows], [getattr(row, by) for row in rows], colours)
    axes.set_xscale("log")
    axes.set_xlabel({"time_ms": "ms"}.get(by, by))
    axes.set_title(f"{found.game}, depth {found.depth}")
    return axes


def match(found: Match, axes: Any = None) -> Any:
    """The differences of strength between each two players, with their intervals of 95 %."""
    axes = _axes(axes)
    shown = [pairing for pairing in found.pairings if pairing.elo is not None]
    for place, pairing in enumerate(shown):
        low, high = pairing.elo_low, pairing.elo_high
        axes.plot([pairing.elo], [place], "o", color=_BLUE)
        if low is not None and high is not None:
            axes.plot([low, high], [place, place], color=_BLUE)
    axes.set_yticks(range(len(shown)), [f"{pairing.first} - {pairing.second}" for pairing in shown])
    axes.axvline(0, color=_GREY)
    axes.set_xlabel("Elo")
    axes.set_title(f"{found.game}, {len(found.games)} games")
    return axes


def choice(found: Choice, axes: Any = None, race: Optional[str] = None) -> Any:
    """The nodes of each entrant of a race, the first one by default, over those of the best on the same positions."""
    axes = _axes(axes)
    race = race or (found.races[0]["race"] if found.races else "")
    rows = sorted((row for row in found.races if row["race"] == race), key=lambda row: row["nodes_ratio"])
    colours = [_BLUE if row["left"] else _GREY for row in rows]
    _bars(axes, [row["algorithm"] for row in rows], [row["nodes_ratio"] for row in rows], colours)
    axes.set_xscale("log")
    axes.set_xlabel("nodes, over the best")
    axes.set_title(f"{found.game}: {race}")
    return axes


def values(found: Sequence[Answer], axes: Any = None) -> Any:
    """The values of answers: of all moves (`Position.values`), or of the iterations of a search by depth."""
    axes = _axes(axes)
    if len({answer.depth for answer in found}) == len(found) > 1:
        axes.plot([answer.depth for answer in found], [answer.value for answer in found], "o-", color=_BLUE)
        axes.set_xlabel("depth")
        axes.set_ylabel("value")
    else:
        colours = [_BLUE if answer.value >= 0 else _ORANGE for answer in found]
        _bars(axes, [answer.best or "" for answer in found], [answer.value for answer in found], colours)
        axes.set_xlabel("value")
    axes.set_title(found[0].game if found else "")
    return axes


def trace(found: Trace, axes: Any = None) -> Any:
    """The nodes of a recorded search by their depth, as far as they were kept."""
    axes = _axes(axes)
    levels: list[int] = []
    for node in found.nodes:
        levels.append(0 if node["parent"] is None else levels[node["parent"]] + 1)
    counts = [levels.count(level) for level in range(max(levels, default=-1) + 1)]
    axes.bar(range(len(counts)), counts, color=_BLUE)
    axes.set_xlabel("depth")
    axes.set_ylabel("nodes")
    axes.set_title(f"{found.header['game']}: {found.header['algorithm']}")
    return axes
