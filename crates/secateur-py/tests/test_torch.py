"""Networks fitted by PyTorch to positions that the program has written."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")
PROGRAM = os.environ.get("SECATEUR")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="SECATEUR names no program")


def run(*arguments, **how):
    return subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True, **how).stdout


@pytest.mark.parametrize("game", ["breakthrough-4x4", "chess"])
def test_what_is_fitted_is_used(tmp_path, game):
    games = tmp_path / "games"
    if game == "chess":  # two sides, each with its king on the right half
        run(PROGRAM, "tune", "eval", game, "--games", 60, "--nodes", 100, "--epochs", 1, "--dir", games)
        kept = games
    else:  # seen in two ways
        out = tmp_path / "searched.eval"
        run(PROGRAM, "learn", game, "--method", "search", "--generations", 1, "--think", 40, "--pairs", 0, "--out", out)
        kept = f"{out}.learning"
    samples, weights, out = (tmp_path / name for name in ("samples", "weights", "fitted.eval"))
    fit = ("learn", game, "--method", "fit")
    run(PROGRAM, *fit, "--from", kept, "--neurons", 32, "--export", samples)
    few = ("--passes", 3, "--batch", 256, "--rate", 0.005, "--device", "cpu")
    said = run(sys.executable, "-m", "secateur.torch_fit", samples, weights, *few)
    run(PROGRAM, *fit, "--import", weights, "--pairs", 0, "--out", out)
    error = float(said.split("mean squared error ")[1].split()[0])
    assert error < 0.2
    # Fitted further, from where it was.
    on = run(sys.executable, "-m", "secateur.torch_fit", samples, tmp_path / "on", *few, "--start", weights)
    assert float(on.split("mean squared error ")[1].split()[0]) < error + 0.01
    other = [sys.executable, "-m", "secateur.torch_fit", samples, tmp_path / "on", "--neurons", "16", "--start", weights]
    told = subprocess.run(other, capture_output=True, text=True)
    assert told.returncode == 2 and "its tensor 'first' is of" in told.stderr, told.stderr
    # The trainer here fits as well, or nearly.
    said = run(PROGRAM, *fit, "--from", kept, "--neurons", 32, "--passes", 3, "--pairs", 0, "--out", tmp_path / "here.eval")
    assert abs(float(said.split("mean squared error ")[1].split()[0]) - error) < 0.05
    value = run(PROGRAM, "analyse", game, "--depth", 1, "--eval", out)
    assert value != run(PROGRAM, "analyse", game, "--depth", 1, "--eval", "hand")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["none", "out"], "expected what"),
        (["none", "no/such/folder/out"], "cannot be written"),
        (["none", "out", "--passes", "0"], "a whole number from 1 on"),
        (["none", "out", "--batch", "many"], "a whole number from 1 on"),
        (["none", "out", "--rate", "-1"], "above 0"),
        (["none", "out", "--device", "abacus"], "which PyTorch has not"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, arguments, expected):
    (tmp_path / "none").write_text("nothing")
    fit = [sys.executable, "-m", "secateur.torch_fit", *arguments]
    told = subprocess.run(fit, capture_output=True, text=True, cwd=tmp_path)
    assert told.returncode == 2 and expected in told.stderr and "Traceback" not in told.stderr
