"""What is kept in files: certificates, and books of openings."""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Optional

from . import _secateur
from ._answer import _fields, thousands
from ._asked import Path


@dataclasses.dataclass(frozen=True)
class Verified:
    """What the check of a certificate has found."""

    game: str
    """The game's name."""
    position: str
    """The position that it is about."""
    claims: tuple[str, ...]
    """What it claims for the side to move, such as ``at most 0``."""
    positions: int
    """The positions that were gone through."""
    answers: int
    """The answers that were checked."""
    flaw: Optional[str]
    """What is wrong with it; None where it holds."""

    @property
    def holds(self) -> bool:
        """Whether it proves what it claims."""
        return self.flaw is None

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def __str__(self) -> str:
        claim = f"{self.game} {self.position}: {' and '.join(self.claims)} for the side to move"
        found = f"holds: {thousands(self.positions)} positions" if self.flaw is None else f"does not hold: {self.flaw}"
        return f"{claim}\n{found}"


def verify(path: Path, *, game: Any = None, memory: int = 64 << 20) -> Verified:
    """Checks a certificate of `Position.prove` by the rules alone: no search takes part. ``game``: the class, for a game of your
    own; ``memory``: the bytes for references.

    >>> import os, secateur, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "draw.proof")
    ...     proof = secateur.game("tictactoe").start.prove("draw", certificate=path)
    ...     print(secateur.verify(path).holds, proof.certificate.positions > 0)
    True True
    """
    from ._game import game as found

    board = None if game is None else found(game).start._board
    data = _secateur.verified(os.fspath(path), memory, board)
    return Verified(**{**data, "claims": tuple(data["claims"])})


@dataclasses.dataclass(frozen=True)
class Book:
    """A book of openings in a file: the exact value of every position a number of plies from the start."""

    path: str
    """The file."""
    plies: int
    """The number of plies."""
    positions: int
    """The number of positions that belong into it."""
    before: int
    """The number of those that were there before."""
    there: int
    """The number of those that are there now."""
    nodes: int
    """The nodes of the searches done now."""

    @property
    def is_complete(self) -> bool:
        """Whether every position is there; if not, the same call goes on."""
        return self.there == self.positions
