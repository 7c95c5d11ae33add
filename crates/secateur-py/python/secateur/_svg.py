"""Boards as pictures, drawn from the same data as those of the playground."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any, Optional

_CELL = 44
_CHESS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
_LIGHT, _DARK, _LINE = "#f4ead7", "#d9b98c", "#6b5637"


def text(drawing: str) -> str:
    """A drawing for a terminal."""
    return f"<pre>{html.escape(drawing)}</pre>"


def board(cells: dict[str, Any], look: str, game: str, title: str) -> str:
    """A board of a game with marks on its cells."""
    rows, columns, marks = cells["rows"], cells["columns"], cells["marks"]
    slant = _CELL / 2 if look == "hexagons" else 0
    wide = (len(columns) + 1) * _CELL + slant * len(rows)
    high = (len(rows) + 1) * _CELL
    parts = [_ground(look, rows, columns)]
    for place, mark in enumerate(marks):
        row, column = divmod(place, len(columns))
        if mark == " ":
            continue
        x, y = _CELL * (column + 1.5) + slant * row, _CELL * (row + 0.5)
        parts.append(_spot(look, x, y, (row + column) % 2))
        if mark is not None:
            parts.append(_piece(look, game, x, y, mark))
    for row, name in enumerate(rows):
        parts.append(_name(_CELL * 0.5 + slant * row, _CELL * (row + 0.5), name))
    for column, name in enumerate(columns):
        parts.append(_name(_CELL * (column + 1.5) + slant * len(rows), high - _CELL / 2, name))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}" '
        f'role="img"><title>{html.escape(title)}</title>{"".join(parts)}</svg>'
    )


def _ground(look: str, rows: list[str], columns: list[str]) -> str:
    wide, high = _CELL * len(columns), _CELL * len(rows)
    if look == "drop":
        return f'<rect x="{_CELL}" y="0" width="{wide}" height="{high}" rx="8" fill="#2f5d8a"/>'
    if look not in ("points", "mill"):
        return ""
    ground = f'<rect x="{_CELL}" y="0" width="{wide}" height="{high}" fill="{_DARK}"/>'
    if look == "mill":
        return ground
    lines = [
        f"M{1.5 * _CELL},{_CELL * (row + 0.5)}H{_CELL * (len(columns) + 0.5)}" for row in range(len(rows))
    ] + [f"M{_CELL * (column + 1.5)},{0.5 * _CELL}V{_CELL * (len(rows) - 0.5)}" for column in range(len(columns))]
    return f'{ground}<path d="{"".join(lines)}" stroke="{_LINE}"/>'


def _spot(look: str, x: float, y: float, shade: int) -> str:
    if look == "drop":
        return f'<circle cx="{x}" cy="{y}" r="{0.4 * _CELL}" fill="#e8eef4"/>'
    if look in ("points", "mill"):
        return f'<circle cx="{x}" cy="{y}" r="3" fill="{_LINE}"/>'
    if look == "hexagons":
        a, b, c = _CELL / 2, _CELL / 3.6, _CELL / 1.8
        path = f"M{x},{y - c}L{x + a},{y - b}V{y + b}L{x},{y + c}L{x - a},{y + b}V{y - b}Z"
        return f'<path d="{path}" fill="{_LIGHT}" stroke="{_LINE}"/>'
    fill = _DARK if look == "checkered" and shade else "#3f7d58" if look == "discs" else _LIGHT
    return f'<rect x="{x - _CELL / 2}" y="{y - _CELL / 2}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{_LINE}"/>'


def _piece(look: str, game: str, x: float, y: float, mark: str) -> str:
    if mark == "+":
        return f'<circle cx="{x}" cy="{y}" r="4" fill="#0007"/>'
    if look in ("squares", "layers"):
        return _letter(x, y, mark, 0.62 * _CELL, "#222")
    if game == "chess" and mark in _CHESS:
        return _letter(x, y, _CHESS[mark], 0.78 * _CELL, "#111")
    is_draughts = game in ("checkers", "draughts")
    if mark in "XO" or (is_draughts and mark in "bwBW"):
        is_dark = mark in "XbB"
        fill, ink = ("#222", "#fafafa") if is_dark else ("#fafafa", "#222")
        if look == "drop":
            fill = "#d23c3c" if is_dark else "#f2c230"
        disc = f'<circle cx="{x}" cy="{y}" r="{0.4 * _CELL}" fill="{fill}" stroke="#222"><title>{mark}</title></circle>'
        return disc + (_letter(x, y, "K", 0.5 * _CELL, ink) if mark in "BW" else "")
    ring = f'<circle cx="{x}" cy="{y}" r="{0.36 * _CELL}" fill="#fafafa" stroke="#222"/>'
    return ring + _letter(x, y, mark, 0.5 * _CELL, "#222")


def _letter(x: float, y: float, letter: str, size: float, fill: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size:g}" font-family="sans-serif" text-anchor="middle" '
        f'dominant-baseline="central" fill="{fill}">{html.escape(letter)}</text>'
    )


def _name(x: float, y: float, name: str) -> str:
    return _letter(x, y, name, 0.32 * _CELL, "#777") if name else ""


def tree(nodes: list[dict[str, Any]], said: Callable[[Optional[int]], str]) -> str:
    """The tree of a recorded search: leaves side by side, each node above the middle of its children."""
    below: dict[Any, list[int]] = {}
    for place, node in enumerate(nodes):
        below.setdefault(node["parent"], []).append(place)
    at: dict[int, tuple[float, int]] = {}
    parts: list[str] = []
    wide = deep = 0

    def put(place: int, level: int) -> float:
        nonlocal wide, deep
        deep = max(deep, level)
        children = [put(child, level + 1) for child in below.get(place, [])]
        left_out = [wide + n for n in range(len(nodes[place]["pruned"]))]
        wide += len(left_out)
        if not children and not left_out:
            children, wide = [wide], wide + 1
        all_below = [*children, *left_out]
        middle = (all_below[0] + all_below[-1]) / 2
        at[place] = (middle, level)
        for x in left_out:
            line = f'x1="{_x(middle):g}" y1="{_y(level)}" x2="{_x(x):g}" y2="{_y(level + 0.6):g}"'
            parts.append(f'<line {line} stroke="#999" stroke-dasharray="3 3"/>')
        return middle

    for root in below.get(None, []):
        put(root, 0)
    for place, (x, level) in at.items():
        parent = nodes[place]["parent"]
        if parent is not None:
            line = f'x1="{_x(at[parent][0]):g}" y1="{_y(level - 1)}" x2="{_x(x):g}" y2="{_y(level)}"'
            parts.insert(0, f'<line {line} stroke="#555"/>')
    for place, (x, level) in at.items():
        node = nodes[place]
        fill = "#f2c230" if node["cut"] else "#fafafa"
        title = html.escape(f"{node['move'] or 'root'}: {node['why']}")
        parts.append(
            f'<circle cx="{_x(x):g}" cy="{_y(level)}" r="16" fill="{fill}" stroke="#222"><title>{title}</title></circle>'
            + _letter(_x(x), _y(level), said(node["score"]), 10, "#222")
        )
    size = f'width="{_x(wide):g}" height="{_y(deep + 1)}" viewBox="0 0 {_x(wide):g} {_y(deep + 1)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>search tree</title>{"".join(parts)}</svg>'


def _x(place: float) -> float:
    return 44 * (place + 0.5)


def _y(level: float) -> float:
    return 56 * level + 24
