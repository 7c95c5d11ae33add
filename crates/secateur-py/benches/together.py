"""What it saves to ask for the values of all positions behind one at once: networks of NumPy, a small one and a large one, value
Connect-4 on 5x4, one position at a time, and by the list. ``python crates/secateur-py/benches/together.py``
"""

import sys
import time
from pathlib import Path

import numpy

import secateur

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from own_games import Connect4  # noqa: E402

CELLS = 25
WIDTHS = (128, 8192)
DICE = numpy.random.default_rng(1)
LAYERS = {}


def weigh(hidden):
    """Another network, with so many neurons in the middle."""
    LAYERS["first"] = DICE.standard_normal((2 * CELLS, hidden)) / 8
    LAYERS["second"] = DICE.standard_normal(hidden) / hidden**0.5


def planes(positions):
    """The stones of both sides, a row for each position."""
    sides = numpy.array([(p.mine, p.theirs) for p in positions])
    return (sides[:, :, None] >> numpy.arange(CELLS) & 1).reshape(len(positions), 2 * CELLS)


def network(positions):
    """The values of positions, each for its side to move."""
    return 100 * numpy.tanh(numpy.tanh(planes(positions) @ LAYERS["first"]) @ LAYERS["second"])


class One(Connect4):
    """One at a time."""

    def play(self, column):
        after = Connect4.play(self, column)
        return type(self)(after.mine, after.theirs)

    def evaluate(self):
        return float(network([self])[0])


class Together(One):
    """By the list."""

    evaluate_children = staticmethod(network)


def main():
    for hidden in WIDTHS:
        weigh(hidden)
        for name in ("minimax", "alpha-beta", "pvs-memory"):
            for game in (One, Together):
                start = time.process_time()
                answer = secateur.game(game).start.analyse(algorithm=name, depth=8, settings=["deepening=off"])
                took = time.process_time() - start
                print(f"{hidden:5} neurons, {name:12} {game.__doc__:18} {answer.nodes:9,} nodes  {took:6.2f} s")


if __name__ == "__main__":
    main()
