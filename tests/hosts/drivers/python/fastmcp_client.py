"""The client of FastMCP."""

from contextlib import asynccontextmanager

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        transport = StreamableHttpTransport(target["url"])
    else:
        command, *arguments = target["command"]
        transport = StdioTransport(command=command, args=arguments, keep_alive=False)
    async with Client(transport) as client:

        async def names():
            return [tool.name for tool in await client.list_tools()]

        async def call(name, arguments):
            return (await client.call_tool(name, arguments)).content

        yield Host(names, call, client.get_prompt, client.read_resource)
