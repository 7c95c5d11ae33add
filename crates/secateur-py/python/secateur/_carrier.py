"""Carries jobs between the command line and a cluster: a line of JSON for each job, and one for each that ended.

``python -m secateur._carrier KIND ADDRESS WORKERS`` reads the task of all workers in the first line of its input. It says in
its first line how many workers there are, or why there are none.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any

from . import _secateur
from ._cluster import Crew, ray_at
from ._secateur import Error


def main() -> int:
    """Carries jobs until no more come."""
    # Lines are for the command line alone; whatever Ray prints goes where errors go.
    out = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)
    # Ctrl-C is for the command line, which ends this by ending its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    kind, address, workers = sys.argv[1:4]

    def say(**line: Any) -> None:
        out.write(json.dumps(line) + "\n")

    try:
        wanted = int(workers) or None
        ray = ray_at(address or None, wanted)
        crew = Crew(ray, kind, sys.stdin.readline().rstrip("\n"), wanted)
    except Error as error:
        say(error=str(error))
        return 2
    say(workers=crew.workers, hosts=crew.hosts, program=_secateur.program())
    ended = threading.Event()

    def listen() -> None:
        for line in sys.stdin:
            asked = json.loads(line)
            if asked["id"] is None:
                crew.tell(asked["job"])
            else:
                crew.send(asked["id"], asked["job"])
        ended.set()

    threading.Thread(target=listen, daemon=True).start()
    try:
        while not ended.is_set():
            returned = crew.receive(0.05)
            if returned is not None:
                say(id=returned.id, found=returned.found, why=returned.why)
    except Error as error:
        say(error=str(error))
    except BrokenPipeError:
        pass
    crew.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
