"""Experiments piece by piece."""

import json
import os
import sqlite3
import subprocess

import pytest

import secateur
from secateur import lab

FEW = """name = "few"
about = "a few searches"
algorithms = ["alpha-beta", "mtd-f"]
hash = ["16KiB"]

[[games]]
game = "connect4-5x4"
positions.sample = { count = 3, seed = 5 }
depth = [3, 4]

[[games]]
game = "nim"
positions.file = "positions"
nodes = [50]
"""
PROGRAM = os.environ.get("SECATEUR")


@pytest.fixture
def few(tmp_path):
    (tmp_path / "few.toml").write_text(FEW)
    (tmp_path / "positions").write_text("1,2,3\n3,4,5\n")
    return tmp_path / "few.toml"


def rows(path):
    """All rows of a store but for their times, as SQLite has them."""
    with sqlite3.connect(path) as store:
        table = store.execute("SELECT * FROM rows ORDER BY id")
        names = [column[0] for column in table.description]
        timed = {n for n, name in enumerate(names) if name == "time_ms"}
        # A checksum takes in the time.
        left = [n for n, name in enumerate(names) if n not in timed and "sum" not in name and "check" not in name]
        return [tuple(row[n] for n in left) for row in table]


def test_a_run_goes_on_where_it_was(few, tmp_path):
    store = lab.Store(tmp_path / "few.db")
    found = lab.experiment(few)
    assert (found.name, found.about, len(found.jobs)) == ("few", "a few searches", 3 * 2 * 2 + 2 * 2)
    assert store.add([job.search() for job in found.jobs[:5]]) == 5
    assert store.add([found.jobs[0].search()]) == 0
    run = lab.run(found, store)
    assert (run.before, run.done, run.is_complete) == (5, 11, True)
    assert lab.run(few, store).done == 0
    frame = store.to_dicts()
    assert len(frame) == 16 and {row["game"] for row in frame} == {"connect4-5x4", "nim"}
    assert json.loads(found.jobs[0].text)["hash"] == 16 << 10


@pytest.mark.skipif(PROGRAM is None, reason="SECATEUR names no program")
def test_rows_are_those_of_the_command_line(few, tmp_path):
    lab.run(few, tmp_path / "ours.db")
    asked = [PROGRAM, "lab", "run", str(few), "--store", str(tmp_path / "theirs.db")]
    subprocess.run(asked, check=True, capture_output=True)
    assert rows(tmp_path / "ours.db") == rows(tmp_path / "theirs.db") and len(rows(tmp_path / "ours.db")) == 16
    # Each may go on where the other was.
    assert lab.run(few, tmp_path / "theirs.db").done == 0


def test_wrong_files_are_refused(tmp_path):
    (tmp_path / "wrong.toml").write_text(FEW.replace("mtd-f", "mtdf"))
    with pytest.raises(secateur.Error, match=r"wrong\.toml, line 3: .*did you mean 'mtd-f'"):
        lab.experiment(tmp_path / "wrong.toml")
    with pytest.raises(secateur.Error, match="found no job"):
        lab.Job("", "{}").search()
    with pytest.raises(secateur.Error, match="found no row"):
        lab.Store(tmp_path / "new.db").add(["nothing"])
