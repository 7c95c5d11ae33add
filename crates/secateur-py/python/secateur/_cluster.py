"""A cluster of Ray as a crew: workers that take jobs as text, and tell what they have found as text."""

from __future__ import annotations

import functools
import importlib
import os
import platform
import queue
import socket
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Optional

from . import __version__, _secateur
from ._secateur import Error

MISSING = "there is no Ray for this Python, expected it by `pip install secateur[ray]`"
# The least that Ray's store of objects may have: jobs and what they find are small.
_STORE = 80_000_000
# Seconds within which a cluster answers.
_ANSWER = 10
# Workers that may fail to start, one after the other, before there is no use in another.
_STILLBORN = 5


class Returned(NamedTuple):
    """A job that ended."""

    id: int
    """Its number."""
    found: Optional[str]
    """What was found; None if nothing was."""
    why: str
    """Why not."""


class Doer:
    """What a worker does."""

    _do: Callable[[str], str]

    def __init__(self, kind: str, task: str) -> None:
        if kind == "proof":
            self._do = _secateur.ProofWorker(task).search
        elif kind == "search":
            self._do = _secateur.search_job
        else:
            self._do = functools.partial(_secateur.do_work, kind)

    def program(self) -> tuple[str, str]:
        """The program that works here, and where that is."""
        return f"{__version__}, {_secateur.program()}", platform.node()

    def do(self, job: str) -> str:
        """Does a job."""
        return self._do(job)


def ray_at(address: Optional[str] = None, processors: Optional[int] = None) -> Any:
    """Ray, on the cluster at this address; without one, that of the environment, or else a new one on this machine."""
    # Nobody is told what is searched here, unless somebody wants that.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        raise Error(MISSING) from None
    if ray.is_initialized():
        return ray
    named = address or os.environ.get("RAY_ADDRESS") or ""
    host, _, port = named.split("://")[-1].rpartition(":")
    if host and port.isdigit():
        # Ray itself waits for minutes where nobody answers.
        try:
            socket.create_connection((host, int(port)), _ANSWER).close()
        except OSError as error:
            raise Error(f"there is no cluster of Ray at {named}: {error}") from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address or os.environ.get("RAY_ADDRESS"):
            ray.init(address=address, **quiet)
        else:
            ray.init(num_cpus=processors, include_dashboard=False, object_store_memory=_STORE, **quiet)
    except Exception as error:
        where = f"no cluster of Ray at {address}" if address else "no cluster of Ray"
        said = " ".join(str(error).split()) or type(error).__name__
        raise Error(f"there is {where}: {said[:300]}") from None
    return ray


class Crew:
    """Workers on a cluster, each an actor that keeps what it knows from one job to the next. One that is lost is replaced."""

    def __init__(self, ray: Any, kind: str, task: str, workers: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._ray, self._kind, self._task = ray, kind, task
        asked = {"num_cpus": 1, **(options or {})}
        self._worker = ray.remote(**asked)(Doer)
        processors = int(ray.cluster_resources().get("CPU", 1) // max(asked["num_cpus"] or 1, 1))
        if workers is not None and workers > processors > 0 and asked["num_cpus"]:
            raise Error(f"the cluster has room for {processors} workers, expected no more than that, and not {workers}")
        self.workers = max(1, processors if workers is None else workers)
        self.lost = 0
        self._lock = threading.RLock()
        self._ended: queue.SimpleQueue[tuple[int, int, Any]] = queue.SimpleQueue()
        self._stillborn = 0
        self._idle = list(range(self.workers))
        self._waiting: list[tuple[int, str]] = []
        self._actors = [self._worker.remote(kind, task) for _ in range(self.workers)]
        try:
            self.hosts = self._check()
        except BaseException:
            self.close()
            raise

    def _check(self) -> int:
        """Sees that all nodes have this program, and counts them."""
        ours, _ = Doer("search", "").program()
        told = []
        for worker in range(self.workers):
            for left in reversed(range(_STILLBORN)):
                try:
                    told.append(self._ray.get(self._actors[worker].program.remote()))
                    break
                except self._ray.exceptions.RayError as error:
                    if not left:
                        raise Error(f"a worker does not start: {_said(error)}") from None
                    self._replace(worker)
        for theirs, host in told:
            if theirs != ours:
                raise Error(f"{host} has secateur {theirs}, expected {ours}, as here: the same version on all nodes")
        return len({host for _, host in told})

    def send(self, id: int, job: str) -> None:
        """Hands a job to the worker that has waited longest."""
        with self._lock:
            self._waiting.append((id, job))
            self._hand_out()

    def tell(self, news: str) -> None:
        """Has every worker take this in before its next job."""
        with self._lock:
            for actor in self._actors:
                actor.do.remote(news)

    def _hand_out(self) -> None:
        while self._waiting and self._idle:
            worker, (id, job) = self._idle.pop(0), self._waiting.pop(0)
            future = self._actors[worker].do.remote(job).future()
            future.add_done_callback(lambda done, worker=worker, id=id: self._ended.put((worker, id, done)))

    def receive(self, patience: Optional[float] = None) -> Optional[Returned]:
        """The next job that ended; None if none did within so many seconds."""
        try:
            worker, id, done = self._ended.get(timeout=patience)
        except queue.Empty:
            return None
        failure = done.exception()
        with self._lock:
            if isinstance(failure, self._ray.exceptions.RayActorError):
                self._replace(worker)
            elif failure is None:
                self._stillborn = 0
            # The job that failed goes to whoever has waited longest, and this one waits.
            self._idle.append(worker)
            self._hand_out()
        return Returned(id, None, _said(failure)) if failure is not None else Returned(id, done.result(), "")

    def _replace(self, worker: int) -> None:
        """Another worker in place of one that is lost."""
        self.lost += 1
        self._stillborn += 1
        if self._stillborn > _STILLBORN * self.workers:
            raise Error(f"workers are lost one after the other, {self._stillborn} of them before any did a job")
        self._actors[worker] = self._worker.remote(self._kind, self._task)

    def close(self) -> None:
        """Ends the workers, with what they are at."""
        for actor in self._actors:
            self._ray.kill(actor)


def _said(failure: BaseException) -> str:
    """Why a job failed, on one line."""
    cause = getattr(failure, "cause", None) or failure
    said = " ".join(str(cause).split())
    return f"{type(cause).__name__}: {said[:300]}" if said else type(cause).__name__
