"""Nodes a second beside easyAI and OpenSpiel's alpha-beta in Python: on their own rules, and on rules as one writes them for
Secateur.

    pip install easyAI open_spiel secateur
    python benches/beside_others.py

All search with plain alpha-beta to the same depth from the start, up to twenty-five times each; the least time of the
processor counts (fewer times where searches take long). A node is a position that was made by a move, and the root. The last
column is what the game's own methods take of the time, asked again for all that the search asked of them.
"""

from __future__ import annotations

import os
import sys
import time

import pyspiel
from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour, find_four
from easyAI.games.Hexapawn import Hexapawn, to_string, to_tuple
from easyAI.games.TicTacToe import TicTacToe
from open_spiel.python.algorithms import minimax

import secateur
import secateur.openspiel

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tests"))
import own_games  # noqa: E402

LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]


class SameTicTacToe:
    """The rules of easyAI's example, line by line, on a copy of the board."""

    cycles = False

    def __init__(self, board=None, player=1):
        self.board, self.player = board or [0] * 9, player

    def moves(self):
        return [i + 1 for i, e in enumerate(self.board) if e == 0]

    def play(self, move):
        board = list(self.board)
        board[int(move) - 1] = self.player
        return SameTicTacToe(board, 3 - self.player)

    def lose(self):
        return any([all([self.board[c - 1] == 3 - self.player for c in line]) for line in LINES])

    def outcome(self):
        return -1 if self.lose() else 0 if self.moves() == [] else None

    def key(self):
        return tuple(self.board)


class SameConnectFour:
    """The rules of easyAI's example, on a copy of the board."""

    cycles = False

    def __init__(self, board=None, player=1):
        import numpy

        self.board = numpy.zeros((6, 7), int) if board is None else board
        self.player = player

    def moves(self):
        return [i for i in range(7) if (self.board[:, i].min() == 0)]

    def play(self, column):
        board = self.board.copy()
        board[(board[:, column] != 0).argmin(), column] = self.player
        return SameConnectFour(board, 3 - self.player)

    def outcome(self):
        return -1 if find_four(self.board, 3 - self.player) else 0 if self.board.min() > 0 else None

    def key(self):
        return self.board.tobytes()


class SameHexapawn:
    """The rules of easyAI's example, on copies of the lists of pawns."""

    cycles = False

    def __init__(self, pawns=None, mover=0):
        self.pawns = pawns or ([(0, column) for column in range(4)], [(3, column) for column in range(4)])
        self.mover = mover

    def moves(self):
        moves = []
        opponent_pawns = self.pawns[1 - self.mover]
        d = (1, -1)[self.mover]
        for i, j in self.pawns[self.mover]:
            if (i + d, j) not in opponent_pawns:
                moves.append(((i, j), (i + d, j)))
            if (i + d, j + 1) in opponent_pawns:
                moves.append(((i, j), (i + d, j + 1)))
            if (i + d, j - 1) in opponent_pawns:
                moves.append(((i, j), (i + d, j - 1)))
        return list(map(to_string, [(i, j) for i, j in moves]))

    def play(self, move):
        move = list(map(to_tuple, move.split(" ")))
        pawns = [list(side) for side in self.pawns]
        ind = pawns[self.mover].index(move[0])
        pawns[self.mover][ind] = move[1]
        if move[1] in pawns[1 - self.mover]:
            pawns[1 - self.mover].remove(move[1])
        return SameHexapawn(pawns, 1 - self.mover)

    def lose(self):
        return any([i == (3, 0)[1 - self.mover] for i, j in self.pawns[1 - self.mover]]) or (self.moves() == [])

    def outcome(self):
        return -1 if self.lose() else None

    def key(self):
        return tuple(self.pawns[0]), tuple(self.pawns[1]), self.mover


class BitTicTacToe:
    """Bits for the stones of either side."""

    cycles = False
    no_moves = 0
    LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
    CELLS = [1 << cell for cell in range(9)]

    def __init__(self, mine=0, theirs=0):
        self.mine, self.theirs = mine, theirs

    def moves(self):
        stones = self.mine | self.theirs
        return [cell for cell in self.CELLS if not stones & cell]

    def play(self, cell):
        return BitTicTacToe(self.theirs, self.mine | cell)

    def outcome(self):
        theirs = self.theirs
        for line in self.LINES:
            if theirs & line == line:
                return -1
        return None

    def key(self):
        return self.mine << 9 | self.theirs


class OurConnectFour(own_games.Connect4):
    """Bits, on seven columns and six rows."""

    WIDE, HIGH = 7, 6

    def moves(self):
        stones = self.mine | self.theirs
        return [c for c in (4, 3, 5, 2, 6, 1, 7) if not stones >> (7 * (c - 1) + 5) & 1]

    def play(self, column):
        stones, bottom = self.mine | self.theirs, 1 << 7 * (column - 1)
        return OurConnectFour(self.theirs, self.mine | (stones + bottom) & (63 * bottom))


def steps(size, up):
    """For each pawn on a board of this size where it may go, and where it may take."""
    found, on = [], -1 if up else 1
    for cell in range(size * size):
        row, column = cell // size + on, cell % size
        if 0 <= row < size:
            takes = [1 << size * row + c for c in (column + 1, column - 1) if 0 <= c < size]
            found.append((1 << cell, 1 << size * row + column, takes))
    return found


class BitHexapawn:
    """Bits for the pawns of either side, on four columns and four rows; a move is the cells that it changes."""

    cycles = False
    STEPS = {up: steps(4, up) for up in (False, True)}
    GOAL = {True: 0xF, False: 0xF000}

    def __init__(self, mine=0xF, theirs=0xF000, up=False):
        self.mine, self.theirs, self.up = mine, theirs, up

    def moves(self):
        mine, theirs, found = self.mine, self.theirs, []
        for pawn, ahead, takes in self.STEPS[self.up]:
            if mine & pawn:
                if not (mine | theirs) & ahead:
                    found.append(pawn | ahead)
                for goal in takes:
                    if theirs & goal:
                        found.append(pawn | goal)
        return found

    def play(self, move):
        return BitHexapawn(self.theirs & ~move, self.mine ^ move, not self.up)

    def outcome(self):
        return -1 if self.theirs & self.GOAL[not self.up] else None

    def key(self):
        return self.mine << 17 | self.theirs << 1 | self.up


class ScoredHexapawn(Hexapawn):
    """With the score that the example's program gives it."""

    def scoring(self):
        return -100 if self.lose() else 0


class EasyAI:
    """Its search, of one of its games."""

    def __init__(self, kind, depth):
        self.kind, self.depth = kind, depth

    def nodes(self):
        made = 0

        class Counted(self.kind):
            def make_move(self, move):
                nonlocal made
                made += 1
                return super().make_move(move)

        self.search(Counted)
        return made + 1

    def search(self, kind=None):
        Negamax(self.depth)((kind or self.kind)([type("Player", (), {})(), type("Player", (), {})()]))


class OpenSpiel:
    """Its alpha-beta in Python, of one of its games."""

    def __init__(self, name, depth):
        self.name, self.depth = name, depth

    def nodes(self):
        original, entered = minimax._alpha_beta, 0

        def counted(*args, **named):
            nonlocal entered
            entered += 1
            return original(*args, **named)

        minimax._alpha_beta = counted
        try:
            self.search()
        finally:
            minimax._alpha_beta = original
        return entered

    def search(self):
        minimax.alpha_beta_search(pyspiel.load_game(self.name), value_function=lambda state: 0, maximum_depth=self.depth)


class Ours:
    """Plain alpha-beta of Secateur."""

    def __init__(self, game, depth):
        self.game, self.depth = game, depth

    def nodes(self):
        return self.search().nodes

    def search(self):
        asked = {"algorithm": "alpha-beta", "depth": self.depth, "order": "none", "settings": ["deepening=off"]}
        return self.game.start.analyse(hash=0, **asked)


def timed(work):
    """The least seconds of the processor of twenty-five times; of fewer, where it takes long."""
    runs = []
    while len(runs) < 25 and sum(runs) < 3:
        start = time.process_time()
        work()
        runs.append(time.process_time() - start)
    return min(runs)


def rules_alone(start, depth):
    """The seconds that the methods of a game take for all that is asked of them in such a search, when nothing else is done."""
    kind, calls, replaced = type(start), [], {}
    for name in ("moves", "play", "outcome", "key", "evaluate"):
        method = getattr(kind, name, None)
        if method is not None:
            replaced[name] = method

            def recorded(*args, method=method):
                calls.append((method, args))
                return method(*args)

            setattr(kind, name, recorded)
    try:
        Ours(secateur.game(start), depth).search()
    finally:
        for name, method in replaced.items():
            setattr(kind, name, method)

    def replay():
        for method, args in calls:
            method(*args)

    return timed(replay)


GAMES = [
    ("tic-tac-toe", 6, TicTacToe, "", {"word for word": SameTicTacToe, "texts": own_games.TicTacToe, "bits": BitTicTacToe}),
    ("tic-tac-toe", 9, TicTacToe, "tic_tac_toe", {"word for word": SameTicTacToe, "texts": own_games.TicTacToe, "bits": BitTicTacToe}),
    ("Connect-4", 4, ConnectFour, "", {"word for word": SameConnectFour, "bits": OurConnectFour}),
    ("Connect-4", 6, ConnectFour, "connect_four", {"word for word": SameConnectFour, "bits": OurConnectFour}),
    ("hexapawn 4x4", 6, ScoredHexapawn, "", {"word for word": SameHexapawn, "bits": BitHexapawn}),
    ("hexapawn 4x4", 10, ScoredHexapawn, "", {"word for word": SameHexapawn, "bits": BitHexapawn}),
]


def main():
    print(f"{'':14}depth  {'':24}{'nodes':>9}{'a second':>12}   ratio   of the time, rules")
    for name, depth, kind, spiel, rules in GAMES:
        others = [("easyAI", EasyAI(kind, depth), rules)]
        if spiel:
            adapted = secateur.openspiel.game(spiel)
            others.append(("OpenSpiel", OpenSpiel(spiel, depth), {"states of OpenSpiel": adapted, "bits": rules["bits"]}))
        for other, theirs, ours in others:
            nodes = theirs.nodes()
            rate = nodes / timed(theirs.search)
            print(f"{name:14}{depth:>5}  {other:24}{nodes:>9,}{rate:>12,.0f}", flush=True)
            for what, game in ours.items():
                game = secateur.game(game) if isinstance(game, type) else game
                search = Ours(game, depth)
                nodes, seconds = search.nodes(), timed(search.search)
                share = rules_alone(game.start.state, depth) / seconds
                print(f"{'':21}{what:24}{nodes:>9,}{nodes / seconds:>12,.0f}{nodes / seconds / rate:>8.1f}{share:>14.0%}", flush=True)


if __name__ == "__main__":
    main()
