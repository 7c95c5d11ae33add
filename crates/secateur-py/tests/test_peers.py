"""Other packages beside Secateur: each part is skipped where its package is not installed."""

import os
import random
import shutil

import pytest

import secateur

# OpenSpiel


@pytest.fixture(scope="module")
def spiel():
    return pytest.importorskip("pyspiel")


def test_games_of_openspiel_are_solved(spiel):
    from secateur import openspiel

    for name, expected in [("tic_tac_toe", "draw"), ("hex(board_size=3)", "win")]:
        assert openspiel.game(name).start.solve(hash=1 << 20).outcome == expected, name
    # Without keys, the same.
    assert openspiel.game("hex(board_size=2)", keys=False).start.solve(hash=1 << 20).outcome == "win"


def test_they_are_worth_what_openspiel_says(spiel):
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    from secateur import openspiel

    for name in ("tic_tac_toe", "nim(pile_sizes=1;2;3)", "clobber(rows=2,columns=3)", "breakthrough(rows=4,columns=3)"):
        theirs, ours = spiel.load_game(name), openspiel.game(name)
        dice = random.Random(1)
        for _ in range(10):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                if len(state.history()) >= 2 and dice.random() < 0.4:
                    break
                state.apply_action(dice.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            value, _ = minimax.alpha_beta_search(theirs, state.clone(), None, 99, state.current_player())
            assert openspiel.position(ours, state).solve(hash=1 << 20).value == value, (name, str(state))


def test_every_game_of_openspiel_that_fits_obeys_the_laws(spiel):
    from secateur import openspiel

    fitting = []
    for kind in spiel.registered_games():
        if not kind.default_loadable or kind.short_name in ("chess", "crazyhouse", "go", "ultimate_tic_tac_toe"):
            continue
        if kind.short_name not in openspiel._WHOLE | {"pentago", "y", "havannah", "dots_and_boxes", "mancala", "oware", "checkers"}:
            continue
        try:
            game = openspiel.game(kind.short_name)
        except secateur.Error as error:
            assert "expected" in str(error)
            continue
        fitting.append(kind.short_name)
        at, dice = game.start, random.Random(3)
        for _ in range(6):
            if at.is_over:
                break
            at = at.play(dice.choice(at.moves()))
        if not at.is_over:
            assert at.analyse(algorithm="alpha-beta", depth=2, hash=1 << 20).best in at.moves()
    assert {"tic_tac_toe", "connect_four", "mancala", "dots_and_boxes"} <= set(fitting)


def test_a_player_that_moves_twice_passes_between(spiel):
    from secateur import openspiel

    game = openspiel.game("dots_and_boxes(num_rows=1,num_cols=1)", keys=True)
    last = game.start.play("0", "1", "2").play("3")
    # Whoever closes the box moves again, but the game is over.
    assert last.is_over and last.outcome == "loss"
    assert game.start.solve(hash=1 << 20).outcome == "loss"


def test_games_that_do_not_fit_are_refused(spiel):
    from secateur import openspiel

    for name in ("backgammon", "kuhn_poker", "matrix_rps"):
        with pytest.raises(secateur.Error, match="is of .*, expected"):
            openspiel.game(name)


def test_our_bots_play_theirs(spiel):
    from secateur import openspiel

    game = spiel.load_game("tic_tac_toe")
    for seed in range(6):
        ours = openspiel.bot("tic_tac_toe", depth=9, hash=1 << 20)
        theirs = spiel.make_uniform_random_bot(1 - seed % 2, seed)
        bots = [ours, theirs] if seed % 2 == 0 else [theirs, ours]
        returns = spiel.evaluate_bots(game.new_initial_state(), bots, seed)
        assert returns[seed % 2] >= 0


# python-chess


@pytest.fixture(scope="module")
def chess():
    return pytest.importorskip("chess")


def test_boards_go_there_and_back(chess):
    from secateur import python_chess

    dice = random.Random(5)
    for _ in range(10):
        board = chess.Board()
        for _ in range(dice.randrange(80)):
            if board.is_game_over():
                break
            board.push(dice.choice(list(board.legal_moves)))
        position = python_chess.position(board)
        assert sorted(position.moves()) == sorted(move.uci() for move in board.legal_moves) or board.is_game_over()
        back = python_chess.board(position)
        assert back.fen() == board.fen() and back.move_stack == board.move_stack
    with pytest.raises(secateur.Error, match="expected one of chess"):
        python_chess.board(secateur.game("othello").start)


def test_repetitions_are_seen(chess):
    from secateur import python_chess

    board = chess.Board()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(text)
    assert board.is_repetition(3) and python_chess.position(board).is_drawn_by_repetition


def test_a_search_in_place_of_an_engine(chess):
    engine = pytest.importorskip("chess.engine")
    from secateur import python_chess

    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    with python_chess.Engine(hash=1 << 20) as ours:
        info = ours.analyse(board, engine.Limit(depth=4))
        assert info["score"].white() == engine.Mate(1) and info["pv"] == [chess.Move.from_uci("a1a8")]
        assert ours.play(board, engine.Limit(nodes=2_000)).move == chess.Move.from_uci("a1a8")
        assert ours.play(chess.Board(), engine.Limit(white_clock=0.5, black_clock=0.5)).move in chess.Board().legal_moves


@pytest.mark.skipif("SECATEUR" not in os.environ, reason="SECATEUR names no program")
def test_the_program_is_an_engine(chess):
    engine = pytest.importorskip("chess.engine")
    from secateur import python_chess

    board = chess.Board()
    with python_chess.popen(Hash=4) as theirs:
        first = theirs.analyse(board, engine.Limit(nodes=5_000))
        while not board.is_game_over() and board.ply() < 12:
            board.push(theirs.play(board, engine.Limit(nodes=500)).move)
    ours = python_chess.Engine(hash=4 << 20).analyse(chess.Board(), engine.Limit(nodes=5_000))
    assert first["pv"][0] in chess.Board().legal_moves and ours["pv"][0] in chess.Board().legal_moves
    assert board.ply() == 12


# PettingZoo


@pytest.fixture(scope="module")
def zoo():
    return pytest.importorskip("pettingzoo")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [game.name for game in secateur.games()])
def test_every_game_is_an_environment(name, zoo):
    test = pytest.importorskip("pettingzoo.test")
    from secateur import pettingzoo

    game = secateur.game(name)
    begin = game.example if game.start.is_over or not game.start.moves() else ""
    test.api_test(pettingzoo.env(name, position=begin, length=60), num_cycles=80, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
def test_environments_follow_from_their_seed(zoo):
    test = pytest.importorskip("pettingzoo.test")
    from secateur import pettingzoo

    test.seed_test(lambda: pettingzoo.env("connect4"), num_cycles=50)


def test_whoever_wins_gets_one(zoo):
    from secateur import pettingzoo

    env = pettingzoo.env("tictactoe", render_mode="ansi")
    env.reset(seed=1)
    for move in ["a1", "b1", "a2", "b2", "a3"]:
        observation, *_ = env.last()
        moves = env.infos[env.agent_selection]["moves"]
        assert observation["action_mask"].sum() == len(moves)
        env.step(moves.index(move))
    assert env.rewards == {"player_0": 1, "player_1": -1} and all(env.terminations.values())
    assert "X" in env.render()
    with pytest.raises(secateur.Error, match="is no move here"):
        env.reset()
        env.step(200)


def test_peers_are_found_or_said_to_be_missing():
    if shutil.which("secateur") is None and "SECATEUR" not in os.environ:
        pytest.importorskip("chess.engine")
        from secateur import python_chess

        with pytest.raises(secateur.Error, match="no program secateur"):
            python_chess.popen()
