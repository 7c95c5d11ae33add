"""Matches: games between players of any kind."""

from __future__ import annotations

import dataclasses
import html
import os
import tempfile
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, Union

from ._answer import _fields
from ._asked import asked_for
from ._progress import bar
from ._records import Records
from ._secateur import Error

if TYPE_CHECKING:
    from ._game import Game
    from ._position import Position

Function = Callable[["Position"], Any]
"""A function that is handed a position and returns a move."""
Player = Union[str, Function, tuple[str, Function]]
"""A player: a text as the command line has it, a function, or a function with a name."""


@dataclasses.dataclass(frozen=True)
class PlayedGame:
    """A game of a match."""

    number: int
    """Its number in the match, from 1."""
    round: int
    """The pair of games of its two players that it belongs to, from 1."""
    first: str
    """The player that moved first."""
    second: str
    """The other one."""
    position: Optional[str]
    """The position that it began at; None for the game's own start."""
    opening: tuple[str, ...]
    """The moves that were played before the players were asked."""
    result: str
    """``1-0``, ``0-1`` or ``1/2-1/2``, for who moved first."""
    ending: str
    """The reason why it ended."""
    reason: str
    """The reason in words."""
    plies: int
    """The number of moves, those of the opening among them."""
    moves: tuple[str, ...]
    """The moves of the players."""
    values: tuple[Optional[dict[str, int]], ...]
    """What each said of its position: ``{'units': hundredths}``, ``{'win': plies}`` or ``{'loss': plies}``."""
    record: str
    """The game as text, as PGN has it in chess, and much the same in other games."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> PlayedGame:
        made = data.pop("moves")
        moves, values = tuple(m["move"] for m in made), tuple(m["value"] for m in made)
        return cls(**{**data, "opening": tuple(data["opening"])}, moves=moves, values=values)


@dataclasses.dataclass(frozen=True)
class Pairing:
    """The results of two players, from the first one's point of view."""

    first: str
    """The first player."""
    second: str
    """The other one."""
    games: int
    """The number of games."""
    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    pairs: tuple[int, ...]
    """Pairs of games with 0, 1/2, 1, 1 1/2 and 2 points: the pentanomial result."""
    score_percent: Optional[float]
    """Points of a hundred that could be had."""
    elo: Optional[float]
    """The same as a difference of strength; None where it has no bound."""
    elo_low: Optional[float]
    """The lower end of its interval of 95 %, from the pairs of games."""
    elo_high: Optional[float]
    """The upper end."""
    los_percent: Optional[float]
    """The likelihood that the first one is the stronger."""
    draws_percent: Optional[float]
    """Games drawn, of a hundred."""

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Pairing:
        return cls(**{**data, "pairs": tuple(data["pairs"])})

    def __str__(self) -> str:
        def sign(elo: Optional[float]) -> str:
            return "?" if elo is None else f"{elo:+.0f}"

        points = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{self.first} - {self.second}: {points}, Elo {sign(self.elo)} ({sign(self.elo_low)} to {sign(self.elo_high)})"


@dataclasses.dataclass(frozen=True)
class Match(Records):
    """A match that was played.

    >>> import secateur
    >>> few = secateur.game("tictactoe").match("mtd-f", "random", games=10, depth=9)
    >>> few.pairings[0].games, sum(few.pairings[0].pairs), few.pairings[0].losses
    (10, 5, 0)
    >>> print(few.games[0].record.splitlines()[0])
    [Event "secateur match"]
    """

    game: str
    """The game's name."""
    games: tuple[PlayedGame, ...]
    """The games in their order."""
    pairings: tuple[Pairing, ...]
    """The results of each two players."""
    ratings: Optional[dict[str, tuple[float, float]]]
    """Each player's rating and half of its interval of 95 %; None where the games do not determine them."""
    endings: dict[str, int]
    """The number of games for each reason to end."""
    repeats: int
    """The number of games with the same moves as an earlier one, which tell nothing new."""
    sprt: Optional[dict[str, Any]]
    """The test, if there was one: ``test``, ``pairs``, ``llr`` and ``verdict`` (``H0``, ``H1`` or ``continue``)."""
    interrupted: bool
    """Whether Ctrl-C ended it."""

    @property
    def pgn(self) -> str:
        """All games as text."""
        return "".join(game.record for game in self.games)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, as JSON knows it."""
        return _fields(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The games as plain data, but for their records."""
        return [{name: value for name, value in _fields(game).items() if name != "record"} for game in self.games]

    def __str__(self) -> str:
        return "\n".join(map(str, self.pairings))

    def _repr_html_(self) -> str:
        def cell(x: Optional[float], form: str) -> str:
            return "-" if x is None else format(x, form)

        head = ("players", "games", "+", "=", "-", "score", "Elo", "95 %", "LOS")
        rows = "".join(
            f"<tr><td>{html.escape(p.first)} - {html.escape(p.second)}</td><td>{p.games}</td><td>{p.wins}</td>"
            f"<td>{p.draws}</td><td>{p.losses}</td><td>{cell(p.score_percent, '.1f')} %</td><td>{cell(p.elo, '+.1f')}</td>"
            f"<td>{cell(p.elo_low, '+.1f')} to {cell(p.elo_high, '+.1f')}</td><td>{cell(p.los_percent, '.1f')} %</td></tr>"
            for p in self.pairings
        )
        return f"<table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{rows}</table>"

    def plot(self, axes: Any = None) -> Any:
        """Draws the differences of strength with their intervals; see `secateur.plot`."""
        from . import plot

        return plot.match(self, axes)


def played(game: Game, players: tuple[Player, ...], on_game: Any, progress: bool, **asked: Any) -> Match:
    """Plays a match."""
    plan = asked_for(**asked)
    seated = [_seat(game, player) for player in players]
    if "store" in plan and any(function is not None for _, function in seated):
        raise Error("a store knows a player by what it is written as, and not what a function does, expected no store")
    total, done = _count(len(players), plan), 0
    with tempfile.TemporaryDirectory(prefix="secateur-match-") as folder, bar(progress, game.name, "game") as shown:
        plan.setdefault("store", os.path.join(folder, "match.db"))

        def heard(line: dict[str, Any]) -> None:
            nonlocal done
            done += 1
            shown.set(done, total)
            if on_game is not None:
                on_game(PlayedGame._of(dict(line)))

        summary, games = game.start._board.play_match(seated, plan, heard)
    ratings = summary.pop("ratings")
    if summary["repeats"]:
        said = f"{summary['repeats']} of {summary['games']} games had the same moves as an earlier one, and tell nothing new"
        warnings.warn(said, stacklevel=3)
    return Match(
        **{**summary, "pairings": tuple(map(Pairing._of, summary["pairings"])), "games": tuple(map(PlayedGame._of, games))},
        ratings=None if ratings is None else {line["player"]: (line["elo"], line["error"]) for line in ratings},
    )


def _count(players: int, plan: dict[str, Any]) -> Optional[int]:
    """The number of games; None if a test ends the match."""
    games = plan.get("games", None if "sprt" in plan else 100)
    seeds = plan.get("gauntlet")
    pairings = players * (players - 1) // 2 if seeds is None else seeds * (players - seeds)
    return 2 * -(-games // 2) * pairings if isinstance(games, int) else None


def _seat(game: Game, player: Player) -> tuple[str, Optional[Callable[[str], Any]]]:
    if isinstance(player, str):
        return player, None
    name, function = player if isinstance(player, tuple) else (getattr(player, "__name__", type(player).__name__), player)
    if not callable(function):
        raise Error(f"the player is {player!r}, expected a text such as 'engine,nodes=5000', or a function of a position")
    return name, lambda text: function(game.position(text))
