"""Mygame: on a board of 5 x 5 cells, each side in turn places a stone; four in a row, in any direction, win.

`python mygame.py` checks the rules, and searches the start.
"""

import secateur

# To change: the size of the board, and the stones in a row that win.
COLUMNS, ROWS, LINE = 5, 5, 4
#: Each row of LINE cells, as a set of cells. Cells are numbered row by row from the top.
LINES = [
    frozenset((row + n * down) * COLUMNS + column + n * right for n in range(LINE))
    for right, down in [(1, 0), (0, 1), (1, 1), (-1, 1)]
    for row in range(ROWS)
    for column in range(COLUMNS)
    if 0 <= column + (LINE - 1) * right < COLUMNS and row + (LINE - 1) * down < ROWS
]


class Mygame:
    """A position, as the side to move sees it. It never changes: `play` makes a new one."""

    # No position can come back, since stones stay. Take this line out if in your game one can.
    cycles = False
    #: What it is worth to have no move left: drawn. Without this line: lost.
    no_moves = 0

    def __init__(self, mine=frozenset(), theirs=frozenset()):
        self.mine, self.theirs = mine, theirs

    def moves(self):
        """The legal moves. The better the first ones are, the less a search looks at."""
        return [cell for cell in range(COLUMNS * ROWS) if cell not in self.mine and cell not in self.theirs]

    def play(self, cell):
        """The position after a legal move. Then the other side is to move, which is why the stones change sides."""
        return Mygame(self.theirs, self.mine | {cell})

    def outcome(self):
        """How the game has ended, for the side to move: -1 if it has lost; None as long as it goes on."""
        return -1 if any(line <= self.theirs for line in LINES) else None

    def key(self):
        """What positions are told apart by. All that the future depends on has to be part of it."""
        return self.mine, self.theirs

    def evaluate(self):
        """A guess at the value for the side to move, in points. To change: here, lines that are still open count."""

        def worth(own, other):
            return sum(len(line & own) ** 2 for line in LINES if not line & other)

        return worth(self.mine, self.theirs) - worth(self.theirs, self.mine)

    def text(self):
        """The drawing: x is the side to move."""
        mark = lambda cell: "x" if cell in self.mine else "o" if cell in self.theirs else "."
        return "\n".join(
            " ".join(mark(row * COLUMNS + column) for column in range(COLUMNS)) for row in range(ROWS)
        )


if __name__ == "__main__":
    for remark in secateur.check(Mygame):
        print(remark)
    game = secateur.game(Mygame)
    print(game.start.analyse(depth=4))
    print(game.start.compare(["alpha-beta", "pvs-memory", "mtd-f"], depth=3))
