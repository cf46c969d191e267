"""The official Python SDK against the tracker.

Its `Client` speaks both eras: mode "legacy" shakes hands, "auto" asks `server/discover` first, a revision such as
"2026-07-28" adopts it unasked. What the SDK hides (late answers, the exit code) is read from a copy of the wire.
"""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import CallToolResult

from contract import (
    ACTION_UNKNOWN,
    INVALID_PARAMS,
    LIST_LIMIT,
    TOOL,
    check_invalid_open,
    check_progress,
    check_succeeded,
    check_tools,
    error_text_of,
    import_text,
    import_titles,
    titles_of,
    value_of,
)
from harness import WAIT_SECONDS, Suite, expect, expect_that, scratch, tail, tracker_command

SUITE = Suite("python sdk")


@dataclass(frozen=True)
class Mode:
    """A `mode` of the SDK's client and the revision it must end up with."""

    name: str
    version: str
    modern: bool

    def __str__(self) -> str:
        return self.name


MODES = [
    Mode("legacy", "2025-11-25", modern=False),
    Mode("auto", "2026-07-28", modern=True),
    Mode("2026-07-28", "2026-07-28", modern=True),
]

# A copy of the server's output and its exit code. If the SDK has to kill the server, there is no exit code.
_RECORD = '"$@" 2>"$ERRORS" | tee "$WIRE"; echo "${PIPESTATUS[0]}" >"$EXIT"'


@dataclass
class Session:
    """A connected client and what it was told."""

    client: Client
    progress: list[dict[str, Any]] = field(default_factory=list)
    # Everything the server ever sent; filled when the connection has ended.
    sent: list[dict[str, Any]] = field(default_factory=list)

    async def call(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Calls an action; the SDK notes the progress it is told."""
        arguments = {"action": action, **arguments}
        result = await self.client.call_tool(TOOL, arguments, progress_callback=self._note_progress)
        return _as_json(result)

    async def _note_progress(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append({"progress": progress, "total": total, "message": message})


@SUITE.each(MODES)
async def connects_and_learns_who_answers(mode: Mode) -> None:
    async with _connected(mode) as session:
        expect("the revision agreed on", session.client.protocol_version, mode.version)
        if mode.name != "2026-07-28":  # adopted unasked, so nobody has said anything yet
            expect_that(session.client.server_info is not None, "the server's name", session.client.server_info)
            capabilities = session.client.server_capabilities
            expect_that(capabilities.tools is not None, "the capability `tools`", capabilities)


@SUITE.each(MODES)
async def lists_one_tool_for_each_group(mode: Mode) -> None:
    async with _connected(mode) as session:
        listed = await session.client.list_tools()
        check_tools([tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in listed.tools])
    if mode.modern:
        _check_caching(session, listed.ttl_ms, listed.cache_scope)


@SUITE.each(MODES)
async def an_opened_issue_is_listed(mode: Mode) -> None:
    async with _connected(mode) as session:
        opened = value_of(await session.call("open", title="From Python", body="by the SDK", assignee="ada"))
        expect("the opened issue", value_of(await session.call("get", id=opened["id"])), opened)
        expect("titles found", titles_of(await session.call("list", text="From Python")), ["From Python"])


@SUITE.each(MODES)
async def wrong_arguments_are_named(mode: Mode) -> None:
    async with _connected(mode) as session:
        check_invalid_open(error_text_of(await session.call("open")), "title: required, but missing")
        text = error_text_of(await session.call("open", title=5))
        check_invalid_open(text, "title: expected string, got 5")


@SUITE.each(MODES)
async def an_unknown_action_is_told_the_likely_one(mode: Mode) -> None:
    async with _connected(mode) as session:
        expect("the text", error_text_of(await session.call("lst")), ACTION_UNKNOWN)


@SUITE.each(MODES)
async def an_unknown_tool_is_a_protocol_error(mode: Mode) -> None:
    async with _connected(mode) as session:
        try:
            answer = await session.client.call_tool("nope", {"action": "list"})
        except MCPError as error:
            expect("the error's code", error.code, INVALID_PARAMS)
        else:
            raise AssertionError(f"no protocol error\nreceived: {_as_json(answer)}")


@SUITE.each(MODES)
async def progress_arrives(mode: Mode) -> None:
    async with _connected(mode) as session:
        check_succeeded(await session.call("import", text=import_text("progress", 20)))
        check_progress(session.progress, 20)


@SUITE.each(MODES)
async def a_cancelled_import_is_never_answered_and_leaves_nothing(mode: Mode) -> None:
    async with _connected(mode) as session:
        await _cancel_import(session, import_text("cancelled", LIST_LIMIT))
        # A second import of the same length is our clock: had the first gone on, it would be done by now.
        check_succeeded(await session.call("import", text=import_text("finished", LIST_LIMIT)))
        finished = await session.call("list", text="finished", limit=LIST_LIMIT)
        expect("titles of the finished import", titles_of(finished), import_titles("finished", LIST_LIMIT))
        expect("titles of the cancelled import", titles_of(await session.call("list", text="cancelled")), [])
    _check_first_import_unanswered(session)


async def _cancel_import(session: Session, text: str) -> None:
    """Starts an import and gives it up, as an application does, once it has begun to work."""
    async with anyio.create_task_group() as tasks:
        begun = anyio.Event()

        async def note(*_: object) -> None:
            begun.set()

        async def call() -> None:
            answer = await session.client.call_tool(TOOL, {"action": "import", "text": text}, progress_callback=note)
            raise AssertionError(f"answered before it was cancelled\nreceived: {_as_json(answer)}")

        tasks.start_soon(call)
        with anyio.fail_after(WAIT_SECONDS):
            await begun.wait()
        tasks.cancel_scope.cancel()


def _check_first_import_unanswered(session: Session) -> None:
    """The SDK's progress token is the id of the request."""
    told = [each for each in session.sent if each.get("method") == "notifications/progress"]
    cancelled = told[0]["params"]["progressToken"]
    answers = [each for each in session.sent if each.get("id") == cancelled]
    expect("answers to the cancelled call", answers, [])


def _check_caching(session: Session, ttl: int, scope: str) -> None:
    """The SDK has defaults for both hints, so look at the wire too."""
    sent = next(each["result"] for each in session.sent if "tools" in each.get("result", {}))
    expect("the caching hints", (sent.get("ttlMs"), sent.get("cacheScope")), (ttl, scope))


def _as_json(result: CallToolResult) -> dict[str, Any]:
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


@asynccontextmanager
async def _connected(mode: Mode) -> AsyncIterator[Session]:
    """A client and its server; when the client hangs up, the server must exit with 0 by itself."""
    with scratch() as directory:
        session = Session(Client(_server(directory), mode=mode.name, read_timeout_seconds=WAIT_SECONDS))
        try:
            async with session.client:
                yield session
            session.sent = [json.loads(each) for each in (directory / "wire").read_text().splitlines()]
            _check_exit(directory)
        except BaseException as failure:
            failure.add_note(f"the server's last output: {tail(directory / 'wire')}")
            failure.add_note(f"its stderr: {tail(directory / 'errors')}")
            raise


def _server(directory: Path) -> StdioServerParameters:
    files = {name.upper(): str(directory / name) for name in ("wire", "errors", "exit")}
    command = ["-c", _RECORD, "tracker", *tracker_command(directory / "tracker.db")]
    return StdioServerParameters(command="bash", args=command, env={**os.environ, **files})


def _check_exit(directory: Path) -> None:
    code = directory / "exit"
    expect_that(code.exists(), "the server exits by itself when stdin closes", "the SDK had to kill it")
    expect("the server's exit code", code.read_text().strip(), "0")
    expect_that("panicked at" not in (directory / "errors").read_text(), "no panic", tail(directory / "errors"))
