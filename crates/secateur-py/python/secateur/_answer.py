"""The answers of searches."""

from __future__ import annotations

import dataclasses
import html
from typing import Any, Optional


def thousands(number: int) -> str:
    """The number with commas."""
    return f"{number:,}"


@dataclasses.dataclass(frozen=True)
class ProofNumbers:
    """The least number of leaves that have to be settled to prove what is asked, or to disprove it.

    None where that is out of the question.
    """

    proof: Optional[int]
    disproof: Optional[int]


_WHY = {
    "depth": "the depth asked for",
    "time": "time was up",
    "nodes": "the node limit",
    "interrupt": "interrupted",
    "solved": "solved",
    "memory": "the memory is full",
    "length": "a line of play is too long",
}


@dataclasses.dataclass(frozen=True)
class Answer:
    """The answer of a search. Values are for the side to move.

    >>> import secateur
    >>> answer = secateur.game("connect4").position("3344").analyse(depth=5, hash=1 << 20)
    >>> answer.outcome, answer.plies_to_end, answer.value, answer.stopped_by
    ('win', 3, 18, 'solved')
    >>> answer.to_dict()["pv"] == list(answer.pv)
    True
    """

    game: str
    """The game's name."""
    position: str
    """The position, as it was given."""
    algorithm: str
    """The algorithm's name."""
    exact: bool
    """Whether the value is minimax's for the depth."""
    value: int
    """The value in points; for a decided game on the game's own scale."""
    outcome: Optional[str]
    """``win``, ``draw`` or ``loss``, if that is proven."""
    plies_to_end: Optional[int]
    """Plies to the end of a decided game."""
    best: Optional[str]
    """The move to play."""
    pv: tuple[str, ...]
    """The principal variation."""
    depth: int
    """The depth searched, in plies."""
    seldepth: int
    """The deepest ply reached."""
    nodes: int
    """Nodes opened."""
    leaves: int
    """Nodes that ended without moves to search."""
    time_ms: float
    """Milliseconds since the search began."""
    nps: int
    """Nodes per second."""
    hash_full_permille: int
    """The share of the table that is in use, in thousandths."""
    stopped_by: str
    """Why it ended: ``depth``, ``time``, ``nodes``, ``interrupt``, ``solved``, ``memory`` or ``length``."""
    point_of_view: str = "side to move"
    """Whose values these are."""
    bound: Optional[str] = None
    """``lower`` or ``upper``, where the value is only a bound yet."""
    chances: Optional[tuple[int, ...]] = None
    """Chances to win, draw and lose, in thousandths, where the game provides them."""
    visits: Optional[int] = None
    """The visits of the root, from searches that go by them."""
    proof_numbers: Optional[ProofNumbers] = None
    """The numbers of the root, from proof-number searches."""
    line: int = 1
    """The place of this line among the best ones, from 1."""
    lines: tuple[Answer, ...] = ()
    """All of the best lines, where more than one was asked for."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Answer:
        data["pv"] = tuple(data["pv"])
        if "chances" in data:
            data["chances"] = tuple(data["chances"])
        if "proof_numbers" in data:
            data["proof_numbers"] = ProofNumbers(**data["proof_numbers"])
        if "lines" in data:
            data["lines"] = tuple(map(cls._of, data["lines"]))
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    @property
    def is_settled(self) -> bool:
        """Whether nothing deeper changes the value."""
        within = self.plies_to_end is not None and self.plies_to_end <= self.depth
        return self.stopped_by == "solved" or within

    @property
    def value_text(self) -> str:
        """The value in words: ``+12``, ``win in 5``, ``draw``."""
        if self.outcome is None:
            return f"{self.value:+}" if self.value else "0"
        if self.plies_to_end is not None:
            return f"{self.outcome} {'in' if self.is_settled else 'within'} {self.plies_to_end}"
        return self.outcome if self.outcome == "draw" else f"{self.outcome} by {abs(self.value)}"

    def _repr_html_(self) -> str:
        rows = self.lines or (self,)
        cells = (
            f"<tr><td>{html.escape(row.best or '')}</td><td>{row.value_text}</td><td>{row.depth}</td><td>{thousands(row.nodes)}</td>"
            f"<td>{html.escape(' '.join(row.pv))}</td></tr>"
            for row in rows
        )
        head = "".join(f"<th>{name}</th>" for name in ("move", "value", "depth", "nodes", "line"))
        return f"<table><caption>{html.escape(self.algorithm)}</caption><tr>{head}</tr>{''.join(cells)}</table>"

    def __str__(self) -> str:
        why = _WHY.get(self.stopped_by, "a limit")
        if self.depth == 0:
            return f"{self.best}, a guess: depth 1 was not finished ({why})"
        return f"{self.best}: {self.value_text} at depth {self.depth} ({why}); {' '.join(self.pv)}"


@dataclasses.dataclass(frozen=True)
class Solution:
    """The value at the end of the game, or what is proven of it. Values are for the side to move.

    >>> import secateur
    >>> solution = secateur.game("nim").position("3,4,5").solve()
    >>> solution.value, solution.outcome, solution.best
    (1, 'win', '1-2')
    """

    value: Optional[int]
    """The exact value on the game's own scale; None if it was not found."""
    outcome: Optional[str]
    """``win``, ``draw`` or ``loss``; None if the value was not found."""
    at_least: Optional[int]
    """The value is at least this; None if that is open."""
    at_most: Optional[int]
    """The value is at most this; None if that is open."""
    best: Optional[str]
    """A move that is worth the value, or ``at_least``."""
    nodes: int
    """Nodes opened."""
    time_ms: float
    """The time it took, in milliseconds."""
    stopped_by: str
    """``solved``, or the limit that came first."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Solution:
        ((kind, found),) = data.items()
        time = found.pop("time")
        value = found.get("value")
        known = {"value": value, "outcome": None, "at_least": value, "at_most": value, "stopped_by": kind}
        return cls(**{**known, **found, "time_ms": 1e3 * time["secs"] + 1e-6 * time["nanos"]})

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.best or 'over'}: value {self.value} ({self.outcome}); {thousands(self.nodes)} nodes"
        at_least = "?" if self.at_least is None else self.at_least
        at_most = "?" if self.at_most is None else self.at_most
        why = _WHY.get(self.stopped_by, "a limit")
        return f"value from {at_least} to {at_most} ({why}); {thousands(self.nodes)} nodes"


@dataclasses.dataclass(frozen=True)
class Certificate:
    """A proof that was written into a file, for `secateur.verify`."""

    path: str
    """The file."""
    positions: int
    """The positions that it goes through, each with all replies."""
    answers: int
    """The answers to these replies."""
    bytes: int
    """Its size in bytes."""


@dataclasses.dataclass(frozen=True)
class Proof:
    """What a search for a proof has found. Values are for the side to move.

    >>> import secateur
    >>> proof = secateur.game("tictactoe").start.prove("draw")
    >>> proof.proven, proof.claims
    (True, ('at least 0',))
    """

    goal: Optional[int]
    """The goal, on the game's own scale; None if the value was asked for."""
    proven: Optional[bool]
    """Whether the goal is reached, or the value known if there is none; None where that is not settled."""
    value: Optional[int]
    """The value, if that was asked for and is known."""
    outcome: Optional[str]
    """``win``, ``draw`` or ``loss``, of a value that is known."""
    claims: tuple[str, ...]
    """What is proven, such as ``at least 0``."""
    algorithm: str
    """The algorithm's name."""
    pv: tuple[str, ...]
    """The most-proving line; of a settled goal, the line that proves it."""
    proof_numbers: Optional[ProofNumbers]
    """The numbers of the root."""
    nodes: int
    """Nodes opened."""
    time_ms: float
    """The time it took, in milliseconds."""
    stopped_by: str
    """``solved``, or the limit that came first."""
    certificate: Optional[Certificate] = None
    """The certificate, if one was asked for and there was something to write."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Proof:
        numbers = data["proof_numbers"]
        if data["certificate"] is not None:
            data["certificate"] = Certificate(**data["certificate"])
        data["proof_numbers"] = None if numbers is None else ProofNumbers(**numbers)
        data["pv"], data["claims"] = tuple(data["pv"]), tuple(data["claims"])
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def __str__(self) -> str:
        found = " and ".join(self.claims) or f"not settled ({_WHY.get(self.stopped_by, 'a limit')})"
        return f"{found}; {thousands(self.nodes)} nodes"


def _fields(thing: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(thing, field.name)) for field in dataclasses.fields(thing)}


def _plain(thing: Any) -> Any:
    if dataclasses.is_dataclass(thing):
        return _fields(thing)
    if isinstance(thing, (tuple, list)):
        return [_plain(part) for part in thing]
    return thing
