"""Reads TOON as far as lists of the tracker go: a table of flat rows, and plain fields."""

import json
import re
from typing import Any

_TABLE = re.compile(r"(\w+)\[(\d+)\]\{([^}]*)\}:")
_CELL = re.compile(r'("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)')


def page(text: str) -> dict[str, Any]:
    """The page that a list answered; what is no such page is an `AssertionError`."""
    lines = iter(text.split("\n"))
    fields = {}
    for line in lines:
        if head := _TABLE.fullmatch(line):
            rows = (_cells(next(lines, "")) for _ in range(int(head[2])))
            fields[head[1]] = [dict(zip(head[3].split(","), row, strict=True)) for row in rows]
        else:
            name, found, value = line.partition(": ")
            assert found, f"neither a table nor a field: {line!r}"
            fields[name] = _scalar(value)
    return fields


def _cells(line: str) -> list[Any]:
    assert line.startswith("  "), f"no row: {line!r}"
    cells, at = [], 2
    while at < len(line):
        cell = _CELL.match(line, at)
        assert cell, f"no cell at {at}: {line!r}"
        cells.append(_scalar(cell[1]))
        at = cell.end()
    return cells


def _scalar(cell: str) -> Any:
    quoted = cell.startswith(('"', "[]")) or cell in ("null", "true", "false") or re.fullmatch(r"-?\d+", cell)
    return json.loads(cell) if quoted else cell
