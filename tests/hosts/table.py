"""The README's table of hosts, written from what the run found."""

from pathlib import Path
from typing import Any

Json = dict[str, Any]

_BEGIN = "<!-- hosts: written by tests/hosts/run --update -->\n"
_END = "<!-- end of hosts -->\n"
_HEAD = ["host", "version", "protocol", "works", "to set, or what fails"]
_OFFERS = {"prompt": "prompts", "resource": "resources"}


def table(results: list[Json]) -> str:
    """Writes the table of all hosts that are not on the long list."""
    rows = [_HEAD, ["---"] * len(_HEAD), *(_row(result) for result in results if not result["long"])]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def differs(readme: Path, text: str) -> bool:
    """Compares the README with the table."""
    return _parts(readme)[1] != text


def write(readme: Path, text: str) -> None:
    """Puts the table into the README."""
    before, _, after = _parts(readme)
    readme.write_text(before + text + after)


def _parts(readme: Path) -> tuple[str, str, str]:
    whole = readme.read_text()
    if _BEGIN not in whole or _END not in whole:
        raise SystemExit(f"{readme.name} has no place for the table of hosts: {_BEGIN}{_END}")
    before, rest = whole.split(_BEGIN)
    old, after = rest.split(_END)
    return before + _BEGIN, old, _END + after


def _row(result: Json) -> list[str]:
    notes = [result["set"], *result["reasons"]]
    return [
        f"{result['name']} (`{result['package']}`)",
        result["version"],
        ", ".join(result["protocol"]),
        "; ".join(filter(None, [_calls(result), *_offers(result)])),
        "; ".join(filter(None, notes)),
    ]


def _calls(result: Json) -> str:
    """The expositions in which the host lists, calls, gets errors and deletes after a question, over each transport."""
    works = []
    for exposition in result["expositions"]:
        cases = [case for case in result["cases"] if case["exposition"] == exposition]
        transports = [case["transport"] for case in cases if not any(case["claims"][each] for each in ("lists", "calls", "errors", "deletes"))]
        if len(transports) == len(cases):
            works.append(exposition)
        else:
            works += [f"{exposition} over {transport}" for transport in transports]
    return "tools: " + (", ".join(works) or "none")


def _offers(result: Json) -> list[str]:
    """Prompts and resources, where they work in every case."""
    return [word for claim, word in _OFFERS.items() if all(case["claims"][claim] == "" for case in result["cases"])]
