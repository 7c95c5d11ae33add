"""Searches that are looked at, node by node."""

from __future__ import annotations

import dataclasses
import html
import json
from typing import Any, Optional

from . import _svg

_SCALE_ENDS = 32_000
_DECISIVE = 31_000
# With more nodes, a picture shows nothing.
_LARGEST_PICTURE = 60


def score_text(score: int | None) -> str:
    """A score in words.

    >>> score_text(31_997), score_text(-32_001), score_text(12)
    ('win in 3', '-inf', '+12')
    """
    if score is None:
        return "halted"
    if abs(score) > _SCALE_ENDS:
        return "+inf" if score > 0 else "-inf"
    if abs(score) >= _DECISIVE:
        return f"{'win' if score > 0 else 'loss'} in {_SCALE_ENDS - abs(score)}"
    return f"{score:+}" if score else "0"


@dataclasses.dataclass(frozen=True)
class Trace:
    """The record of a search: what it did at each node, and the reason for every cut.

    >>> import secateur
    >>> tree = secateur.game("tree").position("((3 12) (2 4))")
    >>> trace = tree.trace(algorithm="alpha-beta", depth=2)
    >>> [node["pruned"] for node in trace.nodes if node["cut"]][-1]
    ['1']

    In a notebook it is drawn as a tree whose nodes open and close.
    """

    header: dict[str, Any]
    """The search as a whole."""
    nodes: list[dict[str, Any]]
    """The nodes kept, each after the node above it."""

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"header": self.header, "nodes": self.nodes}

    def to_json(self) -> str:
        """The same as JSON, a line for the search as a whole and one for each node, as the command line writes it."""
        return "\n".join(map(json.dumps, [self.header, *self.nodes])) + "\n"

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        levels: list[int] = []
        lines = [self._title()]
        for node in self.nodes:
            parent = node["parent"]
            levels.append(0 if parent is None else levels[parent] + 1)
            lines.append("  " * levels[-1] + _line(node))
        return "\n".join(lines)

    def _title(self) -> str:
        header = self.header
        position = header["position"] or "from the start"
        return (
            f"{header['game']} {position}: {header['algorithm']} to depth {header['depth']}; "
            f"value {score_text(header['score'])}, {header['visits']:,} nodes, {header['left_out']:,} of them left out"
        )

    def plot(self, axes: Any = None) -> Any:
        """Draws the nodes by their depth; see `secateur.plot`."""
        from . import plot

        return plot.trace(self, axes)

    def svg(self) -> Optional[str]:
        """The tree as a picture: a node each, with its value; cuts in another colour, moves that were not searched dashed.
        None of a tree that is too large to be looked at.

        >>> import secateur
        >>> tree = secateur.game("tree").position("((3 12) (2 4))")
        >>> tree.trace(algorithm="alpha-beta", depth=2, settings=["deepening=off"]).svg().count("<circle")
        6
        """
        return _svg.tree(self.nodes, score_text) if len(self.nodes) <= _LARGEST_PICTURE else None

    def _repr_html_(self) -> str:
        picture = self.svg() or ""
        below: dict[Any, list[dict[str, Any]]] = {}
        for node in self.nodes:
            below.setdefault(node["parent"], []).append(node)

        def draw(node: dict[str, Any], level: int) -> str:
            line = f"<code>{html.escape(_line(node))}</code>"
            children = below.get(node["id"])
            if not children:
                return f'<div style="margin-left:1.2em">{line}</div>'
            inner = "".join(draw(child, level + 1) for child in children)
            is_open = " open" if level < 1 else ""
            return f'<details style="margin-left:1.2em"{is_open}><summary>{line}</summary>{inner}</details>'

        return f"<p>{html.escape(self._title())}</p>{picture}" + "".join(draw(node, 0) for node in below.get(None, []))


def _pair(numbers: dict[str, int | None] | None) -> str:
    if numbers is None:
        return "-"
    return " : ".join("inf" if numbers[one] is None else str(numbers[one]) for one in ("proof", "disproof"))


def _line(node: dict[str, Any]) -> str:
    step = node["move"] or ("root" if node["grown"] else f"probe {node['probe']}")
    if node["step"] == "again":
        step += " again"
    if node["trick"]:
        step += f" by {node['trick']}"
    said = f"{step} {score_text(node['alpha'])}..{score_text(node['beta'])}: {score_text(node['score'])}, {node['why']}"
    proof = node["proof"]
    if proof:
        numbers = [_pair(proof[part]) for part in ("entry", "until", "left")]
        said = f"{step} {numbers[0]} until {numbers[1]}: {numbers[2]}, {node['why']}"
    cut = node["cut"]
    if cut:
        said += f"; {score_text(cut['score'])} {cut['relation']} {score_text(cut['bound'])} of #{cut['set_by']}"
    if node["pruned"]:
        said += f"; not searched: {' '.join(node['pruned'])}"
    if node["left_out"]:
        said += f" ({node['left_out']:,} below left out)"
    return said
