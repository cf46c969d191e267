"""The official SDKs log in at the example server `auth`: from the challenge of a request without a token, through the
metadata of the resource and of its issuer, registration and a code, to a call with a token; and from a call that needs
one more scope to a token that has it.

The drivers `drivers/oauth_*` do that with the SDK's own provider. Nobody opens a browser: they read the code out of the
redirect of the issuer, which grants at once.
"""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import Suite, expect, expect_that, scratch, tail, waiting_for

SUITE = Suite("oauth")

_DRIVERS = Path(__file__).parent / "drivers"
_BANNER = "serving "


@dataclass(frozen=True)
class Login:
    """One line of an SDK, and how its driver is started."""

    name: str
    driver: list[str]

    def __str__(self) -> str:
        return self.name


_LOGINS = [
    Login("Python SDK 1.x", [os.environ["PYTHON_1"], "-B", str(_DRIVERS / "oauth_python_1.py")]),
    Login("Python SDK 2.x", [os.environ["PYTHON_2"], "-B", str(_DRIVERS / "oauth_python_2.py")]),
    Login("TypeScript SDK 1.x", ["node", str(_DRIVERS / "oauth_typescript.cjs"), "1"]),
    Login("TypeScript client 2.x", ["node", str(_DRIVERS / "oauth_typescript.cjs"), "2"]),
]


@SUITE.each(_LOGINS)
async def a_client_finds_the_issuer_and_steps_up(login: Login) -> None:
    async with _serving() as url:
        told = await _told(login, url)
    expect("the tools of a user with `desk:read`", told["tools"], ["desk"])
    expect("the call", told["whose"], "This is the desk of ada.")
    expect("the call that needs one more scope", told["open"], "ada opens the desk of grace.")
    scopes = [set(scope.split()) for scope in told["requested"]]
    expect("the scopes of both logins", scopes, [{"desk:read"}, {"desk:read", "desk:open"}])
    expect("the resource of both logins", told["resources"], [url, url])


async def _told(login: Login, url: str) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        *login.driver, url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with waiting_for("the end of the driver"):
            told, errors = await process.communicate()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
    expect_that(process.returncode == 0, "the driver ends with 0", errors.decode()[-3_000:])
    return json.loads(told.decode().splitlines()[-1])


@asynccontextmanager
async def _serving() -> AsyncIterator[str]:
    """The example on a port of its own. The port is known before the start, because tokens are for a URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with scratch() as directory:
        log = directory / "errors"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(os.environ["AUTH"], "--port", str(port), stderr=errors)
        try:
            async with waiting_for("the banner of the server"):
                while _BANNER not in log.read_text():
                    expect_that(process.returncode is None, "the server runs", tail(log))
                    await asyncio.sleep(0.02)
            await _until_open(port)
            yield f"http://127.0.0.1:{port}/mcp"
            process.send_signal(signal.SIGTERM)
            async with waiting_for("the end of the server after SIGTERM"):
                expect("the server's exit code", await process.wait(), 0)
            expect_that("panicked at" not in log.read_text(), "no panic", tail(log))
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()


async def _until_open(port: int) -> None:
    async with waiting_for("the port of the server"):
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.02)
