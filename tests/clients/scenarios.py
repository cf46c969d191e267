"""The scenarios of `scenarios.json` through the Python SDK 2.x and through raw lines, against the server in
`tests/src/scenarios.rs`. `tests/tests/behaviour/scenarios.rs` runs them through the test client of Fusion.

Each step has one expected outcome, whoever is the client; `legacy` replaces it where the revisions differ.
"""

import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from harness import Suite, expect, expect_that, scratch, server_command
from scenarios_raw import LISTS, RawClient
from sdk import Case, Sdk, connected
from server import TRANSPORTS, started
from wire import ERAS, Era, spawned

Json = dict[str, Any]
Run = Callable[[Json], Awaitable[Json]]

SUITE = Suite("scenarios")

_SCENARIOS: list[Json] = json.loads((Path(__file__).parent / "scenarios.json").read_text())
_DRIVER = Path(__file__).parent / "drivers" / "scenarios.py"
# The options of the server for each.
_EXPOSITIONS = {"grouped": [], "flat": ["--flat"]}
_PROTOCOL = {"_meta", "cacheScope", "nextCursor", "resultType", "ttlMs"}


def _sdk_cases() -> list[Case]:
    # A client that adopts a revision unasked has read no instructions.
    modes = {"legacy": "2025-11-25", "auto": "2026-07-28"}
    sdk = Sdk("python 2", [os.environ["PYTHON_2"], "-B", str(_DRIVER)], modes)
    return [Case(sdk, transport, mode) for transport in TRANSPORTS for mode in modes]


@SUITE.each(_sdk_cases())
async def every_scenario_has_its_outcome(case: Case) -> None:
    for exposition, options in _EXPOSITIONS.items():
        with scratch() as directory:
            async with (
                started("SCENARIOS", case.transport, directory, *options) as server,
                connected(case, server) as session,
            ):
                await _check(exposition, not case.modern, lambda step: session.asked("step", step=step))


@SUITE.each(ERAS)
async def every_scenario_has_its_outcome_through_raw_lines(era: Era) -> None:
    for exposition, options in _EXPOSITIONS.items():
        async with spawned(era, command=server_command("SCENARIOS", "stdio", *options)) as peer:
            client = RawClient(peer)
            await client.open()
            await _check(exposition, era.handshake, client.run)


async def _check(exposition: str, legacy: bool, run: Run) -> None:
    chosen = [scenario for scenario in _SCENARIOS if scenario.get("exposition", "grouped") == exposition]
    expect_that(bool(chosen), "scenarios to run", exposition)
    for scenario in chosen:
        for place, step in enumerate(scenario["steps"]):
            expected = step["legacy"] if legacy and "legacy" in step else step["expect"]
            outcome = _outcome(step, await run(_with_tool(step, exposition)))
            expect(f"{scenario['name']}, step {place}", outcome, expected)


def _with_tool(step: Json, exposition: str) -> Json:
    """A call in the words of the wire: the tool of an action, or the tool with the action among its arguments."""
    if "call" not in step:
        return step
    if exposition == "flat":
        return step | {"tool": step["call"].replace("/", "_")}
    tool, _, action = step["call"].partition("/")
    arguments = {"action": action, **step["arguments"]} if action else step["arguments"]
    return step | {"tool": tool, "arguments": arguments}


def _outcome(step: Json, received: Json) -> Json:
    """The outcome in the form of the file: without what belongs to the protocol, and with our part of `_meta`."""
    if "pages" in received:
        member = LISTS[step["list"]][1]
        return {"pages": [[_listed(item) for item in page[member]] for page in received["pages"]]}
    if "result" not in received:
        return received
    result = received["result"]
    outcome = {key: value for key, value in result.items() if key not in _PROTOCOL}
    if outcome.get("isError") is False:
        del outcome["isError"]
    meta = {key: value for key, value in result.get("_meta", {}).items() if key.startswith("dev.fusion/")}
    if meta:
        outcome["meta"] = meta
    if "progress" in step:
        outcome["progress"] = received["progress"]
    if received.get("questions"):
        outcome["questions"] = received["questions"]
    return outcome


def _listed(item: Json) -> list[str]:
    """The name of a listed item, its URI and the names of its arguments."""
    names = [item["name"], item.get("uri"), item.get("uriTemplate")]
    return [name for name in names if name] + [each["name"] for each in item.get("arguments", [])]
