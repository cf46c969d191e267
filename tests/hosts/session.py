"""A host at work: sends targets to its driver, or runs its program, and returns the answers."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

from harness import tail

import cli
from hosts import HERE, Case, Host

Json = dict[str, Any]

_PREFIX = b"answers: "
# Limits against hangs only.
_CASE_SECONDS = 500
_MAX_ANSWER = 1 << 24


class Session:
    """One host. Its driver serves all cases, because the start of a host is most of its time."""

    def __init__(self, host: Host, directory: Path) -> None:
        self._host = host
        self._directory = directory
        self._process: asyncio.subprocess.Process | None = None

    async def answers(self, case: Case, target: Json) -> Json:
        """What the host answered to each step. One that hangs or ends is started anew for the next case."""
        try:
            async with asyncio.timeout(_CASE_SECONDS):
                if self._host.kind == "cli":
                    return await cli.answers(self._host.adapter, target, self._directory / str(case))
                return await self._ask(target)
        except TimeoutError:
            await self.kill()
            return {"failure": f"no answer within {_CASE_SECONDS} s: {self.log()}"}

    async def close(self) -> None:
        """Ends the driver as an application ends: by the end of its input."""
        if self._process and self._process.returncode is None:
            self._process.stdin.close()
            try:
                await asyncio.wait_for(self._process.wait(), 10)
            except TimeoutError:
                await self.kill()

    async def kill(self) -> None:
        """Ends the driver and all that it started."""
        if self._process and self._process.returncode is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    def log(self) -> str:
        """The end of what the host wrote to standard error."""
        return tail(self._directory / "errors")

    async def _ask(self, target: Json) -> Json:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._start()
        self._process.stdin.write(json.dumps(target).encode() + b"\n")
        while line := await self._process.stdout.readline():
            if line.startswith(_PREFIX):
                return json.loads(line.removeprefix(_PREFIX))
        await self._process.wait()
        return {"failure": f"the driver ended: {self.log()}"}

    async def _start(self) -> asyncio.subprocess.Process:
        with (self._directory / "errors").open("ab") as errors:
            return await asyncio.create_subprocess_exec(
                *self._command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                cwd=self._directory,
                env=os.environ | _QUIET | {"HOME": str(self._directory)},
                limit=_MAX_ANSWER,
                start_new_session=True,
            )

    def _command(self) -> list[str]:
        installed = Path(os.environ["HOSTS"], self._host.pinned)
        if self._host.kind == "python":
            return [str(installed / "bin/python"), str(HERE / "drivers/driver.py"), self._host.adapter]
        return [os.environ["NODE"], str(installed / "driver.mjs"), self._host.adapter]


# A host must not report to its makers from here; what it cannot reach only costs time.
_QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "DO_NOT_TRACK": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "MASTRA_TELEMETRY_DISABLED": "1",
    "MCP_USE_ANONYMIZED_TELEMETRY": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OTEL_SDK_DISABLED": "true",
    "OPENAI_API_KEY": "none",
}
