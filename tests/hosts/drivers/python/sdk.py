"""The official SDK for Python, with its high-level client."""

from contextlib import asynccontextmanager

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        server = target["url"]
    else:
        command, *arguments = target["command"]
        server = stdio_client(StdioServerParameters(command=command, args=arguments))
    async with Client(server) as client:

        async def names():
            return [tool.name for tool in (await client.list_tools()).tools]

        yield Host(names, client.call_tool, client.get_prompt, client.read_resource)
