"""Games that are written in Python."""

import gc
import itertools
import pickle
import time
import weakref

import pytest
from own_games import Connect4, Hexapawn, Matches, TicTacToe, Walk

import secateur

EXACT = [a.name for a in secateur.algorithms() if a.exact]
NO_DEEPENING = ["deepening=off"]
# They go through the whole tree.
WHOLE = {"minimax", "max-min", "minimax-memory"}


def test_the_whole_tree_of_tic_tac_toe_has_its_well_known_size():
    start = secateur.game(TicTacToe).start
    answer = start.analyse(algorithm="minimax", depth=9, settings=NO_DEEPENING)
    # The last line is completed by a few nodes of its own.
    assert 549_946 <= answer.nodes < 550_100
    assert answer.value == 0 and answer.depth == 9
    assert start.perft(9) == 127_872
    assert start.solve().outcome == "draw"
    assert start.prove("draw").proven and start.prove("win").proven is False


@pytest.mark.parametrize("algorithm", EXACT)
def test_every_exact_search_finds_what_the_rust_game_is_worth(algorithm):
    rust, python = secateur.game("connect4-5x4"), secateur.game(Connect4)
    for text in ["112235", "31425", "33232254", "33332244"]:
        theirs, ours = rust.position(text), python.position(" ".join(text))
        assert sorted(theirs.moves()) == sorted(ours.moves())
        depth = 20 - len(text) if algorithm not in WHOLE else 5
        asked = {"algorithm": algorithm, "depth": min(depth, 12), "hash": 1 << 22}
        a, b = theirs.analyse(**asked), ours.analyse(**asked)
        if b.outcome is not None:
            assert (a.outcome, a.plies_to_end) == (b.outcome, b.plies_to_end), text


@pytest.mark.parametrize("game", [TicTacToe, Connect4, Hexapawn, Matches, Walk])
def test_all_exact_searches_agree_and_the_laws_hold(game):
    assert isinstance(secateur.check(game), list)
    comparison = secateur.game(game).start.compare(EXACT, depth=4, hash=1 << 20)
    assert comparison.agreed and [row.algorithm for row in comparison] == EXACT


@pytest.mark.parametrize("algorithm", [a.name for a in secateur.algorithms()])
def test_every_algorithm_searches_it(algorithm):
    limit = {"depth": 6} if next(a for a in secateur.algorithms() if a.name == algorithm).takes_depth else {"nodes": 3_000}
    for game in (TicTacToe, Hexapawn, Walk):
        position = secateur.game(game).start
        answer = position.analyse(algorithm=algorithm, hash=1 << 20, **limit)
        assert answer.best in position.moves() and answer.game == game.__name__


def test_hexapawn_is_lost_for_whoever_begins():
    start = secateur.game(Hexapawn).start
    assert (start.solve().outcome, start.prove("win").proven) == ("loss", False)
    assert start.moves() == ["(6,3)", "(7,4)", "(8,5)"]
    assert start.play("(6,3)").played == start.play((6, 3)).played == ("(6,3)",)


def test_a_game_with_cycles_is_solved_from_its_ends():
    start = secateur.game(Walk).start
    solution = start.solve(hash=1 << 20)
    assert solution.value is not None
    # A search to a depth that sees the end agrees.
    answer = start.analyse(depth=16)
    assert answer.outcome in (None, solution.outcome)


def test_positions_of_own_games():
    game = secateur.game(TicTacToe)
    position = game.position("4 0 8")
    assert str(position) == "O..\n.X.\n..X" and position.side == "O" and position.state.cells == "O...X...X"
    assert position == game.position(TicTacToe("O...X...X")) and hash(position) == hash(game.position("8 0 4"))
    assert pickle.loads(pickle.dumps(position)) == position
    assert position.undo().undo().undo() == game.start and position.text == "4 0 8"
    over = game.position("0 3 1 4 2")
    assert (over.outcome, over.moves(), over.is_over) == ("loss", [], True)
    with pytest.raises(secateur.Error, match="^'9' is not a legal move, expected one of 0 1 2 3 4 5 6 7 8$"):
        game.start.play(9)
    with pytest.raises(secateur.Error, match="the game is over: there is nothing to search"):
        over.analyse(depth=2)
    with pytest.raises(secateur.Error, match="expected 1 thread"):
        game.start.analyse(depth=2, threads=2)


def changed(**methods):
    """Tic-tac-toe with other methods."""
    name = "Changed"
    play = methods.pop("play", lambda self, m: cls(TicTacToe.play(self, m).cells))
    cls = type(name, (TicTacToe,), {**methods, "play": play})
    return cls


def raising(self, *_):
    if self.cells.count(".") < 5:
        raise ZeroDivisionError("of the game's own")
    return None


@pytest.mark.parametrize("method", ["moves", "play", "outcome", "key", "evaluate"])
@pytest.mark.parametrize("ask", ["analyse", "solve", "prove", "compare", "trace", "perft"])
def test_what_a_method_raises_comes_back_with_its_traceback(method, ask):
    original = getattr(TicTacToe, method, lambda self: 0)

    def failing(self, *given):
        raising(self)
        return original(self, *given)

    cls = changed(**{method: failing} if method != "play" else {})
    if method == "play":
        cls = changed(play=lambda self, m: raising(self) or cls(TicTacToe.play(self, m).cells))
    start = secateur.game(cls).start
    # Key and static value are not asked for by every search.
    questions = {
        "analyse": lambda: start.analyse(depth=6, algorithm="pvs-memory", hash=1 << 20),
        "solve": lambda: start.solve(hash=1 << 20),
        "prove": lambda: start.prove("win", hash=1 << 20),
        "compare": lambda: start.compare(["pvs-memory"], depth=6, positions=1, hash=1 << 20),
        "trace": lambda: start.trace(depth=6, algorithm="pvs-memory", hash=1 << 20),
        "perft": lambda: start.perft(7),
    }
    if (ask, method) in {("solve", "evaluate"), ("prove", "evaluate"), ("perft", "evaluate"), ("perft", "key")}:
        return
    with pytest.raises(ZeroDivisionError, match="of the game's own") as raised:
        questions[ask]()
    assert raised.traceback[-1].name == "raising"
    # Nothing of it is left for the next search.
    assert secateur.game(TicTacToe).start.analyse(depth=2).depth == 2


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        ({"moves": lambda self: 5}, "moves() gave 5, expected a list of moves"),
        ({"moves": lambda self: [[1]]}, "the move [1] cannot be hashed, expected a number, a text or a tuple"),
        ({"play": lambda self, m: None}, "play(move) gave None, expected a position, an object of the class Changed"),
        ({"outcome": lambda self: "won"}, "outcome() gave 'won', expected 1 for a win of the side to move, 0 for a draw, "
         "-1 for a loss, or None while the game goes on"),
        ({"key": lambda self: {}}, "key() gave {}, expected a number, a text, bytes, or a tuple of them that says everything "
         "about the position"),
        ({"evaluate": lambda self: "good"}, "evaluate() gave 'good', expected a number of points for the side to move"),
    ],
)  # fmt: skip
def test_wrong_answers_are_refused_in_a_sentence(methods, sentence):
    with pytest.raises(secateur.Error) as raised:
        secateur.game(changed(**methods)).start.analyse(depth=3, algorithm="pvs-memory")
    assert str(raised.value) == sentence


def test_classes_that_are_no_games_are_refused():
    with pytest.raises(secateur.Error, match=r"^int has no method moves\(\), expected a class with moves\(\) and play"):
        secateur.game(int)
    with pytest.raises(secateur.Error, match="^no_moves is 7, expected 1 for a win"):
        secateur.game(changed(no_moves=7))
    with pytest.raises(secateur.Error, match="expected a position, an object of the class TicTacToe"):
        secateur.game(TicTacToe).position(Matches())


@pytest.mark.parametrize("lie", [lambda self: 0, lambda self: self.cells.count("."), lambda self: id(self)])
def test_keys_that_lie_crash_nothing(lie):
    for cycles in (False, True):
        start = secateur.game(changed(key=lie, cycles=cycles)).start
        for algorithm in secateur.algorithms():
            limit = {"depth": 6} if algorithm.takes_depth and algorithm.name not in WHOLE else {"nodes": 3_000}
            try:
                start.analyse(algorithm=algorithm.name, hash=1 << 20, **limit)
            except secateur.Error as error:
                assert "contradicts itself" in str(error)
        for search in (start.solve, start.prove):
            try:
                search(nodes=20_000, hash=1 << 20)
            except secateur.Error as error:
                assert "contradicts itself" in str(error)


class Keyless:
    """A heap of matches without keys."""

    def __init__(self, left=5):
        self.left = left

    def moves(self):
        return range(1, min(self.left, 3) + 1)

    def play(self, taken):
        return Keyless(self.left - taken)


class Round(Walk):
    """A walk that claims to take no position twice."""

    cycles = False

    def play(self, move):
        return Round((self.at + {"one": 1, "two": 2, "back": -1}[move]) % 7, 1 - self.turn)


def test_check_finds_what_is_wrong():
    def wrong(**methods):
        with pytest.raises(secateur.Error) as raised:
            secateur.check(changed(**methods))
        return str(raised.value)

    counter = itertools.count()
    assert "shares with another one" in wrong(key=lambda self: self.cells.count("."))
    assert "answered otherwise when asked twice" in wrong(key=lambda self: next(counter))
    with pytest.raises(secateur.Error, match="a key is back in a game said to have no cycles"):
        secateur.check(Round)
    assert "are both written 1" in wrong(moves=lambda self: [1, "1"])

    def spoil(self, m):
        self.cells = "X" * 9
        return type(self)()

    assert wrong(play=spoil) == "at the start, play(0) changed the position that it was called on, expected it as it was"
    advice = secateur.check(Keyless)
    assert any("there is no key()" in text for text in advice)


def test_nothing_is_kept_after_a_search():
    class Counted(TicTacToe):
        alive = weakref.WeakSet()

        def __init__(self, cells="........."):
            super().__init__(cells)
            Counted.alive.add(self)

        def play(self, m):
            return Counted(TicTacToe.play(self, m).cells)

    start = secateur.game(Counted).start
    for _ in range(3):
        start.analyse(depth=6)
        start.solve()
        start.prove("win")
        list(start.moves())
        gc.collect()
        assert len(Counted.alive) <= 2


def test_reports_and_what_they_raise():
    start, depths = secateur.game(TicTacToe).start, []
    start.analyse(depth=5, on_report=lambda answer: depths.append(answer.depth))
    assert depths == [1, 2, 3, 4, 5]
    with pytest.raises(KeyError):
        start.analyse(depth=5, on_report=lambda answer: {}[answer.depth])


def test_a_search_within_a_search():
    class Nested(Matches):
        def play(self, taken):
            return Nested(self.left - taken)

        def evaluate(self):
            answer = secateur.game(Matches(self.left)).start.analyse(depth=3, hash=0) if self.left else None
            return 0 if answer is None else answer.value

    assert secateur.game(Nested(9)).start.analyse(depth=4).best == "1"


@pytest.mark.parametrize("algorithm", ["alpha-beta", "engine", "mtd-f", "uct"])
def test_a_game_that_takes_its_time_is_cut_off(algorithm):
    class Slow(TicTacToe):
        def play(self, place):
            return Slow(TicTacToe.play(self, place).cells)

        def evaluate(self):
            time.sleep(0.02)
            return 0

    start = time.monotonic()
    answer = secateur.game(Slow).start.analyse(algorithm=algorithm, time=0.5)
    # A thousand nodes, between two looks at the clock, would take twenty seconds.
    assert time.monotonic() - start < 5
    assert answer.stopped_by == "time" and answer.best in secateur.game(Slow).start.moves()
