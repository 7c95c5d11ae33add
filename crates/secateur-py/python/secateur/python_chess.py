"""python-chess: its boards as positions of Secateur, and back, and searches that answer as its engines do.

python-chess (``pip install chess``) is under the GNU General Public License, and no part of Secateur: whoever calls these
functions brings it. A program of its own, ``secateur uci``, is an engine for ``chess.engine`` as any other: `popen`.
"""

from __future__ import annotations

import importlib
import os
import shutil
from typing import Any, Optional

from ._answer import Answer
from ._game import game
from ._position import Position
from ._secateur import Error

__all__ = ["Engine", "board", "popen", "position"]


def position(board: Any) -> Position:
    """A board of python-chess as a position, with the moves that led there: repetitions are seen. Boards of standard chess and
    of Chess960."""
    if type(board).uci_variant != "chess":
        raise Error(f"the board is of {type(board).uci_variant}, expected one of chess")
    root = board.root()
    at = game("chess").position(root.fen(shredder=True) if board.chess960 else root.fen())
    return at.play(*(_text(root, move) for move in board.move_stack))


def _text(root: Any, move: Any) -> str:
    """A move as the rules of the root write it; moves it there."""
    text: str = root.uci(move)
    root.push(move)
    return text


def board(position: Position) -> Any:
    """A position as a board of python-chess, with the moves that led there."""
    chess = importlib.import_module("chess")
    if position.game.name != "chess":
        raise Error(f"the position is of {position.game.name}, expected one of chess")
    moves, at = position.played, position
    for _ in moves:
        at = at.undo()
    made = chess.Board(at.text)
    for move in moves:
        made.push_uci(move)
    return made


class Engine:
    """A search in place of an engine: `play` and `analyse` take boards and limits of python-chess and answer as its
    ``SimpleEngine`` does, without another process. Keywords are those of `Position.analyse`."""

    def __init__(self, **asked: Any) -> None:
        self.asked = asked
        self.id = {"name": "Secateur"}

    def search(self, board: Any, limit: Any) -> Answer:
        """The answer of the search."""
        asked = {"algorithm": "engine", **self.asked}
        given = {"depth": limit.depth, "nodes": limit.nodes, "time": limit.time, "mate": limit.mate}
        asked.update({name: value for name, value in given.items() if value is not None})
        clock = (limit.white_clock, limit.white_inc) if board.turn else (limit.black_clock, limit.black_inc)
        if "time" not in asked and clock[0] is not None:
            # A share of the clock, and most of what the move adds.
            asked["time"] = max(0.001, min(clock[0] / 2, clock[0] / (limit.remaining_moves or 30) + 0.8 * (clock[1] or 0)))
        return position(board).analyse(**asked)

    def play(self, board: Any, limit: Any, **_: Any) -> Any:
        """The move to play, as a ``PlayResult``."""
        engine = importlib.import_module("chess.engine")
        answer = self.search(board, limit)
        info = self._info(board, answer)
        moves = info.get("pv", [])
        return engine.PlayResult(board.parse_uci(answer.best), moves[1] if len(moves) > 1 else None, info)

    def analyse(self, board: Any, limit: Any, **_: Any) -> Any:
        """What the search has found, as an ``InfoDict``."""
        return self._info(board, self.search(board, limit))

    def _info(self, board: Any, answer: Answer) -> dict[str, Any]:
        engine = importlib.import_module("chess.engine")
        if answer.outcome in ("win", "loss") and answer.plies_to_end is not None:
            moves = (answer.plies_to_end + 1) // 2
            score = engine.Mate(moves if answer.outcome == "win" else -moves)
        else:
            score = engine.Cp(answer.value)
        pv, at = [], board.copy(stack=False)
        for text in answer.pv:
            pv.append(at.parse_uci(text))
            at.push(pv[-1])
        return {
            "score": engine.PovScore(score, board.turn),
            "pv": pv,
            "depth": answer.depth,
            "seldepth": answer.seldepth,
            "nodes": answer.nodes,
            "time": answer.time_ms / 1e3,
            "nps": answer.nps,
            "hashfull": answer.hash_full_permille,
        }

    def quit(self) -> None:
        """Nothing has to be ended."""

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def popen(program: Optional[str] = None, **options: Any) -> Any:
    """The program ``secateur uci`` as a ``SimpleEngine``: the one on the path, that of the variable ``SECATEUR``, or this one.
    Options are set by their names."""
    engine = importlib.import_module("chess.engine")
    found = program or os.environ.get("SECATEUR") or shutil.which("secateur")
    if found is None:
        raise Error("there is no program secateur on the path, expected one, or its path: cargo install secateur-cli")
    opened = engine.SimpleEngine.popen_uci([found, "uci"])
    if options:
        opened.configure(options)
    return opened
