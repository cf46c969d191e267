"""The official SDKs against the tracker: every client, over each transport, in each era that it speaks.

An SDK runs in a driver, a program in its own language (`drivers/`), which is told what to do and tells what came of it.
What is right is judged here.
"""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract import (
    ACTION_UNKNOWN,
    BRIEF,
    HELP,
    INVALID_PARAMS,
    LIST_LIMIT,
    SEARCH,
    TOOL,
    TOPIC_UNKNOWN,
    check_brief_refusal,
    check_brief_tools,
    check_contract,
    check_invalid_open,
    check_module,
    check_overview,
    check_progress,
    check_search_tools,
    check_searched_refusal,
    check_succeeded,
    check_tools,
    check_unknown_searched,
    error_text_of,
    found_in,
    import_text,
    import_titles,
    text_of,
    titles_of,
    token_of,
    value_of,
)
from harness import Suite, expect, expect_that, tail, waiting_for
from server import TRANSPORTS, Server, serving

_DRIVERS = Path(__file__).parent / "drivers"
_MAX_ANSWER = 16 * 1024 * 1024
_LEGACY = "2025-11-25"
_MODERN = "2026-07-28"


@dataclass(frozen=True)
class Sdk:
    """One line of an SDK, how its driver is started, and its modes with the revision each must end up with."""

    name: str
    driver: list[str]
    modes: dict[str, str]


@dataclass(frozen=True)
class Case:
    """One client, connecting in one way."""

    sdk: Sdk
    transport: str
    mode: str

    def __str__(self) -> str:
        return f"{self.sdk.name}, {self.transport}, {self.mode}"

    @property
    def version(self) -> str:
        return self.sdk.modes[self.mode]

    @property
    def modern(self) -> bool:
        return self.version == _MODERN

    @property
    def adopts_unasked(self) -> bool:
        """The Python SDK takes a revision given to it for granted, so that nobody has said anything yet."""
        return self.sdk.name == "python 2" and self.mode == _MODERN

    @property
    def can_cancel_one_call(self) -> bool:
        """Over legacy HTTP every SDK posts `notifications/cancelled` and leaves the call's stream open. A server
        without sessions cannot tell whose call that is; what it does understand is a client that hangs up."""
        return self.transport == "stdio" or self.modern


def _cases() -> list[Case]:
    node = ["node", str(_DRIVERS / "typescript.cjs")]
    both = {"legacy": _LEGACY, "auto": _MODERN, _MODERN: _MODERN}
    sdks = [
        Sdk("python 1", [os.environ["PYTHON_1"], "-B", str(_DRIVERS / "python_1.py")], {"legacy": _LEGACY}),
        Sdk("python 2", [os.environ["PYTHON_2"], "-B", str(_DRIVERS / "python_2.py")], both),
        Sdk("typescript 1", [*node, "1"], {"legacy": _LEGACY}),
        Sdk("typescript 2", [*node, "2"], both),
    ]
    return [Case(sdk, transport, mode) for sdk in sdks for transport in TRANSPORTS for mode in sdk.modes]


SUITE = Suite("sdk")
CASES = _cases()


class Session:
    """A driver whose client is connected."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.hello: dict[str, Any] = {}
        self._process = process

    async def questions(self) -> list[dict[str, Any]]:
        """Everything that the user was asked since the last time."""
        return (await self._ask("questions"))["questions"]

    async def list(self) -> dict[str, Any]:
        return await self._ask("list")

    async def call(self, action: str, **arguments: Any) -> dict[str, Any]:
        """Calls an action and returns its result, in-band errors included."""
        return (await self.answer(TOOL, action, **arguments))["result"]

    async def call_within(self, seconds: float, tool: str, action: str, **arguments: Any) -> dict[str, Any]:
        """The same of any tool, from a client that waits for so long at most."""
        return await self._ask("call", tool=tool, arguments={"action": action, **arguments}, seconds=seconds)

    async def answer(self, tool: str, action: str | None = None, **arguments: Any) -> dict[str, Any]:
        """The same with what stands beside the result: the progress, or a protocol error's code."""
        which = {} if action is None else {"action": action}
        return await self._ask("call", tool=tool, arguments={**which, **arguments})

    async def ask(self, what: str, **details: Any) -> dict[str, Any]:
        """What is offered beside tools: lists, a prompt, a resource, a completion."""
        return (await self.asked(what, **details))["result"]

    async def asked(self, what: str, **details: Any) -> dict[str, Any]:
        """The same, or a protocol error's code."""
        return await self._ask("ask", what=what, **details)

    async def watch(self, uri: str) -> None:
        """From here on the server tells when the resource changes."""
        expect("the driver's answer", await self._ask("watch", uri=uri), {"watching": True})

    async def updated(self) -> str:
        """Waits until the server has told so, once more than it was waited for; of which resource."""
        return (await self._ask("updated"))["uri"]

    async def listen(self) -> None:
        """From here on the server tells when the list of tools changes."""
        expect("the driver's answer", await self._ask("listen"), {"listening": True})

    async def changed(self) -> None:
        """Waits until the server has told so, once more than it was waited for."""
        expect("the driver's answer", await self._ask("changed"), {"changed": True})

    async def lay_down(self, **answers: dict[str, Any]) -> None:
        """How the user will answer the questions with these messages, each of them once."""
        expect("the driver's answer", await self._ask("answer", answers=answers), {"answers": True})

    async def withdrawn(self) -> None:
        """Waits until a question was withdrawn, once more than it was waited for."""
        expect("the driver's answer", await self._ask("withdrawn"), {"withdrawn": True})

    async def begin(self, action: str, tool: str = TOOL, **arguments: Any) -> None:
        """Starts a call, which must tell progress or ask the user before it is answered."""
        answer = await self._ask("begin", tool=tool, arguments={"action": action, **arguments})
        expect("a call that has begun", answer, {"begun": True})

    async def cancel(self) -> None:
        """Gives up the call that has begun, as an application does."""
        expect("the driver's answer", await self._ask("cancel"), {"cancelled": True})

    async def read(self) -> dict[str, Any]:
        async with waiting_for("an answer of the driver"):
            line = await self._process.stdout.readline()
        expect_that(line.endswith(b"\n"), "an answer of the driver", line.decode(errors="replace"))
        return json.loads(line)

    async def kill(self) -> None:
        """The client ends without a word."""
        self._process.kill()
        async with waiting_for("the end of the driver, which was killed"):
            await self._process.wait()

    async def close(self) -> None:
        """The client hangs up, and the driver ends."""
        self._process.stdin.close()
        async with waiting_for("the end of the driver, whose client was told to hang up"):
            expect("further answers of the driver", await self._process.stdout.read(), b"")
            expect("the driver's exit code", await self._process.wait(), 0)

    async def _ask(self, do: str, **details: Any) -> dict[str, Any]:
        self._process.stdin.write(json.dumps({"do": do, **details}).encode() + b"\n")
        return await self.read()


@SUITE.each(CASES)
async def connects_and_lists_one_tool_for_each_group(case: Case) -> None:
    async with serving(case.transport) as server:
        async with connected(case, server) as session:
            _check_hello(case, session.hello)
            listed = await session.list()
            check_tools(listed["tools"])
        if case.modern:
            _check_caching(listed, server)


@SUITE.each(CASES)
async def an_opened_issue_is_listed(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        opened = value_of(await session.call("issues.open", title="Needle é 🦀", body="by an SDK", assignee="ada"))
        expect("the opened issue", value_of(await session.call("issues.get", issue=opened["id"])), opened)
        expect("titles found", titles_of(await session.call("issues.list", text="Needle é 🦀")), ["Needle é 🦀"])


@SUITE.each(CASES)
async def errors_reach_whom_they_are_for(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        check_invalid_open(error_text_of(await session.call("issues.open")), "title: required, but missing")
        wrong = error_text_of(await session.call("issues.open", title=5))
        check_invalid_open(wrong, "title: expected string, got 5. Send it as a string, in quotes")
        expect("the text for `issues.lst`", error_text_of(await session.call("issues.lst")), ACTION_UNKNOWN)
        expect("an unknown tool", await session.answer("nope", "list"), {"error": INVALID_PARAMS})


@SUITE.each(CASES)
async def a_deletion_is_confirmed_with_the_token_of_its_question(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        opened = value_of(await session.call("issues.open", title="Doomed"))
        deletion = {"action": "issues.delete", "issue": opened["id"]}
        question = f'Delete issue {opened["id"]}, "Doomed", with no comments?'
        token = token_of(await session.call(**deletion), question)
        expect_that("`confirmation`" in error_text_of(await session.call(**deletion, confirmation="yes")), "advice", "")
        expect("titles found", titles_of(await session.call("issues.list", text="Doomed")), ["Doomed"])
        check_succeeded(await session.call(**deletion, confirmation=token))
        expect("titles found", titles_of(await session.call("issues.list", text="Doomed")), [])


@SUITE.each(CASES)
async def help_answers_what_a_brief_list_leaves_out(case: Case) -> None:
    async with serving(case.transport, *BRIEF) as server, connected(case, server) as session:
        check_brief_tools((await session.list())["tools"])
        check_overview(text_of(await session.call(HELP)))
        check_module(text_of(await session.call(HELP, topic="labels")))
        contract = text_of(await session.call(HELP, topic="issues.open"))
        check_contract(contract)
        check_brief_refusal(error_text_of(await session.call("issues.open")), contract)
        expect("an unknown topic", error_text_of(await session.call(HELP, topic="isues")), TOPIC_UNKNOWN)


@SUITE.each(CASES)
async def what_is_found_is_called(case: Case) -> None:
    async with serving(case.transport, *SEARCH) as server, connected(case, server) as session:
        check_search_tools((await session.list())["tools"])

        async def run(query: str, **arguments: Any) -> dict[str, Any]:
            answer = await session.answer("find", query=query)
            tool, name = found_in(text_of(answer["result"]))[0]
            return (await session.answer(tool, name, arguments=arguments))["result"]

        opened = value_of(await run("open a new issue", title="Found é 🦀"))
        expect("the opened issue", value_of(await run("issues.get", issue=opened["id"])), opened)
        expect("titles found", titles_of(await run("list issues", text="Found é 🦀")), ["Found é 🦀"])
        doomed = {"issue": opened["id"]}
        token = token_of(await run("delete issue", **doomed), f'Delete issue {opened["id"]}, "Found é 🦀", with no comments?')
        check_succeeded(await run("delete issue", **doomed, confirmation=token))
        check_searched_refusal(error_text_of(await run("open a new issue")))
        unknown = await session.answer("call_read", "tracker/isues.get", arguments=doomed)
        check_unknown_searched(error_text_of(unknown["result"]))


@SUITE.each(CASES)
async def progress_arrives(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        answer = await session.answer(TOOL, "issues.import", lines=import_text("progress", 20))
        check_succeeded(answer["result"])
        check_progress(answer["progress"], 20)


@SUITE.each([case for case in CASES if case.can_cancel_one_call])
async def a_cancelled_import_is_never_answered_and_leaves_nothing(case: Case) -> None:
    async with serving(case.transport) as server:
        async with connected(case, server) as session:
            await session.begin("issues.import", lines=import_text("cancelled", LIST_LIMIT))
            await session.cancel()
            await _check_left_nothing(session, "cancelled")
        if case.transport == "stdio":
            _check_first_import_unanswered(server)


@SUITE.each([case for case in CASES if case.transport == "http"])
async def an_import_leaves_nothing_when_its_client_hangs_up(case: Case) -> None:
    async with serving(case.transport) as server:
        async with connected(case, server) as session:
            await session.begin("issues.import", lines=import_text("cancelled", LIST_LIMIT))
        async with connected(case, server) as session:
            await _check_left_nothing(session, "cancelled")


@SUITE.each([case for case in CASES if not case.can_cancel_one_call])
async def a_cancellation_that_nobody_understands_does_no_harm(case: Case) -> None:
    async with serving(case.transport) as server, connected(case, server) as session:
        await session.begin("issues.import", lines=import_text("cancelled", LIST_LIMIT))
        await session.cancel()
        expect("titles found", titles_of(await session.call("issues.list", text="no such issue")), [])


def _check_hello(case: Case, hello: dict[str, Any]) -> None:
    expect("the revision agreed on", hello["version"], case.version)
    if not case.adopts_unasked:
        expect_that(bool(hello["server"]), "the server's name", hello)
        expect_that("tools" in hello["capabilities"], "the capability `tools`", hello)


def _check_caching(listed: dict[str, Any], server: Server) -> None:
    """An SDK may have defaults for both hints, so look at the wire too, where there is one."""
    told = {hint: listed.get(hint) for hint in ("ttlMs", "cacheScope")}
    expect_that(all(value is not None for value in told.values()), "caching hints", told)
    for sent in server.sent():
        if "tools" in sent.get("result", {}):
            expect("the caching hints", told, {hint: sent["result"].get(hint) for hint in told})


async def _check_left_nothing(session: Session, marker: str) -> None:
    """A second import of the same length is our clock: had the first gone on, it would be done by now."""
    check_succeeded(await session.call("issues.import", lines=import_text("finished", LIST_LIMIT)))
    finished = await session.call("issues.list", text="finished", limit=LIST_LIMIT)
    expect("titles of the finished import", titles_of(finished), import_titles("finished", LIST_LIMIT))
    expect("titles of the cancelled import", titles_of(await session.call("issues.list", text=marker)), [])


def _check_first_import_unanswered(server: Server) -> None:
    """The progress token of every SDK here is the id of the request."""
    sent = server.sent()
    told = [each for each in sent if each.get("method") == "notifications/progress"]
    cancelled = told[0]["params"]["progressToken"]
    answers = [each for each in sent if each.get("id") == cancelled]
    expect("answers to the cancelled call", answers, [])


@asynccontextmanager
async def connected(case: Case, server: Server, *, user: bool = False) -> AsyncIterator[Session]:
    """A client, which can ask a user or not; it must end by itself when it is told to hang up."""
    errors = server.directory / "driver"
    target = {"mode": case.mode, "user": user} | ({"url": server.url} if server.url else {"command": server.command})
    with errors.open("ab") as stderr:
        process = await asyncio.create_subprocess_exec(
            *[*case.sdk.driver, json.dumps(target)],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            limit=_MAX_ANSWER,
            start_new_session=True,
        )
    try:
        session = Session(process)
        session.hello = await session.read()
        yield session
        if process.returncode is None:
            await session.close()
    except BaseException as failure:
        failure.add_note(f"the driver's stderr: {tail(errors)}")
        raise
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
