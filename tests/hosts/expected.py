"""What is known to fail, and whether it still does. Knows nothing of how hosts are driven."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from claims import CLAIMS
from hosts import TRANSPORTS, Case, Host

_KEYS = {"host", "claims", "expositions", "transports", "reason"}


@dataclass(frozen=True)
class Known:
    """One entry of the list: claims of one host that fail for one reason, in every case that the entry covers."""

    host: str
    claims: list[str]
    cases: list[Case]
    reason: str

    def covers(self, case: Case, claim: str) -> bool:
        return case in self.cases and claim in self.claims


def read(path: Path, hosts: list[Host]) -> list[Known]:
    """Reads the list. A mistake in it ends the program; entries of hosts that are not driven are left out."""
    known = []
    driven = {host.name: host for host in hosts}
    for entry in tomllib.loads(path.read_text()).get("failure", []):
        if not entry.keys() <= _KEYS or not set(entry["claims"]) <= set(CLAIMS):
            raise SystemExit(f"{path.name}: unknown keys or claims in {entry}")
        if host := driven.get(entry["host"]):
            expositions = entry.get("expositions", host.expositions)
            cases = [Case(*each) for each in product(expositions, entry.get("transports", TRANSPORTS))]
            if not set(cases) <= set(host.cases):
                raise SystemExit(f"{path.name}: unknown expositions or transports in {entry}")
            known.append(Known(host.name, entry["claims"], cases, entry["reason"]))
    return known


def reason_of(known: list[Known], case: Case, claim: str) -> str | None:
    """The reason for which a claim of a host may fail."""
    return next((each.reason for each in known if each.covers(case, claim)), None)


def stale(known: list[Known], passed: set[tuple[Case, str]]) -> Iterator[str]:
    """Describes what is listed for a host and did not fail. `passed` has what held, and what the host cannot do."""
    for each in known:
        for case, claim in product(each.cases, each.claims):
            if (case, claim) in passed:
                yield f"{each.host}, {case}: {claim} is listed and did not fail; it must leave expected-failures.toml"
