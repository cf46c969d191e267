"""langchain-mcp-adapters: a tool is invoked with the arguments of a model's call."""

from contextlib import asynccontextmanager

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools

from driver import Host, text_of


def connection(target):
    if "url" in target:
        return {"transport": "streamable_http", "url": target["url"]}
    command, *arguments = target["command"]
    return {"transport": "stdio", "command": command, "args": arguments}


@asynccontextmanager
async def connect(target):
    client = MultiServerMCPClient({"tracker": connection(target)})
    async with client.session("tracker") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}

        async def names():
            return list(tools)

        async def call(name, arguments):
            return await tools[name].ainvoke(arguments)

        async def prompt(name, arguments):
            return [text_of(message.content) for message in await client.get_prompt("tracker", name, arguments=arguments)]

        async def resource(uri):
            return [blob.as_string() for blob in await client.get_resources("tracker", uris=uri)]

        # The last two start a server of their own.
        yield Host(names, call, prompt, resource)
