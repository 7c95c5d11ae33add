"""The search that suits a game, and profiles that keep it."""

from __future__ import annotations

import dataclasses
import html
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _secateur
from ._answer import _fields
from ._asked import Path, Profiled, asked_for
from ._progress import bar
from ._records import Records

if TYPE_CHECKING:
    from ._game import Game


@dataclasses.dataclass(frozen=True)
class Profile:
    """How a game is best searched, as a file says it."""

    game: str
    """The game's name."""
    algorithm: str
    """The algorithm."""
    order: str
    """The order of moves."""
    settings: tuple[str, ...]
    """The settings."""
    evidence: Optional[dict[str, str]]
    """What that is known from, in sentences."""

    @property
    def method(self) -> dict[str, Any]:
        """The same as keywords of `Position.analyse`."""
        return {"algorithm": self.algorithm, "order": self.order, "settings": list(self.settings)}


@dataclasses.dataclass(frozen=True)
class Choice(Records):
    """What was found to suit a game.

    ``position.analyse(**choice.method, time=1)`` searches by it.
    """

    game: str
    """The game's name."""
    algorithm: str
    """The algorithm that plays best."""
    order: str
    """Its order of moves."""
    settings: tuple[str, ...]
    """Its settings."""
    smallest: str
    """The exact search with the smallest tree."""
    smallest_over_usual: float
    """Its nodes over those of the default exact search."""
    fastest: Optional[str]
    """The fastest exact search; None where nodes decided."""
    fastest_over_usual: Optional[float]
    """Its time over that of the default exact search."""
    raced: int
    """The number of positions raced over."""
    fresh: int
    """The number of positions that the figures are from."""
    depths: tuple[int, int]
    """The least and the greatest depth, in plies."""
    races: tuple[dict[str, Any], ...]
    """Each entrant of each race."""
    matches: tuple[dict[str, Any], ...]
    """Each match."""
    evidence: dict[str, str]
    """The same in sentences: ``positions``, ``smallest``, ``fastest`` and ``play``."""
    profile: Optional[str]
    """The path of the profile that was written."""
    seed: int
    """The source of all randomness."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Choice:
        profile = None if data["profile"] is None else os.fspath(data["profile"])
        tuples = {name: tuple(data[name]) for name in ("settings", "depths", "races", "matches")}
        return cls(**{**data, **tuples, "profile": profile})

    @property
    def method(self) -> dict[str, Any]:
        """What plays best, as keywords of `Position.analyse`."""
        return {"algorithm": self.algorithm, "order": self.order, "settings": list(self.settings)}

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The entrants of the races as plain data."""
        return [dict(row) for row in self.races]

    def _lines(self) -> list[tuple[str, str]]:
        evidence = self.evidence
        rows = [("smallest tree", "smallest"), ("fastest", "fastest"), ("plays best", "play")]
        return [(name, evidence[key]) for name, key in rows]

    def __str__(self) -> str:
        lines = [f"{name:<15}{words}" for name, words in self._lines()]
        return "\n".join([f"{self.game}: {self.evidence['positions']}.", "", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{name}</th><td>{html.escape(words)}</td></tr>" for name, words in self._lines())
        return f"<p>{html.escape(self.game)}: {html.escape(self.evidence['positions'])}.</p><table>{rows}</table>"

    def plot(self, axes: Any = None) -> Any:
        """Draws how many nodes each algorithm took, over the best; see `secateur.plot`."""
        from . import plot

        return plot.choice(self, axes)


def chosen(
    game: Game, profile: Profiled, on_event: Optional[Callable[[dict[str, Any]], object]], progress: bool, **asked: Any
) -> Choice:
    """Chooses how to search a game."""
    plan = asked_for(**asked, profile=profile)
    stage: dict[str, Any] = {"name": "", "steps": None, "done": 0}
    with bar(progress, game.name, "step") as shown:

        def heard(event: dict[str, Any]) -> None:
            if "stage" in event:
                stage.update(name=event["stage"], steps=event["steps"], done=0)
            elif "left" in event:
                stage.update(steps=stage["done"] + event["steps"])
            elif "known" in event:
                stage["done"] += event["known"]
            shown.set(stage["done"], stage["steps"], stage["name"])
            if on_event is not None:
                on_event(event)

        found = game.start._board.choose(plan, heard)
    if found is None:
        raise KeyboardInterrupt
    return Choice._of(found)


def profile_of(game: Game, which: Union[bool, Path]) -> Profile:
    """The profile of a game."""
    data = _secateur.profile_of(which, game.name)
    return Profile(**{**data, "settings": tuple(data["settings"])})
