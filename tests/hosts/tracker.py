"""The tracker for a host. Unlike an SDK, a host may kill its server over stdio, or keep it for as long as it lives."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from harness import expect_that, tail, tracker_command
from server import Server
from server import serving as over_http

from hosts import Case

_MODERN = "2026-07-28"

# A directory for each server that a host starts: its stderr, and a copy of its output.
_RECORD = """
directory=$1/$$ && mkdir "$directory" && shift || exit
"$@" 2>"$directory/errors" | tee "$directory/wire"
"""


@asynccontextmanager
async def serving(case: Case, *options: str) -> AsyncIterator[Server]:
    """A server on a database of its own; it must not panic, and over HTTP it must end with 0."""
    options = ("--exposition", case.exposition, *options)
    if case.transport == "http":
        async with over_http("http", *options) as server:
            yield server
        return
    with TemporaryDirectory(prefix="fusion-hosts-", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        command = tracker_command("stdio", "--db", str(directory / "tracker.db"), *options)
        yield Server(directory, command=["bash", "-c", _RECORD, "recorder", name, *command])
        for errors in directory.glob("*/errors"):
            expect_that("panicked at" not in errors.read_text(errors="replace"), "no panic", tail(errors))


def revisions(server: Server) -> set[str]:
    """The revisions that a server spoke over stdio: that of each handshake, or the modern one, which has none."""
    results = [sent.get("result", {}) for sent in server.sent()]
    shaken = {result["protocolVersion"] for result in results if "protocolVersion" in result}
    return shaken or ({_MODERN} if any("tools" in result for result in results) else set())


def questions(server: Server) -> str:
    """The questions that a server asked over stdio in the middle of a call."""
    sent = server.sent()
    return "\n".join(each["params"]["message"] for each in sent if each.get("method") == "elicitation/create")
