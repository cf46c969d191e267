"""OpenAI Agents SDK: a model's call is JSON text for a function tool, which the SDK makes of each tool."""

import json
from contextlib import asynccontextmanager

from agents import Agent, RunContextWrapper
from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
from agents.tool_context import ToolContext

from driver import Host, text_of

_SECONDS = 30


def server(target):
    if "url" in target:
        return MCPServerStreamableHttp(params={"url": target["url"]}, client_session_timeout_seconds=_SECONDS)
    command, *arguments = target["command"]
    return MCPServerStdio(params={"command": command, "args": arguments}, client_session_timeout_seconds=_SECONDS)


@asynccontextmanager
async def connect(target, *, strict=False, arguments_of=lambda tool, arguments: arguments):
    async with server(target) as connected:
        agent = Agent(name="host", mcp_servers=[connected], mcp_config={"convert_schemas_to_strict": strict})
        tools = {tool.name: tool for tool in await agent.get_mcp_tools(RunContextWrapper(None))}

        async def names():
            return list(tools)

        async def call(name, arguments):
            sent = json.dumps(arguments_of(tools[name], arguments))
            context = ToolContext(context=None, tool_name=name, tool_call_id="1", tool_arguments=sent)
            return text_of(await tools[name].on_invoke_tool(context, sent))

        yield Host(names, call, connected.get_prompt, connected.read_resource)
