"""mcp-use: LangChain tools with types that it makes of the schemas."""

from contextlib import asynccontextmanager

from mcp_use import MCPClient
from mcp_use.agents.adapters.langchain_adapter import LangChainAdapter

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        entry = {"url": target["url"]}
    else:
        entry = {"command": target["command"][0], "args": target["command"][1:]}
    client = MCPClient.from_dict({"mcpServers": {"tracker": entry}})
    try:
        session = await client.create_session("tracker")
        adapter = LangChainAdapter()
        tools = {tool.name: tool for tool in await adapter.create_tools(client)}

        async def names():
            return list(tools)

        async def call(name, arguments):
            return await tools[name].ainvoke(arguments)

        async def prompt(name, arguments):
            return await session.get_prompt(name, arguments)

        async def resource(uri):
            return await session.read_resource(uri)

        yield Host(names, call, prompt, resource)
    finally:
        await client.close_all_sessions()
