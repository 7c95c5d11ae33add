"""What Mygame has to keep: `python -m pytest`."""

import secateur
from mygame import COLUMNS, Mygame


def played(*moves):
    """The position after these moves."""
    position = Mygame()
    for move in moves:
        position = position.play(move)
    return position


def test_laws():
    """Random games, in which everything that a search relies on is checked. Keep this test, whatever else changes."""
    assert secateur.check(Mygame) == []


def test_four_in_a_row_win():
    """To change: positions whose outcome you know."""
    assert played(0, 20, 1, 21, 2, 22, 3).outcome() == -1
    assert played(*[cell for n in range(3) for cell in (n * (COLUMNS + 1), 4 + n)], 3 * (COLUMNS + 1)).outcome() == -1
    assert played(3, 20, 4, 21, 5, 22, 6).outcome() is None


def test_searches_agree():
    comparison = secateur.game(Mygame).start.compare(["minimax", "alpha-beta", "mtd-f"], depth=3)
    assert comparison.agreed
