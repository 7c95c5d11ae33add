"""What the master of a divided proof costs for each job: the processor's time of its thread, and of its whole process, in which Ray's own
threads carry the messages; and the time by the clock beside it.

    pip install secateur[ray]
    python crates/secateur-py/benches/master.py [GAME]
"""

from __future__ import annotations

import sys
import time

import secateur.ray
from secateur._cluster import ray_at


def main(game="breakthrough-4x5"):
    ray_at(processors=4)
    start = secateur.game(game).start
    print("workers  nodes of a job  jobs      nodes  master, ms a job  its process  seconds")
    for workers in (1, 2, 4):
        for job in (2_000, 20_000):
            reports = []
            began = time.thread_time(), time.process_time(), time.perf_counter()
            proof = secateur.ray.prove(start, workers=workers, job=job, hash=1 << 26, on_report=reports.append)
            ended = time.thread_time(), time.process_time(), time.perf_counter()
            thread, process, clock = (end - begin for begin, end in zip(began, ended))
            jobs = reports[-1].done
            each = f"{1e3 * thread / jobs:16.2f}  {1e3 * process / jobs:11.2f}  {clock:7.2f}"
            print(f"{workers:7}  {job:14,}  {jobs:4}  {proof.nodes:9,}  {each}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
