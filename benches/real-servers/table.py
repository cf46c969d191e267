"""Writes the counts as tables, sorted by the size of the compact list, the worst server first."""

COLUMNS = [
    ("by safety", "safety"),
    ("workflow", "workflow"),
    ("compact", "compact"),
    ("brief", "brief"),
    ("toon", "toon"),
]

# The most that a list may have, in percent of Flat. The versions of the packages are pinned, so that
# only Fusion changes the counts.
LIMITS = {"safety": 95, "compact": 90, "brief": 50}


def percent(row, key):
    return round(100 * row[key] / row["flat"])


def lists(rows):
    """Returns the table of the whole lists."""
    rows = sorted(rows, key=lambda row: -row["compact"] / row["flat"])
    numbers = [key for key in rows[0] if key != "server"]
    total = {"server": "sum", **{key: sum(row[key] for row in rows) for key in numbers}}
    head = ["server", "tools", "vendor's list", "flat", *(f"{title}, of flat" for title, _ in COLUMNS)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in [*rows, total]:
        counts = [f"{row[key]:,}" for key in ("actions", "vendor", "flat")]
        lines.append([row["server"], *counts, *(f"{percent(row, key)} %" for _, key in COLUMNS)])
    return table(lines)


def deferred(rows):
    """Returns the table of what a host loads that defers tools."""
    head = ["server", "all names, flat", "one flat tool", "one tool by safety"]
    head += ["grouped, compact", "grouped, brief", "help to one action"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in sorted(rows, key=lambda row: -row["compact"] / row["one_flat"]):
        cells = [f"{row['names']:,}", f"{row['one_flat']:,}"]
        for key in ("one_safety", "compact", "brief"):
            cells.append(f"{row[key]:,} ({row[key] / row['one_flat']:.1f} ×)")
        lines.append([row["server"], *cells, f"{row['one_help']:,}"])
    return table(lines)


def excess(rows, limited):
    """Returns a line for each list above its limit. A list of a server that is not `limited` may have as
    many tokens as the flat one."""
    lines = []
    for row in rows:
        for key, limit in LIMITS.items():
            limit = limit if row["server"] in limited else 100
            if 100 * row[key] > limit * row["flat"]:
                share = f"{100 * row[key] / row['flat']:.1f} % of flat"
                lines.append(f"{row['server']}: {key} takes {share}, at most {limit} % are allowed")
    return lines


INTRO = """Tokens of o200k_base that a model reads of the tool lists of published servers: names, descriptions
and input schemas, as the vendor wrote them, and as groups of Fusion that are generated from them, with
the vendor's texts, arguments and hints. The servers are sorted by the share that the compact form takes of
Flat, the largest first; percentages are of Flat. By safety is in the compact form.
Written by `benches/real-servers/run --results`."""
DEFERRED = """A host that defers tools loads the names first, and then the definition of a tool that it needs: a flat
tool or a part by safety (compact) of median size, or the grouped tool as a whole. In the brief form, a
model may request `help` to an action; its answer is counted at median size."""


def section(results, rows, packages, stamp):
    """Returns the text of RESULTS.md with its section of real servers replaced."""
    versions = ", ".join(f"{name} {version}" for name, version in packages)
    notes = f"<sub>{stamp}</sub>\n<sub>{versions}</sub>"
    body = f"## Real servers\n\n{notes}\n\n{INTRO}\n\n{lists(rows)}\n{DEFERRED}\n\n{deferred(rows)}"
    parts = [part for part in results.split("\n## ") if not part.startswith("Real servers\n")]
    after = next(index for index, part in enumerate(parts) if part.startswith("Tokens\n")) + 1
    parts.insert(after, body.removeprefix("## ").rstrip("\n") + "\n")
    return "\n## ".join(parts)


def with_table(text, new):
    """Returns the text with its table under the same head replaced; there must be one."""
    head, rule = new.splitlines()[:2]
    before, found, after = text.partition(f"{head}\n{rule}\n")
    if not found:
        raise ValueError(f"there is no table under `{head}`")
    rest = after.splitlines(keepends=True)
    end = next((index for index, line in enumerate(rest) if not line.startswith("|")), len(rest))
    return before + new + "".join(rest[end:])


def table(lines):
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
