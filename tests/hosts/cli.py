"""The hosts that are programs: each runs once for a case, with a scripted model, in a home of its own."""

import asyncio
import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import tail

import models

Json = dict[str, Any]

_PROMPT = "Call the tools of the tracker."
_SECONDS = 300


@dataclass(frozen=True)
class Start:
    """How a program is started."""

    command: list[str]
    environment: dict[str, str]


async def answers(program: str, target: Json, home: Path) -> Json:
    """Runs the program, and reads from what its model was sent which tools it has and what they returned."""
    home.mkdir(parents=True)
    calls = {step["name"]: step["does"] for step in target["steps"] if step["does"]["do"] == "call"}
    script = models.Script(list(calls.values()))
    prepare, dialect = _PROGRAMS[program]
    with models.serving(script, dialect()) as url:
        ended = await _run(prepare(target, url, home), home)
    if not script.offered:
        return {"failure": f"the model was not offered our tools. {ended}"}
    found = dict(zip(calls, ({"value": result} for result in script.results), strict=False))
    if len(found) < len(calls):
        return {"failure": f"the program ended after {len(found)} of {len(calls)} calls. {ended}"}
    return {"lists": {"value": script.offered}} | found


async def _run(start: Start, home: Path) -> str:
    output = home / "output"
    environment = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "NODE", "TMPDIR")}
    with output.open("wb") as written:
        process = await asyncio.create_subprocess_exec(
            *start.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            cwd=home,
            env=environment | {"HOME": str(home)} | start.environment,
            start_new_session=True,
        )
    try:
        code = await asyncio.wait_for(process.wait(), _SECONDS)
    except TimeoutError:
        code = f"none within {_SECONDS} s"
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    return f"Exit code: {code}. It wrote: {tail(output)}"


def _claude(target: Json, url: str, home: Path) -> Start:
    entry = {"type": "http", "url": target["url"]} if "url" in target else _stdio(target)
    config = _written(home / "mcp.json", json.dumps({"mcpServers": {"tracker": entry}}))
    flags = ["--mcp-config", config, "--strict-mcp-config", "--allowedTools", "mcp__tracker"]
    return Start(
        [*_installed("@anthropic-ai/claude-code/cli-wrapper.cjs"), "-p", _PROMPT, *flags],
        {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            # Otherwise the model must look for a tool before it may call it.
            "ENABLE_TOOL_SEARCH": "false",
            "MCP_CONNECTION_NONBLOCKING": "false",
        },
    )


def _codex(target: Json, url: str, home: Path) -> Start:
    entry = f"url = {json.dumps(target['url'])}" if "url" in target else _toml(_stdio(target))
    config = f"""
model = "scripted"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "{url}/v1"
wire_api = "responses"
[mcp_servers.tracker]
{entry}
"""
    _written(home / "config.toml", config)
    flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
    return Start([*_installed("@openai/codex/bin/codex.js"), "exec", *flags, _PROMPT], {"CODEX_HOME": str(home)})


def _gemini(target: Json, url: str, home: Path) -> Start:
    entry = {"httpUrl": target["url"]} if "url" in target else _stdio(target)
    settings = {
        "mcpServers": {"tracker": entry | {"trust": True}},
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
    }
    _written(home / ".gemini" / "settings.json", json.dumps(settings))
    return Start(
        [*_installed("@google/gemini-cli/bundle/gemini.js"), "--yolo", "-m", "gemini-2.5-flash", "-p", _PROMPT],
        {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_NO_RELAUNCH": "true"},
    )


_PROGRAMS = {
    "claude": (_claude, models.Messages),
    "codex": (_codex, models.Responses),
    "gemini": (_gemini, models.GenerateContent),
}


def _stdio(target: Json) -> Json:
    return {"command": target["command"][0], "args": target["command"][1:]}


def _toml(entry: Json) -> str:
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in entry.items())


def _installed(script: str) -> list[str]:
    """A script of a package. The links in `.bin` are of no use where a package completes itself after its installation."""
    return [os.environ["NODE"], str(Path(os.environ["HOSTS"], "cli", "node_modules", script))]


def _written(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)
