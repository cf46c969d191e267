"""Drives the hosts against the tracker, judges what they do, and keeps the README's table of hosts.

Run by `run`, which installs the hosts: `suite.py [--all] [--update] [NAME]...`, where a NAME is a part of a host's name.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / "clients")]

import claims  # noqa: E402
import expected  # noqa: E402
import hosts  # noqa: E402
import table  # noqa: E402
import tracker  # noqa: E402
from harness import scratch  # noqa: E402
from hosts import Case, Host  # noqa: E402
from session import Session  # noqa: E402

Json = dict[str, Any]

_README = HERE.parents[1] / "README.md"
# Most of the time of a host is its start.
_AT_ONCE = int(os.environ.get("HOSTS_AT_ONCE", "2"))


async def _main(options: argparse.Namespace) -> int:
    main = asyncio.current_task()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, main.cancel)
    chosen = [host for host in hosts.read(options.all) if _is_named(host, options.names)]
    known = expected.read(HERE / "expected-failures.toml", chosen)
    turns = asyncio.Semaphore(_AT_ONCE)
    results, passed, problems = [], 0, []
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(_drive(host, turns)) for host in chosen]
        for host, task in zip(chosen, running, strict=True):
            result = await task
            if result is None:
                continue
            mine = [each for each in known if each.host == host.name]
            found = list(_problems(result, mine))
            passed += sum(why == "" for case in result["cases"] for why in case["claims"].values())
            problems += found
            results.append(result)
            _print(result, found)
    Path(os.environ["HOSTS"], "results.json").write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    if not options.names:
        problems += _keep_table(results, options.update)
    for problem in problems:
        print(f"FAIL  {problem}")
    print(f"{passed} passed, {len(problems)} failed")
    return 1 if problems or not passed else 0


async def _drive(host: Host, turns: asyncio.Semaphore) -> Json | None:
    """All cases of a host, one after the other."""
    async with turns:
        if host.server and not _knows(host.server[0]):
            print(f"skip  {host.name}: the tracker does not know {host.server[0]}", flush=True)
            return None
        started = time.monotonic()
        protocol: set[str] = set()
        cases = []
        with scratch() as directory:
            session = Session(host, directory)
            try:
                for case in host.cases:
                    cases.append({"exposition": case.exposition, "transport": case.transport})
                    cases[-1]["claims"] = await _judged(host, case, session, protocol)
                await session.close()
            finally:
                await session.kill()
        described = {key: getattr(host, key) for key in ("name", "package", "version", "set", "long", "expositions")}
        seconds = round(time.monotonic() - started, 1)
        return described | {"protocol": sorted(protocol), "seconds": seconds, "cases": cases}


async def _judged(host: Host, case: Case, session: Session, protocol: set[str]) -> dict[str, str | None]:
    try:
        async with tracker.serving(case, *host.server) as server:
            target = {"steps": claims.steps(case)} | ({"url": server.url} if server.url else {"command": server.command})
            answers = await session.answers(case, target)
            if not server.url:
                protocol |= tracker.revisions(server)
                answers["questions"] = {"value": tracker.questions(server)}
    except Exception as failure:  # noqa: BLE001 - it fails this case, and no other
        answers = {"failure": f"{type(failure).__name__}: {failure}"}
    return claims.judge(case, answers, host.asks.get(case.transport))


def _problems(result: Json, known: list[expected.Known]) -> Iterator[str]:
    """What fails and is not listed, and what is listed and does not fail. Notes the reasons of the rest."""
    held, reasons = set(), []
    for each in result["cases"]:
        case = Case(each["exposition"], each["transport"])
        for claim, why in each["claims"].items():
            reason = expected.reason_of(known, case, claim)
            if not why:
                held.add((case, claim))
            elif reason:
                reasons.append(reason)
            else:
                yield f"{result['name']}, {case}: {claim}: {why}"
    yield from expected.stale(known, held)
    result["reasons"] = list(dict.fromkeys(reasons))


def _keep_table(results: list[Json], update: bool) -> Iterator[str]:
    text = table.table(results)
    if update:
        table.write(_README, text)
    elif table.differs(_README, text):
        yield f"the table of hosts in the README is not what was found; `tests/hosts/run --update` rewrites it:\n{text}"


def _print(result: Json, problems: list[str]) -> None:
    word = "FAIL " if problems else "ok   "
    print(f"{word} {result['name']} {result['version']}: {_summary(result)} ({result['seconds']} s)", flush=True)
    for reason in result["reasons"]:
        print(f"      known to fail: {reason}", flush=True)


def _summary(result: Json) -> str:
    """How often each claim held, among the cases in which the host has such a thing."""
    counts = []
    for claim in claims.CLAIMS:
        outcomes = [case["claims"][claim] for case in result["cases"] if case["claims"][claim] is not None]
        if outcomes:
            counts.append(f"{claim} {outcomes.count('')}/{len(outcomes)}")
    return ", ".join(counts)


def _knows(option: str) -> bool:
    said = subprocess.run([os.environ["TRACKER"], "--help"], stdout=subprocess.PIPE, text=True, check=True)
    return option in said.stdout


def _is_named(host: Host, names: list[str]) -> bool:
    words = f"{host.name} {host.adapter} {host.pinned}".lower()
    return not names or any(name.lower() in words for name in names)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/hosts/run")
    parser.add_argument("--all", action="store_true", help="drive the long list too")
    parser.add_argument("--update", action="store_true", help="rewrite the table of hosts in the README")
    parser.add_argument("names", nargs="*", help="only hosts whose name contains one of these")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(_main(_options())))
    except asyncio.CancelledError:
        sys.exit("stopped by a signal")
