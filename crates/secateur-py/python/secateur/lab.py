"""Experiments: the searches that a file describes, each a row of a store, as ``secateur lab`` has them.

>>> import secateur.lab
>>> secateur.lab.Job("0f", "{}").id
'0f'
"""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Union

from . import _secateur
from ._asked import Path
from ._progress import bar
from ._records import Records

__all__ = ["Experiment", "Job", "Run", "Store", "experiment", "run"]


@dataclasses.dataclass(frozen=True)
class Job:
    """One search of an experiment."""

    id: str
    """Its identity: what it is, and which program searches, decide it alone."""
    text: str
    """The search, in JSON."""

    def search(self) -> str:
        """Does it: its row, in JSON."""
        return _secateur.search_job(self.text)


@dataclasses.dataclass(frozen=True)
class Experiment:
    """An experiment, as its file describes it."""

    name: str
    """Its name."""
    about: str
    """Its subject, in one line."""
    jobs: tuple[Job, ...]
    """All of its searches."""


class Store(Records):
    """A file of rows, the same as that of ``secateur lab run``: each job once, whatever ends the process."""

    def __init__(self, path: Path = "secateur.db") -> None:
        self._store = _secateur.Store(os.fspath(path))

    def missing(self, experiment: Experiment) -> list[Job]:
        """The jobs of an experiment that it lacks."""
        there = self._store.ids()
        return [job for job in experiment.jobs if job.id not in there]

    def add(self, rows: list[str]) -> int:
        """Adds rows in JSON, all or none, and says how many were new."""
        return self._store.add(rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as plain data, in the order of their jobs."""
        return self._store.rows()


@dataclasses.dataclass(frozen=True)
class Run:
    """How far an experiment has come."""

    name: str
    """Its name."""
    jobs: int
    """The number of its jobs."""
    before: int
    """The number of those that the store had before."""
    done: int
    """The number of those done now."""

    @property
    def is_complete(self) -> bool:
        """Whether the store has all of them; if not, the same call goes on."""
        return self.before + self.done == self.jobs


def experiment(path: Path) -> Experiment:
    """The experiment that a file describes; positions that it samples are played for."""
    name, about, jobs = _secateur.experiment(os.fspath(path))
    return Experiment(name, about, tuple(Job(*job) for job in jobs))


def run(what: Union[Path, Experiment], store: Union[Path, Store] = "secateur.db", *, progress: bool = False) -> Run:
    """Does the searches of an experiment that a store lacks, one after the other. Ctrl-C ends it; the same call goes on."""
    found, kept, before = begun(what, store)
    done = 0
    with bar(progress, found.name, "job") as shown:
        try:
            for job in kept.missing(found):
                done += kept.add([job.search()])
                shown.set(before + done, len(found.jobs))
        except KeyboardInterrupt:
            pass
    return Run(found.name, len(found.jobs), before, done)


def begun(what: Union[Path, Experiment], store: Union[Path, Store]) -> tuple[Experiment, Store, int]:
    """What a run begins with: the experiment, the store, and how many of its jobs are there."""
    found = what if isinstance(what, Experiment) else experiment(what)
    kept = store if isinstance(store, Store) else Store(store)
    return found, kept, len(found.jobs) - len(kept.missing(found))
