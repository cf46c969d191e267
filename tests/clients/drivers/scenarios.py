"""Runs steps of scenarios through the Python SDK 2.x, whose user answers as a step says. See ../scenarios.py.

Its argument is that of the other drivers (README.md). Its first line is `{"version"}`; then each line `{"step"}` on stdin
is answered by what came of it: `{"result", "progress", "questions"}`, `{"pages"}`, `{"text"}`, `{"cancelled"}` or `{"error"}`.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import anyio
import mcp
from mcp import MCPError, StdioServerParameters
from mcp.types import ElicitRequestParams, ElicitResult, PromptReference, ResourceTemplateReference

Json = dict[str, Any]


def _as_json(model: Any) -> Json:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


class _User:
    """Answers the questions of one step."""

    def __init__(self) -> None:
        self.answers: list[Json] = []
        self.questions: list[str] = []

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
        self.questions.append(params.message)
        return ElicitResult(**(self.answers.pop(0) if self.answers else {"action": "cancel"}))


async def _pages(fetch: Callable[..., Any]) -> Json:
    pages, cursor = [], None
    while True:
        page = _as_json(await fetch(cursor=cursor))
        pages.append(page)
        cursor = page.get("nextCursor")
        if not cursor:
            return {"pages": pages}


async def _call(client: mcp.Client, user: _User, tool: str, arguments: Json, step: Json) -> Json:
    progress: list[Json] = []
    begun = anyio.Event()

    async def note(done: float, total: float | None, message: str | None) -> None:
        progress.append({"progress": done, "total": total, "message": message})
        begun.set()

    async def call() -> Json:
        return _as_json(await client.call_tool(tool, arguments, progress_callback=note))

    if step.get("cancel"):
        async with anyio.create_task_group() as group:
            group.start_soon(call)
            await begun.wait()
            group.cancel_scope.cancel()
        return {"cancelled": True}
    user.answers, user.questions = list(step.get("answers", [])), []
    result = await call()
    return {"result": result, "progress": progress, "questions": user.questions}


async def _run(client: mcp.Client, user: _User, step: Json) -> Json:
    lists = {
        "tools": client.list_tools,
        "prompts": client.list_prompts,
        "resources": client.list_resources,
        "templates": client.list_resource_templates,
    }
    match step:
        case {"tool": tool, "arguments": arguments}:
            return await _call(client, user, tool, arguments, step)
        case {"list": name}:
            return await _pages(lists[name])
        case {"instructions": _}:
            return {"text": client.instructions}
        case {"prompt": name, "arguments": arguments}:
            return {"result": _as_json(await client.get_prompt(name, arguments))}
        case {"read": uri}:
            return {"result": _as_json(await client.read_resource(uri, cache_mode="bypass"))}
        case {"complete": {"ref": ref, "argument": argument}}:
            kind = PromptReference if ref["type"] == "ref/prompt" else ResourceTemplateReference
            return {"result": _as_json(await client.complete(kind(**ref), argument))}
    raise ValueError(f"an unknown step: {step}")


async def _main() -> None:
    target = json.loads(sys.argv[1])
    server = target.get("url") or StdioServerParameters(command=target["command"][0], args=target["command"][1:])
    user = _User()
    async with mcp.Client(server, mode=target["mode"], elicitation_callback=user) as client:
        print(json.dumps({"version": client.protocol_version}), flush=True)
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            try:
                outcome = await _run(client, user, json.loads(line)["step"])
            except MCPError as error:
                outcome = {"error": {"code": error.code, "message": error.message}}
            print(json.dumps(outcome), flush=True)


anyio.run(_main)
