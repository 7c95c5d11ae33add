"""Games."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Optional, Union

from . import _secateur
from ._asked import Path, Profiled, Time
from ._choice import Choice, Profile, chosen, profile_of
from ._kept import Book
from ._match import Match, PlayedGame, Player, played
from ._position import Position
from ._progress import bar
from ._secateur import Board, Error, Rules


class Game:
    """A game: one that comes with Secateur, or one of your own. See `game`."""

    __slots__ = ("about", "algorithm", "example", "name", "notation", "offers", "rules", "start")

    name: str
    """The name."""
    about: str
    """A description in one line."""
    notation: str
    """How positions are written."""
    example: str
    """A position."""
    offers: str
    """What it offers beyond its rules."""
    algorithm: str
    """The algorithm that searches it where none is named."""
    start: Position
    """The position that it begins with."""
    rules: Optional[Rules]
    """The methods of a game of your own."""

    def __init__(self, what: Any) -> None:
        if isinstance(what, str):
            for name, text in _secateur.game(what).items():
                setattr(self, name, text)
            self.rules = None
            board = Board.shipped(what, "")
        else:
            state = what() if isinstance(what, type) else what
            self.rules = Rules(type(state))
            self.name = self.rules.name
            self.about = (type(state).__doc__ or "").strip().split("\n")[0]
            self.notation, self.example = "moves from the start, separated by spaces", ""
            self.offers, self.algorithm = "", "mtd-f"
            board = Board.own(self.rules, state)
        self.start = Position(self, board, "", None, None)

    def position(self, text: Any = "") -> Position:
        """The position of this text, in the game's notation; of a game of your own also that of an object.

        >>> import secateur
        >>> print(secateur.game("tictactoe").position("XO./.X./..O"))
           a b c
         1 X O .
         2 . X .
         3 . . O
        """
        if self.rules is None:
            if not isinstance(text, str):
                raise Error(f"the position is {text!r}, expected a text: {self.notation}")
            return Position(self, Board.shipped(self.name, text), text, None, None) if text else self.start
        if not isinstance(text, str):
            return Position(self, Board.own(self.rules, text), text, None, None)
        at = self.start
        for number, move in enumerate(text.split(), 1):
            try:
                at = at.play(move)
            except Error as error:
                raise Error(f"move {number}: {error}") from None
        return at

    def match(
        self,
        *players: Player,
        games: Optional[int] = None,
        tc: Optional[str] = None,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        position: Optional[str] = None,
        openings: Union[Path, None] = None,
        plies: Optional[int] = None,
        shuffle: bool = False,
        gauntlet: Optional[int] = None,
        sprt: Optional[dict[str, float]] = None,
        win: Optional[tuple[float, int]] = None,
        draw: Optional[tuple[float, int, int]] = None,
        length: Optional[int] = None,
        margin: Optional[Time] = None,
        patience: Optional[Time] = None,
        seed: Optional[int] = None,
        concurrency: Optional[int] = None,
        store: Optional[Path] = None,
        progress: bool = False,
        on_game: Optional[Callable[[PlayedGame], object]] = None,
    ) -> Match:
        """Plays a match: everybody against everybody, in pairs of games from the same opening, colours changed; a hundred games
        for each two, unless ``games`` says otherwise.

        A player is a text as on the command line (``"engine,null_move=off"``, ``"random"``, ``"profile"``, ``"uci:gnuchess -u"``),
        or a function that is handed a `Position` and returns a move, perhaps with a name: ``("mine", function)``. Texts may
        have limits of their own (``"mtd-f,depth=4"``); ``tc``, ``time``, ``nodes`` and ``depth`` are for those without.

        ``openings``: ``random`` moves (``plies`` of them, from ``position`` or the start), ``none``, or a file. ``gauntlet``: only so many of
        the first players meet the others. ``sprt``: stops as soon as a test decides, ``{"elo0": 0, "elo1": 5}`` and perhaps
        ``alpha`` and ``beta``. ``win``: ``(over, plies)`` and ``draw``: ``(within, plies, after)`` end games that both sides see
        decided. ``store`` keeps the games in a file, with which the same call plays only what is missing. ``progress``
        shows a bar, and ``on_game`` is called with each game as it ends. Ctrl-C ends the match with the games so far.

        >>> import secateur
        >>> nim = secateur.game("nim")
        >>> def last(position):
        ...     return position.moves()[-1]
        >>> print(nim.match("mtd-f,depth=9", last, position="1,2,3,4", openings="none", games=2).pairings[0].games)
        2
        """
        return played(
            self, players, on_game, progress, games=games, tc=tc, time=time, nodes=nodes, depth=depth, position=position,
            openings=openings, plies=plies, shuffle=shuffle or None, gauntlet=gauntlet, sprt=sprt, win=win, draw=draw,
            length=length, margin=margin, patience=patience, seed=seed, concurrency=concurrency, store=store,
        )  # fmt: skip

    def choose(
        self,
        *,
        effort: str = "usual",
        measure: Optional[str] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        profile: Profiled = None,
        progress: bool = False,
        on_event: Optional[Callable[[dict[str, Any]], object]] = None,
    ) -> Choice:
        """Finds the search that suits the game: exact searches race over positions of its own play, and games show whether the
        best of them or the engine plays better, and whether the engine does without one of its tricks.

        ``effort``: ``quick`` for a first impression, ``usual`` for minutes, ``thorough`` for hours. ``measure``: ``time``, or ``nodes``,
        with which the same seed gives the same choice on every machine, as it is for games in Python unless you say
        otherwise. ``profile`` writes what was found where every program looks for it (True), or into a file; interrupted or
        killed, the same call then goes on from where it was.

        >>> import secateur
        >>> choice = secateur.game("nim").choose(effort="quick", measure="nodes")
        >>> secateur.game("nim").start.analyse(**choice.method, depth=5).best in secateur.game("nim").start.moves()
        True
        """
        usual = "time" if self.rules is None else "nodes"
        return chosen(self, profile, on_event, progress, effort=effort, measure=measure or usual, seed=seed, threads=threads)

    def profile(self, which: Union[bool, Path] = True) -> Profile:
        """The profile of the game that `choose` has written: where every program looks for it, or in this file."""
        return profile_of(self, which)

    def book(
        self,
        path: Path,
        plies: int,
        *,
        hash: Optional[int] = None,
        threads: Optional[int] = None,
        progress: bool = False,
    ) -> Book:
        """Makes a book of openings: the exact value of every position this many plies from the start, which `Position.solve`
        takes as ``book``. Each is written as it is found, and the same call goes on after whatever ended it.

        >>> import os, secateur, tempfile
        >>> nim = secateur.game("nim")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "nim.book")
        ...     print(nim.book(path, 1).is_complete, nim.start.solve(book=path).nodes)
        True 0
        """
        asked = {name: value for name, value in {"hash": hash, "threads": threads}.items() if value is not None}
        with bar(progress, self.name, "position") as shown:

            def heard(data: dict[str, Any]) -> None:
                shown.set(data["there"], data["positions"])

            made = self.start._board.book(os.fspath(path), plies, heard, **asked)
        return Book(path=os.fspath(path), plies=plies, **made)

    def __repr__(self) -> str:
        return f"secateur.game({self.name!r})" if self.rules is None else f"secateur.game({self.name})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self.rules is None or other.rules is None:
            return self.rules is other.rules and self.name == other.name
        return type(self.start.state) is type(other.start.state)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.name if self.rules is None else self.start.state,)


def games() -> list[Game]:
    """All games that come with Secateur.

    >>> import secateur
    >>> {"chess", "othello", "connect4"} <= {game.name for game in secateur.games()}
    True
    """
    return [Game(data["name"]) for data in _secateur.games()]


def game(what: Any) -> Game:
    """The game of this name, also on a board of another size (``connect4-5x4``), or a game of your own: its class, or an
    object of it that the game begins with.

    Such a class has the methods

    - ``moves(self)``: the legal moves, best guesses first: numbers, texts, tuples or whatever else can be hashed,
    - ``play(self, move)``: the position after a move, a new object,

    and, if it likes,

    - ``outcome(self)``: 1, 0 or -1 if the side to move has won, drawn or lost, None as long as the game goes on,
    - ``key(self)``: a number, text, bytes or tuple that says everything about the position,
    - ``evaluate(self)``: a guess at the value for the side to move, in points: what searches take it for where they end,
    - ``text(self)``: the position to look at (otherwise ``str``); ``side(self)``: the side to move.

    ``cycles = False`` says that no position can come back, which makes searches with memory faster, and ``no_moves = 0``
    that a side without a move has drawn (1: won), and not lost. ``points = True`` says that the game counts points:
    ``outcome`` and ``no_moves`` are then those that the side to move has won, or lost if negative.

    ``evaluate_children(positions)``, a static method, guesses at the values of many positions at once, each for its own side to
    move, and returns a list or an array of them: all positions behind one are then evaluated together.

    >>> import secateur
    >>> secateur.game("conect4")
    Traceback (most recent call last):
        ...
    secateur.Error: unknown game 'conect4' (did you mean 'connect4'?); `secateur games` lists them
    """
    return what if isinstance(what, Game) else Game(what)
