"""Strands Agents: a client on a thread of its own."""

from contextlib import asynccontextmanager

from mcp import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from strands.tools.mcp import MCPClient

from driver import Host


@asynccontextmanager
async def connect(target):
    if "url" in target:
        client = MCPClient(lambda: streamable_http_client(target["url"]))
    else:
        command, *arguments = target["command"]
        client = MCPClient(lambda: stdio_client(StdioServerParameters(command=command, args=arguments)))
    with client:

        async def names():
            return [tool.tool_name for tool in client.list_tools_sync()]

        async def call(name, arguments):
            result = await client.call_tool_async(tool_use_id="1", name=name, arguments=arguments)
            return [block.get("text", str(block)) for block in result["content"]]

        async def prompt(name, arguments):
            return client.get_prompt_sync(name, arguments)

        async def resource(uri):
            return client.read_resource_sync(uri)

        yield Host(names, call, prompt, resource)
