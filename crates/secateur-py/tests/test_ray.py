"""Work on a cluster of Ray: the same rows, games and values as here, whatever is killed meanwhile."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from test_lab import FEW, few, rows  # noqa: F401

import secateur
from secateur import _cluster, lab
from secateur._progress import Bar

pytest.importorskip("ray")
import secateur.ray  # noqa: E402

SECATEUR = os.environ.get("SECATEUR")
LONG = bool(os.environ.get("SECATEUR_LONG"))
# The same with searches that take some time.
LONGER = FEW.replace("depth = [3, 4]", "depth = [9]").replace("count = 3", "count = 12")
# Small games of every kind, so that each takes some jobs of so many nodes.
PROOFS = [
    ("tictactoe", "", 40),
    ("connect4-5x4", "3322", 400),
    ("nogo", "4x3", 100),
    ("clobber", "XOXO/OXOX/XOXO X", 40),
    ("breakthrough", "4x4", 20),
    ("dodgem", "3x3", 100),
]


@pytest.fixture(scope="module")
def ray():
    """A cluster of this process."""
    import ray

    secateur.ray.ray_at(processors=2)
    yield ray
    ray.shutdown()


def workers():
    """The workers of clusters that this process has started."""
    parents, named = {}, []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as line:
                    parents[int(entry)] = int(stat.read().rsplit(")", 1)[1].split()[1])
                    if line.read().startswith("ray::Doer"):
                        named.append(int(entry))
            except OSError:
                pass

    def is_ours(pid):
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [pid for pid in named if is_ours(pid)]


def kill_one():
    """Ends a worker by SIGKILL: whether there was one."""
    found = workers()
    if found:
        os.kill(random.choice(found), signal.SIGKILL)
    return bool(found)


class Killer:
    """Ends a worker by SIGKILL every so many seconds."""

    def __init__(self, every, most):
        self.every, self.most, self.killed, self.stop = every, most, 0, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while self.killed < self.most and not self.stop.wait(self.every):
            self.killed += kill_one()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


def test_a_cluster_comes_to_the_same_rows(few, tmp_path, ray):
    store = lab.Store(tmp_path / "cluster.db")
    store.add([lab.experiment(few).jobs[3].search()])
    run = secateur.ray.run(few, store)
    assert (run.before, run.done, run.is_complete) == (1, 15, True)
    again = secateur.ray.run(few, store)
    assert (again.before, again.done) == (16, 0)
    del store
    lab.run(few, tmp_path / "here.db")
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "here.db")


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="it looks for its workers where Linux lists them")
def test_lost_workers_cost_nothing(few, tmp_path, ray, monkeypatch):
    few.write_text(LONGER)
    killed = []

    class Killing(Bar):
        def set(self, done, total=None, said=""):
            if sum(killed) < 4:
                killed.append(kill_one())

    monkeypatch.setattr(secateur.ray, "bar", lambda *_: Killing())
    run = secateur.ray.run(few, tmp_path / "cluster.db", progress=True)
    assert sum(killed) >= 1 and run.is_complete
    lab.run(few, tmp_path / "here.db")
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "here.db")


def test_a_job_that_always_fails_is_reported_with_its_input(tmp_path, ray):
    wrong = lab.Experiment("wrong", "", (lab.Job("0f", '{"no": "job"}'),))
    with pytest.raises(secateur.Error, match=r'a job was tried 4 times, .* Error: found no job, .*: \{"no": "job"\}'):
        secateur.ray.run(wrong, tmp_path / "wrong.db")


def test_another_version_on_a_node_is_refused(ray, monkeypatch):
    monkeypatch.setattr(_cluster, "__version__", "0.0.0")
    with pytest.raises(secateur.Error, match="has secateur .*, expected 0.0.0, .*: the same version on all nodes"):
        _cluster.Crew(ray, "search", "")


def test_more_workers_than_processors_are_refused(ray):
    with pytest.raises(secateur.Error, match="room for 2 workers, expected no more than that, and not 3"):
        _cluster.Crew(ray, "search", "", 3)


@pytest.mark.parametrize(("game", "position", "job"), PROOFS)
def test_a_divided_proof_finds_the_same_value(game, position, job, ray):
    at = secateur.game(game).position(position) if position else secateur.game(game).start
    told = []
    proof = secateur.ray.prove(at, hash=1 << 20, job=job, workers=2, alone=1000, on_report=told.append)
    here = at.prove(hash=1 << 20)
    assert (proof.value, proof.outcome, proof.stopped_by) == (here.value, here.outcome, "solved")
    assert told[-1].done >= 2 and told[-1].proof is None and told[-1].inflation == told[-1].nodes / 1000
    assert proof.nodes == told[-1].nodes > 0 and 0 < told[-1].utilisation < 1


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="it looks for its workers where Linux lists them")
def test_a_divided_proof_survives_its_workers(ray):
    start = secateur.game("connect4-5x4").start
    told = []

    def on_report(progress):
        told.append(progress)
        if len(told) % 10 == 0 and len(told) <= 50:
            kill_one()

    proof = secateur.ray.prove(start, hash=1 << 22, job=500, on_report=on_report)
    assert len(told) > 50 and told[-1].lost >= 3
    assert proof.value == start.prove().value


def test_goals_and_limits(ray):
    start = secateur.game("tictactoe").start
    assert secateur.ray.prove(start, "win").proven is False
    assert secateur.ray.prove(start, "draw").proven is True
    early = secateur.ray.prove(secateur.game("breakthrough").start, time=0.5)
    assert (early.proven, early.stopped_by) == (None, "time")
    with pytest.raises(secateur.Error, match="holds on one path only"):
        secateur.ray.prove(secateur.game("go").start)


def test_a_match_on_a_cluster_is_the_same_match(tmp_path, ray):
    game = secateur.game("connect4")
    asked = {"games": 6, "nodes": 300, "plies": 4}
    there = secateur.ray.match(game, "mtd-f", "engine", "random", store=tmp_path / "there.db", **asked)
    here = game.match("mtd-f", "engine", "random", store=tmp_path / "here.db", **asked)
    assert [(g.number, g.moves, g.result, g.values) for g in there.games] == [
        (g.number, g.moves, g.result, g.values) for g in here.games
    ]
    assert there.pairings == here.pairings and there.ratings == here.ratings
    # Either goes on where the other was.
    played = []
    more = {**asked, "games": 8}
    on = secateur.ray.match(game, "mtd-f", "engine", "random", store=tmp_path / "here.db", on_game=played.append, **more)
    assert len(on.games) == 24 and len(played) == 24
    with pytest.raises(secateur.Error, match="expected a text such as"):
        secateur.ray.match(game, "mtd-f", lambda position: position.moves()[0], games=2)


def at_cluster(ray):
    return {**os.environ, "RAY_ADDRESS": ray.get_runtime_context().gcs_address, "SECATEUR_PYTHON": sys.executable}


def test_a_driver_that_is_killed_is_resumed(few, tmp_path, ray):
    few.write_text(LONGER)
    store = tmp_path / "cluster.db"
    code = f"import secateur.ray; secateur.ray.run({str(few)!r}, {str(store)!r})"
    for there in (1, 4, 8):
        killed([sys.executable, "-c", code], at_cluster(ray), store, there)
    run = secateur.ray.run(few, store)
    assert run.is_complete
    lab.run(few, tmp_path / "here.db")
    assert rows(store) == rows(tmp_path / "here.db")


def killed(command, environment, store, there):
    """Runs a driver that is killed when so many rows are there, and says whether it was still at work."""
    driver = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while driver.poll() is None and time.monotonic() < end and not (store.exists() and count(store) >= there):
        time.sleep(0.05)
    at_work = driver.poll() is None
    driver.kill()
    driver.wait()
    return at_work


def count(store):
    """The rows of a store that somebody else writes to."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        try:
            return database.execute("SELECT count(*) FROM rows").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


@pytest.mark.skipif(not SECATEUR, reason="SECATEUR names no program")
def test_the_command_line_uses_the_cluster(few, tmp_path, ray):
    def secateur_program(*arguments):
        return subprocess.run([SECATEUR, *arguments], env=at_cluster(ray), cwd=tmp_path, capture_output=True, text=True, timeout=300)

    ran = secateur_program("lab", "run", str(few), "--store", "cluster.db", "--on", "ray")
    assert (ran.returncode, ran.stdout) == (0, "few: 16 jobs in cluster.db, 16 of them done now.\n"), ran.stderr
    assert ran.stderr.startswith("2 workers on 1 machine, ")
    lab.run(few, tmp_path / "here.db")
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "here.db")

    ran = secateur_program("prove", "connect4-5x4", "3322", "--on", "ray", "--job", "400", "--json")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    here = secateur.game("connect4-5x4").position("3322").prove()
    assert (ran.returncode, lines[-1]["value"]) == (0, here.value), ran.stderr
    assert lines[-2]["done"] >= 1 and lines[-2]["workers"] == 2

    asked = ["match", "connect4", "mtd-f", "random", "--nodes", "300", "--games", "4", "--json"]
    ran = secateur_program(*asked, "--store", "there.db", "--on", "ray", "--workers", "1")
    beside = secateur_program(*asked, "--store", "beside.db")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1])["pairings"] == json.loads(beside.stdout.splitlines()[-1])["pairings"]

    recipe = ["tune", "recipe", "connect4", "--numbers", "reductions", "--pairs", "6", "--batch", "3", "--nodes", "200", "--kept"]
    training = ["tune", "eval", "domineering", "--games", "20", "--nodes", "100", "--epochs", "2", "--dir"]
    for asked, kept in [(recipe, ""), (training, "games.txt")]:
        made = []
        for where, on in [("here", []), ("there", ["--on", "ray"])]:
            place = tmp_path / f"{asked[1]}-{where}"
            ran = secateur_program(*asked, str(place), *on)
            assert ran.returncode == 0, ran.stderr
            made.append(sorted((place / kept).read_text().splitlines()))
        assert made[0] == made[1] and len(made[0]) >= 6

    ran = secateur_program("atlas", "nogo", "--check", "--within", "10s", "--on", "ray", "--json")
    *checked, summary = [json.loads(line) for line in ran.stdout.splitlines()]
    listed = secateur_program("atlas", "nogo", "--json").stdout.splitlines()
    assert (ran.returncode, summary["wrong"], len(checked) + 1) == (0, 0, len(listed)), ran.stderr
    assert summary["checked"] >= 5 and {row["ok"] for row in checked} <= {True, None}


def test_no_cluster_is_one_sentence(tmp_path):
    code = "import secateur.ray; secateur.ray.ray_at('127.0.0.1:1')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "secateur.Error: there is no cluster of Ray at 127.0.0.1:1: " in ran.stderr.splitlines()[-1]


@pytest.mark.skipif(not LONG, reason="it takes minutes; SECATEUR_LONG=1 asks for it")
def test_a_study_on_three_nodes_whatever_is_killed(tmp_path, ray):
    """The whole of what is promised: three nodes, ten workers killed in mid-job, the driver killed and resumed three times."""
    from ray.cluster_utils import Cluster

    study = os.path.join(os.path.dirname(__file__), "../../../experiments/fixed-depth.toml")
    ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 80_000_000})
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
        environment = {**os.environ, "RAY_ADDRESS": cluster.address}
        stores, drivers = [], 0
        with Killer(2, 10) as killer:
            # A quick machine is done before ten have been killed, and does it all again.
            while killer.killed < 10 or drivers < 3:
                store = tmp_path / f"cluster-{len(stores)}.db"
                stores.append(store)
                command = [sys.executable, "-c", f"import secateur.ray; secateur.ray.run({study!r}, {str(store)!r})"]
                for there in (1, 100, 200):
                    drivers += killed(command, environment, store, there)
                subprocess.run(command, env=environment, check=True)
    finally:
        cluster.shutdown()
    lab.run(study, tmp_path / "here.db")
    here = rows(tmp_path / "here.db")
    assert all(rows(store) == here for store in stores)
