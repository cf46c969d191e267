"""smolagents over mcpadapt: synchronous tools, called with keywords."""

import asyncio
from contextlib import asynccontextmanager

from mcp import StdioServerParameters
from smolagents import MCPClient

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        parameters = {"url": target["url"], "transport": "streamable-http"}
    else:
        command, *arguments = target["command"]
        parameters = StdioServerParameters(command=command, args=arguments)
    client = await asyncio.to_thread(MCPClient, parameters, structured_output=False)
    try:
        tools = {tool.name: tool for tool in client.get_tools()}

        async def names():
            return list(tools)

        async def call(name, arguments):
            return await asyncio.to_thread(lambda: tools[name](**arguments))

        yield Host(names, call)
    finally:
        await asyncio.to_thread(client.disconnect)
