"""A server for clients that are programs of their own: over stdio behind a recorder, over HTTP as a service. Mostly that
is the tracker.

Either way it must end with exit code 0 and without a panic, whatever the clients did to it.
"""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import expect, expect_that, scratch, server_command, tail, waiting_for

TRANSPORTS = ["stdio", "http"]

_BANNER = "serving "

# A directory for each server that a client starts, as some start more than one: a copy of the server's output, its
# stderr, whether the client sent SIGTERM, and the exit code, unless the client sent SIGKILL.
_RECORD = """
cd "$1" && mkdir "$$" && cd "$$" && shift || exit
trap ': >terminated' TERM
"$@" 2>errors | tee wire
echo "${PIPESTATUS[0]}" >exit.part && mv exit.part exit
"""


@dataclass(frozen=True)
class Server:
    """Where a client finds the server: exactly one of the two is set."""

    directory: Path
    command: list[str] | None = None
    url: str | None = None

    def sent(self) -> list[dict[str, Any]]:
        """Everything it has ever sent over stdio; over HTTP nobody records."""
        wires = self.directory.glob("*/wire")
        return [json.loads(line) for wire in sorted(wires) for line in wire.read_text().splitlines()]


@asynccontextmanager
async def serving(transport: str, *options: str) -> AsyncIterator[Server]:
    """The tracker on a database of its own; `options` are further words of its command line."""
    with scratch() as directory:
        database = str(directory / "tracker.db")
        async with started("TRACKER", transport, directory, "--db", database, *options) as server:
            yield server


@asynccontextmanager
async def started(variable: str, transport: str, directory: Path, *options: str) -> AsyncIterator[Server]:
    """The program that a variable of the environment names. It must have ended well when this returns."""
    opened = _over_stdio if transport == "stdio" else _over_http
    try:
        async with opened(variable, directory, options) as server:
            yield server
    except BaseException as failure:
        for name in ("wire", "errors"):
            for path in sorted(directory.glob(f"*/{name}")):
                failure.add_note(f"the server's {name}: {tail(path)}")
        raise


@asynccontextmanager
async def _over_stdio(variable: str, directory: Path, options: Sequence[str]) -> AsyncIterator[Server]:
    command = server_command(variable, "stdio", *options)
    try:
        yield Server(directory, command=["bash", "-c", _RECORD, "recorder", str(directory), *command])
        for server in _recorded(directory):
            await _exited_by_itself(server)
            _check_end(server, int((server / "exit").read_text()))
    finally:
        # Each recorder is named after its process. One that has not come to its end hangs, or was left behind.
        for server in _recorded(directory):
            if not (server / "exit").exists():
                with suppress(ProcessLookupError):
                    os.killpg(os.getpgid(int(server.name)), signal.SIGKILL)


async def _exited_by_itself(server: Path) -> None:
    """A client need not wait for its server's end; when it has killed the recorder, there is nothing to wait for."""
    async with waiting_for("the end of a server whose client is gone"):
        while not (server / "exit").exists() and _alive(int(server.name)):
            await asyncio.sleep(0.02)
    # A server that the TypeScript client 2.x only asks for its revisions is sent SIGTERM at once.
    asked_only = len((server / "wire").read_bytes().splitlines()) <= 1
    by_itself = (server / "exit").exists() and (asked_only or not (server / "terminated").exists())
    expect_that(by_itself, "the server exits by itself when stdin closes", "the client had to kill it")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _recorded(directory: Path) -> list[Path]:
    return sorted(path.parent for path in directory.glob("*/errors"))


@asynccontextmanager
async def _over_http(variable: str, directory: Path, options: Sequence[str]) -> AsyncIterator[Server]:
    log = directory / "http"
    log.mkdir()
    command = server_command(variable, "--port", "0", *options)
    with (log / "errors").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors,
            cwd=log,
        )
    try:
        yield Server(directory, url=await _url(log / "errors", process))
        process.send_signal(signal.SIGTERM)
        async with waiting_for("the end of the server after SIGTERM"):
            _check_end(log, await process.wait())
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await process.wait()


async def _url(errors: Path, process: asyncio.subprocess.Process) -> str:
    """The address in the banner, which is printed when the port is open."""
    async with waiting_for("the server's address on stderr"):
        while process.returncode is None:
            for line in errors.read_text().splitlines(keepends=True):
                if line.strip().startswith(_BANNER) and line.endswith("\n"):
                    return line.split()[1]
            await asyncio.sleep(0.02)
    raise AssertionError("the server ended before it said where it serves")


def _check_end(log: Path, code: int) -> None:
    expect("the server's exit code", code, 0)
    expect_that("panicked at" not in (log / "errors").read_text(errors="replace"), "no panic", tail(log / "errors"))
