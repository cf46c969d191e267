"""A server as a child process, mostly the tracker, and JSON-RPC over its pipes, without an SDK in between.

Every line the server prints is judged here, whatever the check at hand is about.
"""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import WAIT_SECONDS, expect, expect_that, scratch, shown, tail, tracker_command

_MAX_LINE = 64 * 1024 * 1024
_CLIENT = {"name": "fusion-client-tests", "version": "0"}

Message = dict[str, Any]


@dataclass(frozen=True)
class Era:
    """How a connection opens and what a request must carry."""

    name: str
    version: str
    handshake: bool

    def __str__(self) -> str:
        return self.name

    def request(self, identity: str | int, method: str, params: Message | None = None) -> Message:
        """A request as this era writes it."""
        return {"jsonrpc": "2.0", "id": identity, "method": method, "params": self._with_meta(params or {})}

    def opening(self) -> list[Message]:
        """What must go out before the first request."""
        if not self.handshake:
            return []
        offer = {"protocolVersion": self.version, "capabilities": {}, "clientInfo": _CLIENT}
        return [self.request("initialize", "initialize", offer), notification("notifications/initialized")]

    def _with_meta(self, params: Message) -> Message:
        if self.handshake:
            return params
        meta = {
            "io.modelcontextprotocol/protocolVersion": self.version,
            "io.modelcontextprotocol/clientInfo": _CLIENT,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        return params | {"_meta": meta | params.get("_meta", {})}


LEGACY = Era("legacy", "2025-11-25", handshake=True)
MODERN = Era("modern", "2026-07-28", handshake=False)
ERAS = [LEGACY, MODERN]


def notification(method: str, **params: Any) -> Message:
    return {"jsonrpc": "2.0", "method": method} | ({"params": params} if params else {})


def line(message: Message) -> bytes:
    return json.dumps(message).encode() + b"\n"


class Peer:
    """One running server and everything it has said so far."""

    def __init__(self, era: Era, process: asyncio.subprocess.Process, errors: Path, *, has_user: bool = False) -> None:
        self.era = era
        self.requests: list[Message] = []
        self._has_user = has_user
        self.errors = errors
        self.lines: list[bytes] = []
        # Invariant: in the order of arrival, one entry for each id.
        self.replies: dict[str | int, Message] = {}
        self._process = process
        self._flaws: list[str] = []
        self._notifications: list[Message] = []
        self._ended = False
        self._news = asyncio.Condition()
        self._last_id = 0

    async def write(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self._process.stdin.write(data)
        async with asyncio.timeout(WAIT_SECONDS):
            await self._process.stdin.drain()

    async def open(self) -> None:
        """Opens the connection as the era wants it."""
        for message in self.era.opening():
            await self.write(line(message))
            if "id" in message:
                await self.reply(message["id"])

    async def post(self, method: str, params: Message | None = None) -> int:
        """Sends a request and returns its id, without waiting."""
        self._last_id += 1
        await self.write(line(self.era.request(self._last_id, method, params)))
        return self._last_id

    async def request(self, method: str, params: Message | None = None) -> Message:
        """Sends a request and waits for the whole response."""
        return await self.reply(await self.post(method, params))

    async def post_call(self, action: str, *, token: str | None = None, **arguments: Any) -> int:
        """Calls an action without waiting; with a token, it asks for progress."""
        return await self.post("tools/call", call_params({"action": action, **arguments}, token))

    async def call(self, action: str, **arguments: Any) -> Message:
        """Calls an action and returns its result, in-band errors included."""
        return result_of(await self.reply(await self.post_call(action, **arguments)))

    async def still_works(self) -> None:
        """A plain call succeeds."""
        result = await self.call("issues.list")
        expect_that(not result.get("isError"), "a list after what happened before", result)

    async def reply(self, identity: str | int) -> Message:
        """Waits for the response with this id."""
        await self.until(f"a response with the id {identity!r}", lambda: identity in self.replies)
        return self.replies[identity]

    async def begun(self, calls: dict[str, int]) -> None:
        """Waits until one of these calls, given by their tokens, has told progress; none may be answered."""
        answered = lambda: [call for call in calls.values() if call in self.replies]  # noqa: E731
        await self.until("progress or an answer", lambda: answered() or any(map(self.progress, calls)))
        expect("calls that were answered before anything could happen to them", answered(), [])

    def progress(self, token: str) -> list[Message]:
        """The parameters of all progress notifications for a token."""
        params = [n["params"] for n in self._notifications if n["method"] == "notifications/progress"]
        return [each for each in params if each["progressToken"] == token]

    async def until(self, what: str, holds: Callable[[], Any]) -> None:
        """Waits for something the server has to say; fails at once when it can say no more."""
        try:
            async with asyncio.timeout(WAIT_SECONDS), self._news:
                await self._news.wait_for(lambda: holds() or self._ended)
        except TimeoutError:
            raise AssertionError(f"waited {WAIT_SECONDS} s in vain for {what}") from None
        expect_that(bool(holds()), f"the server closed its output before {what}", self._recent())

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    async def close_input(self) -> None:
        self._process.stdin.close()

    async def exits_cleanly(self) -> None:
        """Waits for the end: exit code 0, valid output to the last line, no panic."""
        await self.until("end of the output", lambda: self._ended)
        async with asyncio.timeout(WAIT_SECONDS):
            expect("the server's exit code", await self._process.wait(), 0)
        self.check_lines()
        expect_that("panicked at" not in self.errors.read_text(errors="replace"), "no panic", tail(self.errors))

    async def finish(self) -> None:
        """Hangs up and waits for the end."""
        await self.close_input()
        await self.exits_cleanly()

    def check_lines(self) -> None:
        """Every line so far was valid JSON-RPC."""
        expect("lines of the server that are not JSON-RPC", self._flaws, [])

    async def read(self) -> None:
        """Takes in the server's output until it ends."""
        try:
            while data := await self._process.stdout.readline():
                async with self._news:
                    self._take(data)
                    self._news.notify_all()
        finally:
            async with self._news:
                self._ended = True
                self._news.notify_all()

    async def kill(self) -> None:
        # Not `Process.kill`: it polls first, and may so take the exit code away from asyncio's own watcher.
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    def explain(self, failure: BaseException) -> None:
        failure.add_note("\n".join(["last lines of the server:", *map(shown, self._recent())]))
        failure.add_note(f"its stderr: {tail(self.errors)}")
        if self._flaws:
            failure.add_note(f"lines that are not JSON-RPC: {shown(self._flaws)}")

    def _take(self, data: bytes) -> None:
        self.lines.append(data)
        try:
            message = _parsed(data)
            if "method" in message and "id" in message:
                expect_that(self._has_user, "no request to a client without a user", message)
                self.requests.append(message)
            elif "method" in message:
                self._notifications.append(message)
            elif message.get("id") is not None:
                expect_that(message["id"] not in self.replies, "a second response with one id", message)
                self.replies[message["id"]] = message
        except AssertionError as flaw:
            self._flaws.append(str(flaw))

    def _recent(self) -> list[str]:
        return [each.decode(errors="replace").strip() for each in self.lines[-5:]]


def call_params(arguments: Any, token: str | None = None, tool: str = "tracker") -> Message:
    """The parameters of a `tools/call`; arguments may be of any JSON type."""
    meta = {} if token is None else {"_meta": {"progressToken": token}}
    return {"name": tool, "arguments": arguments} | meta


def result_of(message: Message) -> Message:
    """The result of a response, without what the modern era adds to every result."""
    expect_that("result" in message, "a result, not a protocol error", message)
    return {key: value for key, value in message["result"].items() if key not in ("resultType", "_meta")}


def error_code_of(message: Message) -> int:
    expect_that("error" in message, "a protocol error, not a result", message)
    return message["error"]["code"]


@asynccontextmanager
async def connected(era: Era, **environment: str) -> AsyncIterator[Peer]:
    """A server with an open connection; it must survive the check and exit with 0 after it."""
    async with spawned(era, **environment) as peer:
        await peer.open()
        yield peer


@asynccontextmanager
async def spawned(era: Era, *, command: list[str] | None = None, **environment: str) -> AsyncIterator[Peer]:
    """The same before anything was said; `command` starts another server, which may ask the user."""
    with scratch() as directory:
        peer = await _spawn(era, directory, command, environment)
        reader = asyncio.create_task(peer.read())
        try:
            yield peer
            await peer.finish()
        except BaseException as failure:
            peer.explain(failure)
            raise
        finally:
            await peer.kill()
            reader.cancel()


async def _spawn(era: Era, directory: Path, command: list[str] | None, environment: dict[str, str]) -> Peer:
    errors = directory / "stderr"
    with errors.open("wb") as stderr:
        process = await asyncio.create_subprocess_exec(
            *(command or tracker_command("stdio", "--db", str(directory / "tracker.db"))),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            env={**os.environ, **environment},
            limit=_MAX_LINE,
        )
    return Peer(era, process, errors, has_user=command is not None)


def _parsed(data: bytes) -> Message:
    """A line of the server as a message, or an AssertionError saying why it is none."""
    expect_that(data.endswith(b"\n"), "a line without its end", data.decode(errors="replace"))
    try:
        message = json.loads(data.decode(), parse_constant=_no_constant)
    except ValueError as error:
        raise AssertionError(f"{error}: {shown(data.decode(errors='replace'))}") from None
    expect_that(isinstance(message, dict) and message.get("jsonrpc") == "2.0", "a JSON-RPC 2.0 object", message)
    # `id` is absent, or null, in the answer to something that had no readable id.
    shapes = [
        set(message) == {"jsonrpc", "id", "result"},
        set(message) in ({"jsonrpc", "id", "error"}, {"jsonrpc", "error"}),
        {"jsonrpc", "method"} <= set(message) <= {"jsonrpc", "method", "params"},
        set(message) == {"jsonrpc", "id", "method", "params"},
    ]
    expect_that(any(shapes), "a response, a request or a notification", message)
    return message


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
