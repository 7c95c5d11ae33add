"""Matches, choices, profiles, and what is written into files."""

import json
import os
import random
import signal
import subprocess
import sys

import pytest
from own_games import Hexapawn, Matches, TicTacToe

import secateur

PROGRAM = os.environ.get("SECATEUR")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="SECATEUR names no program")


def ran(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs_program
def test_a_match_is_that_of_the_command_line(tmp_path):
    asked = ["match", "connect4-5x4", "mtd-f", "engine,null_move=off", "--nodes", "300", "--games", "8", "--json"]
    *games, summary = ran(*asked, "--store", str(tmp_path / "match.db"))
    found = secateur.game("connect4-5x4").match("mtd-f", "engine,null_move=off", nodes=300, games=8)
    for ours, theirs in zip(found.games, games):
        assert (ours.moves, ours.result) == (tuple(m["move"] for m in theirs["moves"]), theirs["result"])
    pairing = summary["pairings"][0]
    assert found.pairings[0].pairs == tuple(pairing["pairs"]) and found.pairings[0].elo_low == pairing["elo_low"]
    assert found.endings == summary["endings"] and len(found.games) == summary["games"] == 8


def test_functions_play():
    dice = random.Random(7)
    start = secateur.game("tictactoe")

    def anything(position):
        assert position.game == start and not position.is_over
        return dice.choice(position.moves())

    heard = []
    found = start.match("mtd-f,depth=9", anything, ("other", anything), games=20, gauntlet=1, on_game=heard.append)
    assert len(found.games) == len(heard) == 40 and len(found.pairings) == 2
    assert all(pairing.losses == 0 for pairing in found.pairings)
    assert {pairing.second for pairing in found.pairings} == {"anything", "other"}
    assert found.pgn.count('[Event "secateur match"]') == 40


def test_a_function_that_raises_ends_the_match():
    def broken(position):
        raise ZeroDivisionError("of the player's own")

    with pytest.raises(ZeroDivisionError, match="of the player's own"):
        secateur.game("tictactoe").match("mtd-f,depth=3", broken, games=2)
    with pytest.raises(secateur.Error, match="expected no store"):
        secateur.game("tictactoe").match("random", broken, games=2, store="never.db")


@pytest.mark.parametrize("game", [TicTacToe, Hexapawn])
def test_games_in_python_are_played(game):
    found = secateur.game(game).match("mtd-f,depth=9", "random", games=12)
    pairing = found.pairings[0]
    assert pairing.games == 12 and sum(pairing.pairs) == 6 and pairing.wins > pairing.losses
    start = secateur.game(game).start
    for played in found.games:
        assert start.play(*played.opening, *played.moves).is_over or played.ending != "rules"


def test_what_a_game_raises_comes_back():
    class Failing(TicTacToe):
        def play(self, m):
            if self.cells.count(".") < 4:
                raise ZeroDivisionError("of the game's own")
            return Failing(TicTacToe.play(self, m).cells)

    for work in (lambda game: game.match("mtd-f,depth=9", "random", games=2), lambda game: game.choose(effort="quick")):
        with pytest.raises(ZeroDivisionError, match="of the game's own"):
            work(secateur.game(Failing))


def test_a_match_in_a_store_goes_on(tmp_path):
    asked = {"nodes": 200, "store": tmp_path / "match.db"}
    first = secateur.game("connect4-5x4").match("mtd-f", "pvs", games=4, **asked)
    more = secateur.game("connect4-5x4").match("mtd-f", "pvs", games=6, **asked)
    assert more.games[:4] == first.games and len(more.games) == 6


def test_a_test_ends_a_match():
    found = secateur.game("tictactoe").match(
        "mtd-f,depth=9", "random", sprt={"elo0": 0, "elo1": 100}, seed=3, plies=1, openings="random"
    )
    assert found.sprt["verdict"] == "H1" and found.sprt["pairs"] < 100
    with pytest.raises(secateur.Error, match="sprt lacks elo0 or elo1"):
        secateur.game("tictactoe").match("mtd-f,depth=9", "random", sprt={"elo0": 0})


def test_repeated_games_are_warned_of():
    with pytest.warns(UserWarning, match="had the same moves as an earlier one"):
        secateur.game("tictactoe").match("mtd-f", "pvs", depth=9, openings="none", games=6)


def test_wrong_matches_are_refused_in_a_sentence():
    game = secateur.game("tictactoe")
    for asked, sentence in [
        ({}, "nothing ends the searches of 'mtd-f', expected a clock, a time, nodes or a depth"),
        ({"nodes": 0}, "nodes is 0, expected a whole number from 1 to"),
        ({"tc": "soon"}, "tc is soon, expected a clock such as 4+0.04, 40/60 or 5:00+3, in seconds"),
        ({"depth": 2, "openings": "nowhere.txt"}, "cannot read nowhere.txt"),
    ]:
        with pytest.raises(secateur.Error, match=sentence.replace("+", r"\+")):
            game.match("mtd-f", "random", **asked)
    with pytest.raises(secateur.Error, match="the player is 5, expected a text"):
        game.match("mtd-f", 5, depth=1)
    with pytest.raises(secateur.Error, match=r"did you mean 'engine'"):
        game.match("engin", "random", depth=1)


@needs_program
def test_a_choice_is_that_of_the_command_line(tmp_path):
    ours, theirs = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    asked = ["choose", "connect4-5x4", "--effort", "quick", "--measure", "nodes", "--json", "--out", str(theirs)]
    *_, summary = ran(*asked)
    game, events = secateur.game("connect4-5x4"), []
    choice = game.choose(effort="quick", measure="nodes", profile=ours, on_event=events.append)
    assert ours.read_text() == theirs.read_text()
    assert (choice.algorithm, choice.order, choice.smallest) == (summary["algorithm"], summary["order"], summary["smallest"])
    assert any("stage" in event for event in events)
    profile = game.profile(ours)
    assert profile.method == choice.method and profile.evidence["play"] == choice.evidence["play"]
    by_profile = game.start.analyse(profile=ours, nodes=2_000)
    assert by_profile.nodes == game.start.analyse(**choice.method, nodes=2_000).nodes


def test_profiles_are_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("SECATEUR_PROFILES", str(tmp_path))
    game = secateur.game("nim")
    with pytest.raises(secateur.Error, match="^nim has no profile, expected one by"):
        game.start.analyse(profile=True, depth=2)
    game.choose(effort="quick", measure="nodes", profile=True)
    assert (tmp_path / "nim.toml").exists()
    assert game.start.analyse(profile=True, depth=2).algorithm == game.profile().algorithm
    assert game.match("profile,depth=3", "random", games=2).pairings[0].games == 2


def test_a_game_in_python_is_chosen_for():
    choice = secateur.game(Matches(9)).choose(effort="quick")
    assert choice.game == "Matches" and choice.races and choice.fastest is None
    answer = secateur.game(Matches(9)).start.analyse(**choice.method, nodes=500)
    assert answer.best == "1"
    # The same seed, the same choice.
    assert secateur.game(Matches(9)).choose(effort="quick") == choice


def test_certificates_and_checkpoints(tmp_path):
    path, kept = tmp_path / "4x4.proof", tmp_path / "4x4.checkpoint"
    start = secateur.game("breakthrough-4x4").start
    first = start.prove("win", nodes=100, checkpoint=kept)
    assert first.proven is None and first.certificate is None and kept.exists()
    proof = start.prove("win", checkpoint=kept, certificate=path)
    assert proof.proven is False and proof.certificate.bytes == path.stat().st_size
    verified = secateur.verify(path)
    assert verified.holds and verified.claims == proof.claims and verified.positions == proof.certificate.positions
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 4
    path.write_bytes(damaged)
    assert not secateur.verify(path).holds
    path.write_text("nothing")
    with pytest.raises(secateur.Error, match=r"4x4\.proof: "):
        secateur.verify(path)


@pytest.mark.parametrize(("game", "goal"), [(Hexapawn, "win"), (TicTacToe, "draw")])
def test_games_in_python_have_certificates(game, goal, tmp_path):
    path = tmp_path / "own.proof"
    proof = secateur.game(game).start.prove(goal, certificate=path)
    assert proof.certificate.positions >= 5
    assert secateur.verify(path, game=game).holds
    with pytest.raises(secateur.Error, match="unknown game"):
        secateur.verify(path)

    class Other(game):
        """Another game of the same name."""

        def moves(self):
            return list(super().moves())[:1]

    Other.__name__ = game.__name__
    Other.play = lambda self, m: Other(*vars(game.play(self, m)).values()) if game is Hexapawn else Other(game.play(self, m).cells)
    assert not secateur.verify(path, game=Other).holds


@needs_program
def test_a_book_is_that_of_the_command_line(tmp_path):
    ours, theirs = tmp_path / "ours.book", tmp_path / "theirs.book"
    subprocess.run([PROGRAM, "book", "connect4-5x4", "--plies", "3", "--out", str(theirs)], check=True)
    game = secateur.game("connect4-5x4")
    book = game.book(ours, 3)
    assert book.is_complete and book.before == 0 and ours.read_text() == theirs.read_text()
    assert game.book(ours, 3).before == book.positions
    assert game.start.solve(book=ours).nodes == 0
    with pytest.raises(secateur.Error, match="is a book of connect4-5x4, expected one of connect4$"):
        secateur.game("connect4").start.solve(book=ours)


def interrupted(code, cwd):
    """What a program prints that is interrupted once it has said that it has begun."""
    # Where the tests run in the background, their programs ignore interrupts from the start.
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=cwd, preexec_fn=heed)
    assert program.stdout.readline() == "begun\n"
    program.send_signal(signal.SIGINT)
    said = program.communicate(timeout=60)[0]
    assert program.returncode == 0
    return said


def test_an_interrupted_match_has_the_games_so_far(tmp_path):
    code = """
import secateur
begun = []
def heard(game):
    begun or print("begun", flush=True)
    begun.append(game)
match = secateur.game("connect4").match("mtd-f", "pvs", nodes=2_000, games=100_000, on_game=heard)
assert match.interrupted and len(match.games) == len(begun) == match.pairings[0].games
print(len(match.games))
"""
    assert 1 <= int(interrupted(code, tmp_path)) < 100_000


def test_an_interrupted_choice_goes_on(tmp_path):
    code = """
import secateur
steps = 0
def heard(event):
    global steps
    steps += event.get("known", 0)
    if steps == 20:
        print("begun", flush=True)
try:
    secateur.game("connect4-5x4").choose(effort="quick", measure="nodes", profile="p.toml", on_event=heard)
except KeyboardInterrupt:
    print("interrupted")
"""
    assert interrupted(code, tmp_path) == "interrupted\n" and (tmp_path / "p.unfinished").exists()
    known = []
    game = secateur.game("connect4-5x4")
    choice = game.choose(
        effort="quick", measure="nodes", profile=tmp_path / "p.toml", on_event=lambda event: known.append(event.get("known", 0))
    )
    assert max(known) >= 19 and not (tmp_path / "p.unfinished").exists()
    assert choice.method == game.choose(effort="quick", measure="nodes").method


def test_a_match_within_a_match():
    def thorough(position):
        secateur.game("nim").match("random", "mtd-f,depth=2", games=2)
        return position.moves()[0]

    game = secateur.game(Matches(9))
    assert len(game.match(thorough, "random", games=2, openings="none").games) == 2

    def greedy(position):
        return game.match("random", ("first", lambda inner: inner.moves()[0]), games=2) and position.moves()[0]

    with pytest.raises(secateur.Error, match="^another match or choice of a game called Matches is under way, expected one at a time$"):
        game.match(greedy, "random", games=2)
    # And it is free again.
    assert len(game.match("random", "mtd-f,depth=3", games=2).games) == 2


def test_an_outside_program_plays():
    if PROGRAM is None:
        pytest.skip("SECATEUR names no program")
    found = secateur.game("connect4-5x4").match(f"ugi:{PROGRAM} ugi connect4-5x4,name=outside", "random", nodes=200, games=4)
    assert found.pairings[0].first == "outside" and found.pairings[0].games == 4
    assert set(found.endings) <= {"rules", "repetition"}
