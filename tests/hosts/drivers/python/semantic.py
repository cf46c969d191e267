"""Semantic Kernel: a plugin's functions, invoked by the kernel."""

from contextlib import asynccontextmanager

from semantic_kernel import Kernel
from semantic_kernel.connectors.mcp import MCPStdioPlugin, MCPStreamableHttpPlugin

from driver import Host, text_of


@asynccontextmanager
async def connect(target):
    if "url" in target:
        opened = MCPStreamableHttpPlugin(name="tracker", url=target["url"])
    else:
        command, *arguments = target["command"]
        opened = MCPStdioPlugin(name="tracker", command=command, args=arguments)
    async with opened as server:
        kernel = Kernel()
        plugin = kernel.add_plugin(server)

        async def names():
            return [name for name in plugin.functions if name != "tracker_issues_triage"]

        async def call(name, arguments):
            result = await kernel.invoke(plugin[name], **arguments)
            return [text_of(each.text if hasattr(each, "text") else each) for each in result.value]

        async def prompt(name, arguments):
            result = await kernel.invoke(plugin[name], **arguments)
            return [text_of(message.content) for message in result.value]

        yield Host(names, call, prompt)
