"""The work by FastMCP: functions under its decorator."""

import logging
import sys
from enum import Enum

from fastmcp import FastMCP
from pydantic import BaseModel, Field

server = FastMCP("work")


class Range(BaseModel):
    from_: int = Field(alias="from")
    to: int

    model_config = {"extra": "forbid"}


class Filter(BaseModel):
    owner: str
    tags: list[str]
    age: Range

    model_config = {"extra": "forbid"}


class State(str, Enum):
    OPEN = "open"
    CLOSED = "closed"
    ANY = "any"


class Order(str, Enum):
    NEWEST = "newest"
    OLDEST = "oldest"


@server.tool(annotations={"readOnlyHint": True}, output_schema=None)
async def ping() -> str:
    """Take no argument."""
    return "pong"


@server.tool(annotations={"readOnlyHint": True}, output_schema=None)
async def scalars(name: str, age: int, days: int, active: bool) -> str:
    """Take four scalars."""
    return name


@server.tool(annotations={"readOnlyHint": True}, output_schema=None)
async def nested(filter: Filter, ranges: list[Range]) -> str:
    """Take a nested struct and a list."""
    return filter.owner


@server.tool(annotations={"readOnlyHint": True}, output_schema=None)
async def choices(
    state: State,
    label: str | None = None,
    limit: int | None = None,
    order: Order | None = None,
) -> str:
    """Take an enum and optionals."""
    return label or ""


@server.tool(annotations={"readOnlyHint": True}, output_schema=None)
async def twenty(
    a00: int, a01: int, a02: int, a03: int, a04: int, a05: int, a06: int, a07: int, a08: int,
    a09: int, a10: int, a11: int, a12: int, a13: int, a14: int, a15: int, a16: int, a17: int,
    a18: int, a19: int,
) -> str:
    """Take twenty numbers."""
    return "done"


def main() -> None:
    logging.disable(logging.INFO)
    match sys.argv[1:]:
        case ["stdio"]:
            server.run(transport="stdio", show_banner=False)
        case ["http", port]:
            # The other servers write no access log either.
            quiet = {"access_log": False, "log_level": "warning"}
            server.run(
                transport="http",
                host="127.0.0.1",
                port=int(port),
                path="/mcp",
                show_banner=False,
                uvicorn_config=quiet,
            )
        case _:
            sys.exit("say `stdio` or `http PORT`")


if __name__ == "__main__":
    main()
