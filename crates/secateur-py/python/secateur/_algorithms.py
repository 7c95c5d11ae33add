"""The algorithms."""

from __future__ import annotations

import dataclasses

from . import _secateur


@dataclasses.dataclass(frozen=True)
class Algorithm:
    """An algorithm, as the list has it.

    >>> import secateur
    >>> [a.source for a in secateur.algorithms() if a.name == "mtd-f"]
    ['Plaat et al. 1996']
    """

    name: str
    about: str
    source: str
    """Author and year."""
    exact: bool
    """Whether it returns the minimax value of (position, depth)."""
    takes_depth: bool
    """Whether it can be asked for a depth."""
    has_memory: bool
    """Whether it remembers positions in a table."""
    proves: bool
    """Whether it proves goals."""


def algorithms() -> list[Algorithm]:
    """All algorithms."""
    return [Algorithm(**data) for data in _secateur.algorithms()]
