"""AutoGen: a workbench of a server."""

from contextlib import asynccontextmanager

from autogen_ext.tools.mcp import McpWorkbench, StdioServerParams, StreamableHttpServerParams

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        parameters = StreamableHttpServerParams(url=target["url"])
    else:
        command, *arguments = target["command"]
        parameters = StdioServerParams(command=command, args=arguments, read_timeout_seconds=30)
    async with McpWorkbench(parameters) as workbench:

        async def names():
            return [tool["name"] for tool in await workbench.list_tools()]

        async def call(name, arguments):
            return (await workbench.call_tool(name, arguments)).to_text()

        async def prompt(name, arguments):
            return await workbench.get_prompt(name, arguments)

        yield Host(names, call, prompt, workbench.read_resource)
