"""Haystack: a toolset, whose tools are invoked with keywords."""

import asyncio
from contextlib import asynccontextmanager

from haystack_integrations.tools.mcp import MCPToolset, StdioServerInfo, StreamableHttpServerInfo

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        info = StreamableHttpServerInfo(url=target["url"])
    else:
        command, *arguments = target["command"]
        info = StdioServerInfo(command=command, args=arguments)
    toolset = await asyncio.to_thread(lambda: MCPToolset(info, connection_timeout=30, invocation_timeout=30))
    try:
        tools = {tool.name: tool for tool in toolset}

        async def names():
            return list(tools)

        async def call(name, arguments):
            return await asyncio.to_thread(lambda: tools[name].invoke(**arguments))

        yield Host(names, call)
    finally:
        await asyncio.to_thread(toolset.close)
