"""Work on many machines: the searches of an experiment, the games of a match, or one proof, by workers on a cluster of Ray. ``pip install
secateur[ray]`` brings it.

>>> import secateur.ray  # doctest: +SKIP
>>> secateur.ray.run("experiments/fixed-depth.toml", "secateur.db").is_complete  # doctest: +SKIP
True
>>> start = secateur.game("breakthrough-4x5").start  # doctest: +SKIP
>>> secateur.ray.prove(start, hash=1 << 28).outcome  # doctest: +SKIP
'loss'

Without a cluster (``ray.init``, or ``RAY_ADDRESS``) one is started on this machine, for this process alone. Ray is asked to
tell nobody what it is used for; and a cluster that is started here lets nobody in without a token, where Ray has that by default. All nodes need the same version of secateur, which is checked first.
"""

from __future__ import annotations

import dataclasses
import itertools
import time as clock
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, Optional, Union

from . import _secateur
from ._answer import Proof
from ._asked import Path, Time, asked_for
from ._cluster import Crew, ray_at
from ._game import Game
from ._match import Match, PlayedGame, played
from ._position import Position, goal_of
from ._progress import bar
from ._secateur import Error
from .lab import Experiment, Run, Store, begun

__all__ = ["ProofProgress", "match", "prove", "run"]

# Jobs sent ahead for each worker: enough that nobody waits for the next, and few enough that little is lost.
_AHEAD = 2
# Seconds between two looks at a clock.
_LOOK = 0.1


def run(
    what: Union[Path, Experiment],
    store: Union[Path, Store] = "secateur.db",
    *,
    progress: bool = False,
    retries: int = 3,
    workers: Optional[int] = None,
    options: Optional[dict[str, Any]] = None,
) -> Run:
    """Does the searches of an experiment that a store lacks, on a cluster, and keeps each row as it comes.

    The rows are those of ``secateur lab run``, bit for bit but for their times, whatever ran where: each search has an empty table of
    its own. A search that fails, or whose worker or machine is lost, is done again by another worker, ``retries`` times, and
    then reported with its input. Killed or interrupted at any moment, the same call does what is missing, and no job is there
    twice. There is a worker for each processor of the cluster, or so many; ``options`` are those of Ray's actors, such as
    ``{"num_cpus": 2}``.
    """
    ray = ray_at(processors=workers)
    found, kept, before = begun(what, store)
    missing = kept.missing(found)
    if not missing:
        return Run(found.name, len(found.jobs), before, 0)
    crew, done = Crew(ray, "search", "", workers, options), 0
    waiting, tries, under_way = iter(enumerate(missing)), [0] * len(missing), 0
    try:
        with bar(progress, found.name, "job") as shown:
            while done < len(missing):
                for number, job in itertools.islice(waiting, _AHEAD * crew.workers - under_way):
                    crew.send(number, job.text)
                    under_way += 1
                returned = crew.receive(_LOOK)
                if returned is None:
                    continue
                if returned.found is None:
                    tries[returned.id] += 1
                    if tries[returned.id] > retries:
                        raise Error(f"a job was tried {tries[returned.id]} times, and failed at last since {returned.why}: {missing[returned.id].text}")
                    crew.send(returned.id, missing[returned.id].text)
                    continue
                under_way -= 1
                done += kept.add([returned.found])
                shown.set(before + done, len(found.jobs), f"{crew.workers} workers, {crew.lost} lost")
    except KeyboardInterrupt:
        pass
    finally:
        crew.close()
    return Run(found.name, len(found.jobs), before, done)


def match(
    game: Game,
    *players: str,
    workers: Optional[int] = None,
    options: Optional[dict[str, Any]] = None,
    progress: bool = False,
    on_game: Optional[Callable[[PlayedGame], object]] = None,
    **asked: Any,
) -> Match:
    """Plays a match as `Game.match` does, each game by a worker on a cluster.

    It takes what `Game.match` takes, but players that are functions, which workers elsewhere do not know. With limits in nodes
    or depth the games are those of ``secateur match``, move by move, and so are the rows of a ``store``: killed or interrupted,
    the same call plays what is missing, and no game is there twice. A game that fails, or whose worker is lost, is played by
    another worker, and reported with its input if that happens again and again.
    """
    strange = [player for player in players if not isinstance(player, str)]
    if strange:
        raise Error(f"the player is {strange[0]!r}, expected a text such as 'engine,nodes=5000', which workers elsewhere know")
    crew = Crew(ray_at(processors=workers), "game", "", workers, options)
    try:
        return played(game, players, on_game, progress, crew=crew, **asked)
    finally:
        crew.close()


@dataclasses.dataclass(frozen=True)
class ProofProgress:
    """How far a divided proof has come."""

    proof: Optional[int]
    """The least number of leaves to be settled to prove the question at hand; None once all is known."""
    disproof: Optional[int]
    """The same to disprove it."""
    done: int
    """Jobs that came back."""
    under_way: int
    """Jobs under way."""
    overtaken: int
    """Jobs of those that came back when their position was settled already."""
    lost: int
    """Jobs that failed, or whose worker was lost."""
    nodes: int
    """Nodes opened by the jobs that came back."""
    overtaken_nodes: int
    """Nodes of those that were overtaken."""
    positions: int
    """Positions in the master's tree."""
    utilisation: float
    """The share of their time that workers were at work: 1 for all of it."""
    inflation: Optional[float]
    """Nodes for each node that one search opens, if that was said."""

    def __str__(self) -> str:
        numbers = "settled" if self.proof is None else f"{self.proof:,} : {self.disproof:,}"
        more = "" if self.inflation is None else f", {self.inflation:.2f} nodes for each of one search"
        return (
            f"{numbers}, {self.done:,} jobs done ({self.overtaken:,} overtaken, {self.lost:,} lost), {self.under_way:,} under way, "
            f"{self.nodes:,} nodes, {100 * self.utilisation:.1f} % at work{more}"
        )


def prove(
    position: Position,
    goal: Union[str, int, None] = None,
    *,
    time: Optional[Time] = None,
    hash: Optional[int] = None,
    settings: Optional[Iterable[str]] = None,
    without: Optional[Iterable[str]] = None,
    workers: Optional[int] = None,
    job: int = 50_000,
    retries: int = 3,
    news: int = 5_000,
    alone: Optional[int] = None,
    options: Optional[dict[str, Any]] = None,
    progress: bool = False,
    on_report: Optional[Callable[[ProofProgress], object]] = None,
) -> Proof:
    """Proves what `Position.prove` proves, on a cluster: job-level proof-number search.

    The master, which is here, keeps a tree of proof numbers; its leaves are jobs, searches by df-pn within ``job`` nodes. Each
    worker keeps its table, of ``hash`` bytes, from one job to the next. A job that fails, or whose worker is lost, is done by
    another worker, ``retries`` times, and then reported with its input. After a job the others are told ``news`` facts at
    most, positions that are settled, those with the most work behind them. Only what holds wherever a position stands is shared; games
    whose rules forbid to bring a position back are refused, as in them nothing does.

    ``alone`` is the number of nodes that one search takes, if that is known, so that `ProofProgress.inflation` can be told.
    Ctrl-C ends it, and so does the limit of time, with what is known by then.
    """
    asked = asked_for(hash=hash, settings=settings, without=without)
    seconds = time.total_seconds() if isinstance(time, timedelta) else time
    ray = ray_at(processors=workers)
    aim = goal_of(goal)
    count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    # What cannot be divided is refused before anything is started for it.
    master = _secateur.ProofMaster(position._board, aim, (count, job, retries, news), **asked)
    start, stopped_by = clock.monotonic(), "solved"
    crew = Crew(ray, "proof", master.task, workers, options)

    def told() -> ProofProgress:
        counts, ms = master.counts(), 1e3 * (clock.monotonic() - start)
        root = counts.pop("root") or {"proof": None, "disproof": None}
        busy = counts.pop("busy_ms") / max(ms * crew.workers, 1e-9)
        inflation = counts["nodes"] / alone if alone else None
        return ProofProgress(root["proof"], root["disproof"], **counts, utilisation=busy, inflation=inflation)

    try:
        with bar(progress, position.game.name, "job") as shown:
            under_way = 0
            while not master.is_done():
                if seconds is not None and clock.monotonic() - start >= seconds:
                    stopped_by = "time"
                    break
                while under_way < crew.workers:
                    handed = master.hand_out()
                    if handed is None:
                        break
                    crew.send(*handed)
                    under_way += 1
                returned = crew.receive(_LOOK)
                if returned is None:
                    continue
                under_way -= 1
                if returned.found is None:
                    master.lose(returned.id, returned.why)
                else:
                    told_to_all = master.take(returned.found)
                    if told_to_all is not None:
                        crew.tell(told_to_all)
                so_far = told()
                shown.set(so_far.done, None, str(so_far))
                if on_report is not None:
                    on_report(so_far)
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    finally:
        crew.close()
    return Proof._of(master.verdict(1e3 * (clock.monotonic() - start), stopped_by))
