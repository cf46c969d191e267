"""Google's Agent Development Kit: tools of a toolset, run with the arguments of a function call."""

from contextlib import asynccontextmanager

from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams, StreamableHTTPConnectionParams
from mcp import StdioServerParameters

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        parameters = StreamableHTTPConnectionParams(url=target["url"])
    else:
        command, *arguments = target["command"]
        server = StdioServerParameters(command=command, args=arguments)
        parameters = StdioConnectionParams(server_params=server, timeout=30)
    toolset = McpToolset(connection_params=parameters)
    try:
        tools = {tool.name: tool for tool in await toolset.get_tools()}

        async def names():
            return list(tools)

        async def call(name, arguments):
            return await tools[name].run_async(args=arguments, tool_context=None)

        yield Host(names, call)
    finally:
        await toolset.close()
