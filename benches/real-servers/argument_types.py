"""Rust's types of JSON Schemas."""

import json

from rust import docs, snake, string

# What a type cannot state.
COMPOSITION = ("oneOf", "anyOf", "allOf", "$ref", "const", "propertyNames", "patternProperties", "not")
FORMATS = ("email", "uri", "uuid", "date", "date-time")
SAFE_INTEGER = 2**53 - 1


def without_null(schema):
    """Returns the schema without the branch or type `null`."""
    for key in ("anyOf", "oneOf"):
        branches = [branch for branch in schema.get(key, []) if branch.get("type") != "null"]
        if len(branches) == 1 and len(branches) < len(schema[key]):
            rest = {word: value for word, value in schema.items() if word != key}
            return {**branches[0], **rest}
    types = schema.get("type")
    if isinstance(types, list) and len(types) == 2 and "null" in types:
        return {**schema, "type": next(name for name in types if name != "null")}
    return schema


def shape(schema):
    """Returns the part of a schema in which all uses of one field must agree."""
    if not isinstance(schema, dict):
        return schema
    schema = without_null(schema)
    kind = schema.get("type")
    parts = {"type": "number" if kind == "integer" else kind}
    for key in ("$ref", "allOf", "oneOf", "patternProperties"):
        if key in schema:
            parts[key] = json.dumps(schema[key], sort_keys=True)
    if "anyOf" in schema:
        parts["anyOf"] = [shape(branch) for branch in schema["anyOf"]]
    if schema.get("properties"):
        parts["properties"] = {name: shape(field) for name, field in schema["properties"].items()}
    if "items" in schema:
        parts["items"] = shape(schema["items"])
    return parts


def bounds(schema, names, most=None):
    """Returns `min = …, max = …` for two keywords."""
    parts = []
    for word, key in zip(("min", "max"), names):
        if key in schema and (most is None or abs(schema[key]) < most):
            parts.append(f"{word} = {schema[key]}")
    return ", ".join(parts)


class Types:
    """The structs and enums of one generated module."""

    def __init__(self):
        self.items = []
        self.enums = {}

    def type_of(self, schema, top=False):
        """Returns a type and its constraints; `None` if no type has this schema."""
        schema = without_null(schema)
        kind = schema.get("type")
        if any(key in schema for key in COMPOSITION) or not isinstance(kind, str):
            return None
        if "default" in schema and not top:
            return None
        kinds = {
            "string": self.text,
            "integer": self.number,
            "number": self.number,
            "boolean": lambda _: ("bool", []),
            "array": self.array,
            "object": self.object,
        }
        return kinds[kind](schema) if kind in kinds else None

    def text(self, schema):
        if "enum" in schema:
            if any(not isinstance(value, str) for value in schema["enum"]):
                return None
            return self.enum(schema["enum"]), []
        constraints = []
        if "format" in schema:
            if schema["format"] not in FORMATS:
                return None
            constraints.append(f'format = "{schema["format"]}"')
        if "pattern" in schema:
            constraints.append(f'pattern = {string(schema["pattern"])}')
        if length := bounds(schema, ("minLength", "maxLength")):
            constraints.append(f"length({length})")
        return "String", constraints

    def number(self, schema):
        if any(key in schema for key in ("enum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")):
            return None
        # Generators of schemas state the bounds of their own integers, which restrict nobody.
        limits = bounds(schema, ("minimum", "maximum"), SAFE_INTEGER)
        return "i64" if schema["type"] == "integer" else "f64", [f"range({limits})"] if limits else []

    def array(self, schema):
        items = self.type_of(schema["items"]) if isinstance(schema.get("items"), dict) else None
        # A type has no place for the docs and constraints of a scalar in a list.
        documented = items and "description" in schema["items"] and schema["items"]["type"] != "object"
        if items is None or items[1] or documented or schema.get("uniqueItems"):
            return None
        length = bounds(schema, ("minItems", "maxItems"))
        return f"Vec<{items[0]}>", [f"items({length})"] if length else []

    def object(self, schema):
        fields, further = schema.get("properties"), schema.get("additionalProperties")
        if not fields:
            if further == {"type": "string"}:
                return "std::collections::HashMap<String, String>", []
            return None
        if further not in (None, False):
            return None
        lines = []
        for name, field in fields.items():
            found = self.type_of(field)
            if found is None or any(part.startswith("format") for part in found[1]):
                return None
            constraints = [part.replace("items(", "length(") for part in found[1]]
            constraints = [f"regex({part})" if part.startswith("pattern") else part for part in constraints]
            limits = f'#[schemars({", ".join(constraints)})] ' if constraints else ""
            kind = found[0] if name in schema.get("required", []) else f"Option<{found[0]}>"
            renamed = f"#[serde(rename = {string(name)})] "
            lines.append(f"    {docs(field.get('description'))}{limits}{renamed}pub {snake(name)}: {kind},\n")
        struct = f"Object{len(self.items)}"
        head = f"{docs(schema.get('description'))}#[derive(serde::Deserialize, schemars::JsonSchema)]\n"
        self.items.append(f"{head}pub struct {struct} {{\n{''.join(lines)}}}\n")
        return struct, []

    def enum(self, values):
        """Returns the enum of these values; equal enums are one."""
        name = self.enums.get(tuple(values))
        if name is None:
            name = self.enums[tuple(values)] = f"Choice{len(self.items)}"
            variants = "".join(
                f"    #[serde(rename = {string(value)})] V{index},\n" for index, value in enumerate(values)
            )
            head = "#[derive(Clone, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]\n"
            self.items.append(f"{head}pub enum {name} {{\n{variants}}}\n")
        return name
