"""Drives one host in Python: `driver.py ADAPTER`, where ADAPTER is a module of the folder `python`. See ../README.md.

Reads a target with its steps from each line of standard input, and writes one line of answers. Hosts print to standard
output too, so that a line of answers has a prefix.
"""

import asyncio
import importlib
import json
import re
import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

_STEP_SECONDS = 120
_PREFIX = "answers: "


@dataclass(frozen=True)
class Host:
    """A connected host. A call returns the text that a model would read; what a host cannot do is `None`."""

    list: Callable[[], Awaitable[list[str]]]
    call: Callable[[str, Json], Awaitable[Any]]
    prompt: Callable[[str, dict[str, str]], Awaitable[Any]] | None = None
    resource: Callable[[str], Awaitable[Any]] | None = None


def text_of(value: Any) -> str:
    """Writes whatever a host returned as text, so that nothing it kept is lost."""
    if isinstance(value, str):
        return value
    if hasattr(value, "model_dump_json"):
        return value.model_dump_json()
    if isinstance(value, (list, tuple)):
        return "\n".join(text_of(each) for each in value)
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, dict) else str(value)


async def _answers(adapter: Any, target: Json) -> Json:
    """Connects, does every step, and hangs up. A failure to connect is the answer to every step."""
    answers: Json = {}
    try:
        async with adapter.connect(target) as host:
            names = await asyncio.wait_for(host.list(), _STEP_SECONDS)
            answers["lists"] = {"value": names}
            before: Json | None = None
            for step in target["steps"]:
                before = answers[step["name"]] = await _answer(host, names, **confirmed(step["does"], str(before)))
    except Exception as failure:  # noqa: BLE001 - the failure is the answer
        traceback.print_exc()
        answers["failure"] = _words(failure)
    return answers


def confirmed(does: Json, before: str) -> Json:
    """A call with the token that the answer before it asked for, if the step is a confirmation."""
    rest = {key: value for key, value in does.items() if key != "confirms"}
    token = re.search(r'`confirmation`: [\\"]*([\w-]+)', before) if "confirms" in does else None
    return rest | {"arguments": rest["arguments"] | {"confirmation": token[1]}} if token else rest


async def _answer(host: Host, names: list[str], do: str, **arguments: Any) -> Json | None:
    does = getattr(host, do)
    if does is None:
        return None
    if do == "call":
        arguments["tool"] = _name_in_host(arguments["tool"], names)
    try:
        return {"value": text_of(await asyncio.wait_for(does(*arguments.values()), _STEP_SECONDS))}
    except Exception as failure:  # noqa: BLE001 - many hosts raise what the server refused
        return {"error": _words(failure)}


def _name_in_host(tool: str, names: list[str]) -> str:
    """The tool's name in this host, which may have put a prefix before it."""
    found = [name for name in names if name == tool] or [name for name in names if name.endswith(tool)]
    if len(found) != 1:
        raise LookupError(f"no tool {tool} among {names}")
    return found[0]


def _words(failure: BaseException) -> str:
    if isinstance(failure, BaseExceptionGroup):
        return "\n".join(map(_words, failure.exceptions))
    return str(failure) or repr(failure)


async def _main(adapter: Any) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        answers = await _answers(adapter, json.loads(line))
        print(f"\n{_PREFIX}{json.dumps(answers)}", flush=True)


if __name__ == "__main__":
    # Adapters import `driver` for `Host`; it must be this module, not a second one.
    sys.modules["driver"] = sys.modules["__main__"]
    sys.path.insert(0, str(Path(__file__).parent / "python"))
    asyncio.run(_main(importlib.import_module(sys.argv[1])))
