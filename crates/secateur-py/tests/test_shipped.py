"""Games that come with Secateur."""

import json
import os
import pickle
import subprocess

import pytest

import secateur

LONG = os.environ.get("SECATEUR_LONG") == "1"
PROGRAM = os.environ.get("SECATEUR")
NAMES = [game.name for game in secateur.games()]


def some_positions(name, count):
    """Positions of a game, some plies from its start, by a fixed rule."""
    position, found = secateur.game(name).start, []
    for ply in range(count):
        moves = position.moves()
        if not moves or position.is_over:
            break
        found.append(position)
        position = position.play(moves[(7 * ply + 3) % len(moves)])
    return found


@pytest.mark.parametrize("name", NAMES)
def test_positions(name):
    game = secateur.game(name)
    assert game.example == "" or game.position(game.example).text
    for position in some_positions(name, 12):
        move = position.moves()[0]
        after = position.play(move)
        assert after.undo() is position and after != position and after.played == (*position.played, move)
        assert pickle.loads(pickle.dumps(after)) == after and hash(pickle.loads(pickle.dumps(after))) == hash(after)
        # A pass that is a matter of form is made where a text is read.
        assert position.moves() == ["pass"] or game.position(position.text) == position
        assert str(position).strip() and position.side
        picture = position.svg()
        assert picture is None or (picture.startswith("<svg") and picture.endswith("</svg>"))
        assert position._repr_html_()


@pytest.mark.parametrize("name", NAMES)
def test_values_and_counts_are_those_of_the_command_line(name):
    if PROGRAM is None:
        pytest.skip("SECATEUR names no program to compare with")
    count = 1_000 // len(NAMES) + 1 if LONG else 2
    algorithms = ["pvs-memory", "mtd-f", "alpha-beta", "engine", "uct", "df-pn"]
    positions = some_positions(name, count)
    # Games end: the rest is made up by other algorithms.
    for number in range(count):
        position = positions[(5 * number) % len(positions)]
        algorithm = algorithms[(number + len(name)) % len(algorithms)]
        limits = {"depth": 3} if next(a for a in secateur.algorithms() if a.name == algorithm).takes_depth else {}
        limits["nodes"] = 5_000
        words = [word for key, value in limits.items() for word in (f"--{key}", str(value))]
        command = [PROGRAM, "analyse", name, position.text, "--algorithm", algorithm, "--hash", "1MiB", "--json", *words]
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout
        theirs = json.loads(said.splitlines()[-1])
        ours = secateur.game(name).position(position.text).analyse(algorithm=algorithm, hash=1 << 20, **limits).to_dict()
        for field in theirs.keys() - {"time_ms", "nps", "lines"}:
            assert ours[field] == theirs[field], (command, field)


def test_errors_are_those_of_the_command_line():
    refused = [
        (lambda: secateur.game("conect4"), "unknown game 'conect4' (did you mean 'connect4'?); `secateur games` lists them"),
        (lambda: secateur.game("tictactoe").position("what"), None),
        (lambda: secateur.game("tictactoe").start.play("z9"), None),
        (lambda: secateur.game("tictactoe").start.analyse(algorithm="mtdf"), None),
        (lambda: secateur.game("tictactoe").start.analyse(lines=3), "mtd-f reports one line, not 3; expected the algorithm engine for more"),
        (lambda: secateur.game("tictactoe").start.analyse(depth=-1), "depth is -1, expected a whole number from 1 to 250"),
        (lambda: secateur.game("tictactoe").start.analyse(depth="x"), "depth is x, expected a whole number from 1 to 250"),
        (lambda: secateur.game("tictactoe").start.analyse(time=0), "time is 0, expected a time longer than nothing"),
        (lambda: secateur.game("tictactoe").start.undo(), "there is no move to take back"),
        (lambda: secateur.game("tictactoe").start.prove("victory"), "the goal is 'victory', expected win, draw, or a value such as 12"),
        (lambda: secateur.game("tictactoe").start.trace(), None),
        (lambda: secateur.game("go-3x3").start.solve(), None),
    ]  # fmt: skip
    for ask, sentence in refused:
        with pytest.raises(secateur.Error) as raised:
            ask()
        said = str(raised.value)
        assert said and "\n" not in said and (sentence is None or said == sentence), said
        assert isinstance(raised.value, ValueError)


def test_lines_and_reports():
    position, heard = secateur.game("connect4").position("4455"), []
    answer = position.analyse(algorithm="engine", depth=6, lines=3, on_report=heard.append)
    assert [line.line for line in answer.lines] == [1, 2, 3] and len({line.best for line in answer.lines}) >= 1
    assert answer.lines[0].value == answer.value and heard[-1].depth == 6
    assert len({line.pv[0] for line in answer.lines}) == 3


def test_comparisons():
    comparison = secateur.game("connect4").start.compare(["alpha-beta", "pvs", "mtd-f"], depth=5, positions=3)
    assert comparison.agreed and len(comparison) == 3 and comparison["pvs"].exact
    assert "Pick:" in str(comparison) and "<table>" in comparison._repr_html_()
    assert [row["algorithm"] for row in comparison.to_dicts()] == ["alpha-beta", "pvs", "mtd-f"]
    pandas = pytest.importorskip("pandas")
    assert isinstance(comparison.to_pandas(), pandas.DataFrame) and len(comparison.to_pandas()) == 3


def test_traces():
    trace = secateur.game("connect4").start.trace(depth=3, algorithm="alpha-beta")
    lines = trace.to_json().splitlines()
    assert len(lines) == len(trace) + 1 and json.loads(lines[0])["algorithm"] == "alpha-beta"
    assert "not searched" in str(trace) and "<details" in trace._repr_html_()


def test_one_answer_is_plain_data():
    answer = secateur.game("nim").position("3,4,5").analyse(depth=3, algorithm="pn-search" if False else "mtd-f")
    assert json.loads(json.dumps(answer.to_dict()))["game"] == "nim"
    with pytest.raises(AttributeError):
        answer.value = 3
