"""What `secateur new --python` writes passes its tests, and runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif("SECATEUR" not in os.environ, reason="SECATEUR does not name the program")
def test_a_new_module_passes_its_tests(tmp_path: Path) -> None:
    def run(folder: Path, *command: str) -> str:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(tmp_path, os.environ["SECATEUR"], "new", "four-up", "--python")
    tried = run(tmp_path / "four-up", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "3 passed" in tried
    said = run(tmp_path / "four-up", sys.executable, "four_up.py")
    assert "pvs-memory" in said
