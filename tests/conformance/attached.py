"""Runs the conformance suite against a handler of somebody else, alone and with tools of Fusion attached: it must find
the same in both, check by check."""

import os
import signal
import sys

from expected import Scenario
from suite import Run, chosen, scenarios


def _lines(found: list[Scenario]) -> dict[str, tuple[int, list[str]]]:
    """What is compared: how many checks hold, and which do not."""
    return {one.name: (one.succeeded, sorted(finding.check for finding in one.findings)) for one in found}


def _differences(run: Run) -> int:
    server = [os.environ["ATTACHED"]]
    alone, attached = _lines(scenarios(run, server)), _lines(scenarios(run, [*server, "--attached"]))
    different = 0
    for name in {**alone, **attached}:
        one, other = alone.get(name), attached.get(name)
        if one != other:
            different += 1
            print(f"FAIL  {run.name}: {name}: alone {one}, attached {other}")
    hold, broken = (sum(held for held, _ in alone.values()), sum(len(bad) for _, bad in alone.values()))
    outcome = f"{different} differ" if different else "the same attached as alone"
    print(f"      {run.name}: {len(alone)} scenarios, {hold} checks hold, {broken} do not; {outcome}", flush=True)
    if not hold:
        raise SystemExit(f"{run.name}: nothing holds, so that nothing is compared")
    return different


if __name__ == "__main__":
    # So that the server is killed on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by a signal"))
    sys.exit(1 if sum(map(_differences, chosen(sys.argv[1:]))) else 0)
