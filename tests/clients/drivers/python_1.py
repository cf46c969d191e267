"""Drives the Python SDK 1.x, which knows only the handshake revisions."""

import math
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio
from anyio.abc import ObjectReceiveStream
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import (
    CancelledNotification,
    CancelledNotificationParams,
    ClientNotification,
    InitializeResult,
    ServerNotification,
    ToolListChangedNotification,
)

from driver import Json, Progress, Refused, as_json, drive


class _Client:
    def __init__(
        self, session: ClientSession, answer: InitializeResult, changes: ObjectReceiveStream[None]
    ) -> None:
        self._session = session
        self._changes = changes
        self._answer = answer
        self._request = -1

    def hello(self) -> Json:
        answer = as_json(self._answer)
        return {
            "version": answer["protocolVersion"],
            "server": answer["serverInfo"],
            "capabilities": answer["capabilities"],
        }

    async def list(self) -> Json:
        return as_json(await self._session.list_tools())

    async def call(self, tool: str, arguments: Json, progress: Progress) -> Json:
        # The SDK tells nobody the id of a request, and `cancel` needs it.
        self._request = self._session._request_id  # noqa: SLF001
        try:
            return as_json(await self._session.call_tool(tool, arguments, progress_callback=progress))
        except McpError as error:
            raise Refused(error.error.code) from error

    async def cancel(self, call: anyio.CancelScope) -> None:
        # Giving up the wait tells the server nothing in 1.x; an application has to say it.
        call.cancel()
        params = CancelledNotificationParams(requestId=self._request, reason="test")
        await self._session.send_notification(ClientNotification(CancelledNotification(params=params)))

    async def listen(self) -> None:
        """Whoever has shaken hands is told unasked."""

    async def changed(self) -> None:
        await self._changes.receive()


def _streams(target: Json) -> AbstractAsyncContextManager[tuple[Any, ...]]:
    if "url" in target:
        return streamable_http_client(target["url"])
    command, *arguments = target["command"]
    return stdio_client(StdioServerParameters(command=command, args=arguments))


@asynccontextmanager
async def _connect(target: Json) -> AsyncIterator[_Client]:
    told, changes = anyio.create_memory_object_stream[None](math.inf)

    async def note(message: Any) -> None:
        if isinstance(message, ServerNotification) and isinstance(message.root, ToolListChangedNotification):
            told.send_nowait(None)

    async with (
        _streams(target) as (read, write, *_),
        ClientSession(read, write, message_handler=note) as session,
    ):
        yield _Client(session, await session.initialize(), changes)


drive(_connect)
