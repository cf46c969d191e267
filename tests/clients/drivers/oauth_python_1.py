"""Logs in with the Python SDK 1.x: `python oauth_python_1.py URL`."""

import sys

import anyio
import httpx
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from oauth_login import REDIRECT, Memory, User


async def _main(url: str) -> None:
    user = User()

    async def callback() -> tuple[str, str | None]:
        return user.code, user.state

    metadata = OAuthClientMetadata.model_validate(
        {"client_name": "tests", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none"}
    )
    provider = OAuthClientProvider(url, metadata, Memory(), user.open, callback)
    async with (
        httpx.AsyncClient(auth=provider, timeout=30) as client,
        streamable_http_client(url, http_client=client) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        whose = await session.call_tool("desk", {"action": "whose"})
        opened = await session.call_tool("desk", {"action": "open", "owner": "grace"})
        user.tell(tools, whose.content[0].text, opened.content[0].text)


anyio.run(_main, sys.argv[1])
