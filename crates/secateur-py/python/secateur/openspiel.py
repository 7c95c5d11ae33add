"""OpenSpiel: its games as games of Secateur, and searches of Secateur as its bots. ``pip install open_spiel`` brings it.

>>> import secateur.openspiel  # doctest: +SKIP
>>> secateur.openspiel.game("tic_tac_toe").start.solve().outcome  # doctest: +SKIP
'draw'
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, ClassVar, Optional

from ._game import Game
from ._game import game as _game
from ._position import Position
from ._secateur import Error

__all__ = ["Searching", "State", "bot", "game", "position"]

# Games whose text says everything that the rules depend on, and in which no position comes back.
_WHOLE = {"breakthrough", "clobber", "connect_four", "hex", "nim", "othello", "tic_tac_toe", "y"}
_PASS = -1


class State:
    """A state of OpenSpiel as a position. Moves are OpenSpiel's actions; where a player moves twice, -1 is the pass between."""

    cycles: ClassVar[bool] = True
    points: ClassVar[bool] = False
    no_moves: ClassVar[int] = 0
    factor: ClassVar[int] = 1
    value: ClassVar[Optional[Callable[[Any], float]]] = None

    __slots__ = ("mover", "state")

    def __init__(self, state: Any, mover: Optional[int] = None) -> None:
        self.state = state
        self.mover = state.current_player() if mover is None else mover

    def moves(self) -> list[int]:
        """The legal actions."""
        if self.state.is_terminal():
            return []
        return self.state.legal_actions() if self.state.current_player() == self.mover else [_PASS]

    def play(self, action: int) -> State:
        """The state after an action."""
        state = self.state if action == _PASS else self.state.child(action)
        return type(self)(state, 1 - self.mover)

    def outcome(self) -> Optional[int]:
        """What the side to move has won."""
        if not self.state.is_terminal():
            return None
        won: float = self.state.returns()[self.mover]
        return round(won * self.factor)

    def evaluate(self) -> float:
        """A guess, by the function that was given."""
        value = type(self).value
        if value is None:
            return 0
        return value(self.state) if self.mover == 0 else -value(self.state)

    def text(self) -> str:
        """The state as OpenSpiel draws it."""
        return str(self.state)

    def side(self) -> str:
        """The player to move."""
        return f"player {self.mover}"


class _Keyed(State):
    __slots__ = ()

    def key(self) -> str:
        """All that the rules depend on."""
        return f"{self.mover}{self.state}"


def game(what: Any, *, keys: Optional[bool] = None, evaluate: Optional[Callable[[Any], float]] = None) -> Game:
    """The game of OpenSpiel of this name, perhaps with parameters (``"hex(board_size=4)"``), or loaded: any of two players, without
    chance, with perfect information, and zero-sum. Moves are the numbers of actions.

    ``keys``: whether two states that OpenSpiel writes alike are one position, so that searches remember them; by default so in
    some games that are known to be like that. Where it is not true, values are wrong. ``evaluate`` is handed a state, and guesses
    at the value for player 0, in points.
    """
    spiel = importlib.import_module("pyspiel")
    loaded = spiel.load_game(what) if isinstance(what, str) else what
    kind = loaded.get_type()
    expected = {
        "dynamics": spiel.GameType.Dynamics.SEQUENTIAL,
        "information": spiel.GameType.Information.PERFECT_INFORMATION,
        "chance_mode": spiel.GameType.ChanceMode.DETERMINISTIC,
        "utility": spiel.GameType.Utility.ZERO_SUM,
    }
    for name, wanted in expected.items():
        if getattr(kind, name) != wanted:
            found = getattr(kind, name).name.lower()
            raise Error(f"{kind.short_name} is of {name} {found}, expected {wanted.name.lower()}")
    if loaded.num_players() != 2:
        raise Error(f"{kind.short_name} is for {loaded.num_players()} players, expected two")
    is_keyed = kind.short_name in _WHOLE if keys is None else keys
    points = (loaded.min_utility(), loaded.max_utility()) != (-1, 1)
    whole = float(loaded.max_utility()).is_integer()
    # Without keys, no two positions are one, and none comes back.
    made = type(
        kind.short_name,
        (_Keyed if is_keyed else State,),
        {
            "__doc__": kind.long_name,
            "__slots__": (),
            "cycles": is_keyed and kind.short_name not in _WHOLE,
            "points": points,
            "factor": 1 if whole or not points else 100,
            "value": None if evaluate is None else staticmethod(evaluate),
        },
    )
    return _game(made(loaded.new_initial_state()))


def position(of: Game, state: Any) -> Position:
    """A state of OpenSpiel as a position of a game that `game` has made."""
    return of.position(type(of.start.state)(state.clone()))


def bot(what: Any, *, keys: Optional[bool] = None, evaluate: Optional[Callable[[Any], float]] = None, **asked: Any) -> Any:
    """A bot of OpenSpiel for this game that moves by a search: with the keywords of `Position.analyse`.

    It is one of ``pyspiel.Bot``, for ``pyspiel.evaluate_bots`` and whatever else takes them.
    """
    spiel = importlib.import_module("pyspiel")
    found = game(what, keys=keys, evaluate=evaluate)

    made = type("SearchingBot", (Searching, spiel.Bot), {})
    return made(found, asked)


class Searching:
    """What a bot does; `bot` makes one of OpenSpiel's of it."""

    def __init__(self, of: Game, asked: dict[str, Any]) -> None:
        super().__init__()
        self.of, self.asked = of, asked

    def restart_at(self, state: Any) -> None:
        """Nothing is remembered."""

    def step(self, state: Any) -> int:
        """The action to play."""
        answer = position(self.of, state).analyse(**self.asked)
        if answer.best is None:
            raise Error("the game is over: there is nothing to play")
        return int(answer.best)
