"""Threads, interrupts, and objects that go away while they are searched."""

import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from own_games import Hexapawn, TicTacToe

import secateur

LONG = os.environ.get("SECATEUR_LONG") == "1"


def test_ten_thousand_calls_from_eight_threads():
    connect4, own = secateur.game("connect4").position("44"), secateur.game(TicTacToe).position("4 0")
    reversi, hexapawn = secateur.game("othello").start, secateur.game(Hexapawn).start
    asked = {"depth": 3, "hash": 1 << 16}
    expected = [position.analyse(**asked).nodes for position in (connect4, own, reversi, hexapawn)]

    def work(number):
        position = (connect4, own, reversi, hexapawn)[number % 4]
        answer = position.play(position.moves()[0]).undo().analyse(**asked)
        return answer.nodes == expected[number % 4]

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(work, range(10_000)))


def test_other_threads_run_while_one_searches():
    for position in (secateur.game("connect4").start, secateur.game(TicTacToe).start):
        searching = threading.Thread(target=lambda: position.analyse(algorithm="minimax", time=1.5, settings=[]))
        searching.start()
        ticks, last, longest = 0, time.perf_counter(), 0.0
        while searching.is_alive():
            time.sleep(0.001)
            ticks, now = ticks + 1, time.perf_counter()
            longest, last = max(longest, now - last), now
        searching.join()
        # A busy machine may take the processor away for longer than the millisecond that was asked for.
        assert ticks > 10 and longest < 1, (ticks, longest)


def test_objects_dropped_in_mid_search():
    def search(game):
        position = secateur.game(game).start
        thread = threading.Thread(target=position.analyse, kwargs={"time": 0.1, "hash": 1 << 16})
        thread.start()
        return thread

    threads = [search(game) for game in ("connect4", TicTacToe, "othello", Hexapawn)]
    gc.collect()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


SCRIPT = """
import secateur, sys, time
sys.path.insert(0, {folder!r})
from own_games import Connect4
print("ready", flush=True)
answer = {ask}
print(time.time(), answer.stopped_by, getattr(answer, "best", None), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send")
@pytest.mark.parametrize(
    "ask",
    [
        "secateur.game('chess').start.analyse(time=60)",
        "secateur.game('connect4').start.analyse(algorithm='engine', time=60, threads=2)",
        # Room for the tree until the interrupt comes.
        "secateur.game('chess').start.analyse(algorithm='uct', time=60, hash=2 << 30)",
        "secateur.game('connect4').start.solve()",
        "secateur.game('connect4').start.prove('win')",
        "secateur.game(Connect4).start.analyse(time=60, algorithm='alpha-beta')",
        "secateur.game(Connect4).start.analyse(time=60, algorithm='minimax')",
    ],
)
def test_an_interrupt_gives_the_best_answer_so_far(ask):
    script = textwrap.dedent(SCRIPT).format(ask=ask, folder=os.path.dirname(__file__))
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.6)
    sent = time.time()
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=30)[0].split()
    # None of them ends by itself in the meantime: Python would be left to meet the interrupt while it shuts down.
    assert process.returncode == 0 and said[1] == "interrupt", said
    # 50 ms on a machine that does nothing else.
    assert float(said[0]) - sent < 2, said


def test_memory_stays_flat():
    """Ten seconds; in the long run an hour."""

    def work():
        secateur.game("connect4").position("44").analyse(depth=4, hash=1 << 16)
        secateur.game(TicTacToe).start.analyse(depth=3, hash=1 << 16)
        secateur.game(Hexapawn).start.solve(hash=1 << 16)
        try:
            secateur.game("connect4").position("x")
        except secateur.Error:
            pass

    end = time.monotonic() + (3_600 if LONG else 10)
    for _ in range(200):
        work()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while time.monotonic() < end:
        work()
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16_384
