"""Runs the conformance suite against the fixture server: the runs named on the command line, or all."""

import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import expected
from expected import Finding, Known, Scenario

# Limits against hangs only: no check may depend on how fast a machine is.
_START_SECONDS = 30
_RUN_SECONDS = 300


@dataclass(frozen=True)
class Run:
    """One run of one line of the suite against a server of its own."""

    name: str
    package: str
    selection: list[str]
    # The modern revision must not need sessions; the legacy ones are run with and without.
    sessions: bool


RUNS = [
    Run("0.1.16", "conformance-0.1", ["--suite", "all"], sessions=True),
    Run("2025-11-25", "conformance-0.2", ["--requirements", "2025-11-25"], sessions=True),
    Run("2025-11-25-stateless", "conformance-0.2", ["--requirements", "2025-11-25"], sessions=False),
    Run("2026-07-28", "conformance-0.2", ["--requirements", "2026-07-28"], sessions=False),
]


@contextmanager
def _server(program: list[str], sessions: bool) -> Iterator[str]:
    """A fixture server on a free port, killed on the way out; gives its address."""
    command = [*program, "--port", "0", *(["--sessions"] if sessions else [])]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        lines: queue.Queue[str] = queue.Queue()
        forward = threading.Thread(target=_forward, args=(server.stderr, lines))
        forward.start()
        try:
            address = lines.get(timeout=_START_SECONDS).strip()
            if not address.startswith("http://"):
                raise SystemExit(f"the fixture server did not start: {address}")
            yield address
            if server.poll() is not None:
                raise SystemExit(f"the fixture server ended by itself: {server.returncode}")
        except queue.Empty:
            raise SystemExit("the fixture server did not tell its address") from None
        finally:
            server.kill()
            forward.join()


def _forward(stderr, lines: queue.Queue[str]) -> None:
    """The first line is the address; whatever else the server says is for people."""
    lines.put(stderr.readline())
    for line in stderr:
        print(f"server: {line}", end="", file=sys.stderr)


def scenarios(run: Run, server: list[str]) -> list[Scenario]:
    """Runs the suite against a server and reads what it found."""
    with TemporaryDirectory(prefix="fusion-conformance-") as results:
        return _scenarios(run, server, Path(results))


def _scenarios(run: Run, server: list[str], results: Path) -> list[Scenario]:
    suite = Path(os.environ["SUITES"], run.package, "dist", "index.js")
    with _server(server, run.sessions) as url:
        arguments = ["server", "--url", url, *run.selection, "--output-dir", str(results)]
        ended = subprocess.run(
            [os.environ["NODE"], str(suite), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_RUN_SECONDS,
            check=False,
        )
    announced = re.search(r"^Running .* \((\d+) scenarios\)", ended.stdout, re.M)
    names = re.findall(r"^=== Running scenario: (.+) ===$", ended.stdout, re.M)
    # It fails with 1 both if a check failed and if it could not run: the summary tells them apart.
    if not names or not announced or len(names) != int(announced[1]) or "=== SUMMARY ===" not in ended.stdout:
        raise SystemExit(f"{run.name}: the suite did not run to its end\n{ended.stdout[-2_000:]}")
    return [_scenario(name, results) for name in names]


def _scenario(name: str, results: Path) -> Scenario:
    """Reads one scenario's checks. The suite writes none if the scenario threw."""
    stamped = re.compile(rf"server-{re.escape(name)}-\d{{4}}-\d\d-\d\dT[-\dZ]+")
    files = [each / "checks.json" for each in results.iterdir() if stamped.fullmatch(each.name)]
    if len(files) != 1 or not files[0].exists():
        return Scenario(name, 0, [Finding("(threw)", "the suite could not run the scenario")])
    checks = json.loads(files[0].read_text())
    # As the suite's own baseline has it: a warning is a failure.
    bad = [check for check in checks if check["status"] in ("FAILURE", "WARNING")]
    succeeded = sum(check["status"] == "SUCCESS" for check in checks)
    findings = [Finding(check["id"], _why(check)) for check in bad]
    if not findings and not any(map(_is_substance, checks)):
        findings = [Finding("(nothing)", "no check applied to this server")]
    return Scenario(name, succeeded, findings)


def _is_substance(check: dict) -> bool:
    """Whether it says anything of the scenario: that our messages are well formed holds for an error, too."""
    return check["status"] == "SUCCESS" and not check["id"].startswith(expected.WIRE)


def _why(check: dict) -> str:
    return check.get("errorMessage") or check.get("details", {}).get("message") or check["description"]


def _report(run: Run, found: list[Scenario], known: list[Known]) -> tuple[int, int]:
    """Prints a line for each scenario; how many passed, and how many failed that should not."""
    passed = failed = 0
    for scenario in found:
        unexpected, reasons = expected.judge(known, run.name, scenario)
        title = f"{run.name}: {scenario.name}"
        if unexpected:
            failed += 1
            print(f"FAIL  {title}")
            for finding in unexpected:
                print(f"      {finding.check}: {finding.why}")
        elif reasons:
            print(f"known {title} ({scenario.succeeded} checks hold; {'; '.join(reasons)})")
        else:
            passed += 1
            print(f"ok    {title} ({scenario.succeeded} checks)")
    held = sum(scenario.succeeded for scenario in found)
    broken = sum(len(scenario.findings) for scenario in found)
    print(
        f"      {run.name}: of {len(found)} scenarios {passed} passed, {failed} failed, "
        f"{len(found) - passed - failed} are known to fail; {held} checks hold, {broken} do not",
        flush=True,
    )
    return passed, failed


def _main(runs: list[Run]) -> int:
    known = expected.read(Path(__file__).with_name("expected-failures.toml"), [run.name for run in RUNS])
    passed = failed = 0
    ran: dict[str, set[str]] = {}
    for run in runs:
        found = scenarios(run, [os.environ["FIXTURE"]])
        ran[run.name] = {scenario.name for scenario in found}
        held, broken = _report(run, found, known)
        passed, failed = passed + held, failed + broken
    for line in expected.stale(known, ran, complete=len(ran) == len(RUNS)):
        failed += 1
        print(f"FAIL  {line}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def chosen(names: list[str]) -> list[Run]:
    there = {run.name: run for run in RUNS}
    unknown = [name for name in names if name not in there]
    if unknown:
        sys.exit(f"unknown run {unknown}; there are {list(there)}")
    return [there[name] for name in names or there]


if __name__ == "__main__":
    # So that the server is killed on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by a signal"))
    sys.exit(_main(chosen(sys.argv[1:])))
