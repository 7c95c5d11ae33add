"""What a call of `analyse` costs beyond the search itself: the call by the clock less the time that the search says it took.

    python benches/overhead.py
"""

from __future__ import annotations

import time

import secateur


def main():
    for name, text in [("connect4", "4455"), ("tictactoe", "XO./.X./..O"), ("othello", ""), ("chess", "")]:
        position = secateur.game(name).position(text)
        beyond = []
        for _ in range(5_000):
            start = time.perf_counter()
            answer = position.analyse(depth=1, algorithm="pvs-memory", hash=1 << 16)
            beyond.append(1e6 * (time.perf_counter() - start) - 1e3 * answer.time_ms)
        beyond.sort()
        print(f"{name:12}{beyond[len(beyond) // 2]:6.1f} microseconds in the middle, {beyond[len(beyond) // 10]:6.1f} in the best tenth")


if __name__ == "__main__":
    main()
