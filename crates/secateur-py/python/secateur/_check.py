"""The laws of games that are written in Python, checked by playing at random."""

from __future__ import annotations

import random
from typing import Any

from ._game import Game, game
from ._secateur import Board, Error

_LONGEST = 200


def check(rules: Any, games: int = 20, seed: int = 1) -> list[str]:
    """Plays a game of one's own at random and raises an ``Error`` that says what is wrong with it, and where.

    - Asked twice, ``moves``, ``outcome``, ``key`` and ``evaluate`` answer the same. No move is listed twice, and no two
      moves are written alike.
    - ``play`` gives a new position and leaves the old one as it was.
    - Positions of one key have the same moves, the same outcome, and the same values as far as two plies show it.
    - No key comes back in a game that says ``cycles = False``.
    - ``evaluate_children`` gives the values that ``evaluate`` gives one by one, where a game has both.

    Returns advice: what is not wrong, but slow.

    >>> class Wrong:
    ...     def __init__(self):
    ...         self.left = 5
    ...     def moves(self):
    ...         return [1, 2][: self.left]
    ...     def play(self, taken):
    ...         self.left -= taken
    ...         return self
    >>> check(Wrong)
    Traceback (most recent call last):
        ...
    secateur.Error: at the start, play(1) gave the position that it was called on, expected a new one
    """
    checked = rules if isinstance(rules, Game) else game(rules)
    if checked.rules is None:
        raise Error(f"{checked.name} comes with Secateur and is checked there, expected a class of your own")
    return _Checker(checked).run(games, random.Random(seed))


class _Checker:
    def __init__(self, checked: Game) -> None:
        self.game = checked
        self.kind = type(checked.start.state)
        self.seen: dict[Any, tuple[Any, list[Any]]] = {}
        self.came_back = False
        self.is_long = False

    def run(self, games: int, dice: random.Random) -> list[str]:
        for _ in range(games):
            self.walk(dice)
        advice = []
        if not hasattr(self.kind, "key"):
            advice.append("there is no key(): with one, searches with memory recognise positions that they have seen")
        elif self.came_back is False and getattr(self.kind, "cycles", True):
            advice.append("no position came back: if none can, cycles = False makes searches with memory faster")
        if not hasattr(self.kind, "evaluate") and not hasattr(self.kind, "evaluate_children"):
            advice.append("there is no evaluate(): a search that does not see the end of the game takes it for a draw")
        if self.is_long:
            advice.append(f"games went on for more than {_LONGEST} plies: searches may not see their ends")
        return advice

    def walk(self, dice: random.Random) -> None:
        state, keys = self.game.start.state, set()
        path: list[Any] = []
        while True:
            moves = self.position(state, path)
            if hasattr(state, "key"):
                key = state.key()
                if key in keys:
                    self.came_back = True
                    if not getattr(self.kind, "cycles", True):
                        raise self.wrong(path, "a key is back in a game said to have no cycles")
                keys.add(key)
            if not moves or self.over(state) is not None:
                return
            if len(path) >= _LONGEST:
                self.is_long = True
                return
            m = dice.choice(moves)
            path.append(m)
            state = state.play(m)

    def wrong(self, path: list[Any], what: str) -> Error:
        where = f"after the moves {' '.join(map(str, path))}" if path else "at the start"
        return Error(f"{where}, {what}")

    def over(self, state: Any) -> Any:
        return state.outcome() if hasattr(state, "outcome") else None

    def position(self, state: Any, path: list[Any]) -> list[Any]:
        """Checks one position, and returns its moves."""
        facts = self.facts(state, path)
        if facts != self.facts(state, path):
            raise self.wrong(path, "moves(), outcome(), key() or evaluate() answered otherwise when asked twice")
        moves = [] if self.over(state) is not None else list(state.moves())
        texts: dict[str, Any] = {}
        for m in moves:
            text = "".join(str(m).split())
            if not text:
                raise self.wrong(path, f"the move {m!r} is written as nothing")
            if text in texts:
                raise self.wrong(path, f"the moves {texts[text]!r} and {m!r} are both written {text}")
            texts[text] = m
            after = state.play(m)
            if after is state:
                raise self.wrong(path, f"play({m!r}) gave the position that it was called on, expected a new one")
            if facts != self.facts(state, path):
                what = f"play({m!r}) changed the position that it was called on, expected it as it was"
                raise self.wrong(path, what)
        # The same questions and the same refusals as in a search.
        try:
            board = Board.own(self.game.rules, state)  # type: ignore[arg-type]
            board.outcome(), board.moves(), board.draw(), board.side()
            if moves:
                board.analyse(depth=1, hash=0)
        except Error as error:
            raise self.wrong(path, str(error)) from error
        if hasattr(state, "key"):
            self.key(state, path)
        if hasattr(self.kind, "evaluate") and hasattr(self.kind, "evaluate_children"):
            self.together(state, moves, path)
        return moves

    def together(self, state: Any, moves: list[Any], path: list[Any]) -> None:
        """Values that are asked for together are those that are asked for one by one."""
        children = [state.play(m) for m in moves]
        if children:
            one_by_one = [round(child.evaluate()) for child in children]
            at_once = [round(float(value)) for value in self.kind.evaluate_children(children)]
            if one_by_one != at_once:
                what = f"evaluate_children() gave {at_once} for the positions behind its moves, and evaluate() {one_by_one}"
                raise self.wrong(path, what)

    def facts(self, state: Any, path: list[Any]) -> tuple[Any, ...]:
        said: list[Any] = [self.over(state)]
        said.append([] if said[0] is not None else list(state.moves()))
        for name in ("key", "evaluate"):
            if hasattr(state, name):
                said.append(getattr(state, name)())
        return tuple(said)

    def key(self, state: Any, path: list[Any]) -> None:
        key, known = state.key(), (self.shallow(state, 2), list(path))
        try:
            first = self.seen.setdefault(key, known)
        except TypeError:
            raise self.wrong(path, f"the key {key!r} cannot be hashed, expected a number, a text or a tuple") from None
        if first[0] != known[0]:
            other = " ".join(map(str, first[1])) or "no move"
            raise self.wrong(path, f"the position has the key {key!r}, which it shares with another one, after {other}")

    def shallow(self, state: Any, plies: int) -> Any:
        """What two plies show: outcomes, and the moves that lead to them."""
        over = self.over(state)
        if over is not None or plies == 0:
            return over
        return {str(m): self.shallow(state.play(m), plies - 1) for m in state.moves()}
