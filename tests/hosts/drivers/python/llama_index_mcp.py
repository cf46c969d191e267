"""llama-index-tools-mcp: tools from a specification, called with the arguments as keywords."""

from contextlib import asynccontextmanager

from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        client = BasicMCPClient(target["url"])
    else:
        command, *arguments = target["command"]
        client = BasicMCPClient(command, args=arguments)
    tools = {tool.metadata.name: tool for tool in await McpToolSpec(client=client).to_tool_list_async()}

    async def names():
        return list(tools)

    async def call(name, arguments):
        return (await tools[name].acall(**arguments)).content

    async def prompt(name, arguments):
        return [str(message.content) for message in await client.get_prompt(name, arguments)]

    yield Host(names, call, prompt, client.read_resource)
