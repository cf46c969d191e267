"""The MCP Inspector's command line against the tracker. Each call is a server of its own; the file is shared."""

import asyncio
import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract import (
    ACTION_UNKNOWN,
    TOOL,
    check_invalid_open,
    check_tools,
    error_text_of,
    titles_of,
    value_of,
)
from harness import WAIT_SECONDS, Suite, expect, scratch, shown, tracker_command

SUITE = Suite("inspector")

ERAS = ["legacy", "modern"]

_EXIT_TOOL_FAILED = 5


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


@SUITE.each(ERAS)
async def lists_one_tool_for_each_group_without_findings(era: str) -> None:
    with scratch() as directory:
        answer = await _inspect(era, directory, "--method", "tools/list", "--strict")
        expect(f"exit code ({shown(answer.stderr)})", answer.code, 0)
        output = answer.output()
        tools = output["result"].pop("tools")
        # Findings of the portability check, warnings too, would stand beside the result.
        expect("what stands beside the tools", output, {"result": {}})
        check_tools(tools)


@SUITE.each(ERAS)
async def an_opened_issue_is_listed_by_the_next_server(era: str) -> None:
    with scratch() as directory:
        opened = value_of(await _call(era, directory, 0, action="open", title="From the Inspector"))
        expect("the opened issue", value_of(await _call(era, directory, 0, action="get", id=opened["id"])), opened)
        found = await _call(era, directory, 0, action="list", text="From the Inspector")
        expect("titles found", titles_of(found), ["From the Inspector"])


@SUITE.each(ERAS)
async def wrong_arguments_are_named(era: str) -> None:
    with scratch() as directory:
        result = await _call(era, directory, _EXIT_TOOL_FAILED, action="open")
        check_invalid_open(error_text_of(result), "title: required, but missing")


@SUITE.each(ERAS)
async def an_unknown_action_is_told_the_likely_one(era: str) -> None:
    with scratch() as directory:
        result = await _call(era, directory, _EXIT_TOOL_FAILED, action="lst")
        expect("the text", error_text_of(result), ACTION_UNKNOWN)


@SUITE.each(ERAS)
async def an_unknown_tool_is_not_found(era: str) -> None:
    with scratch() as directory:
        answer = await _inspect(era, directory, "--method", "tools/call", "--tool-name", "nope")
        expect("exit code and error", (answer.code, answer.failure()), (_EXIT_TOOL_FAILED, "tool_not_found"))


async def _call(era: str, directory: Path, code: int, **arguments: Any) -> dict[str, Any]:
    """Calls the tool, expects the exit code, and returns the result."""
    answer = await _inspect(
        era, directory, "--method", "tools/call", "--tool-name", TOOL, "--tool-args-json", json.dumps(arguments)
    )
    expect(f"exit code ({shown(answer.stderr)})", answer.code, code)
    return answer.output()["result"]


async def _inspect(era: str, directory: Path, *arguments: str) -> Answer:
    """Runs the Inspector in a process group of its own, so that a hanging one takes its server along."""
    process = await asyncio.create_subprocess_exec(
        os.environ["INSPECTOR"],
        *["--cli", "--config", str(_config(directory)), "--server", "tracker", "--protocol-era", era],
        *["--format", "json", "--quiet", *arguments],
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "MCP_INSPECTOR_SECRET_STORE": "memory", "HOME": str(directory)},
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            stdout, stderr = await process.communicate()
    except TimeoutError:
        raise AssertionError(f"the Inspector did not end within {WAIT_SECONDS} s: {arguments}") from None
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    return Answer(process.returncode, stdout.decode(errors="replace"), stderr.decode(errors="replace"))


def _config(directory: Path) -> Path:
    command, *arguments = tracker_command(directory / "tracker.db")
    config = directory / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"tracker": {"command": command, "args": arguments}}}))
    return config
