"""Microsoft's Agent Framework: functions of a server's tool, invoked with the arguments of a function call."""

from contextlib import asynccontextmanager

from agent_framework import MCPStdioTool, MCPStreamableHTTPTool

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        opened = MCPStreamableHTTPTool(name="tracker", url=target["url"])
    else:
        command, *arguments = target["command"]
        opened = MCPStdioTool(name="tracker", command=command, args=arguments)
    async with opened as server:
        functions = {function.name: function for function in server.functions}

        async def names():
            return list(functions)

        async def call(name, arguments):
            return await functions[name].invoke(arguments=arguments)

        async def prompt(name, arguments):
            return await server.get_prompt(name, **arguments)

        yield Host(names, call, prompt)
