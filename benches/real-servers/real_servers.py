"""Counts the tokens of real servers' tool lists, as their vendors wrote them and as groups of Fusion.

The packages are installed at the pinned versions, each server is asked for its list over stdio, a
Rust module is generated from each list, and the program of all modules counts. Everything is written
into the target folder, so that no text of a vendor enters the repository.
"""

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from ask import tool_list
from generate import GeneratedGroup
from table import deferred, excess, lists, section, with_table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or HERE.parent / "target").resolve()
FOLDER = TARGET / "real-servers"
RESULTS = ROOT / "benches" / "RESULTS.md"
# The files that quote a table of the results.
TABLES = {
    ROOT / "README.md": lists,
    ROOT / "fusion-core" / "src" / "docs" / "guide" / "choosing_an_exposition.md": deferred,
}

MANIFEST = """[package]
name = "real-servers"
version = "0.1.0"
edition = "2024"
publish = false

[workspace]

[dependencies]
fusion-core = {{ path = {core}, default-features = false, features = ["toon", "validate"] }}
schemars = "1.2"
serde = {{ version = "1", features = ["derive"] }}
serde_json = "1"
tiktoken-rs = "0.12"
tokio = {{ version = "1", features = ["rt"] }}
"""


def npm(package, program, *arguments):
    """Returns the command of an installed npm package."""
    folder = FOLDER / "npm" / "node_modules"
    manifest = json.loads((folder / package / "package.json").read_text())
    return ["node", str(folder / package / manifest["bin"][program]), *arguments]


def pypi(program, *arguments):
    """Returns the command of an installed PyPI package."""
    return [str(FOLDER / "venv" / "bin" / program), *arguments]


def install():
    """Installs the pinned packages, unless these versions are installed already."""
    folder = FOLDER / "npm"
    for installed, lock, steps in (
        (folder, HERE / "package-lock.json", install_npm),
        (FOLDER / "venv", HERE / "requirements.txt", install_pypi),
    ):
        stamp = installed / "installed.txt"
        if not stamp.exists() or stamp.read_text() != lock.read_text():
            steps(installed)
            shutil.copy(lock, stamp)


def install_npm(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "package-lock.json"):
        shutil.copy(HERE / file, folder)
    # Scripts would download browsers, which a list does not need.
    run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder)


def install_pypi(folder):
    run([sys.executable, "-m", "venv", str(folder)])
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "-r", str(HERE / "requirements.txt")])


def servers():
    """Returns the name, the tool's name, its docs, the command and the variables of each server."""
    return [
        ("playwright", "browser", "Control a browser.", npm("@playwright/mcp", "playwright-mcp"), {}),
        (
            "filesystem",
            "files",
            "Work with files and directories.",
            npm("@modelcontextprotocol/server-filesystem", "mcp-server-filesystem", str(FOLDER)),
            {},
        ),
        (
            "notion",
            "notion",
            "Work with a Notion workspace.",
            npm("@notionhq/notion-mcp-server", "notion-mcp-server"),
            # The server lists its tools with any token, and checks it with the first call.
            {"NOTION_TOKEN": "ntn_placeholder"},
        ),
        ("git", "git", "Work with a Git repository.", pypi("mcp-server-git"), {}),
        ("excel", "excel", "Work with Excel workbooks.", pypi("excel-mcp-server", "stdio"), {}),
    ]


def pinned():
    """Returns the packages with their versions."""
    packages = json.loads((HERE / "package.json").read_text())["dependencies"].items()
    lines = (line.split("==") for line in (HERE / "requirements.txt").read_text().splitlines())
    return [*packages, *((name, version) for name, version in lines if name.count("mcp-server"))]


def stamp():
    """Returns when, from which commit and with which programs was counted."""
    # The files that this program writes do not change what it counts.
    written = [f":!{file.relative_to(ROOT)}" for file in (RESULTS, *TABLES)]
    changed = output("git", "status", "--porcelain", "--", ".", *written)
    commit = output("git", "rev-parse", "--short=10", "HEAD") + (" with changes" if changed else "")
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return f"{now}; commit {commit}; Node {output('node', '--version')}, Python {platform.python_version()}"


def output(*command):
    """Returns what a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout.strip()


def write(counts):
    """Writes the counts into RESULTS.md, and the same tables into the files that quote them."""
    RESULTS.write_text(section(RESULTS.read_text(), counts, pinned(), stamp()))
    for file, columns in TABLES.items():
        file.write_text(with_table(file.read_text(), columns(counts)))


def run(command, **options):
    """Runs a command; its output is shown on standard error."""
    subprocess.run(command, check=True, stdout=sys.stderr, **options)


def tool_lists(arguments):
    """Yields the name, the group and the vendor's tools of each server."""
    if not arguments.files_only:
        install()
        for name, tool, docs, command, variables in servers():
            print(f"asking {name}", file=sys.stderr)
            yield name, tool, docs, tool_list(command, {**os.environ, **variables}, FOLDER)
    for file in arguments.lists:
        answer = json.loads(file.read_text())
        answer = answer.get("result", answer) if isinstance(answer, dict) else answer
        tools = answer["tools"] if isinstance(answer, dict) else answer
        name = file.stem.replace("-", "_").lower()
        yield name, name, f"Work with {name.capitalize()}.", tools


def generate(groups):
    """Writes the package of all groups."""
    package = FOLDER / "program"
    shutil.rmtree(package / "src", ignore_errors=True)
    (package / "src").mkdir(parents=True)
    core = json.dumps(str(ROOT / "fusion-core"))
    (package / "Cargo.toml").write_text(MANIFEST.format(core=core))
    shutil.copy(ROOT / "Cargo.lock", package)
    shutil.copy(HERE / "program" / "count.rs", package / "src")
    modules, calls = "", ""
    for name, group, tools in groups:
        (package / f"{name}.json").write_text(json.dumps(tools, ensure_ascii=False))
        (package / "src" / f"server_{name}.rs").write_text(group.source())
        modules += f"mod server_{name};\n"
        vendor = f'include_str!("../{name}.json")'
        calls += f'    counter.count("{name}", {vendor}, || server_{name}::tool())?;\n'
    main = (
        f"//! Generated.\n\n#![allow(warnings)]\n\nmod count;\n{modules}\n"
        "fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        f"    let counter = count::Counter::new()?;\n{calls}    Ok(())\n}}\n"
    )
    (package / "src" / "main.rs").write_text(main)
    return package


def count(package):
    """Builds and runs the package, and returns the counts of each server."""
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "run", "--quiet", "--manifest-path", str(package / "Cargo.toml")]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET)}
    options = {"stdout": subprocess.PIPE, "text": True, "env": environment, "cwd": package}
    printed = subprocess.run(command, check=True, **options).stdout
    return [json.loads(line) for line in printed.splitlines()]


def main():
    parser = argparse.ArgumentParser(prog="real-servers/run", description=__doc__.split("\n")[0])
    parser.add_argument("lists", nargs="*", type=Path, help="further answers to tools/list, as JSON")
    parser.add_argument("--files-only", action="store_true", help="no packages, only the files")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each server")
    parser.add_argument("--results", action="store_true", help="write the tables of RESULTS.md, README and guide")
    arguments = parser.parse_args()
    if arguments.results and (arguments.lists or arguments.files_only):
        parser.error("`--results` counts the pinned packages only")
    FOLDER.mkdir(parents=True, exist_ok=True)
    groups = []
    for name, tool, docs, tools in tool_lists(arguments):
        groups.append((name, GeneratedGroup(name, tool, docs, tools), tools))
    if not groups:
        parser.error("`--files-only` needs a file")
    counts = count(generate(groups))
    if arguments.json:
        print("\n".join(json.dumps(row) for row in counts))
    else:
        print(f"{lists(counts)}\n{deferred(counts)}", end="")
    if arguments.results:
        write(counts)
    limited = [] if arguments.files_only else [name for name, *_ in servers()]
    sys.exit("\n".join(excess(counts, limited)) or 0)


if __name__ == "__main__":
    main()
