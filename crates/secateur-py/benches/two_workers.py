"""How much faster two workers of a cluster do an experiment than one, and the share of their time that they search: on a machine that
does nothing else the first counts, on another one the second.

    pip install secateur[ray]
    python crates/secateur-py/benches/two_workers.py [FILE [JOBS]]
"""

from __future__ import annotations

import dataclasses
import os
import sys
import tempfile
import time

import secateur.ray
from secateur import lab
from secateur._cluster import ray_at

STUDY = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "experiments", "fixed-depth.toml")


class Timed(lab.Store):
    """A store that knows when its rows came."""

    def __init__(self, path):
        super().__init__(path)
        self.came = []

    def add(self, rows):
        added = super().add(rows)
        self.came.append(time.perf_counter())
        return added


def main(study=STUDY, jobs="0"):
    ray_at(processors=2)
    found = lab.experiment(study)
    # From all over the experiment.
    step = max(1, len(found.jobs) // int(jobs)) if int(jobs) else 1
    found = dataclasses.replace(found, jobs=found.jobs[::step])
    rates = []
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            store = Timed(os.path.join(folder, "rows.db"))
            secateur.ray.run(found, store, workers=workers)
            # What came before a worker's first row is its start.
            seconds = store.came[-1] - store.came[0]
            searched = sum(row["time_ms"] for row in store.to_dicts()) / 1e3
        rates.append((len(found.jobs) - 1) / seconds)
        print(f"{workers} at work: {len(found.jobs)} searches, {seconds:.1f} s, {searched / seconds / workers:.1%} of it searching", flush=True)
    print(f"two do {rates[1] / rates[0]:.2f} times as many as one in the same time")


if __name__ == "__main__":
    main(*sys.argv[1:])
