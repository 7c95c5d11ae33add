"""Games as their authors write them in Python."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Three in a row."""

    cycles = False
    no_moves = 0

    def __init__(self, cells="........."):
        self.cells = cells
        self.mark = "XO"[(9 - cells.count(".")) % 2]

    def moves(self):
        return [place for place, cell in enumerate(self.cells) if cell == "."]

    def play(self, place):
        return TicTacToe(self.cells[:place] + self.mark + self.cells[place + 1 :])

    def outcome(self):
        cells = self.cells
        return -1 if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES) else None

    def key(self):
        return self.cells

    def text(self):
        return "\n".join(self.cells[row : row + 3] for row in (0, 3, 6))

    def side(self):
        return self.mark


class Connect4:
    """Four in a row on five columns and four rows."""

    WIDE, HIGH = 5, 4
    cycles = False
    no_moves = 0

    def __init__(self, mine=0, theirs=0):
        self.mine, self.theirs = mine, theirs

    def moves(self):
        stones, step = self.mine | self.theirs, self.HIGH + 1
        return [c for c in (3, 2, 4, 1, 5) if not stones >> (step * (c - 1) + self.HIGH - 1) & 1]

    def play(self, column):
        stones, step = self.mine | self.theirs, self.HIGH + 1
        bottom = 1 << step * (column - 1)
        cells = ((1 << self.HIGH) - 1) * bottom
        return Connect4(self.theirs, self.mine | (stones + bottom) & cells)

    def outcome(self):
        step = self.HIGH + 1
        for way in (1, step - 1, step, step + 1):
            pairs = self.theirs & self.theirs >> way
            if pairs & pairs >> 2 * way:
                return -1
        return None

    def key(self):
        return self.mine, self.theirs

    def evaluate(self):
        return bin(self.mine).count("1") - bin(self.theirs).count("1")


class Hexapawn:
    """Pawns on three columns and three rows; whoever reaches the other side, or leaves the opponent no move, wins."""

    cycles = False

    def __init__(self, mine=(6, 7, 8), theirs=(0, 1, 2)):
        # As the side to move sees it, which goes up.
        self.mine, self.theirs = frozenset(mine), frozenset(theirs)

    def moves(self):
        found = []
        for pawn in sorted(self.mine):
            row, column = divmod(pawn, 3)
            if row and pawn - 3 not in self.mine | self.theirs:
                found.append((pawn, pawn - 3))
            found += [(pawn, pawn - 3 + d) for d in (-1, 1) if 0 <= column + d < 3 and pawn - 3 + d in self.theirs]
        return found

    def play(self, move):
        origin, goal = move
        mine, theirs = self.mine - {origin} | {goal}, self.theirs - {goal}
        return Hexapawn([8 - cell for cell in theirs], [8 - cell for cell in mine])

    def outcome(self):
        return -1 if any(cell >= 6 for cell in self.theirs) else None

    def key(self):
        return tuple(sorted(self.mine)), tuple(sorted(self.theirs))


class Matches:
    """Take one to three matches from a heap; whoever takes the last one wins."""

    cycles = False

    def __init__(self, left=10):
        self.left = left

    def moves(self):
        return range(1, min(self.left, 3) + 1)

    def play(self, taken):
        return Matches(self.left - taken)

    def key(self):
        return self.left


class Walk:
    """A stone on a circle of seven; whoever brings it home by a step of two wins. It may go round for ever."""

    def __init__(self, at=3, turn=0):
        self.at, self.turn = at, turn

    def moves(self):
        return ["one", "two", "back"]

    def play(self, move):
        step = {"one": 1, "two": 2, "back": -1}[move]
        return Home(move == "two", self) if (self.at + step) % 7 == 0 else Walk((self.at + step) % 7, 1 - self.turn)

    def outcome(self):
        return None

    def key(self):
        return self.at, self.turn


class Home(Walk):
    """The stone is home."""

    def __init__(self, wins, before):
        super().__init__(0, 1 - before.turn)
        self.wins = wins

    def outcome(self):
        return -1 if self.wins else 1

    def key(self):
        return 0, self.turn, self.wins


class Takeaway:
    """A row of coins; take one from either end in turn. Whoever has more has won by the difference."""

    cycles = False
    points = True
    no_moves = 0

    def __init__(self, coins=(4, 9, 1, 2, 7, 3, 8, 5), lead=0):
        # The lead of the side to move.
        self.coins, self.lead = coins, lead

    def moves(self):
        return ["left", "right"][: len(self.coins)]

    def play(self, move):
        taken, rest = (self.coins[0], self.coins[1:]) if move == "left" else (self.coins[-1], self.coins[:-1])
        return Takeaway(rest, -(self.lead + taken))

    def outcome(self):
        return None if self.coins else self.lead

    def key(self):
        return self.coins, self.lead

    def evaluate(self):
        return self.lead


def best_lead(coins):
    """What the side to move wins, by trying everything."""
    if not coins:
        return 0
    return max(coins[0] - best_lead(coins[1:]), coins[-1] - best_lead(coins[:-1]))
