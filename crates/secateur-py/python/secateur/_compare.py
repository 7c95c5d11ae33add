"""Comparisons of algorithms."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Iterator
from typing import Any, Optional

from ._answer import _fields, thousands
from ._records import Records


@dataclasses.dataclass(frozen=True)
class Contender:
    """What one algorithm did in a comparison, over all positions."""

    algorithm: str
    """Its name."""
    exact: bool
    """Whether it claims the minimax value."""
    value_agrees: bool
    """Whether its values equal minimax's on every position."""
    values: tuple[int, ...]
    """Its values, one for each position, for the side to move."""
    nodes: int
    """Nodes opened."""
    leaves: int
    """Nodes that ended without moves to search."""
    leaves_over_minimal: Optional[float]
    """These leaves over those of the minimal trees; None if those are not known."""
    time_ms: float
    """The time in milliseconds."""
    table_hits: int
    """Nodes that the table answered."""
    first_move_cutoffs: float
    """The share of cutoffs that came with the first move, 0 to 1."""
    researches: int
    """Second searches."""
    unfinished: bool = False
    """Whether it was interrupted."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Contender:
        return cls(**{**data, "values": tuple(data["values"])})


_COLUMNS = ("algorithm", "values", "nodes", "leaves", "/ minimal", "time", "1st cuts")


@dataclasses.dataclass(frozen=True)
class Comparison(Records):
    """A comparison: a row for each algorithm.

    >>> import secateur
    >>> start = secateur.game("tictactoe").start
    >>> comparison = start.compare(["minimax", "alpha-beta"], depth=4, positions=2)
    >>> comparison.pick, comparison.agreed, [row.algorithm for row in comparison]
    ('alpha-beta', True, ['minimax', 'alpha-beta'])
    """

    game: str
    """The game's name."""
    depth: int
    """The depth searched, in plies."""
    positions: tuple[str, ...]
    """The positions searched, in the game's notation."""
    rows: tuple[Contender, ...]
    """What each algorithm did."""
    pick: str
    """The exact algorithm with the smallest tree."""
    reason: str
    """The reason for the pick."""
    agreed: bool
    """Whether every exact algorithm returned minimax's values."""
    minimal_leaves: Optional[int]
    """The leaves of the minimal trees of all positions together."""
    minimal_is_exact: bool
    """Whether that is the true minimum."""
    left_out: tuple[str, ...]
    """The algorithms left out, since they go through the whole tree and it is too large."""
    interrupted: bool
    """Whether it was interrupted before the last algorithm."""

    @classmethod
    def _of(cls, data: dict[str, Any], rows: list[dict[str, Any]]) -> Comparison:
        texts = {name: tuple(data[name]) for name in ("positions", "left_out")}
        return cls(**{**data, **texts, "rows": tuple(map(Contender._of, rows))})

    def __iter__(self) -> Iterator[Contender]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, algorithm: str) -> Contender:
        for row in self.rows:
            if row.algorithm == algorithm:
                return row
        raise KeyError(algorithm)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as plain data: what frames of pandas or polars are made from."""
        return [_fields(row) for row in self.rows]

    def plot(self, axes: Any = None) -> Any:
        """Draws the nodes of each algorithm; see `secateur.plot`."""
        from . import plot

        return plot.comparison(self, axes)

    def _table(self) -> list[tuple[str, ...]]:
        def line(row: Contender) -> tuple[str, ...]:
            mark = "" if row.exact and row.value_agrees else " WRONG" if row.exact else " (selective)"
            ratio = "-" if row.leaves_over_minimal is None else f"{row.leaves_over_minimal:.2f}"
            values = " ".join(f"{value:+}" if value else "0" for value in row.values[:6])
            return (
                row.algorithm,
                values + (" ..." if len(row.values) > 6 else "") + mark,
                thousands(row.nodes),
                thousands(row.leaves),
                ratio,
                f"{row.time_ms:.1f} ms",
                f"{100 * row.first_move_cutoffs:.1f} %",
            )

        return [_COLUMNS, *map(line, self.rows)]

    def _title(self) -> str:
        return f"{self.game}, {len(self.positions)} positions to depth {self.depth}"

    def __str__(self) -> str:
        table = self._table()
        widths = [max(map(len, column)) for column in zip(*table)]
        pads = [str.ljust, *[str.rjust] * (len(widths) - 1)]
        lines = ("  ".join(pad(cell, wide) for pad, cell, wide in zip(pads, row, widths)) for row in table)
        return "\n".join([self._title(), "", *lines, "", f"Pick: {self.pick}; {self.reason}."])

    def _repr_html_(self) -> str:
        head, *rows = self._table()
        cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
        lines = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
        )
        pick = html.escape(f"Pick: {self.pick}; {self.reason}.")
        return f"<table><caption>{html.escape(self._title())}</caption><tr>{cells}</tr>{lines}</table><p>{pick}</p>"
