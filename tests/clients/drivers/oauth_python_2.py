"""Logs in with the Python SDK 2.x: `python oauth_python_2.py URL`."""

import sys

import anyio
import httpx2
import mcp
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from oauth_login import REDIRECT, Memory, User


async def _main(url: str) -> None:
    user = User()

    async def callback() -> AuthorizationCodeResult:
        return AuthorizationCodeResult(code=user.code, state=user.state)

    metadata = OAuthClientMetadata.model_validate(
        {"client_name": "tests", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none"}
    )
    provider = OAuthClientProvider(url, metadata, Memory(), user.open, callback)
    async with (
        httpx2.AsyncClient(auth=provider, timeout=30) as http,
        mcp.Client(streamable_http_client(url, http_client=http)) as client,
    ):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        whose = await client.call_tool("desk", {"action": "whose"})
        opened = await client.call_tool("desk", {"action": "open", "owner": "grace"})
        user.tell(tools, whose.content[0].text, opened.content[0].text)


anyio.run(_main, sys.argv[1])
