"""Drives the Python SDK 1.x, which knows only the handshake revisions."""

import math
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
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
    ElicitRequestParams,
    ElicitResult,
    InitializeResult,
    PromptReference,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
    ServerNotification,
    ToolListChangedNotification,
)
from pydantic import AnyUrl

from driver import Json, Progress, Refused, TimedOut, as_json, drive
from user import User

_REQUEST_TIMEOUT = 408


class _Client:
    def __init__(
        self,
        session: ClientSession,
        answer: InitializeResult,
        changes: ObjectReceiveStream[None],
        updates: ObjectReceiveStream[str],
    ) -> None:
        self._session = session
        self._changes = changes
        self._updates = updates
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

    async def call(self, tool: str, arguments: Json, progress: Progress, seconds: float | None = None) -> Json:
        # The SDK tells nobody the id of a request, and `cancel` needs it.
        self._request = self._session._request_id  # noqa: SLF001
        limit = None if seconds is None else timedelta(seconds=seconds)
        try:
            return as_json(await self._session.call_tool(tool, arguments, limit, progress))
        except McpError as error:
            if error.error.code == _REQUEST_TIMEOUT:
                await self._give_up()
                raise TimedOut from error
            raise Refused(error.error.code) from error

    async def cancel(self, call: anyio.CancelScope) -> None:
        call.cancel()
        await self._give_up()

    async def _give_up(self) -> None:
        # Giving up the wait tells the server nothing in 1.x; an application has to say it.
        params = CancelledNotificationParams(requestId=self._request, reason="test")
        await self._session.send_notification(ClientNotification(CancelledNotification(params=params)))

    async def prompts(self) -> Json:
        return as_json(await self._session.list_prompts())

    async def prompt(self, name: str, arguments: Json) -> Json:
        return await _answer(self._session.get_prompt(name, arguments))

    async def resources(self) -> Json:
        return as_json(await self._session.list_resources())

    async def templates(self) -> Json:
        return as_json(await self._session.list_resource_templates())

    async def read(self, uri: str) -> Json:
        return await _answer(self._session.read_resource(AnyUrl(uri)))

    async def complete(self, ref: Json, argument: Json) -> Json:
        kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
        return await _answer(self._session.complete(kind(**ref), argument))

    async def watch(self, uri: str) -> None:
        await self._session.subscribe_resource(AnyUrl(uri))

    async def updated(self) -> str:
        return await self._updates.receive()

    async def listen(self) -> None:
        """Whoever has shaken hands is told unasked."""

    async def changed(self) -> None:
        await self._changes.receive()


async def _answer(answer: Awaitable[Any]) -> Json:
    try:
        return as_json(await answer)
    except McpError as error:
        raise Refused(error.error.code) from error


def _streams(target: Json) -> AbstractAsyncContextManager[tuple[Any, ...]]:
    if "url" in target:
        return streamable_http_client(target["url"])
    command, *arguments = target["command"]
    return stdio_client(StdioServerParameters(command=command, args=arguments))


@asynccontextmanager
async def _connect(target: Json, user: User | None) -> AsyncIterator[_Client]:
    told, changes = anyio.create_memory_object_stream[None](math.inf)
    updated, updates = anyio.create_memory_object_stream[str](math.inf)

    async def note(message: Any) -> None:
        match message:
            case ServerNotification(root=ToolListChangedNotification()):
                told.send_nowait(None)
            case ServerNotification(root=ResourceUpdatedNotification(params=params)):
                updated.send_nowait(str(params.uri))

    async def ask(_: Any, question: ElicitRequestParams) -> ElicitResult:
        return ElicitResult(**await user.answer(as_json(question)))

    callbacks = {"message_handler": note} | ({"elicitation_callback": ask} if user else {})
    try:
        async with (
            _streams(target) as (read, write, *_),
            # The SDK falls over a message that arrives after the session has closed its stream, and kills the server.
            # With a clone, the stream stays open until the server has ended.
            ClientSession(read.clone(), write, **callbacks) as session,
        ):
            yield _Client(session, await session.initialize(), changes, updates)
    except* anyio.BrokenResourceError:
        print("a message arrived while the client hung up", file=sys.stderr)


drive(_connect)
