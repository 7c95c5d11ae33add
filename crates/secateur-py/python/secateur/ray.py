"""Experiments on many machines: the searches of a file, each a task of Ray. ``pip install secateur[ray]`` brings it.

>>> import secateur.ray  # doctest: +SKIP
>>> secateur.ray.run("experiments/fixed-depth.toml", "secateur.db").is_complete  # doctest: +SKIP
True
"""

from __future__ import annotations

import importlib
import itertools
from typing import Any, Optional, Union

from ._asked import Path
from ._progress import bar
from .lab import Experiment, Job, Run, Store, begun

__all__ = ["run"]

# Tasks under way for each processor: enough that nobody waits, and few enough that little is lost.
_AHEAD = 4


def _search(text: str) -> str:
    """A job, done where this runs."""
    return Job("", text).search()


def run(
    what: Union[Path, Experiment],
    store: Union[Path, Store] = "secateur.db",
    *,
    progress: bool = False,
    retries: int = 3,
    options: Optional[dict[str, Any]] = None,
) -> Run:
    """Does the searches of an experiment that a store lacks, each a task of Ray on one processor, and keeps each row as it comes.

    The rows are those of ``secateur lab run``, bit for bit but for their times, whatever ran where: each search has an empty table of
    its own. A task whose worker or machine is lost is done again, ``retries`` times. Killed or interrupted at any moment, the same
    call does what is missing, and no job is there twice. Without a cluster (``ray.init``) one is started here; ``options``
    are those of tasks, such as ``{"num_cpus": 2}``.
    """
    ray = importlib.import_module("ray")
    if not ray.is_initialized():
        ray.init()
    found, kept, before = begun(what, store)
    search = ray.remote(**{"num_cpus": 1, "max_retries": retries, **(options or {})})(_search)
    ahead = max(1, _AHEAD * int(ray.cluster_resources().get("CPU", 1)))
    missing, done = iter(kept.missing(found)), 0
    under_way: list[Any] = []
    with bar(progress, found.name, "job") as shown:
        try:
            while True:
                under_way += [search.remote(job.text) for job in itertools.islice(missing, ahead - len(under_way))]
                if not under_way:
                    break
                ready, under_way = ray.wait(under_way, num_returns=1)
                # What came meanwhile is kept with it.
                more, under_way = ray.wait(under_way, num_returns=len(under_way), timeout=0) if under_way else ([], [])
                done += kept.add(ray.get(ready + more))
                shown.set(before + done, len(found.jobs))
        except KeyboardInterrupt:
            for task in under_way:
                ray.cancel(task)
    return Run(found.name, len(found.jobs), before, done)
