"""Generates a group of Fusion from a vendor's tool list: an action for each tool.

Texts, required arguments, constraints and hints are the vendor's. A group of modules is generated if
the names of all tools begin with a noun that several of them share.
"""

import json
import re
from collections import Counter

from argument_types import Types, shape
from rust import camel, docs, snake, string

# Words that begin the name of an action, not of a module.
VERBS = set(
    "add apply assign attach cancel click close connect copy create delete describe directory download drag "
    "edit evaluate execute export fill finalize find fork format get handle hover import insert install list "
    "merge move navigate open patch post press push put read remove rename request resize retrieve run save "
    "search select send set snapshot start stop submit take type unmerge update upload validate wait write".split()
)


def words(name):
    return [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]


def keys(names):
    """Returns the module and the key of each tool; the module is `None` if there are none."""
    split = [words(name) for name in names]
    while all(len(parts) > 1 for parts in split) and len({parts[0] for parts in split}) == 1:
        split = [parts[1:] for parts in split]
    modules = Counter(parts[0] for parts in split)
    nouns = all(len(parts) > 1 for parts in split) and not VERBS.intersection(modules)
    if nouns and 1 < len(modules) <= len(names) / 2:
        found = [(parts[0], "_".join(parts[1:])) for parts in split]
    else:
        found = [(None, "_".join(parts)) for parts in split]
    if len(set(found)) < len(found):
        found = [(None, "_".join(words(name))) for name in names]
    return found


def renames(tools, found):
    """Returns new names for the arguments whose shape is not the most frequent one of their name."""
    uses = {}
    for tool, (_, key) in zip(tools, found):
        for name, schema in tool["inputSchema"].get("properties", {}).items():
            text = json.dumps(shape(schema), sort_keys=True)
            uses.setdefault(name, []).append((key, text))
    new = {}
    for name, of_name in uses.items():
        usual = Counter(text for _, text in of_name).most_common(1)[0][0]
        new |= {(key, name): f"{key}_{name}" for key, text in of_name if text != usual}
    return new


class GeneratedGroup:
    """The group of one server."""

    def __init__(self, server, tool, text, tools):
        self.server, self.tool, self.text, self.tools = server, tool, text, tools
        self.found = keys([one["name"] for one in tools])
        self.renames = renames(tools, self.found)
        names = {name for one in tools for name in one["inputSchema"].get("properties", {})}
        free = (word for word in ("action", "operation", "command_name") if word not in names)
        self.discriminator = next(free)
        self.types = Types()
        self.given = 0

    def source(self):
        """Returns the Rust module, with a function `tool()`."""
        modules = {}
        for one, (module, key) in zip(self.tools, self.found):
            modules.setdefault(module, []).append(self.action(one, key))
        head = f'name = "{self.tool}", discriminator = "{self.discriminator}"'
        if None in modules:
            blocks = [self.block("Group", self.text, head, modules[None]), "pub fn tool() -> Group {\n    Group\n}\n"]
        else:
            inner = f'discriminator = "{self.discriminator}"'
            blocks = [self.block(camel(name), "", inner, actions) for name, actions in modules.items()]
            fields = "".join(f"    #[group]\n    pub {snake(name)}: {camel(name)},\n" for name in modules)
            made = ", ".join(f"{snake(name)}: {camel(name)}" for name in modules)
            blocks.append(
                f"{docs(self.text)}\n#[tool_group({head})]\npub struct Group {{\n{fields}}}\n\n"
                f"pub fn tool() -> Group {{\n    Group {{ {made} }}\n}}\n"
            )
        return "\n".join(["use fusion_core::tool_group;\n", *self.types.items, *blocks])

    @staticmethod
    def block(name, text, attributes, actions):
        return (
            f"pub struct {name};\n\n{docs(text)}\n#[tool_group({attributes})]\n"
            f"impl {name} {{\n{''.join(actions)}}}\n"
        )

    def action(self, tool, key):
        """Returns the method of a tool."""
        hints = tool.get("annotations") or {}
        attributes = [] if snake(key) == key else [f'name = "{key}"']
        # A hint that a vendor left out is not the protocol's pessimistic default.
        if hints.get("readOnlyHint"):
            attributes.append("read_only")
        else:
            attributes += ["destructive"] if hints.get("destructiveHint") else []
            attributes += ["idempotent"] if hints.get("idempotentHint") else []
        attributes += ["open_world"] if hints.get("openWorldHint") else []
        schema = tool["inputSchema"]
        required = schema.get("required", [])
        arguments = "".join(
            f"        {self.argument(tool, key, name, field, name in required)},\n"
            for name, field in schema.get("properties", {}).items()
        )
        head = f"    {docs(tool.get('description'))}\n    #[action({', '.join(attributes)})]\n"
        return f"{head}    fn {snake(key)}(\n{arguments}    ) {{}}\n\n"

    def argument(self, tool, key, name, schema, required):
        """Returns the parameter of an argument."""
        text = schema.get("description") or next(
            (branch["description"] for branch in schema.get("anyOf", []) if "description" in branch), ""
        )
        name = self.renames.get((key, name), name)
        attributes = [] if snake(name) == name else [f"name = {string(name)}"]
        found = self.types.type_of(schema, top=True)
        kind, constraints = found or ("serde_json::Value", [f"schema = {json_value(self.whole(tool, schema))}"])
        attributes += constraints
        default = schema.get("default")
        if default is not None:
            attributes.append(self.default(kind, schema, default))
        elif not required:
            kind = f"Option<{kind}>"
        limits = f"#[arg({', '.join(attributes)})] " if attributes else ""
        return f"{docs(text)}{limits}{snake(name)}: {kind}"

    def whole(self, tool, schema):
        """Returns the schema that no type has, with the definitions that it refers to."""
        self.given += 1
        whole = {key: value for key, value in schema.items() if key not in ("default", "description")}
        definitions, reached = tool["inputSchema"].get("$defs", {}), {}
        pending = [whole]
        while pending:
            for name in re.findall(r'"#/\$defs/([^"]+)"', json.dumps(pending.pop())):
                if name in definitions and name not in reached:
                    reached[name] = definitions[name]
                    pending.append(definitions[name])
        return {**whole, "$defs": reached} if reached else whole

    @staticmethod
    def default(kind, schema, default):
        if kind == "serde_json::Value":
            return f"default = {json_value(default)}"
        if isinstance(default, bool):
            return f"default = {str(default).lower()}"
        if isinstance(default, (int, float)):
            return f"default = {float(default) if kind == 'f64' else int(default)}"
        if isinstance(default, str) and kind == "String":
            return f"default = {string(default)}"
        if isinstance(default, str):
            return f"default = {kind}::V{schema['enum'].index(default)}"
        if default == []:
            return "default"
        raise ValueError(f"no notation for the default {default!r}")


def json_value(value):
    """Returns an expression for a JSON value."""
    return f"serde_json::from_str::<serde_json::Value>({string(json.dumps(value, ensure_ascii=False))}).unwrap()"
