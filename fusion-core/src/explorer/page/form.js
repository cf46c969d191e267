// Forms that are generated from schemas. They check nothing: the server's own answers to wrong values are the point.

import { h, muted, name, quiet, scrolled, shown, unique } from "./dom.js";
import { isLeaf, number, parsed } from "./json.js";
import { isSecret, kindOf, onlyValue, settled, textOf, valuesOf, wordsOf } from "./schema.js";

const ABSENT = undefined;
const MASK = "•••";
/** The values of required fields that have no members. */
const NOTHING = { object: () => ({}), map: () => ({}), list: () => [] };
/** Objects below this depth are built when they are filled in: a schema may contain itself. */
const DEEP = 3;

/** Creates the form of a schema's arguments. `secrets` are the names of arguments that are secret. */
export function formOf(schema, secrets = []) {
  const form = { root: schema ?? {}, secrets: new Set(secrets), fields: new Map(), hidden: [] };
  const { schema: top } = settled(form.root, form.root);
  const body = members(top, "", form);
  const isEmpty = !Object.keys(top.properties ?? {}).length;
  const element = h("div", { class: "fields" }, isEmpty ? muted("No arguments.") : body.element);
  return {
    element,
    isEmpty,
    read: () => body.get() ?? {},
    fill: (value) => body.set(value),
    /** Returns the arguments without the values of secrets. */
    masked: (value) => mask(value, "", form),
    /** Returns masked arguments with the values of secrets. */
    unmasked: (value) => unmask(value, "", form),
    hasSecret: () => form.hidden.length > 0,
    forget: () => form.hidden.forEach((field) => field.set(ABSENT)),
    clear: () => form.fields.forEach((field) => field.error("")),
    /** Shows a problem at the field of a path, or at the nearest one around it. Returns the field. */
    problem(path, text) {
      const steps = path.replace(/\[(\d+)\]/g, ".$1").split(".");
      for (; steps.length; steps.pop()) {
        const field = form.fields.get(steps.join("."));
        // The fields of a removed item or of another shape are not shown.
        if (field?.element.isConnected) {
          field.error(text);
          return field;
        }
      }
      return null;
    },
  };
}

function mask(value, path, form) {
  const isHidden = (value) => form.hidden.some((field) => field.get() === value);
  if (form.fields.get(path)?.isSecret || (typeof value === "string" && isHidden(value))) return MASK;
  return mapped(value, path, (member, path) => mask(member, path, form));
}

function unmask(value, path, form) {
  if (value === MASK && form.fields.get(path)?.isSecret) return form.fields.get(path).get();
  return mapped(value, path, (member, path) => unmask(member, path, form));
}

function mapped(value, path, change) {
  if (isLeaf(value)) return value;
  if (Array.isArray(value)) return value.map((item, at) => change(item, join(path, at)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, join(path, key))]));
}

const join = (path, step) => (path === "" ? String(step) : `${path}.${step}`);

/** The fields of an object's members. */
function members(schema, path, form) {
  const required = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties ?? {});
  names.sort((a, b) => required.has(b) - required.has(a));
  const fields = names.map((key) => [key, field(key, schema.properties[key], join(path, key), required.has(key), form)]);
  return {
    element: fields.map(([, field]) => field.element),
    get() {
      const values = fields.map(([key, field]) => [key, field.get()]).filter(([, value]) => value !== ABSENT);
      return values.length ? Object.fromEntries(values) : ABSENT;
    },
    set: (value) => fields.forEach(([key, field]) => field.set(Object.hasOwn(value ?? {}, key) ? value[key] : ABSENT)),
  };
}

/** One field with its label, its words, its docs and its problem. */
function field(key, given, path, isRequired, form) {
  const { schema, nullable } = settled(given, form.root);
  const kind = kindOf(schema);
  const secret = isSecret(schema) || (!path.includes(".") && form.secrets.has(path));
  const ids = { input: unique("field"), words: unique("words"), docs: unique("docs"), problem: unique("problem") };
  const described = `${ids.words} ${ids.docs} ${ids.problem}`;
  const problem = h("p", { class: "problem", id: ids.problem });
  const control = controlOf(kind, schema, path, { ids, described, secret, form, isRequired });
  const words = h("span", { class: "words", id: ids.words }, shown([wordsOf(schema, nullable), secret ? "secret" : "", isRequired ? "required" : "optional"].filter(Boolean).join(" · ")));
  const text = given?.description ?? schema.description ?? "";
  const docs = h("p", { class: "docs", id: ids.docs, dir: "auto", ...scrolled(text) }, shown(text));
  const isNull = nullable ? h("input", { type: "checkbox", id: unique("null") }) : null;
  const nulls = isNull && h("label", { class: "null" }, isNull, " send null");
  const label = name(key, "wire-name");
  const element = control.isGroup
    ? h("fieldset", { class: "field group", "aria-describedby": described }, h("legend", {}, label, " ", words), docs, nulls, control.element, problem)
    : h("div", { class: "field" }, h("label", { for: ids.input }, label, " ", words), docs, h("div", { class: "value" }, control.element, nulls), problem);
  const self = {
    element,
    isSecret: secret,
    get() {
      if (isNull?.checked) return null;
      const value = control.get();
      return value === ABSENT && isRequired ? NOTHING[kind]?.() : value;
    },
    set(value) {
      if (secret && value === MASK) return;
      if (isNull) isNull.checked = value === null;
      control.set(value === null && kind !== "json" ? ABSENT : value);
    },
    error(text) {
      problem.replaceChildren(shown(text));
      element.classList.toggle("wrong", Boolean(text));
      control.input?.toggleAttribute("aria-invalid", Boolean(text));
      if (text) control.input?.setAttribute("aria-invalid", "true");
    },
    focus: () => (control.input ?? element.querySelector("input, select, textarea, button"))?.focus(),
  };
  form.fields.set(path, self);
  if (secret) form.hidden.push(self);
  return self;
}

function controlOf(kind, schema, path, at) {
  switch (kind) {
    case "const": return fixed(schema, at);
    case "enum": return choices(valuesOf(schema), at, schema.default);
    case "boolean": return choices([{ value: true, text: "true" }, { value: false, text: "false" }], at, schema.default);
    case "integer":
    case "number": return line(schema, at, number, "decimal");
    case "string": return at.secret || isShort(schema) ? line(schema, at, (text) => text) : lines(schema, at);
    case "object": return path.split(".").length > DEEP ? deferred(schema, path, at) : group(members(schema, path, at.form));
    case "list": return list(schema, path, at);
    case "map": return map(schema, path, at);
    case "choice": return variants(schema, path, at);
    default: return json(schema, at);
  }
}

const isShort = (schema) => schema.format || schema.pattern || (schema.maxLength ?? Infinity) <= 80;
const group = (body) => ({ ...body, element: h("div", { class: "inner" }, body.element), isGroup: true });

function deferred(schema, path, { form }) {
  const place = h("div", { class: "inner" });
  let body = null;
  const build = () => {
    body ??= members(schema, path, form);
    place.replaceChildren(...body.element);
  };
  const reset = () => {
    body = null;
    place.replaceChildren(quiet("Fill it in", build));
  };
  reset();
  return {
    isGroup: true,
    element: place,
    get: () => body?.get(),
    set(value) {
      if (value === ABSENT) return reset();
      build();
      body.set(value);
    },
  };
}

const hint = (schema) => (schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`);

function fixed(schema, { ids, described, isRequired }) {
  const only = onlyValue(schema);
  const input = h("input", { id: ids.input, type: "text", readonly: true, "aria-describedby": described, value: JSON.stringify(only) });
  return { element: input, input, get: () => (isRequired ? only : ABSENT), set: () => {} };
}

function choices(values, { ids, described }, given) {
  const none = given === undefined ? "—" : `— (default ${JSON.stringify(given)})`;
  const options = values.map(({ text }, at) => h("option", { value: String(at) }, shown(text)));
  const input = h("select", { id: ids.input, "aria-describedby": described }, h("option", { value: "" }, none), options);
  const set = (value) => {
    const at = values.findIndex((one) => JSON.stringify(one.value) === JSON.stringify(value));
    input.value = at < 0 ? "" : String(at);
  };
  return { element: input, input, get: () => (input.value === "" ? ABSENT : values[Number(input.value)].value), set };
}

function line(schema, { ids, described, secret }, read, inputmode = null) {
  const input = h("input", {
    id: ids.input, type: secret ? "password" : "text", inputmode, "aria-describedby": described,
    autocomplete: secret ? "new-password" : "off", spellcheck: "false", placeholder: secret ? "" : hint(schema),
  });
  return textual(input, read);
}

function lines(schema, { ids, described }) {
  return textual(h("textarea", { id: ids.input, rows: "1", "aria-describedby": described, spellcheck: "false", placeholder: hint(schema) }), (text) => text);
}

function textual(input, read) {
  return {
    element: input,
    input,
    get: () => (input.value === "" ? ABSENT : read(input.value)),
    set: (value) => { input.value = value === ABSENT ? "" : typeof value === "string" ? value : JSON.stringify(value); },
  };
}

function json(schema, { ids, described }) {
  const input = h("textarea", { id: ids.input, rows: "2", class: "mono", "aria-describedby": described, spellcheck: "false", placeholder: hint(schema) || "JSON" });
  // Text that is no JSON is sent as a string, as a model would send it.
  const read = (text) => {
    const value = parsed(text);
    return value.ok ? value.value : text;
  };
  return { ...textual(input, read), set: (value) => { input.value = value === ABSENT ? "" : JSON.stringify(value, null, 2); } };
}

function list(schema, path, { form }) {
  const rows = h("ol", { class: "rows" });
  const add = quiet("Add an item", () => append().focus());
  const items = new Map();
  const append = (value) => {
    const at = items.size;
    const one = field(`item ${at + 1}`, schema.items ?? {}, join(path, at), false, form);
    const remove = quiet("Remove", () => without(at), { "aria-label": `Remove item ${at + 1}` });
    const row = h("li", {}, one.element, remove);
    if (value !== ABSENT) one.set(value);
    items.set(at, one);
    rows.append(row);
    return one;
  };
  const get = () => (items.size ? [...items.values()].map((one) => one.get() ?? null) : ABSENT);
  const set = (value) => {
    items.clear();
    rows.replaceChildren();
    if (Array.isArray(value)) value.forEach((item) => append(item));
  };
  // The items are built again, so that their numbers are those of what is sent.
  const without = (at) => {
    items.delete(at);
    set(get());
    add.focus();
  };
  return { isGroup: true, element: h("div", { class: "inner" }, rows, add), get, set };
}

function map(schema, path, { form }) {
  const rows = h("ol", { class: "rows" });
  const add = quiet("Add a member", () => append("", ABSENT).focus());
  const entries = new Set();
  const of = schema.additionalProperties;
  const append = (key, value) => {
    const input = h("input", { type: "text", "aria-label": "Key", placeholder: "key", value: key, spellcheck: "false" });
    const one = field("value", typeof of === "object" ? of : {}, join(path, `value ${entries.size + 1}`), false, form);
    const entry = { input, one };
    const remove = quiet("Remove", () => { entries.delete(entry); row.remove(); add.focus(); }, { "aria-label": "Remove this member" });
    const row = h("li", {}, input, one.element, remove);
    if (value !== ABSENT) one.set(value);
    entries.add(entry);
    rows.append(row);
    return input;
  };
  return {
    isGroup: true,
    element: h("div", { class: "inner" }, rows, add),
    get: () => (entries.size ? Object.fromEntries([...entries].map(({ input, one }) => [input.value, one.get() ?? null])) : ABSENT),
    set(value) {
      entries.clear();
      rows.replaceChildren();
      Object.entries(value ?? {}).forEach(([key, member]) => append(key, member));
    },
  };
}

/** A value of one of several shapes. A shape is built when it is chosen, so that shapes may contain themselves. */
function variants(schema, path, { form, ids, described }) {
  const shapes = (schema.anyOf ?? schema.oneOf).map((shape) => settled(shape, form.root).schema);
  const titles = shapes.map((shape, at) => shape.title ?? constants(shape) ?? shape.description?.split("\n")[0] ?? `shape ${at + 1}: ${wordsOf(shape, false)}`);
  const select = h("select", { id: ids.input, "aria-describedby": described, "aria-label": "Shape" }, h("option", { value: "" }, "—"), titles.map((title, at) => h("option", { value: String(at) }, shown(title.slice(0, 80)))));
  const place = h("div", { class: "inner" });
  let chosen = null;
  const choose = (at) => {
    select.value = at === null ? "" : String(at);
    chosen = null;
    place.replaceChildren();
    if (at === null) return;
    const shape = shapes[at];
    chosen = kindOf(shape) === "object" ? members(shape, path, form) : field("value", shape, path, true, form);
    place.append(...[chosen.element].flat());
  };
  select.addEventListener("change", () => choose(select.value === "" ? null : Number(select.value)));
  const fits = (value) => shapes.findIndex((shape) => matches(shape, value));
  return {
    isGroup: true,
    element: h("div", {}, select, place),
    get: () => (chosen ? chosen.get() ?? {} : ABSENT),
    set(value) {
      choose(value === ABSENT ? null : Math.max(fits(value), 0));
      chosen?.set(value);
    },
  };
}

/** Names a shape by its fixed members, such as `kind: circle`. */
function constants(shape) {
  const fixed = Object.entries(shape.properties ?? {}).filter(([, property]) => onlyValue(property) !== undefined);
  return fixed.length ? fixed.map(([key, property]) => `${key}: ${textOf(onlyValue(property))}`).join(", ") : null;
}

function matches(shape, value) {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : JSON.isRawJSON?.(value) ? "number" : typeof value;
  if (type !== "object") return shape.type === type || (type === "number" && shape.type === "integer");
  const properties = shape.properties ?? {};
  return shape.type !== "array" && Object.entries(properties).every(([key, property]) => {
    const only = onlyValue(property);
    return only === undefined || value[key] === only;
  }) && (shape.required ?? []).every((key) => key in value);
}
