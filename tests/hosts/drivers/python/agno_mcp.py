"""Agno: functions of a toolkit, whose entry points take the agent and the arguments."""

from contextlib import asynccontextmanager

from agno.tools.function import FunctionCall
from agno.tools.mcp import MCPTools
from mcp import StdioServerParameters

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        toolkit = MCPTools(url=target["url"], transport="streamable-http")
    else:
        command, *arguments = target["command"]
        toolkit = MCPTools(server_params=StdioServerParameters(command=command, args=arguments), transport="stdio")
    async with toolkit:

        async def names():
            return list(toolkit.functions)

        async def call(name, arguments):
            done = FunctionCall(function=toolkit.functions[name], arguments=arguments)
            await done.aexecute()
            return done.result if done.error is None else done.error

        yield Host(names, call)
