"""Pydantic AI: an agent calls the tool, because its model, which is a function, asks for it."""

from contextlib import asynccontextmanager

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from driver import Host, text_of


def _server(target):
    if "url" in target:
        return MCPToolset(target["url"])
    command, *arguments = target["command"]
    return MCPToolset(StdioTransport(command=command, args=arguments, keep_alive=False))


@asynccontextmanager
async def connect(target):
    server = _server(target)
    seen = []

    async def names():
        await Agent(FunctionModel(_listing(seen)), toolsets=[server]).run("list")
        return seen

    async def call(name, arguments):
        results = []
        await Agent(FunctionModel(_calling(name, arguments, results)), toolsets=[server]).run("call")
        return text_of(results)

    async with server:
        yield Host(names, call)


def _listing(seen):
    def model(_messages, info):
        seen.extend(tool.name for tool in info.function_tools)
        return ModelResponse([TextPart("done")])

    return model


def _calling(name, arguments, results):
    def model(messages, _info):
        answer = messages[-1].parts[-1]
        if answer.part_kind in ("tool-return", "retry-prompt"):
            results.append(text_of(answer.content))
            return ModelResponse([TextPart("done")])
        return ModelResponse([ToolCallPart(name, arguments)])

    return model
