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


def table(lines):
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
