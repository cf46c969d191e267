"""What the tracker promises on the wire: its tool, its texts, its results.

The exact words are those of the framework; only the prose of the tracker's own docs is left open.
"""

import json
import re
from itertools import pairwise
from typing import Any

import toon
from harness import expect, expect_that

TOOLS = ["tracker"]
TOOL = "tracker"
MODULES = {
    "issues": ["list", "get", "open", "close", "assign", "accept", "delete", "import"],
    "comments": ["list", "add", "edit", "delete"],
    "labels": ["list", "create", "rename", "delete", "attach", "detach"],
    "members": ["list", "add", "remove"],
}
ACTIONS = [f"{module}.{action}" for module, actions in MODULES.items() for action in actions]
PROMPT = "tracker_issues_triage"
TEMPLATE = "tracker://issues/{number}"
MANIFEST = "fusion://manifest.json"
INVALID_PARAMS = -32602
NOT_FOUND = -32002
METHOD_NOT_FOUND = -32601
UNSUPPORTED_VERSION = -32022
LIST_LIMIT = 100

_AVAILABLE = f"Available: {', '.join(ACTIONS)}"
ACTION_MISSING = f"Error: action is required. {_AVAILABLE}"
ACTION_UNKNOWN = f'Error: Unknown action "issues.lst". Did you mean "issues.list"? {_AVAILABLE}'

_HINTS = {
    "readOnlyHint": False,
    "destructiveHint": True,
    "idempotentHint": False,
    "openWorldHint": False,
}

# What follows from the Rust types the example happens to use, and is no promise.
_FREE = {"comment": ("minimum", "maximum"), "issue": ("minimum", "maximum"), "offset": ("minimum", "maximum", "default")}

_FIELDS = [
    "assignee",
    "author",
    "body",
    "comment",
    "confirmation",
    "idempotency_key",
    "issue",
    "label",
    "limit",
    "lines",
    "meaning",
    "member",
    "offset",
    "state",
    "text",
    "title",
    "to",
]

# The arguments of actions, as signatures show them.
_SIGNATURES = {
    "issues.open": "title, body?, assignee?, idempotency_key?",
    "issues.accept": "issue, label, assignee?",
    "issues.delete": "issue",
    "comments.edit": "comment, body",
    "members.list": "",
}

# What a property is beside its description; a string where nothing else is said.
_TYPES = {
    "comment": {"type": "integer"},
    "idempotency_key": {"type": "string", "minLength": 1, "maxLength": 128},
    "issue": {"type": "integer"},
    "limit": {"type": "integer", "default": 20, "minimum": 1, "maximum": 100},
    "offset": {"type": "integer"},
    "state": {"type": "string", "enum": ["open", "closed"]},
}

_WHICH = "Module and operation (module.action format)"

_OUTLINE = {
    "name": TOOL,
    "title": "Issue tracker",
    "icons": [{"mimeType": "image/svg+xml", "sizes": ["any"]}],
    "inputSchema": {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": ACTIONS, "description": _WHICH},
            **{name: _TYPES.get(name, {"type": "string"}) for name in _FIELDS},
        },
        "required": ["action"],
        "additionalProperties": False,
    },
    "annotations": _HINTS,
}


def check_tools(tools: list[dict[str, Any]]) -> None:
    """One tool, and every word of it that is not the author's prose."""
    expect("the names of the listed tools", [tool["name"] for tool in tools], TOOLS)
    [tracker] = tools
    expect(f"the tool `{TOOL}`", _outline(tracker), _OUTLINE)
    # What does not fit into the description goes on behind the discriminator's own.
    more = tracker["inputSchema"]["properties"]["action"]["description"]
    _check_description(tracker["description"], more.removeprefix(_WHICH))


def _outline(tool: dict[str, Any]) -> dict[str, Any]:
    """A listed tool without the author's prose and pictures, and without `_meta`, which not every client passes on."""
    rest = {key: value for key, value in tool.items() if key not in ("description", "_meta")}
    rest["annotations"] = _hints(tool)
    sources = [icon["src"].split(",")[0] for icon in tool["icons"]]
    expect("the kind of each icon's source", sources, ["data:image/svg+xml;base64"])
    rest["icons"] = [{key: value for key, value in icon.items() if key != "src"} for icon in tool["icons"]]
    schema = dict(tool.get("inputSchema", {}))
    properties = schema.get("properties", {})
    schema["properties"] = {name: _outline_field(name, field) for name, field in properties.items()}
    return rest | {"inputSchema": schema}


def _hints(tool: dict[str, Any]) -> dict[str, Any]:
    """The annotations without the title, which clients of the legacy era get there as well."""
    hints = dict(tool["annotations"])
    expect("the title in the annotations", hints.pop("title", tool["title"]), tool["title"])
    return hints


def _outline_field(name: str, field: dict[str, Any]) -> dict[str, Any]:
    free = ("description", *_FREE.get(name, ())) if name != "action" else ()
    outline = {key: value for key, value in field.items() if key not in free}
    if name == "action":
        outline["description"] = field["description"].split("\n\n")[0]
    return outline


def _check_description(description: str, more: str) -> None:
    """First line: what it does; then, below the head of each module, a line for each action."""
    lines = description.splitlines()
    expect_that(lines[0].endswith(". Results may be TOON. (? optional)"), "first line of the description", description)
    expect_that(lines[-1] == "Details under `action`.", "where the description goes on", description)
    signatures = _signatures([*lines, *more.splitlines()])
    for key, arguments in _SIGNATURES.items():
        expect_that(arguments in signatures.get(key, {}), f"one line for `{key}({arguments})`", description + more)
    expect_that(list(signatures) != [] and set(signatures) == set(ACTIONS), "a line for each action", description + more)
    destructive = signatures["issues.delete"]["issue"].endswith(" [DESTRUCTIVE]")
    expect_that(destructive, "`issues.delete` is marked [DESTRUCTIVE]", description + more)


def _signatures(lines: list[str]) -> dict[str, dict[str, str]]:
    """The text after the signature of each action, by its full key and its arguments."""
    module, found = "", {}
    for line in lines:
        head = line.split(":")[0]
        signature = re.match(r"(\w+)\(([^)]*)\)(.*)", line)
        if head in MODULES:
            module = head
        elif signature:
            key, arguments, text = signature.groups()
            found.setdefault(f"{module}.{key}", {})[arguments] = text
    return found


BRIEF = ("--describe", "brief")
HELP = "help"
TOPIC_UNKNOWN = (
    f'Error: Unknown topic "isues". Did you mean "issues"? Available: {", ".join([*MODULES, *ACTIONS, HELP])}'
)


def check_brief_tools(tools: list[dict[str, Any]]) -> None:
    """The same tool in the brief form: `help` is one of its actions, and no argument of an action has a description."""
    expect("the names of the listed tools", [tool["name"] for tool in tools], TOOLS)
    schema = tools[0]["inputSchema"]
    expect("the actions", schema["properties"]["action"]["enum"], [*ACTIONS, HELP])
    expect("what every call needs", schema["required"], ["action"])
    fields = {name: field for name, field in schema["properties"].items() if name != "action"}
    expect("the names of the fields", sorted(fields), sorted([*_FIELDS, "topic"]))
    expect("the field of `help`", fields["topic"], {"type": "string"})
    described = [name for name, field in fields.items() if "description" in field]
    expect("fields with a description", described, ["confirmation"])


def check_overview(text: str) -> None:
    """A line for each action, and how to ask on."""
    lines = text.splitlines()
    for action in ACTIONS:
        expect_that(any(line.startswith(f"{action}(") for line in lines), f"a line for `{action}`", text)
    expect_that(text.endswith('call help with its name as topic, such as "issues.list".'), "how to ask on", text)


def check_module(text: str) -> None:
    """The contracts of the module's actions, and of no other."""
    contracts = [line.split("(")[0] for line in text.splitlines() if line.split("(")[0] in ACTIONS]
    expect("the contracts", contracts, [action for action in ACTIONS if action.startswith("labels.")])


def check_contract(text: str) -> None:
    """All that a call of `issues.open` needs."""
    lines = text.splitlines()
    expect("the signature", lines[0], "issues.open(title, body?, assignee?, idempotency_key?)")
    expect_that("Arguments:" in lines, "its arguments", text)
    title = [line for line in lines if line.startswith("- title: string")]
    expect_that(len(title) == 1 and "(required)" in title[0], "the line of `title`", text)
    expect_that("Hints: changes data" in lines, "its hints", text)


def check_brief_refusal(text: str, contract: str) -> None:
    """A wrong call of `issues.open` is answered with its whole contract."""
    problem = "- title: required, but missing"
    head = f"Validation failed for tracker/issues.open:\n{problem}\nContract:"
    tail = "Fix these fields and call again. Call help for other contracts."
    expect("the text", text, f"{head}\n{contract}\n{tail}")


SEARCH = ("--exposition", "search")
_SEARCHED = {
    "find": {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
    "call_read": {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
    "call_write": {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False},
    "call_destructive": {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False},
}


def check_search_tools(tools: list[dict[str, Any]]) -> None:
    """A tool that finds actions, and one for each class of them; together they have all actions, for programs."""
    expect("the tools and their hints", {tool["name"]: _hints(tool) for tool in tools}, _SEARCHED)
    expect("what a search needs", tools[0]["inputSchema"]["required"], ["query"])
    for tool in tools[1:]:
        schema = tool["inputSchema"]
        expect("what a call needs", schema["required"], ["action"])
        expect("the fields of a call", list(schema["properties"]), ["action", "arguments"])
        expect("the arguments, of any shape", schema["properties"]["arguments"]["type"], "object")
    loaded = [tool.get("_meta", {}).get("anthropic/alwaysLoad") for tool in tools]
    expect("what hosts load at once", loaded, [True] * len(tools))
    keys = [key for tool in tools for key in tool.get("_meta", {}).get("dev.fusion/actions", [])]
    expect("the actions", sorted(keys), sorted(f"tracker/{action}" for action in ACTIONS))


def found_in(text: str) -> list[tuple[str, str]]:
    """The tool and the name of each found action, the best first. All other lines are indented."""
    head, *blocks = text.split("\n\n")
    expect_that(head.endswith('as {"action": name, "arguments": {…}}'), "how to call", text)
    outside = [line for line in text.splitlines()[1:] if line and not line.startswith("  ")]
    found = [re.match(r"(call_\w+): (tracker/[a-z.]+)\(", line) for line in outside]
    expect_that(all(found) and len(found) <= 8, "the heads of the results", text)
    return [match.groups() for match in found]


def check_unknown_searched(text: str) -> None:
    """The text for a misspelt action."""
    meant = 'Did you mean "tracker/issues.get" (call_read)?'
    more = "Call find with what you want to do, for the names of actions and their contracts."
    expect("the text", text, f'Error: Unknown action "tracker/isues.get". {meant} {more}')


def check_searched_refusal(text: str) -> None:
    """A wrong call of `issues.open` is answered with its whole contract."""
    head = "Validation failed for tracker/issues.open:\n- title: required, but missing\nContract:\ntracker/issues.open(title"
    expect_that(text.startswith(head), "the problem and the contract", text)
    tail = "Fix these fields and call again. Call find for other contracts."
    expect_that(text.endswith(tail), "the way out", text)


def check_prompts(prompts: list[dict[str, Any]]) -> None:
    """One prompt, of one issue."""
    arguments = [{"name": "number", "description": "The issue's number.", "required": True}]
    description = "Sort out an issue: what it is, how much it matters, and who takes it."
    wanted = {"name": PROMPT, "title": "Triage an issue", "description": description, "arguments": arguments}
    expect("the prompts", prompts, [wanted])


def check_resources(resources: list[dict[str, Any]], templates: list[dict[str, Any]]) -> None:
    """The manifest, and the issues."""
    expect("the URIs of resources", [resource["uri"] for resource in resources], [MANIFEST])
    expect("the templates", [template["uriTemplate"] for template in templates], [TEMPLATE])
    expect("the type of an issue", templates[0]["mimeType"], "application/json")


def json_of(read: dict[str, Any], uri: str) -> Any:
    """What is read of a resource, all of it JSON."""
    [contents] = read["contents"]
    expect("where and what it is", (contents["uri"], contents["mimeType"]), (uri, "application/json"))
    return json.loads(contents["text"])


def check_manifest(manifest: dict[str, Any]) -> None:
    """The tree of the actions, and nothing that is none."""
    [tracker] = manifest["groups"]
    groups = {group["name"]: [tool["name"] for tool in group["tools"]] for group in tracker["groups"]}
    expect("the groups and their actions", groups, MODULES)


def check_triage(prompt: dict[str, Any], title: str) -> None:
    """One message of the user, about the issue."""
    [message] = prompt["messages"]
    expect("who says it", message["role"], "user")
    expect_that(f"Title: {title}" in message["content"]["text"], "the issue's title", message)


def check_invalid_open(text: str, *problems: str) -> None:
    """The text for a wrong call of `open`: every problem in order, what is expected, the way out."""
    lines = text.splitlines()
    wanted = ["Validation failed for tracker/issues.open:", *(f"- {problem}" for problem in problems)]
    count = len(wanted)
    holds = (
        lines[:count] == wanted
        and len(lines) == count + 2
        and lines[count].startswith("Expected: title: string")
        and lines[count + 1] == "Fix these fields and call again."
    )
    expect_that(holds, f"validation text with the problems {list(problems)}", text)


def text_of(result: dict[str, Any]) -> str:
    """The one text block of a result, before its notice if it has one; there must be no other block and no
    structured content."""
    content = result.get("content")
    if isinstance(content, list) and content and content[-1].get("text", "").startswith("[System: "):
        content = content[:-1]
    holds = isinstance(content, list) and len(content) == 1 and content[0].get("type") == "text"
    expect_that(holds and "structuredContent" not in result, "one text block and no structured content", result)
    return content[0]["text"]


def value_of(result: dict[str, Any]) -> Any:
    """The JSON of a call that succeeded."""
    check_succeeded(result)
    try:
        return json.loads(text_of(result))
    except ValueError:
        raise AssertionError(f"the text is not JSON\nreceived: {text_of(result)!r}") from None


def error_text_of(result: dict[str, Any]) -> str:
    """The text of a call that failed in a way the model can read."""
    expect_that(result.get("isError") is True, "isError: true", result)
    return text_of(result)


def token_of(result: dict[str, Any], question: str) -> str:
    """The token of a call that the user must confirm, for a client that cannot ask the question itself."""
    text = error_text_of(result)
    found = re.fullmatch(
        r"\[tracker/[a-z.]+\] not done yet, because the user must confirm it: (.+)\n"
        r"Hint: Show the user this question\. If they agree, call again with the same arguments "
        r'and(?:, inside of `arguments`,)? `confirmation`: "(\S+)"\.',
        text,
    )
    expect_that(found is not None, "a question with a token", text)
    expect("the question", found[1], question)
    return found[2]


def check_succeeded(result: dict[str, Any]) -> None:
    """For results whose words are the example's own business."""
    expect_that(not result.get("isError"), "a call that succeeds", result)


def check_progress(progress: list[dict[str, Any]], total: int) -> None:
    """At least one report, strictly increasing, never beyond the total, the total always the same."""
    values = [each["progress"] for each in progress]
    increasing = all(earlier < later for earlier, later in pairwise(values))
    expect_that(bool(values) and increasing and values[-1] <= total, "strictly increasing progress", progress)
    expect("the totals", {each.get("total") for each in progress}, {total})


def titles_of(result: dict[str, Any]) -> list[str]:
    """The titles of a `list` result, sorted."""
    check_succeeded(result)
    text = text_of(result)
    page = json.loads(text) if text.startswith("{") else toon.page(text)
    expect_that(isinstance(page, dict) and set(page) == {"issues", "total"}, "a page of issues", page)
    return sorted(issue["title"] for issue in page["issues"])


def import_titles(marker: str, count: int) -> list[str]:
    """The titles that `import_text` of the same arguments creates."""
    return [f"{marker} {number:04}" for number in range(count)]


def import_text(marker: str, count: int) -> str:
    """Lines for the `import` action."""
    return "\n".join(f"{title} | imported | ada" for title in import_titles(marker, count))
