"""Positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _svg
from ._answer import Answer, Proof, Solution
from ._asked import Path, Profiled, Time, answers, asked_for, told
from ._compare import Comparison, Contender
from ._progress import bar
from ._secateur import Board, Error
from ._trace import Trace

if TYPE_CHECKING:
    from ._game import Game

_GOALS = {"win": 1, "draw": 0}


def goal_of(goal: Union[str, int, None]) -> Optional[int]:
    """A goal on the game's own scale, from its name."""
    if not isinstance(goal, str):
        return goal
    if goal not in _GOALS:
        raise Error(f"the goal is {goal!r}, expected win, draw, or a value such as 12")
    return _GOALS[goal]


class Position:
    """A position of a game. It never changes: `play` gives a new one.

    >>> import secateur
    >>> position = secateur.game("connect4").position("4455")
    >>> position.moves()
    ['4', '3', '5', '2', '6', '1', '7']
    >>> position.play("3").played, position.play("3").undo() == position
    (('3',), True)

    Positions are equal if their games write them alike; they can be keys of dictionaries, pickled, and handed to threads.
    """

    __slots__ = ("_before", "_board", "_given", "_move", "game")

    game: Game
    """The game."""

    def __init__(self, game: Game, board: Board, given: Any, before: Optional[Position], move: Optional[str]) -> None:
        """Made by a `Game`, and by `play`."""
        self.game = game
        self._board = board
        self._given = given
        self._before = before
        self._move = move

    # The board

    def moves(self) -> list[str]:
        """The legal moves; none once the game is over."""
        return self._board.moves()

    def play(self, *moves: Any) -> Position:
        """The position after these moves."""
        at = self
        for move in moves:
            board, text = at._board.play(move if isinstance(move, str) else str(move))
            at = Position(self.game, board, self._given, at, text)
        return at

    def undo(self) -> Position:
        """The position before the last move."""
        if self._before is None:
            raise Error("there is no move to take back")
        return self._before

    @property
    def played(self) -> tuple[str, ...]:
        """The moves since the position that was set."""
        moves = []
        at = self
        while at._before is not None:
            moves.append(at._move or "")
            at = at._before
        return tuple(reversed(moves))

    @property
    def outcome(self) -> Optional[str]:
        """``win``, ``draw`` or ``loss`` for the side to move; None as long as the game goes on."""
        ending = self._board.outcome()
        return None if ending is None else ending[0]

    @property
    def margin(self) -> Optional[int]:
        """The margin in points of a game that is over and counts them."""
        ending = self._board.outcome()
        return None if ending is None else ending[1]

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self._board.outcome() is not None

    @property
    def is_drawn_by_repetition(self) -> bool:
        """Whether the position was there so often that the game, really played, is drawn."""
        return self._board.is_drawn_by_repetition()

    @property
    def side(self) -> str:
        """The side to move."""
        return self._board.side()

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self._board.text()

    @property
    def state(self) -> Any:
        """The object of a game of your own; None of other games."""
        return self._board.state()

    def perft(self, depth: int) -> int:
        """The number of ways to play so many plies.

        >>> import secateur
        >>> secateur.game("chess").start.perft(3)
        8902
        """
        return self._board.perft(depth)

    # Searches

    def analyse(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[Time] = None,
        algorithm: Optional[str] = None,
        lines: Optional[int] = None,
        only: Optional[Iterable[str]] = None,
        mate: Optional[int] = None,
        level: Optional[int] = None,
        threads: Optional[int] = None,
        hash: Optional[int] = None,
        order: Optional[str] = None,
        seed: Optional[int] = None,
        settings: Optional[Iterable[str]] = None,
        profile: Profiled = None,
        progress: bool = False,
        on_report: Optional[Callable[[Answer], object]] = None,
    ) -> Answer:
        """Searches deeper and deeper, within a depth in plies, a number of nodes, or a time in seconds; without any limit for
        five seconds. Ctrl-C gives the best answer so far.

        ``lines``: the number of best moves to report, and ``only``: the moves to choose from, of the algorithm ``engine``.
        ``mate``: looks for the shortest win within so many moves. ``level``: plays weaker, from 1 to 10. ``hash``: the size
        of the table in bytes. ``order``: the order in which moves are tried, ``settings``: such as ``["etc=on"]``, as on
        the command line; ``profile`` searches as `Game.choose` has found best (True), or as a file says. ``progress`` shows a
        bar; ``on_report`` is called with each iteration, and what it raises ends the search.

        >>> import secateur
        >>> position = secateur.game("tictactoe").position("XX./OO./...")
        >>> print(position.analyse(depth=3))
        c1: win in 1 at depth 1 (solved); c1
        >>> position.analyse(depth=0)
        Traceback (most recent call last):
            ...
        secateur.Error: depth is 0, expected a whole number from 1 to 250
        """
        asked = asked_for(
            depth=depth, nodes=nodes, time=time, algorithm=algorithm, lines=lines, only=only, mate=mate, level=level,
            threads=threads, hash=hash, order=order, seed=seed, settings=settings, profile=profile,
        )  # fmt: skip
        if not progress:
            report = None if on_report is None else told(on_report, Answer._of)
            return Answer._of(self._board.analyse(report, **asked))
        with bar(True, self.game.name, "ply") as shown:

            def heard(data: dict[str, Any]) -> None:
                answer = Answer._of(data)
                shown.set(answer.depth, depth, f"{answer.best} {answer.value_text}")
                if on_report is not None:
                    on_report(answer)

            return Answer._of(self._board.analyse(heard, **asked))

    def values(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[Time] = None,
        algorithm: Optional[str] = None,
        hash: Optional[int] = None,
        settings: Optional[Iterable[str]] = None,
        on_report: Optional[Callable[[list[Answer]], object]] = None,
    ) -> list[Answer]:
        """Searches every legal move deeper and deeper, and returns an answer for each, best first: its value for the side
        to move, and the line that begins with it. The limits are for all moves together.

        >>> import secateur
        >>> position = secateur.game("tictactoe").position("XX./OO./...")
        >>> [(answer.best, answer.value_text) for answer in position.values(depth=5)][:2]
        [('c1', 'win in 1'), ('c2', 'draw')]
        """
        asked = asked_for(depth=depth, nodes=nodes, time=time, algorithm=algorithm, hash=hash, settings=settings)
        report = None if on_report is None else told(on_report, answers)
        return answers(self._board.values(report, **asked))

    def solve(
        self,
        *,
        nodes: Optional[int] = None,
        time: Optional[Time] = None,
        threads: Optional[int] = None,
        hash: Optional[int] = None,
        without: Optional[Iterable[str]] = None,
        book: Optional[Path] = None,
    ) -> Solution:
        """Finds the exact value at the end of the game, as if it began here, or what limits or Ctrl-C leave of it. ``book``: a
        file that `Game.book` has made.

        >>> import secateur
        >>> print(secateur.game("connect4-5x4").position("3344").solve())
        2: value 7 (win); 8 nodes
        """
        asked = asked_for(nodes=nodes, time=time, threads=threads, hash=hash, without=without, book=book)
        return Solution._of(self._board.solve(**asked))

    def prove(
        self,
        goal: Union[str, int, None] = None,
        *,
        nodes: Optional[int] = None,
        time: Optional[Time] = None,
        algorithm: Optional[str] = None,
        threads: Optional[int] = None,
        hash: Optional[int] = None,
        settings: Optional[Iterable[str]] = None,
        without: Optional[Iterable[str]] = None,
        certificate: Optional[Path] = None,
        checkpoint: Optional[Path] = None,
        progress: bool = False,
        on_report: Optional[Callable[[dict[str, Any]], object]] = None,
    ) -> Proof:
        """Proves that the side to move reaches a goal, or that it does not: ``win``, ``draw``, or a value on the game's own
        scale; without a goal, the value is looked for.

        ``certificate`` writes the proof into a file, which `secateur.verify` checks by the rules alone. ``checkpoint`` keeps the
        search in a file, every minute and at its end, and goes on from there.

        >>> import secateur
        >>> print(secateur.game("nim").position("1,2,3").prove("win"))
        at most 0; 7 nodes
        """
        goal = goal_of(goal)
        asked = asked_for(
            nodes=nodes, time=time, algorithm=algorithm, threads=threads, hash=hash, settings=settings, without=without,
            certificate=certificate, checkpoint=checkpoint,
        )  # fmt: skip
        with bar(progress, self.game.name, "node") as shown:

            def heard(data: dict[str, Any]) -> None:
                shown.set(data["nodes"], None, " ".join(data["pv"][:4]))
                if on_report is not None:
                    on_report(data)

            report = heard if progress or on_report is not None else None
            return Proof._of(self._board.prove(goal, report, **asked))

    def compare(
        self,
        algorithms: Optional[Sequence[str]] = None,
        *,
        depth: Optional[int] = None,
        positions: Optional[int] = None,
        given: Optional[Iterable[str]] = None,
        deepen: bool = False,
        hash: Optional[int] = None,
        order: Optional[str] = None,
        seed: Optional[int] = None,
        settings: Optional[Iterable[str]] = None,
        progress: bool = False,
        on_report: Optional[Callable[[Contender], object]] = None,
    ) -> Comparison:
        """Lets algorithms search the same positions to the same depth: five positions of random games that go on from here,
        or those that are ``given`` in the game's notation.

        >>> import secateur
        >>> print(len(secateur.game("nim").start.compare(depth=3)) > 15)
        True
        """
        plan = asked_for(algorithms=algorithms, depth=depth, positions=positions, given=given, deepen=deepen or None)
        asked = asked_for(hash=hash, order=order, seed=seed, settings=settings)
        rows = 0
        with bar(progress, self.game.name, "algorithm") as shown:

            def heard(data: dict[str, Any]) -> None:
                nonlocal rows
                rows += 1
                shown.set(rows, None if algorithms is None else len(algorithms), data["algorithm"])
                if on_report is not None:
                    on_report(Contender._of(data))

            return Comparison._of(*self._board.compare(plan, heard, **asked))

    def trace(
        self,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[Time] = None,
        algorithm: Optional[str] = None,
        keep: int = 1_000,
        plies: Optional[int] = None,
        minimal: bool = False,
        hash: Optional[int] = None,
        order: Optional[str] = None,
        seed: Optional[int] = None,
        settings: Optional[Iterable[str]] = None,
    ) -> Trace:
        """Records the search that `analyse` does, node by node, with the reason for every cut. ``keep``: the most nodes that
        are kept, nearest to the root first. ``minimal`` counts the leaves of the minimal tree, too.

        >>> import secateur
        >>> len(secateur.game("tictactoe").position("XO./.X./..O").trace(depth=2, algorithm="pvs"))
        6
        """
        asked = asked_for(
            depth=depth, nodes=nodes, time=time, algorithm=algorithm, hash=hash, order=order, seed=seed, settings=settings
        )
        return Trace(**self._board.trace(keep, plies, minimal, **asked))

    # Texts and pictures

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self._board.draw().splitlines())

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def svg(self) -> Optional[str]:
        """The board as a picture; None of a game that has no rectangular board.

        >>> import secateur
        >>> secateur.game("othello").start.svg()[:4]
        '<svg'
        """
        cells, look = self._board.cells()
        return None if cells is None else _svg.board(cells, look, self.game.name, f"Board of {self.game.name}, {self.side} to move")

    def _repr_svg_(self) -> Optional[str]:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg() or _svg.text(str(self))

    # Identity

    def _identity(self) -> Any:
        if self.game.rules is None:
            return self._board.whole()
        state = self.state
        return (state.key(),) if hasattr(state, "key") else (repr(self._given), self.played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game, self._identity()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.game, self._given, self.played)


def _played(game: Game, given: Any, moves: tuple[str, ...]) -> Position:
    return game.position(given).play(*moves)
