"""Drives the Python SDK 2.x.

Its mode "legacy" shakes hands, "auto" asks `server/discover` first, a revision such as "2026-07-28" adopts it unasked.
"""

import math
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
import mcp
from anyio.abc import ObjectReceiveStream
from mcp import MCPError, StdioServerParameters
from mcp.types import (
    REQUEST_TIMEOUT,
    ElicitRequestParams,
    ElicitResult,
    PromptReference,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
    ToolListChangedNotification,
)

from driver import Json, Progress, Refused, TimedOut, as_json, drive
from user import User


class _Client:
    def __init__(
        self,
        client: mcp.Client,
        changes: ObjectReceiveStream[None],
        updates: ObjectReceiveStream[str],
        stack: AsyncExitStack,
    ) -> None:
        self._client = client
        self._changes: Any = changes
        self._updates: Any = updates
        self._stack = stack

    def hello(self) -> Json:
        server = self._client.server_info
        return {
            "version": self._client.protocol_version,
            "server": server and as_json(server),
            "capabilities": as_json(self._client.server_capabilities),
        }

    async def list(self) -> Json:
        return as_json(await self._client.list_tools())

    async def call(self, tool: str, arguments: Json, progress: Progress, seconds: float | None = None) -> Json:
        # In the modern era the SDK's own limit is one of each round, without the time of the user.
        whole = seconds if self._is_modern() else None
        try:
            with anyio.fail_after(whole):
                return as_json(await self._client.call_tool(tool, arguments, seconds, progress))
        except TimeoutError as error:
            raise TimedOut from error
        except MCPError as error:
            if error.code == REQUEST_TIMEOUT:
                raise TimedOut from error
            raise Refused(error.code) from error

    async def cancel(self, call: anyio.CancelScope) -> None:
        call.cancel()

    async def prompts(self) -> Json:
        return as_json(await self._client.list_prompts())

    async def prompt(self, name: str, arguments: Json) -> Json:
        return await _answer(self._client.get_prompt(name, arguments))

    async def resources(self) -> Json:
        return as_json(await self._client.list_resources())

    async def templates(self) -> Json:
        return as_json(await self._client.list_resource_templates())

    async def read(self, uri: str) -> Json:
        return await _answer(self._client.read_resource(uri, cache_mode="bypass"))

    async def complete(self, ref: Json, argument: Json) -> Json:
        kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
        return await _answer(self._client.complete(kind(**ref), argument))

    def _is_modern(self) -> bool:
        return self._client.protocol_version >= "2026-07-28"

    async def watch(self, uri: str) -> None:
        if self._is_modern():
            stream = self._client.listen(resource_subscriptions=[uri])
            self._updates = await self._stack.enter_async_context(stream)
        else:
            await self._client.subscribe_resource(uri)

    async def updated(self) -> str:
        told = await anext(aiter(self._updates))
        return told if isinstance(told, str) else told.uri

    async def listen(self) -> None:
        # Whoever has shaken hands is told unasked.
        if self._is_modern():
            stream = self._client.listen(tools_list_changed=True)
            self._changes = await self._stack.enter_async_context(stream)

    async def changed(self) -> None:
        await anext(aiter(self._changes))


async def _answer(answer: Awaitable[Any]) -> Json:
    try:
        return as_json(await answer)
    except MCPError as error:
        raise Refused(error.code) from error


@asynccontextmanager
async def _connect(target: Json, user: User | None) -> AsyncIterator[_Client]:
    server = target.get("url") or StdioServerParameters(command=target["command"][0], args=target["command"][1:])
    told, changes = anyio.create_memory_object_stream[None](math.inf)
    updated, updates = anyio.create_memory_object_stream[str](math.inf)

    async def note(message: Any) -> None:
        match message:
            case ToolListChangedNotification():
                told.send_nowait(None)
            case ResourceUpdatedNotification(params=params):
                updated.send_nowait(params.uri)

    async def ask(_: Any, question: ElicitRequestParams) -> ElicitResult:
        return ElicitResult(**await user.answer(as_json(question)))

    callbacks = {"message_handler": note} | ({"elicitation_callback": ask} if user else {})
    async with (
        mcp.Client(server, mode=target["mode"], **callbacks) as client,
        AsyncExitStack() as stack,
    ):
        yield _Client(client, changes, updates, stack)


drive(_connect)
