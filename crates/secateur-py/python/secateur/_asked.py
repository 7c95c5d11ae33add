"""What searches are asked for, and how they answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Union

from ._answer import Answer

Path = Union[str, "os.PathLike[str]"]
"""The path of a file."""
Profiled = Union[bool, Path, None]
"""A profile: True for the one where every program looks for it, or the path of a file."""
Time = Union[float, timedelta]
"""A time: in seconds, or as Python has it."""


def asked_for(**asked: Any) -> dict[str, Any]:
    """What was really asked for."""
    found = {name: value for name, value in asked.items() if value is not None}
    for name in ("time", "margin", "patience"):
        if isinstance(found.get(name), timedelta):
            found[name] = found[name].total_seconds()
    for name in ("profile", "certificate", "checkpoint", "book", "store", "openings"):
        if isinstance(found.get(name), os.PathLike):
            found[name] = os.fspath(found[name])
    if found.get("profile") is False:
        del found["profile"]
    for name in ("only", "settings", "without", "algorithms", "given"):
        if name in found:
            found[name] = [found[name]] if isinstance(found[name], str) else list(found[name])
    return found


def answers(data: list[dict[str, Any]]) -> list[Answer]:
    return [Answer._of(answer) for answer in data]


def told(report: Callable[[Any], object], made: Callable[[Any], Any]) -> Callable[[Any], object]:
    return lambda data: report(made(data))
