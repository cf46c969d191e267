"""Registers and runs checks, and words their failures. Knows nothing of MCP."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

# Limits against hangs only: no check may depend on how fast a machine is.
WAIT_SECONDS = 60
CHECK_SECONDS = 180

# Most of a check's time is the start of its client, and every check has a server and a database of its own.
_AT_ONCE = 4

_SHOWN_CHARACTERS = 1_500


@dataclass(frozen=True)
class Check:
    """One named claim about the server; it holds when `run` returns."""

    name: str
    run: Callable[[], Awaitable[None]]


@dataclass
class Suite:
    """The checks of one client, in the order they were written."""

    name: str
    checks: list[Check] = field(default_factory=list)

    def check(self, claim: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """Registers a claim that takes nothing."""
        self.checks.append(Check(f"{self.name}: {_sentence(claim)}", claim))
        return claim

    def each(self, cases: Sequence[Any]) -> Callable[[Callable[[Any], Awaitable[None]]], None]:
        """Registers a claim once for every case; a case says its name by `str`."""

        def register(claim: Callable[[Any], Awaitable[None]]) -> None:
            for case in cases:
                name = f"{self.name}, {case}: {_sentence(claim)}"
                self.checks.append(Check(name, lambda case=case: claim(case)))

        return register


@dataclass
class Tally:
    """How many checks held and how many did not."""

    passed: int = 0
    failed: int = 0


async def run_all(suites: Iterable[Suite]) -> Tally:
    """Runs every check, prints a line for each in their order, and never stops at the first failure."""
    tally = Tally()
    turns = asyncio.Semaphore(_AT_ONCE)
    async with asyncio.TaskGroup() as group:
        checks = [check for suite in suites for check in suite.checks]
        running = [group.create_task(_failure_of(check, turns)) for check in checks]
        for check, outcome in zip(checks, running, strict=True):
            failure = await outcome
            if failure is None:
                tally.passed += 1
                print(f"ok    {check.name}", flush=True)
            else:
                tally.failed += 1
                print(f"FAIL  {check.name}\n{_indented(failure)}", flush=True)
    return tally


def expect(what: str, received: Any, wanted: Any) -> None:
    """Compares whole values."""
    if received != wanted:
        where = _first_difference(received, wanted, "")
        raise AssertionError(f"{what}{where}\nwanted:   {shown(wanted)}\nreceived: {shown(received)}")


def expect_that(holds: bool, what: str, received: Any) -> None:
    """For the claims that are no equality."""
    if not holds:
        raise AssertionError(f"{what}\nreceived: {shown(received)}")


@asynccontextmanager
async def waiting_for(what: str) -> AsyncIterator[None]:
    """Fails, and says for what, when the body takes too long."""
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            yield
    except TimeoutError:
        raise AssertionError(f"waited {WAIT_SECONDS} s in vain for {what}") from None


def shown(value: Any) -> str:
    """The value as a person wants to read it: texts as they are, JSON where it is JSON, and not endless."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    if len(text) <= _SHOWN_CHARACTERS:
        return text
    half = _SHOWN_CHARACTERS // 2
    return f"{text[:half]} … {len(text) - 2 * half} characters … {text[-half:]}"


def tail(path: Path, characters: int = _SHOWN_CHARACTERS) -> str:
    """The end of a log file."""
    text = path.read_text(errors="replace").strip() if path.exists() else ""
    return text[-characters:] or "(nothing)"


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory of its own for one check."""
    with TemporaryDirectory(prefix="fusion-clients-") as directory:
        yield Path(directory)


def tracker_command(*arguments: str) -> list[str]:
    """How the server under test is started."""
    return server_command("TRACKER", *arguments)


def server_command(variable: str, *arguments: str) -> list[str]:
    """How a server is started whose program a variable of the environment names."""
    lane = ["--no-lane"] if os.environ.get("LANE") == "off" else []
    return [os.environ[variable], *arguments, *lane]


async def _failure_of(check: Check, turns: asyncio.Semaphore) -> str | None:
    try:
        async with turns, asyncio.timeout(CHECK_SECONDS):
            await check.run()
    except Exception as failure:  # noqa: BLE001 - whatever went wrong is what we report
        return "\n".join(_words(failure)) or repr(failure)
    return None


def _words(failure: BaseException) -> Iterator[str]:
    """What a failure says. Task groups wrap the one exception that matters: unwrap it."""
    if isinstance(failure, BaseExceptionGroup):
        for inner in failure.exceptions:
            yield from _words(inner)
    elif isinstance(failure, AssertionError):
        yield str(failure)
    elif isinstance(failure, TimeoutError):
        yield str(failure) or f"did not end within {CHECK_SECONDS} s"
    else:
        yield f"{type(failure).__name__}: {failure}"
    yield from getattr(failure, "__notes__", [])


def _first_difference(received: Any, wanted: Any, path: str) -> str:
    """Where two JSON values part, if that is not at their roots."""
    if isinstance(received, dict) and isinstance(wanted, dict):
        keys = [*wanted, *received]
        pairs = [(f".{key}", received.get(key, "(absent)"), wanted.get(key, "(absent)")) for key in keys]
    elif isinstance(received, list) and isinstance(wanted, list) and len(received) == len(wanted):
        pairs = [(f"[{index}]", *pair) for index, pair in enumerate(zip(received, wanted, strict=True))]
    else:
        return path and f"\nat {path}: wanted {shown(wanted)}, received {shown(received)}"
    step, one, other = next(pair for pair in pairs if pair[1] != pair[2])
    return _first_difference(one, other, path + step)


def _sentence(claim: Callable[..., Any]) -> str:
    return claim.__name__.replace("_", " ")


def _indented(text: str) -> str:
    return "\n".join(f"      {line}" for line in text.splitlines())
