"""What `tracker pack` writes, judged by the validators of those who read it: the npm package `@anthropic-ai/mcpb`, and
the linter `skillsaw`, which ships the schema of the MCP registry. The unpacked bundle is started as a client starts it.
"""

import asyncio
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness import Suite, expect, expect_that, scratch

SUITE = Suite("packs")

# The tracker's own crate has no author and no repository, as it is not published.
_MANIFEST = """
[package]
name = "tracker-mcp"
version = "0.1.0"
edition = "2024"
authors = ["Ada L. <ada@example.com>"]
repository = "https://github.com/ada/tracker-mcp"
license = "MIT"

[[bin]]
name = "tracker"
path = "tracker.rs"

[workspace]
"""


@SUITE.check
async def the_bundle_is_valid_and_its_program_lists_the_tools_of_its_manifest() -> None:
    with _crate() as crate:
        await _pack(crate, "mcpb")
        bundle, unpacked = crate / "tracker.mcpb", crate / "unpacked"
        await _run(crate, [_mcpb(), "unpack", str(bundle), str(unpacked)])
        await _run(crate, [_mcpb(), "validate", str(unpacked / "manifest.json")])
        manifest = json.loads((unpacked / "manifest.json").read_text())
        start = manifest["server"]["mcp_config"]
        # The user has set the database alone; the client leaves the placeholder of the form.
        database = str(crate / "desk.db")
        words = [start["command"], *start["args"]]
        words = [word.replace("${__dirname}", str(unpacked)).replace("${user_config.db}", database) for word in words]
        expect_that("--describe=${user_config.describe}" in words, "a placeholder is left", words)
        listed = [{"name": tool["name"], "description": tool["description"]} for tool in await _tools(crate, words)]
        expect("the tools of the manifest", manifest["tools"], listed)
        expect_that(Path(database).exists(), "the database is where the user wants it", os.listdir(crate))


@SUITE.check
async def the_entry_of_the_registry_is_valid_and_a_damaged_one_is_not() -> None:
    with _crate() as crate:
        await _pack(crate, "mcpb")
        options = ["--url", "https://tracker.example.com/mcp", "--image", "ghcr.io/ada/tracker:0.1.0"]
        await _pack(crate, "server-json", "--bundle", "tracker.mcpb", "--crate", *options)
        entry = crate / "server.json"
        kinds = [package["registryType"] for package in json.loads(entry.read_text())["packages"]]
        expect("the packages", kinds, ["mcpb", "oci", "cargo"])
        findings = await _findings(crate)
        expect("findings", findings, [])
        entry.write_text(entry.read_text().replace('"fileSha256": "', '"fileSha256": "no'))
        findings = await _findings(crate)
        expect("rules that a damaged entry breaks", {finding["rule_id"] for finding in findings}, {"mcp-registry-server-json-valid"})


@contextmanager
def _crate() -> Iterator[Path]:
    with scratch() as directory:
        (directory / "Cargo.toml").write_text(_MANIFEST)
        (directory / "tracker.rs").write_text("fn main() {}\n")
        yield directory


async def _pack(crate: Path, *words: str) -> None:
    await _run(crate, [os.environ["TRACKER"], "pack", *words])


async def _findings(crate: Path) -> list[dict[str, Any]]:
    """What the linter finds in the registry's entry."""
    words = [os.environ["PYTHON_PACKS"], "-m", "skillsaw", "lint", "--format", "json", "."]
    output = await asyncio.to_thread(subprocess.run, words, cwd=crate, capture_output=True, text=True)
    report = json.loads(output.stdout)
    return [finding for finding in report["violations"] if finding["rule_id"].startswith("mcp-registry")]


async def _tools(crate: Path, words: list[str]) -> list[dict[str, Any]]:
    """What a client lists of a server that it starts over stdio."""
    offer = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "packs", "version": "0"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": offer},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    output = await _run(crate, words, lines)
    replies = [json.loads(line) for line in output.splitlines()]
    return next(reply["result"]["tools"] for reply in replies if reply.get("id") == 2)


async def _run(crate: Path, words: list[str], lines: str = "") -> str:
    """Runs a program to its end, which must be a success, and returns its output."""
    output = await asyncio.to_thread(subprocess.run, words, cwd=crate, input=lines, capture_output=True, text=True)
    expect(f"exit code of {words[:3]}\n{output.stdout}{output.stderr}", output.returncode, 0)
    return output.stdout


def _mcpb() -> str:
    return f"{os.environ['NODE_PATH']}/.bin/mcpb"
