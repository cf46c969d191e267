"""The official SDKs against a handler of somebody else, with tools of Fusion attached that come and go while they listen:
every client, in each era that it speaks."""

import os
from contextlib import asynccontextmanager
from typing import Any

from harness import Suite, expect, scratch
from sdk import CASES, Case, connected
from server import Server

SUITE = Suite("switching")

_THEIRS = ["detach", "reattach"]


@SUITE.each([case for case in CASES if case.transport == "stdio"])
async def a_client_that_listens_is_told_when_tools_go_and_come_back(case: Case) -> None:
    async with _serving() as server, connected(case, server) as session:
        # Answered after whatever the client said when it had connected.
        expect("the tools", _names(await session.list()), ["desk", *_THEIRS])
        await session.listen()
        for tool, names in [("detach", _THEIRS), ("reattach", ["desk", *_THEIRS])] * 2:
            await session.answer(tool)
            await session.changed()
            expect(f"the tools after `{tool}`", _names(await session.list()), names)
        echoed = await session.answer("desk", "echo", n=5)
        expect("the desk's answer", echoed["result"]["content"], [{"type": "text", "text": "5"}])


def _names(listed: dict[str, Any]) -> list[str]:
    return [tool["name"] for tool in listed["tools"]]


@asynccontextmanager
async def _serving():
    with scratch() as directory:
        yield Server(directory, command=[os.environ["SWITCHING"]])
