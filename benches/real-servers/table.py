"""Writes the counts as tables, the worst server first."""

COLUMNS = [
    ("by safety", "safety"),
    ("workflow", "workflow"),
    ("compact", "compact"),
    ("brief", "brief"),
    ("toon", "toon"),
]


def percent(row, key):
    return round(100 * row[key] / row["flat"])


def markdown(rows):
    """Returns a table of the lists, and one of what deferring hosts load."""
    rows = sorted(rows, key=lambda row: -row["compact"] / row["flat"])
    numbers = [key for key in rows[0] if key != "server"]
    total = {"server": "sum", **{key: sum(row[key] for row in rows) for key in numbers}}
    head = ["server", "tools", "vendor's list", "flat", *(f"{title}, of flat" for title, _ in COLUMNS)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in [*rows, total]:
        counts = [f"{row[key]:,}" for key in ("actions", "vendor", "flat")]
        lines.append([row["server"], *counts, *(f"{percent(row, key)} %" for _, key in COLUMNS)])
    text = table(lines)
    head = ["server", "all names, flat", "one flat tool", "grouped, compact", "grouped, brief"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in sorted(rows, key=lambda row: -row["compact"] / row["one_flat"]):
        cells = [f"{row['names']:,}", f"{row['one_flat']:,}"]
        cells += [f"{row[key]:,} ({row[key] / row['one_flat']:.1f} ×)" for key in ("compact", "brief")]
        lines.append([row["server"], *cells])
    return f"{text}\n{table(lines)}"


INTRO = """Tokens of o200k_base that a model reads of the tool lists of published servers: names, descriptions
and input schemas, as the vendor wrote them, and as groups of Fusion that are generated from them, with
the vendor's texts, arguments and hints. The worst server is the first one; percentages are of Flat. By
safety is in the compact form.
Written by `benches/real-servers/run --results`."""
DEFERRED = """A host that defers tools loads the names first, and then the definition of a tool that it needs: a flat
tool of median size, or the grouped tool as a whole."""


def section(results, rows, packages):
    """Returns the text of RESULTS.md with its section of real servers replaced."""
    lists, deferred = markdown(rows).split("\n\n")
    versions = ", ".join(f"{name} {version}" for name, version in packages)
    body = f"## Real servers\n\n{INTRO}\n\n<sub>{versions}</sub>\n\n{lists}\n\n{DEFERRED}\n\n{deferred}"
    parts = [part for part in results.split("\n## ") if not part.startswith("Real servers\n")]
    after = next(index for index, part in enumerate(parts) if part.startswith("Tokens\n")) + 1
    parts.insert(after, body.removeprefix("## ").rstrip("\n") + "\n")
    return "\n## ".join(parts)


def table(lines):
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
