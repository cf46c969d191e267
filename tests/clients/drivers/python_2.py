"""Drives the Python SDK 2.x.

Its mode "legacy" shakes hands, "auto" asks `server/discover` first, a revision such as "2026-07-28" adopts it unasked.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import mcp
from mcp import MCPError, StdioServerParameters

from driver import Json, Progress, Refused, as_json, drive


class _Client:
    def __init__(self, client: mcp.Client) -> None:
        self._client = client

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


@asynccontextmanager
async def _connect(target: Json) -> AsyncIterator[_Client]:
    server = target.get("url") or StdioServerParameters(command=target["command"][0], args=target["command"][1:])
    async with mcp.Client(server, mode=target["mode"]) as client:
        yield _Client(client)


drive(_connect)
