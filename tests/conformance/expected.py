"""What is known to fail, and whether a run failed just that. Knows nothing of how the suite runs."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# Whether what we sent fits the protocol's own schema: no missing feature excuses that it does not.
WIRE = "wire-schema-"


@dataclass(frozen=True)
class Finding:
    """One check of the suite that did not succeed."""

    check: str
    why: str


@dataclass
class Scenario:
    """What the suite found in one scenario. One that checked nothing has not passed."""

    name: str
    succeeded: int
    findings: list[Finding]


@dataclass
class Known:
    """One line of the list: a scenario, or with a colon one check of it."""

    line: str
    reason: str
    # Invariant: the names of the runs it is for; empty if it is for all.
    runs: list[str]
    met: set[str] = field(default_factory=set)

    @property
    def scenario(self) -> str:
        return self.line.partition(":")[0]

    def excuses(self, run: str, scenario: str, check: str) -> bool:
        """Whether the check may fail. A whole scenario stands for all its checks but those of the wire."""
        if self.runs and run not in self.runs:
            return False
        if ":" in self.line:
            return self.line == f"{scenario}:{check}"
        return self.scenario == scenario and not check.startswith(WIRE)


def read(path: Path, runs: list[str]) -> list[Known]:
    """Reads the list. A mistake in it ends the program."""
    known = []
    for gap in tomllib.loads(path.read_text())["gap"]:
        unknown = [run for run in gap.get("runs", []) if run not in runs]
        if unknown or not gap.keys() <= {"reason", "runs", "fails"}:
            raise SystemExit(f"{path.name}: unknown runs {unknown} or keys {list(gap)}")
        known += [Known(line, gap["reason"], gap.get("runs", [])) for line in gap["fails"]]
    return known


def judge(known: list[Known], run: str, scenario: Scenario) -> tuple[list[Finding], list[str]]:
    """What nothing excuses, and the reasons of the rest."""
    unexpected, reasons = [], []
    for finding in scenario.findings:
        excuses = [each for each in known if each.excuses(run, scenario.name, finding.check)]
        for each in excuses:
            each.met.add(run)
        reasons += [each.reason for each in excuses]
        if not excuses:
            unexpected.append(finding)
    return unexpected, list(dict.fromkeys(reasons))


def stale(known: list[Known], ran: dict[str, set[str]], complete: bool) -> Iterator[str]:
    """The lines that did not fail where they should. `ran` has the scenarios of each run; whether a
    line without runs fits nothing at all can only be said if the runs are complete."""
    for each in known:
        wanted = [run for run in each.runs or ran if run in ran and (each.runs or each.scenario in ran[run])]
        for run in wanted:
            if run not in each.met:
                yield f"{run}: {each.line} is listed and did not fail; remove it from the list"
        if complete and not wanted:
            yield f"{each.line} is listed, but no run has such a scenario; remove it from the list"
