"""What the drivers of both Python SDKs share: commands in by lines, answers out by lines. See drivers/README.md."""

import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import anyio
from anyio.abc import TaskGroup

from user import Json, User
Progress = Callable[[float, float | None, str | None], Awaitable[None]]


class Refused(Exception):
    """The server answered with a protocol error."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class TimedOut(Exception):
    """The client has waited for as long as it was told to."""


class Client(Protocol):
    """A connected SDK client."""

    def hello(self) -> Json: ...

    async def list(self) -> Json: ...

    async def call(self, tool: str, arguments: Json, progress: Progress, seconds: float | None = None) -> Json:
        """Calls a tool, and waits for as long as the SDK does, or `seconds`."""

    async def cancel(self, call: anyio.CancelScope) -> None:
        """Gives up the one call that is running."""

    async def prompts(self) -> Json: ...

    async def prompt(self, name: str, arguments: Json) -> Json: ...

    async def resources(self) -> Json: ...

    async def templates(self) -> Json: ...

    async def read(self, uri: str) -> Json: ...

    async def complete(self, ref: Json, argument: Json) -> Json: ...

    async def watch(self, uri: str) -> None:
        """Sees to it that the server tells when a resource changes."""

    async def updated(self) -> str:
        """Waits until it has told so, once more than it was waited for; the resource."""

    async def listen(self) -> None:
        """Sees to it that the server tells when the list of tools changes."""

    async def changed(self) -> None:
        """Waits until it has told so, once more than it was waited for."""


Connect = Callable[[Json, User | None], AbstractAsyncContextManager[Client]]


def drive(connect: Connect) -> None:
    """Connects as the first argument of the program says, and obeys until the end of input."""
    anyio.run(_drive, connect, json.loads(sys.argv[1]))


def as_json(model: Any) -> Json:
    """A value of the SDK as it stood on the wire."""
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def _drive(connect: Connect, target: Json) -> None:
    user = User()
    async with anyio.create_task_group() as calls:
        async with connect(target, user if target.get("user") else None) as client:
            _say(client.hello())
            running = anyio.CancelScope()
            while line := await anyio.to_thread.run_sync(sys.stdin.readline):
                command = json.loads(line)
                match command.pop("do"):
                    case "list":
                        _say(await client.list())
                    case "call":
                        _say(await _call(client, user, **command))
                    case "begin":
                        running = anyio.CancelScope()
                        user.asked = anyio.Event()
                        _say(await _begin(client, calls, running, user.asked, **command))
                    case "cancel":
                        await client.cancel(running)
                        _say({"cancelled": True})
                    case "ask":
                        _say(await _asked(getattr(client, command.pop("what"))(**command)))
                    case "watch":
                        await client.watch(**command)
                        _say({"watching": True})
                    case "updated":
                        _say({"uri": await client.updated()})
                    case "listen":
                        await client.listen()
                        _say({"listening": True})
                    case "changed":
                        await client.changed()
                        _say({"changed": True})
                    case "answer":
                        user.lay_down(**command)
                        _say({"answers": True})
                    case "questions":
                        _say({"questions": user.questions()})
                    case "withdrawn":
                        await user.withdrawn()
                        _say({"withdrawn": True})
        # The connection is gone: whatever still waits for an answer waits in vain.
        calls.cancel_scope.cancel()


async def _asked(answer: Awaitable[Json]) -> Json:
    try:
        return {"result": await answer}
    except Refused as refused:
        return {"error": refused.code}


async def _call(client: Client, user: User, tool: str, arguments: Json, seconds: float | None = None) -> Json:
    told: list[Json] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append({"progress": progress, "total": total, "message": message})

    try:
        return {"result": await client.call(tool, arguments, note, seconds), "progress": told}
    except Refused as refused:
        return {"error": refused.code}
    except TimedOut:
        # An answer that is on its way is too late; it has been sent when this is said.
        await user.idle()
        return {"timed_out": True}


async def _begin(
    client: Client, calls: TaskGroup, scope: anyio.CancelScope, news: anyio.Event, tool: str, arguments: Json
) -> Json:
    """Starts a call, and returns when it has told progress or asked the user, or if it ended without."""
    answer: Json = {"begun": True}

    async def note(*_: object) -> None:
        news.set()

    async def run() -> None:
        with scope:
            try:
                result = await client.call(tool, arguments, note)
            except Exception as failure:
                if not news.is_set():
                    raise
                print("the call begun ended with", repr(failure), file=sys.stderr)
            else:
                answer.update(begun=False, result=result)
        news.set()

    calls.start_soon(run)
    await news.wait()
    return answer


def _say(answer: Json) -> None:
    print(json.dumps(answer), flush=True)
