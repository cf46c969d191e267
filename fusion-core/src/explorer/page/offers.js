// Pages of prompts and resources, with the completion of their arguments.

import { announce, h, heading, muted, name, prose, quiet, section, shown, unique, wire } from "./dom.js";
import { blocks, completed, failed, raw, result, uri, verdict } from "./answer.js";
import { send } from "./mcp.js";
import { on, record, state } from "./state.js";
import { isWatched, watch } from "./timeline.js";

/** Creates the page of a prompt. */
export function promptPage(wanted) {
  const prompt = state.view.prompts.find((prompt) => prompt.name === wanted);
  if (!prompt) return unknown("prompt", wanted);
  const inputs = inputsOf(prompt.arguments ?? [], { type: "ref/prompt", name: prompt.name });
  return [
    h("p", { class: "crumbs" }, "Prompt"),
    h("h1", { tabindex: "-1", class: "wire-name" }, name(prompt.name)),
    prompt.title ? h("p", { class: "lead" }, shown(prompt.title)) : null,
    prose(prompt.description ?? "No docs."),
    section("Try it", request("Get the prompt", inputs, async (values) => {
      const answer = await send("prompts/get", { name: prompt.name, arguments: values });
      record("prompt", `Got the prompt ${prompt.name}`);
      return shownAnswer(answer, ({ messages }) => messages.map((message) => h("div", { class: "message" }, h("h3", {}, shown(message.role)), blocks([message.content]))));
    })),
  ];
}

/** Creates the page of a resource. */
export function resourcePage(wanted) {
  const resource = state.view.resources.find((resource) => resource.uri === wanted);
  if (!resource) return unknown("resource", wanted);
  return offered(resource, "Resource", resource.uri, { list: [], read: () => ({}), element: [] }, () => resource.uri);
}

/** Creates the page of a template of resources. */
export function templatePage(wanted) {
  const template = state.view.templates.find((template) => template.uriTemplate === wanted);
  if (!template) return unknown("template", wanted);
  const blanks = [...wanted.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => ({ name, required: true }));
  const inputs = inputsOf(blanks, { type: "ref/resource", uri: wanted });
  // Each blank is one segment of the URI.
  const filled = (values) => wanted.replace(/\{([^{}]+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  return offered(template, "Template of resources", wanted, inputs, filled);
}

let marked = () => {};
on("events", () => marked());

function offered(item, kind, address, inputs, filled) {
  const watching = quiet("", () => watch(filled(inputs.read())));
  const mark = () => {
    const on = isWatched(filled(inputs.read()));
    watching.setAttribute("aria-pressed", String(on));
    watching.textContent = on ? "Watching; stop" : "Watch for changes";
  };
  for (const element of inputs.element) element.addEventListener("input", mark);
  marked = mark;
  mark();
  return [
    h("p", { class: "crumbs" }, kind),
    h("h1", { tabindex: "-1", class: "wire-name" }, name(item.title ?? item.name)),
    h("p", { class: "lead" }, uri(address)),
    prose(item.description ?? "No docs."),
    item.mimeType ? muted(shown(item.mimeType)) : null,
    section("Try it", request("Read it", inputs, async (values) => {
      const wanted = filled(values);
      const answer = await send("resources/read", { uri: wanted });
      record("resource", `Read ${wanted}`);
      return shownAnswer(answer, ({ contents }) => contents.map((one) => h("div", { class: "message" }, h("h3", {}, uri(one.uri)), wire(one.text ?? `(${one.blob?.length ?? 0} characters of base64)`, "Content of the resource"))));
    }, watching)),
  ];
}

const unknown = (kind, wanted) => [heading(`Unknown ${kind}`), prose(`This caller sees no ${kind} ${wanted}.`)];

/** The arguments of a prompt, or the blanks of a template: texts with completion. */
function inputsOf(list, ref) {
  const fields = list.map((argument) => {
    const ids = [unique("argument"), unique("values"), unique("docs")];
    const values = h("datalist", { id: ids[1] });
    const told = h("span", { class: "muted" });
    const input = h("input", { id: ids[0], type: "text", list: ids[1], autocomplete: "off", spellcheck: "false", "aria-describedby": ids[2] });
    const field = { argument, input };
    const complete = () => completion(fields, field, ref, values, told);
    let timer = null;
    input.addEventListener("focus", complete);
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(complete, 150); });
    field.element = h("div", { class: "field" },
      h("label", { for: ids[0] }, name(argument.name, "wire-name"), " ", h("span", { class: "words" }, argument.required ? "required" : "optional")),
      h("p", { class: "docs", id: ids[2] }, shown(argument.description ?? ""), " ", told), input, values);
    return field;
  });
  const read = () => Object.fromEntries(fields.filter(({ input }) => input.value !== "").map(({ argument, input }) => [argument.name, input.value]));
  return { element: fields.map((field) => field.element), read };
}

async function completion(fields, { argument, input }, ref, values, told) {
  const typed = input.value;
  const filled = fields.filter((other) => other.argument !== argument && other.input.value !== "");
  const context = filled.length ? { context: { arguments: Object.fromEntries(filled.map((other) => [other.argument.name, other.input.value])) } } : {};
  try {
    const { message } = await send("completion/complete", { ref, argument: { name: argument.name, value: typed }, ...context });
    if (input.value !== typed || !message.result) return;
    const { completion } = message.result;
    values.replaceChildren(...completion.values.map((value) => h("option", { value })));
    told.textContent = completion.values.length ? `Suggestions: ${completed(completion)}` : "";
  } catch {
    told.textContent = "";
  }
}

function request(label, inputs, act, more = null) {
  const answer = h("div", { class: "answers" });
  const button = h("button", { type: "submit", class: "primary" }, label);
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    answer.replaceChildren(muted("Waiting…"));
    try {
      answer.replaceChildren(await act(inputs.read()));
      announce("The answer is there");
    } catch (error) {
      answer.replaceChildren(failed(error));
      announce("There is no answer");
    }
    button.disabled = false;
  };
  return h("form", { class: "call", novalidate: true, onsubmit: submit }, inputs.element, h("div", { class: "buttons" }, button, more), answer);
}

function shownAnswer({ message, exchange }, content) {
  if (message.error) return result(message, exchange);
  return h("div", { class: "answer" }, verdict(exchange, "good", "Done"), content(message.result), raw(exchange));
}
