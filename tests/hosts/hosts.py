"""The hosts that are driven: reads `hosts.toml`, and the version of each host from the file that pins it."""

import json
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
EXPOSITIONS = ["grouped", "by-safety", "flat"]
TRANSPORTS = ["stdio", "http"]


@dataclass(frozen=True)
class Case:
    """One way to serve the tracker to a host."""

    exposition: str
    transport: str

    def __str__(self) -> str:
        return f"{self.exposition}, {self.transport}"


@dataclass(frozen=True)
class Host:
    """One host, as `hosts.toml` describes it."""

    name: str
    package: str
    # `python`, `node`, or `cli` for a program with a model of its own, which is scripted.
    kind: str
    # The module that drives it.
    adapter: str
    # The file of pinned packages, without its ending.
    pinned: str
    # Further words of the server's command line.
    server: tuple[str, ...] = ()
    expositions: tuple[str, ...] = tuple(EXPOSITIONS)
    # What it answers for its user when it is asked, by transport: `accepts` or `dismisses`. Others cannot ask.
    asks: dict[str, str] = field(default_factory=dict)
    # What its users set, for the README.
    set: str = ""
    # Whether only `--all` drives it.
    long: bool = False

    @property
    def cases(self) -> list[Case]:
        return [Case(exposition, transport) for exposition in self.expositions for transport in TRANSPORTS]

    @property
    def version(self) -> str:
        if self.kind == "python":
            pinned = (HERE / "python" / f"{self.pinned}.txt").read_text()
            found = re.search(rf"^{re.escape(self.package)}==([^\s;]+)", pinned, re.M | re.I)
            return found[1] if found else _fail(f"{self.pinned}.txt does not pin {self.package}")
        packages = json.loads((HERE / self.pinned / "package-lock.json").read_text())["packages"]
        return packages[f"node_modules/{self.package}"]["version"]


def read(everything: bool) -> list[Host]:
    """Reads the hosts, those of the long list only if all are wanted."""
    entries = tomllib.loads((HERE / "hosts.toml").read_text())["host"]
    hosts = [Host(**{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}) for entry in entries]
    return [host for host in hosts if everything or not host.long]


def _fail(why: str) -> str:
    raise SystemExit(f"tests/hosts: {why}")
