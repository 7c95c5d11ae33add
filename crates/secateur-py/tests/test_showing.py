"""Frames, charts, progress bars and pictures."""

import io
import re
import xml.etree.ElementTree as ElementTree

import pytest

import secateur


@pytest.fixture(scope="module")
def nim():
    return secateur.game("nim").start


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_results_become_frames(library, nim):
    pytest.importorskip(library)
    comparison = nim.compare(["alpha-beta", "pvs"], depth=3, positions=2)
    frame = comparison.to_frame(library)
    assert list(frame["algorithm"]) == ["alpha-beta", "pvs"] and list(frame["nodes"]) == [row.nodes for row in comparison]
    played = nim.game.match("mtd-f,depth=4", "random", games=4)
    assert list(played.to_frame(library)["result"]) == [game.result for game in played.games]
    answers = secateur.frame([nim.analyse(depth=depth) for depth in (1, 2, 3)], library)
    assert list(answers["depth"]) == [1, 2, 3]
    assert type(answers).__module__.split(".")[0] == library


def test_charts():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from secateur import plot

    game = secateur.game("tictactoe")
    comparison = game.start.compare(["alpha-beta", "pvs", "engine"], depth=3, positions=2)
    axes = comparison.plot()
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        row.algorithm for row in sorted(comparison, key=lambda row: row.nodes)
    ]
    assert [bar.get_width() for bar in axes.patches] == sorted(row.nodes for row in comparison)
    played = game.match("mtd-f,depth=9", "random", "pvs,depth=1", games=20)
    elo = [pairing.elo for pairing in played.pairings if pairing.elo is not None]
    assert played.plot().get_title() == "tictactoe, 60 games" and elo
    values = game.position("XX./OO./...").values(depth=3)
    assert [bar.get_width() for bar in plot.values(values).patches] == [answer.value for answer in values]
    trace = game.start.trace(depth=2, algorithm="alpha-beta", settings=["deepening=off"])
    assert sum(bar.get_height() for bar in trace.plot().patches) == len(trace)
    choice = game.choose(effort="quick", measure="nodes")
    assert min(bar.get_width() for bar in choice.plot().patches) == pytest.approx(1, abs=0.5)


def test_bars_of_tqdm(capsys, nim):
    pytest.importorskip("tqdm")
    nim.compare(["alpha-beta", "pvs"], depth=3, positions=1, progress=True)
    nim.game.match("mtd-f,depth=3", "random", games=2, progress=True)
    said = capsys.readouterr().err
    assert "2/2" in said and "nim" in said


def test_a_line_without_tqdm(capsys, nim, monkeypatch):
    from secateur import _progress

    monkeypatch.setattr(_progress.importlib.util, "find_spec", lambda name: None)
    nim.analyse(depth=3, progress=True)
    assert re.search(r"nim: 3/3 \S+ ", capsys.readouterr().err)
    nim.analyse(depth=3)
    assert capsys.readouterr().err == ""


def test_pictures_are_well_formed(nim):
    tree = secateur.game("tree").position("((3 12) (2 4))").trace(algorithm="alpha-beta", depth=2, settings=["deepening=off"])
    picture = ElementTree.parse(io.StringIO(tree.svg())).getroot()
    names = [element.tag.split("}")[1] for element in picture.iter()]
    # Six nodes, a line above each but the root, and a dashed one to the leaf that was not searched.
    assert names.count("circle") == len(tree.nodes) == 6 and names.count("line") == 6
    assert sum("stroke-dasharray" in element.attrib for element in picture.iter()) == 1
    values = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert sorted(values) == sorted(["+3", "-3", "+3", "+12", "-2", "+2"])
    large = secateur.game("tictactoe").start.trace(depth=4, algorithm="minimax")
    assert large.svg() is None and "<details" in large._repr_html_()
    position = secateur.game("othello").start
    assert position._repr_svg_() == position.svg()
    played = secateur.game("tictactoe").match("mtd-f,depth=9", "random", games=4)
    for shown in (nim.analyse(depth=2), nim.compare(depth=2), played, tree, position):
        # HTML has an attribute without a value, which XML has not.
        ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>".replace(" open>", ">"))


def test_several_lines_are_a_table_of_them():
    answer = secateur.game("tictactoe").start.analyse(algorithm="engine", depth=3, lines=3)
    assert answer._repr_html_().count("<tr>") == 4
