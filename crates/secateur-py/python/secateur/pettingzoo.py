"""PettingZoo: every game that comes with Secateur as an environment for two agents. ``pip install pettingzoo`` brings it.

>>> import secateur.pettingzoo  # doctest: +SKIP
>>> env = secateur.pettingzoo.env("connect4")  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
import random
from typing import Any, Optional

from ._game import Game, game
from ._position import Position
from ._secateur import Error

__all__ = ["Environment", "env"]

_AGENTS = ["player_0", "player_1"]
# The games that are looked at to learn how many moves there are.
_SAMPLED = 20
_LONGEST = 400
# The bytes of a position's text that are seen.
_TEXT = 512


def env(
    what: Any,
    *,
    position: str = "",
    actions: Optional[int] = None,
    length: int = 1_000,
    render_mode: Optional[str] = None,
) -> Any:
    """An AEC environment of this game, from a position or its start.

    An action is the place of a move in the list of legal moves, sorted by their texts: ``info["moves"]`` of the agent to move is
    that list, and ``observation["action_mask"]`` says how long it is. ``actions``: the number of actions; by default a power of
    two that is twice as many as were ever there in a few random games. ``observation["observation"]`` is the board, a
    number for each mark (0 where nothing stands), or of a game without a board the bytes of the position's text. Whoever wins
    gets 1, and the other one -1. After ``length`` moves a game is cut short. ``render_mode``: ``ansi`` or ``human``.
    """
    zoo = importlib.import_module("pettingzoo")
    found: Game = game(what)
    begin = found.position(position)
    if begin.is_over:
        raise Error("the game is over: there is nothing to play")
    made = type("Environment", (Environment, zoo.AECEnv), {})
    return made(begin, actions or _most_moves(begin), length, render_mode)


class Environment:
    """A game for two agents; with the methods of PettingZoo's ``AECEnv``, which `env` adds."""

    metadata: dict[str, Any]

    def __init__(self, begin: Position, actions: int, length: int, render_mode: Optional[str]) -> None:
        super().__init__()
        self.numpy = importlib.import_module("numpy")
        spaces = importlib.import_module("gymnasium.spaces")
        modes = ["ansi", "human"]
        self.metadata = {"name": f"secateur_{begin.game.name}_v0", "render_modes": modes, "is_parallelizable": False}
        self.begin, self.actions, self.length, self.render_mode = begin, actions, length, render_mode
        board = begin._board.cells()[0]
        self.shape = (len(board["rows"]), len(board["columns"])) if board else (_TEXT,)
        self.possible_agents = list(_AGENTS)
        observed = {
            "observation": spaces.Box(0, 255, self.shape, self.numpy.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), self.numpy.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observed) for agent in _AGENTS}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in _AGENTS}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. Nothing in it is random."""
        self.agents = list(_AGENTS)
        self.position = self.begin
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self._look()

    def _look(self) -> None:
        """Who is to move, and what may be played."""
        self.agent_selection = _AGENTS[self.position.side != self.begin.side]
        self.moves = sorted(self.position.moves())
        if len(self.moves) > self.actions:
            few = f"there are {len(self.moves)} moves here, expected {self.actions} at most"
            raise Error(f"{few}: actions={len(self.moves)} or more")
        self.infos = {agent: {"moves": self.moves if agent == self.agent_selection else []} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """The board, and the actions that there are."""
        mask = self.numpy.zeros(self.actions, self.numpy.int8)
        if agent == self.agent_selection:
            mask[: len(self.moves)] = 1
        return {"observation": self._seen(), "action_mask": mask}

    def _seen(self) -> Any:
        byte = self.numpy.uint8
        cells = self.position._board.cells()[0]
        if cells is None:
            text = self.position.text.encode()[:_TEXT]
            return self.numpy.frombuffer(text.ljust(_TEXT, b"\0"), byte)
        marks = [0 if mark in (None, " ", ".") else ord(mark) % 256 for mark in cells["marks"]]
        return self.numpy.array(marks, byte).reshape(self.shape)

    def step(self, action: Any) -> None:
        """Plays a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._of_zoo("_was_dead_step")(action)
            return
        if not 0 <= action < len(self.moves):
            raise Error(f"action {action} is no move here, expected one from 0 to {len(self.moves) - 1}")
        self._cumulative_rewards[agent] = 0
        self.position = self.position.play(self.moves[action])
        self._look()
        outcome = self.position.outcome or ("draw" if self.position.is_drawn_by_repetition else None)
        mover, other = self.agent_selection, _AGENTS[self.agent_selection == _AGENTS[0]]
        reward = {"win": 1, "loss": -1}.get(outcome or "", 0)
        self.rewards = {mover: reward, other: -reward}
        self.terminations = dict.fromkeys(_AGENTS, outcome is not None)
        is_too_long = outcome is None and len(self.position.played) >= self.length
        self.truncations = dict.fromkeys(_AGENTS, is_too_long)
        if outcome is not None or is_too_long:
            self.moves = []
        self._of_zoo("_accumulate_rewards")()
        if self.render_mode == "human":
            self.render()

    def _of_zoo(self, name: str) -> Any:
        """A method that every environment has."""
        return getattr(self, name)

    def render(self) -> Optional[str]:
        """The position, as it is drawn for a terminal."""
        if self.render_mode == "human":
            print(self.position)
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be ended."""


def _most_moves(begin: Position) -> int:
    """A number of moves that is hardly ever reached."""
    dice, most = random.Random(1), 1
    for _ in range(_SAMPLED):
        at = begin
        for _ in range(_LONGEST):
            moves = at.moves()
            most = max(most, len(moves))
            if not moves:
                break
            at = at.play(dice.choice(moves))
    return 1 << (2 * most - 1).bit_length()
