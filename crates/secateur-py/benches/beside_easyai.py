"""Nodes a second beside easyAI, on rules that are the same to the letter, and on rules as one writes them for Secateur.

    pip install easyAI secateur
    python benches/beside_easyai.py

Both search with plain alpha-beta to the same depth from the start, in turn, five times each; the least time of the
processor counts (one time where a search takes more than five seconds). A node is a
position that was made by a move, and the root.
"""

from __future__ import annotations

import os
import sys
import time

from easyAI import Negamax, TwoPlayerGame
from easyAI.games.ConnectFour import ConnectFour, find_four
from easyAI.games.Hexapawn import Hexapawn
from easyAI.games.TicTacToe import TicTacToe

import secateur

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


def theirs(kind, depth):
    """Nodes and seconds of easyAI."""
    made = 0

    class Counted(kind):
        def make_move(self, move):
            nonlocal made
            made += 1
            return super().make_move(move)

    game = Counted([type("Player", (), {})(), type("Player", (), {})()])
    start = time.process_time()
    Negamax(depth)(game)
    return made + 1, time.process_time() - start


def ours(kind, depth):
    """Nodes and seconds of Secateur."""
    position = secateur.game(kind).start
    start = time.process_time()
    answer = position.analyse(algorithm="alpha-beta", depth=depth, order="none", settings=["deepening=off"], hash=0)
    return answer.nodes, time.process_time() - start


def best(search, *args):
    runs = [search(*args)]
    while len(runs) < 5 and runs[0][1] < 5:
        runs.append(search(*args))
    return runs[0][0], min(seconds for _, seconds in runs)


def main():
    rows = [
        ("tic-tac-toe, the same rules", TicTacToe, SameTicTacToe, 6),
        ("tic-tac-toe, texts", TicTacToe, own_games.TicTacToe, 6),
        ("tic-tac-toe, bits", TicTacToe, BitTicTacToe, 6),
        ("tic-tac-toe, the same rules", TicTacToe, SameTicTacToe, 9),
        ("tic-tac-toe, texts", TicTacToe, own_games.TicTacToe, 9),
        ("tic-tac-toe, bits", TicTacToe, BitTicTacToe, 9),
        ("Connect-4, the same rules", ConnectFour, SameConnectFour, 4),
        ("Connect-4, the same rules", ConnectFour, SameConnectFour, 6),
        ("Connect-4, bits", ConnectFour, OurConnectFour, 4),
        ("Connect-4, bits", ConnectFour, OurConnectFour, 6),
        ("hexapawn 4x4, bits", ScoredHexapawn, BitHexapawn, 6),
        ("hexapawn 4x4, bits", ScoredHexapawn, BitHexapawn, 10),
    ]
    print(f"{'':30}depth{'easyAI':>22}{'secateur':>24}   ratio")
    for name, their_game, our_game, depth in rows:
        (a, s), (b, t) = best(theirs, their_game, depth), best(ours, our_game, depth)
        rates = a / s, b / t
        print(f"{name:30}{depth:>5}{a:>8,} at {rates[0]:>9,.0f}/s{b:>10,} at {rates[1]:>9,.0f}/s  {rates[1] / rates[0]:>6.1f}")


if __name__ == "__main__":
    assert issubclass(TicTacToe, TwoPlayerGame)
    main()
