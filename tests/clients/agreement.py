"""The tracker's own command `call` beside the MCP Inspector's command line: the same calls, each on a database of its
own, have the same results, and `list` prints what `tools/list` answers.

The Inspector sends one JSON object, whose numbers it makes itself where the schema has a number. `call` gets flags, or
the object where a call says so.
"""

import asyncio
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from contract import TOOL
from harness import Suite, expect, scratch, server_command, waiting_for
from inspector import Case, inspect
from server import Server, started

SUITE = Suite("agreement")

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_TOKEN = re.compile(r'(`confirmation`: \\?")[\w-]{12}')
_STARTED = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
_FAILED = 1


@dataclass(frozen=True)
class Call:
    """One call. `flags` is how a person writes its arguments; without it, they are one JSON object."""

    action: str
    arguments: dict[str, Any] = field(default_factory=dict)
    flags: list[str] | None = None


# In this order, because later ones meet what earlier ones wrote.
CALLS = [
    Call("issues.list", flags=[]),
    Call("issues.list", {"limit": 2}, ["--limit", "2"]),
    Call("issues.list", {"state": "open", "limit": 3, "offset": 1}, ["--state", "open", "--limit=3", "--offset", "1"]),
    Call("issues.list", {"text": "the manual"}, ["--text", "the manual"]),
    Call("issues.list", {"assignee": "ada", "state": "closed"}),
    Call("issues.list", {"state": "shut"}),
    Call("issues.list", {"limit": 0}, ["--limit", "0"]),
    Call("issues.list", {"limit": 101}),
    Call("issues.get", {"issue": 1}, ["--issue", "1"]),
    Call("issues.get", {"issue": 99}, ["--issue", "99"]),
    Call("issues.get", {"issue": -1}, ["--issue=-1"]),
    Call("issues.get", flags=[]),
    Call("issues.open", {"title": 'A "quoted" one', "assignee": "ada"}, ["--title", 'A "quoted" one', "--assignee=ada"]),
    Call("issues.open", {"title": "Äpfel – 苹果", "body": "two\nlines"}, ["--title", "Äpfel – 苹果", "--body=two\nlines"]),
    Call("issues.open", {"title": ""}, ["--title", ""]),
    Call("issues.open", {"titel": "a slip"}),
    Call("issues.open", {"title": "theirs", "assignee": "nobody"}, ["--title", "theirs", "--assignee", "nobody"]),
    Call("issues.assign", {"issue": 2, "assignee": "ada"}, ["--issue", "2", "--assignee", "ada"]),
    Call("issues.assign", {"issue": 2, "assignee": None}),
    Call("issues.close", {"issue": 2}, ["--issue", "2"]),
    Call("issues.delete", {"issue": 3}, ["--issue", "3"]),
    Call("issues.delete", {"issue": 3, "confirmation": "aaaaaaaaaaaa"}),
    Call("comments.list", {"issue": 1}, ["--issue", "1"]),
    Call("comments.add", {"issue": 1, "text": "- dash", "author": "ada"}, ["--text=- dash", "--author=ada", "--issue=1"]),
    Call("comments.add", {"issue": 1}, ["--issue", "1"]),
    Call("labels.list", flags=[]),
    Call("labels.create", {"name": "odd", "description": "{} [] #"}),
    Call("labels.attach", {"issue": 1, "label": "docs"}, ["--issue", "1", "--label", "docs"]),
    Call("labels.attach", {"issue": 1, "label": "no such"}, ["--issue", "1", "--label", "no such"]),
    Call("members.list", {"unknown": True}),
]


@SUITE.each([Case("stdio", "modern")])
async def calls_have_the_same_result_on_both_command_lines(case: Case) -> None:
    expect("calls", len(CALLS), 30)
    with scratch() as directory:
        database = str(directory / "inspected.db")
        async with started("TRACKER", case.transport, directory, "--db", database) as server:
            inspected = [await _inspected(case, server, call) for call in CALLS]
        called = [await _called(str(directory / "called.db"), call) for call in CALLS]
    for call, theirs, ours in zip(CALLS, inspected, called, strict=True):
        expect(f"{call.action} {json.dumps(call.arguments)}", ours, theirs)


@SUITE.each([[], ["--exposition", "by-safety"], ["--exposition", "flat"]])
async def list_prints_what_the_protocol_lists(exposition: list[str]) -> None:
    with scratch() as directory:
        options = ["--db", str(directory / "tracker.db"), *exposition]
        async with started("TRACKER", "stdio", directory, *options) as server:
            listed = (await inspect(Case("stdio", "modern"), server, "--method", "tools/list")).output()["result"]
        code, printed = await _run("list", "--output", "json", *options)
        expect("exit code", code, 0)
        expect("tools", printed["tools"], listed["tools"])


async def _inspected(case: Case, server: Server, call: Call) -> dict[str, Any]:
    arguments = json.dumps({"action": call.action, **call.arguments})
    answer = await inspect(
        case, server, "--method", "tools/call", "--tool-name", TOOL, "--tool-args-json", arguments
    )
    return _lasting(answer.output()["result"])


async def _called(database: str, call: Call) -> dict[str, Any]:
    words = ["--json", json.dumps(call.arguments)] if call.flags is None else call.flags
    code, result = await _run("call", "--output", "json", "--db", database, f"{TOOL}/{call.action}", *words)
    expect(f"exit code of {call.action}", code, _FAILED if result.get("isError") else 0)
    return _lasting(result)


async def _run(*words: str) -> tuple[int, dict[str, Any]]:
    process = await asyncio.create_subprocess_exec(
        *server_command("TRACKER", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with waiting_for(f"the end of {words}"):
        stdout, stderr = await process.communicate()
    try:
        return process.returncode, json.loads(stdout)
    except ValueError:
        raise AssertionError(f"stdout of {words} is not JSON: {stdout!r}, stderr: {stderr!r}") from None


def _lasting(result: dict[str, Any]) -> dict[str, Any]:
    """The result without times of this run, the random token, and the mark of 2026-07-28, which the Inspector drops."""
    kept = {name: value for name, value in result.items() if name != "resultType"}
    text = _TIME.sub(lambda time: "NOW" if time[0] >= _STARTED else time[0], json.dumps(kept, ensure_ascii=False))
    return json.loads(_TOKEN.sub(r"\1TOKEN", text))
