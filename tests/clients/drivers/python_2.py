"""Drives the Python SDK 2.x.

Its mode "legacy" shakes hands, "auto" asks `server/discover` first, a revision such as "2026-07-28" adopts it unasked.
"""

import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
import mcp
from anyio.abc import ObjectReceiveStream
from mcp import MCPError, StdioServerParameters
from mcp.types import ToolListChangedNotification

from driver import Json, Progress, Refused, as_json, drive


class _Client:
    def __init__(self, client: mcp.Client, changes: ObjectReceiveStream[None], stack: AsyncExitStack) -> None:
        self._client = client
        self._changes: Any = changes
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

    async def call(self, tool: str, arguments: Json, progress: Progress) -> Json:
        try:
            return as_json(await self._client.call_tool(tool, arguments, progress_callback=progress))
        except MCPError as error:
            raise Refused(error.code) from error

    async def cancel(self, call: anyio.CancelScope) -> None:
        call.cancel()

    async def listen(self) -> None:
        # Whoever has shaken hands is told unasked.
        if self._client.protocol_version >= "2026-07-28":
            stream = self._client.listen(tools_list_changed=True)
            self._changes = await self._stack.enter_async_context(stream)

    async def changed(self) -> None:
        await anext(aiter(self._changes))


@asynccontextmanager
async def _connect(target: Json) -> AsyncIterator[_Client]:
    server = target.get("url") or StdioServerParameters(command=target["command"][0], args=target["command"][1:])
    told, changes = anyio.create_memory_object_stream[None](math.inf)

    async def note(message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            told.send_nowait(None)

    async with (
        mcp.Client(server, mode=target["mode"], message_handler=note) as client,
        AsyncExitStack() as stack,
    ):
        yield _Client(client, changes, stack)


drive(_connect)
