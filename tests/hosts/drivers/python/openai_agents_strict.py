"""OpenAI Agents SDK with strict schemas, whose model must fill in every property: with null where it may."""

from contextlib import asynccontextmanager

import openai_agents

_FILLERS = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": [], "object": {}}


@asynccontextmanager
async def connect(target):
    async with openai_agents.connect(target, strict=True, arguments_of=_filled) as host:
        yield host


def _filled(tool, arguments):
    schema = tool.params_json_schema
    if not tool.strict_json_schema or set(schema["required"]) != set(schema["properties"]):
        raise AssertionError(f"{tool.name} has no strict schema: {schema}")
    return {name: arguments.get(name, _filler(field)) for name, field in schema["properties"].items()}


def _filler(field):
    """What a model sends for a property that it has no value for."""
    types = [each.get("type") for each in field.get("anyOf", [field])]
    types = [inner for each in types for inner in (each if isinstance(each, list) else [each])]
    return None if "null" in types else field.get("default", _FILLERS[types[0]])
