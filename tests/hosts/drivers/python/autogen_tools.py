"""AutoGen: a tool for each of a server's, which validates a model's arguments into a type and sends what that holds."""

from contextlib import asynccontextmanager

from autogen_core import CancellationToken
from autogen_ext.tools.mcp import StdioServerParams, StreamableHttpServerParams, mcp_server_tools

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        parameters = StreamableHttpServerParams(url=target["url"])
    else:
        command, *arguments = target["command"]
        parameters = StdioServerParams(command=command, args=arguments, read_timeout_seconds=30)
    tools = {tool.name: tool for tool in await mcp_server_tools(parameters)}

    async def names():
        return list(tools)

    async def call(name, arguments):
        return tools[name].return_value_as_string(await tools[name].run_json(arguments, CancellationToken()))

    yield Host(names, call)
