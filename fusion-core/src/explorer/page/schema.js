// What a JSON schema says about one value, in the words of a form.

const NOTHING = {};

/** Follows references, joins `allOf`, and takes `null` out of the types. Returns the schema and whether it had `null`. */
export function settled(schema, root) {
  let nullable = false;
  for (let steps = 0; steps < 16; steps++) {
    if (!schema || typeof schema !== "object") return { schema: NOTHING, nullable };
    if (typeof schema.$ref === "string") {
      const { $ref, ...own } = schema;
      schema = { ...referenced($ref, root), ...own };
      continue;
    }
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...own } = schema;
      schema = joined([...allOf.map((part) => settled(part, root).schema), own]);
      continue;
    }
    const key = schema.anyOf ? "anyOf" : schema.oneOf ? "oneOf" : null;
    if (key && Array.isArray(schema[key])) {
      const left = schema[key].filter((part) => part?.type !== "null");
      nullable ||= left.length < schema[key].length;
      if (left.length === 1) {
        const { [key]: _, ...own } = schema;
        schema = { ...left[0], ...own };
        continue;
      }
      return { schema: { ...schema, [key]: left }, nullable };
    }
    if (Array.isArray(schema.type)) {
      const left = schema.type.filter((type) => type !== "null");
      nullable ||= left.length < schema.type.length;
      schema = { ...schema, type: left.length === 1 ? left[0] : left };
      if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null);
    }
    return { schema, nullable };
  }
  return { schema: NOTHING, nullable };
}

function referenced(reference, root) {
  if (!reference.startsWith("#")) return NOTHING;
  const steps = reference.slice(1).split("/").filter(Boolean);
  const names = steps.map((step) => decodeURIComponent(step).replace(/~1/g, "/").replace(/~0/g, "~"));
  return names.reduce((at, step) => at?.[step], root) ?? NOTHING;
}

function joined(parts) {
  const all = Object.assign({}, ...parts);
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  if (Object.keys(properties).length) all.properties = properties;
  if (required.length) all.required = required;
  return all;
}

/** Returns the only value that a schema accepts. */
export const onlyValue = (schema) => schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined);

/** Returns the kind of field for a settled schema. */
export function kindOf(schema) {
  if (onlyValue(schema) !== undefined) return "const";
  if (Array.isArray(schema.enum)) return "enum";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.every((choice) => "const" in choice) ? "enum" : "choice";
  if (schema.type === "object" || (schema.type === undefined && schema.properties)) {
    if (schema.properties && Object.keys(schema.properties).length) return "object";
    return isOpen(schema) ? "map" : "object";
  }
  if (schema.type === "array") return Array.isArray(schema.prefixItems) ? "json" : "list";
  if (["string", "integer", "number", "boolean"].includes(schema.type)) return schema.type;
  return "json";
}

const isOpen = (schema) => schema.additionalProperties !== false;

/** Returns the values of an enum, each with its text. */
export function valuesOf(schema) {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ value, text: textOf(value) }));
  return (schema.anyOf ?? schema.oneOf).map((choice) => {
    const more = choice.title ?? choice.description;
    return { value: choice.const, text: more ? `${textOf(choice.const)}: ${more}` : textOf(choice.const) };
  });
}

/** Returns a value as a text, and a text as it is. */
export const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the type and the constraints of a value in words. */
export function wordsOf(schema, nullable) {
  const kind = kindOf(schema);
  const words = [{ const: "fixed", choice: "one of several shapes", map: "object with any keys", json: "any JSON" }[kind] ?? kind];
  if (kind === "json" && Array.isArray(schema.type)) words[0] = schema.type.join(" or ");
  if (kind === "list") words[0] = "list";
  if (kind === "enum") words[0] = `one of ${valuesOf(schema).length} values`;
  if (nullable) words.push("or null");
  const range = span(schema.minimum ?? beyond("above", schema.exclusiveMinimum), schema.maximum ?? beyond("below", schema.exclusiveMaximum), "");
  const parts = [words.join(" "), range, span(schema.minLength, schema.maxLength, " characters"), span(schema.minItems, schema.maxItems, " items"), span(schema.minProperties, schema.maxProperties, " members")];
  if (schema.multipleOf !== undefined) parts.push(`multiple of ${textOf(schema.multipleOf)}`);
  if (schema.uniqueItems) parts.push("no item twice");
  if (schema.format) parts.push(schema.format);
  if (schema.pattern) parts.push(`matches ${schema.pattern}`);
  return parts.filter(Boolean).join(", ");
}

const beyond = (word, bound) => (bound === undefined ? bound : `${word} ${textOf(bound)}`);

function span(from, to, unit) {
  if (from === undefined && to === undefined) return "";
  if (from === undefined) return `up to ${textOf(to)}${unit}`;
  if (to === undefined) return `from ${textOf(from)}${unit}`;
  return `${textOf(from)} to ${textOf(to)}${unit}`;
}

/** Returns true for a value that nobody should see. */
export const isSecret = (schema) => schema.writeOnly === true || schema.format === "password";
