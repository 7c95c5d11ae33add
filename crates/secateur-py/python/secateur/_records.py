"""Results as rows: plain data, and frames of pandas or polars."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable
from typing import Any

from ._secateur import Error


def frame(rows: Iterable[Any], library: str = "") -> Any:
    """A frame of these results, a row each: of ``pandas`` or ``polars``, whichever is installed, pandas first, unless one is
    named. Results are answers, solutions, proofs, or dictionaries.

    >>> import secateur
    >>> start = secateur.game("tictactoe").start
    >>> secateur.frame([start.analyse(depth=depth) for depth in (1, 2)], "nothing")
    Traceback (most recent call last):
        ...
    secateur.Error: the library is 'nothing', expected pandas or polars
    """
    found = library or next((name for name in ("pandas", "polars") if importlib.util.find_spec(name)), "")
    if library not in ("", "pandas", "polars"):
        raise Error(f"the library is {library!r}, expected pandas or polars")
    if not found:
        raise Error("neither pandas nor polars is installed, expected one of them: pip install pandas")
    return importlib.import_module(found).DataFrame([row if isinstance(row, dict) else row.to_dict() for row in rows])


class Records:
    """What has rows."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as plain data: what frames are made from."""
        raise NotImplementedError

    def to_frame(self, library: str = "") -> Any:
        """The rows as a frame of pandas or polars, whichever is installed, or of the one that is named."""
        return frame(self.to_dicts(), library)

    def to_pandas(self) -> Any:
        """The rows as a frame of pandas, which has to be installed."""
        return self.to_frame("pandas")

    def to_polars(self) -> Any:
        """The rows as a frame of polars, which has to be installed."""
        return self.to_frame("polars")
