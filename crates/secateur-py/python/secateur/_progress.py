"""Progress bars: those of tqdm where it is installed, else a line on standard error."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any, Optional


class Bar:
    """A bar that shows nothing."""

    def set(self, done: int, total: Optional[int] = None, said: str = "") -> None:
        """So much is done."""

    def close(self) -> None:
        """Nothing more will be done."""

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Line(Bar):
    """A line that is written anew."""

    def __init__(self, what: str) -> None:
        self.what = what

    def set(self, done: int, total: Optional[int] = None, said: str = "") -> None:
        of = "" if total is None else f"/{total}"
        sys.stderr.write(f"\r{self.what}: {done}{of} {said}\x1b[K")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


class _Tqdm(Bar):
    """A bar of tqdm."""

    def __init__(self, what: str, unit: str) -> None:
        self.bar: Any = importlib.import_module("tqdm.auto").tqdm(desc=what, unit=unit)

    def set(self, done: int, total: Optional[int] = None, said: str = "") -> None:
        if total != self.bar.total:
            self.bar.total = total
            self.bar.refresh()
        if said:
            self.bar.set_postfix_str(said, refresh=False)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        self.bar.close()


def bar(is_shown: bool, what: str, unit: str) -> Bar:
    """A bar for this work, if one is to be shown."""
    if not is_shown:
        return Bar()
    return _Tqdm(what, unit) if importlib.util.find_spec("tqdm") else _Line(what)
