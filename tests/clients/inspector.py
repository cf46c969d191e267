"""The MCP Inspector's command line against the tracker, over each transport and in each era.

Each call is a client of its own, and over stdio a server of its own too; the database is shared. It can neither cancel
a call nor show progress: both end with the process.
"""

import asyncio
import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract import (
    ACTION_UNKNOWN,
    BRIEF,
    HELP,
    MANIFEST,
    PROMPT,
    SEARCH,
    TEMPLATE,
    TOOL,
    TOPIC_UNKNOWN,
    check_brief_refusal,
    check_brief_tools,
    check_contract,
    check_invalid_open,
    check_manifest,
    check_module,
    check_overview,
    check_prompts,
    check_resources,
    check_search_tools,
    check_searched_refusal,
    check_succeeded,
    check_tools,
    check_triage,
    check_unknown_searched,
    error_text_of,
    found_in,
    json_of,
    text_of,
    titles_of,
    token_of,
    value_of,
)
from harness import Suite, expect, shown, waiting_for
from server import TRANSPORTS, Server, serving

SUITE = Suite("inspector")

_EXIT_TOOL_FAILED = 5


@dataclass(frozen=True)
class Case:
    """One way to connect."""

    transport: str
    era: str

    def __str__(self) -> str:
        return f"{self.transport}, {self.era}"


CASES = [Case(transport, era) for transport in TRANSPORTS for era in ("legacy", "modern")]


@dataclass(frozen=True)
class Answer:
    """How one run of the Inspector ended. On success its stdout is one JSON object."""

    code: int
    stdout: str
    stderr: str

    def output(self) -> dict[str, Any]:
        try:
            return json.loads(self.stdout)
        except ValueError:
            raise AssertionError(f"stdout is not JSON\nreceived: {self}") from None

    def failure(self) -> str:
        """The code in the error object, which is the last line of stderr."""
        try:
            return json.loads(self.stderr.strip().splitlines()[-1])["error"]["code"]
        except (ValueError, LookupError):
            raise AssertionError(f"stderr does not end with an error object\nreceived: {self}") from None


@SUITE.each(CASES)
async def lists_one_tool_without_findings(case: Case) -> None:
    async with serving(case.transport) as server:
        answer = await inspect(case, server, "--method", "tools/list", "--strict")
        expect(f"exit code ({shown(answer.stderr)})", answer.code, 0)
        output = answer.output()
        tools = output["result"].pop("tools")
        # Findings of the portability check, warnings too, would stand beside the result.
        expect("what stands beside the tools", output, {"result": {}})
        check_tools(tools)


@SUITE.each(CASES)
async def an_opened_issue_is_listed_by_the_next_client(case: Case) -> None:
    async with serving(case.transport) as server:
        opened = value_of(await _call(case, server, 0, action="issues.open", title="From the Inspector"))
        expect("the opened issue", value_of(await _call(case, server, 0, action="issues.get", issue=opened["id"])), opened)
        found = await _call(case, server, 0, action="issues.list", text="From the Inspector")
        expect("titles found", titles_of(found), ["From the Inspector"])


@SUITE.each(CASES)
async def a_deletion_is_confirmed_by_the_next_client(case: Case) -> None:
    async with serving(case.transport) as server:
        deletion = {"action": "labels.delete", "label": "docs"}
        asked = await _call(case, server, _EXIT_TOOL_FAILED, **deletion)
        token = token_of(asked, 'Delete the label "docs", which is on 2 issues?')
        check_succeeded(await _call(case, server, 0, **deletion, confirmation=token))


@SUITE.each(CASES)
async def wrong_arguments_are_named(case: Case) -> None:
    async with serving(case.transport) as server:
        result = await _call(case, server, _EXIT_TOOL_FAILED, action="issues.open")
        check_invalid_open(error_text_of(result), "title: required, but missing")


@SUITE.each(CASES)
async def an_unknown_action_is_told_the_likely_one(case: Case) -> None:
    async with serving(case.transport) as server:
        result = await _call(case, server, _EXIT_TOOL_FAILED, action="issues.lst")
        expect("the text", error_text_of(result), ACTION_UNKNOWN)


@SUITE.each(CASES)
async def help_answers_what_a_brief_list_leaves_out(case: Case) -> None:
    async with serving(case.transport, *BRIEF) as server:
        check_brief_tools((await _result(case, server, "tools/list", "--strict"))["tools"])
        check_overview(text_of(await _call(case, server, 0, action=HELP)))
        check_module(text_of(await _call(case, server, 0, action=HELP, topic="labels")))
        contract = text_of(await _call(case, server, 0, action=HELP, topic="issues.open"))
        check_contract(contract)
        refused = await _call(case, server, _EXIT_TOOL_FAILED, action="issues.open")
        check_brief_refusal(error_text_of(refused), contract)
        unknown = await _call(case, server, _EXIT_TOOL_FAILED, action=HELP, topic="isues")
        expect("an unknown topic", error_text_of(unknown), TOPIC_UNKNOWN)


@SUITE.each(CASES)
async def what_is_found_is_called(case: Case) -> None:
    async with serving(case.transport, *SEARCH) as server:
        check_search_tools((await _result(case, server, "tools/list", "--strict"))["tools"])

        async def run(query: str, code: int = 0, **arguments: Any) -> dict[str, Any]:
            found = await _call(case, server, 0, "find", query=query)
            tool, name = found_in(text_of(found))[0]
            return await _call(case, server, code, tool, action=name, arguments=arguments)

        opened = value_of(await run("open a new issue", title="Found"))
        expect("the opened issue", value_of(await run("issues.get", issue=opened["id"])), opened)
        expect("titles found", titles_of(await run("list issues", text="Found")), ["Found"])
        check_searched_refusal(error_text_of(await run("open a new issue", _EXIT_TOOL_FAILED)))
        wrong = await _call(case, server, _EXIT_TOOL_FAILED, "call_read", action="tracker/isues.get")
        check_unknown_searched(error_text_of(wrong))


@SUITE.each(CASES)
async def an_unknown_tool_is_not_found(case: Case) -> None:
    async with serving(case.transport) as server:
        answer = await inspect(case, server, "--method", "tools/call", "--tool-name", "nope")
        expect("exit code and error", (answer.code, answer.failure()), (_EXIT_TOOL_FAILED, "tool_not_found"))


@SUITE.each(CASES)
async def prompts_and_resources_are_listed_and_read(case: Case) -> None:
    async with serving(case.transport) as server:
        opened = value_of(await _call(case, server, 0, action="issues.open", title="It crashes"))
        check_prompts((await _result(case, server, "prompts/list"))["prompts"])
        number = ["--prompt-name", PROMPT, "--prompt-args", f"number={opened['id']}"]
        check_triage(await _result(case, server, "prompts/get", *number), "It crashes")
        resources = (await _result(case, server, "resources/list"))["resources"]
        templates = (await _result(case, server, "resources/templates/list"))["resourceTemplates"]
        check_resources(resources, templates)
        check_manifest(json_of(await _result(case, server, "resources/read", "--uri", MANIFEST), MANIFEST))
        uri = TEMPLATE.format(number=opened["id"])
        expect("the issue", json_of(await _result(case, server, "resources/read", "--uri", uri), uri), opened)


async def _result(case: Case, server: Server, method: str, *arguments: str) -> dict[str, Any]:
    answer = await inspect(case, server, "--method", method, *arguments)
    expect(f"exit code of {method} ({shown(answer.stderr)})", answer.code, 0)
    return answer.output()["result"]


async def _call(case: Case, server: Server, code: int, tool: str = TOOL, **arguments: Any) -> dict[str, Any]:
    """Calls a tool, expects the exit code, and returns the result."""
    answer = await inspect(
        case, server, "--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments)
    )
    expect(f"exit code ({shown(answer.stderr)})", answer.code, code)
    return answer.output()["result"]


async def inspect(case: Case, server: Server, *arguments: str) -> Answer:
    """Runs the Inspector in a process group of its own, so that a hanging one takes its server along."""
    process = await asyncio.create_subprocess_exec(
        os.environ["INSPECTOR"],
        *["--cli", "--config", str(_config(server)), "--server", "tracker", "--protocol-era", case.era],
        *["--format", "json", "--quiet", *arguments],
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "MCP_INSPECTOR_SECRET_STORE": "memory", "HOME": str(server.directory)},
        start_new_session=True,
    )
    try:
        async with waiting_for(f"the end of the Inspector: {arguments}"):
            stdout, stderr = await process.communicate()
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    return Answer(process.returncode, stdout.decode(errors="replace"), stderr.decode(errors="replace"))


def _config(server: Server) -> Path:
    if server.url:
        entry = {"type": "streamable-http", "url": server.url}
    else:
        entry = {"command": server.command[0], "args": server.command[1:]}
    config = server.directory / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"tracker": entry}}))
    return config
