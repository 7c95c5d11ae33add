"""Games in Python that count points, and positions that are evaluated together."""

import pytest
from own_games import Connect4, Takeaway, best_lead

import secateur

EXACT = [a.name for a in secateur.algorithms() if a.exact]
COINS = [(4, 9, 1, 2, 7, 3, 8, 5), (8, 15, 3, 7), (1, 1, 1), (2, 9, 2, 9, 2, 9), (5,)]


@pytest.mark.parametrize("coins", COINS)
def test_points_are_solved_and_proven(coins):
    start, expected = secateur.game(Takeaway(coins)).start, best_lead(coins)
    assert start.solve(hash=1 << 20).value == expected
    assert start.prove(expected, hash=1 << 20).proven
    assert start.prove(expected + 1, hash=1 << 20).proven is False
    assert start.prove(hash=1 << 20).value == expected


@pytest.mark.parametrize("algorithm", EXACT)
def test_every_exact_search_counts_them(algorithm):
    answer = secateur.game(Takeaway).start.analyse(algorithm=algorithm, depth=8, hash=1 << 20)
    assert answer.value == best_lead(COINS[0])


def test_the_end_and_its_margin():
    position = secateur.game(Takeaway((3, 5))).start.play("right", "left")
    assert (position.outcome, position.margin) == ("win", 2)
    assert secateur.check(Takeaway) == []


def test_what_counts_points_says_what_no_move_is_worth():
    class Silent(Takeaway):
        no_moves = None

    with pytest.raises(secateur.Error, match="no_moves is None, expected the points that the side to move has won"):
        secateur.game(Silent)

    class Lost:
        points = True

        def moves(self):
            return []

        def play(self, move):
            return self

    with pytest.raises(secateur.Error, match="Lost counts points and does not say what a side without a move has"):
        secateur.game(Lost)


class Together(Connect4):
    """The same values, asked for by the list."""

    asked = []

    def play(self, column):
        after = Connect4.play(self, column)
        return type(self)(after.mine, after.theirs)

    @staticmethod
    def evaluate_children(positions):
        Together.asked.append(len(positions))
        return [bin(p.mine).count("1") - bin(p.theirs).count("1") for p in positions]


class Worked(Connect4):
    """A guess that tells positions apart, one by one."""

    def play(self, column):
        after = Connect4.play(self, column)
        return type(self)(after.mine, after.theirs)

    def evaluate(self):
        return (self.mine * 7 - self.theirs * 3) % 101 - 50


class WorkedTogether(Worked):
    @staticmethod
    def evaluate_children(positions):
        numpy = pytest.importorskip("numpy")
        mine = numpy.array([p.mine for p in positions])
        theirs = numpy.array([p.theirs for p in positions])
        return (mine * 7 - theirs * 3) % 101 - 50


@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs-memory", "mtd-f", "engine", "uct"])
def test_values_asked_for_together_are_the_same(algorithm):
    limit = {"nodes": 3_000} if algorithm == "uct" else {"depth": 5}
    one, together = (
        secateur.game(game).start.analyse(algorithm=algorithm, hash=1 << 20, **limit) for game in (Worked, WorkedTogether)
    )
    assert (one.value, one.best, one.nodes, one.pv) == (together.value, together.best, together.nodes, together.pv)


def test_they_are_asked_for_many_at_a_time():
    Together.asked.clear()
    secateur.game(Together).start.analyse(algorithm="minimax", depth=4, settings=["deepening=off"])
    assert max(Together.asked) >= 4
    assert secateur.check(Together) == []


def test_a_list_of_another_length_is_refused():
    class Short(Together):
        @staticmethod
        def evaluate_children(positions):
            return [0] * (len(positions) - 1)

    with pytest.raises(secateur.Error, match=r"^evaluate_children\(positions\) gave \[.*\], expected \d+ numbers of points"):
        secateur.game(Short).start.analyse(algorithm="alpha-beta", depth=3)

    class Other(Together):
        @staticmethod
        def evaluate_children(positions):
            return [1] * len(positions)

    with pytest.raises(secateur.Error, match=r"evaluate_children\(\) gave .* and evaluate\(\)"):
        secateur.check(Other)
