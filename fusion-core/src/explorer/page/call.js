// The panel that calls an action: its form, the run with progress and questions, and the answer.

import { announce, h, name, opened, prose, quiet, shown, unique } from "./dom.js";
import { failed, result } from "./answer.js";
import { formOf } from "./form.js";
import { isLeaf, parsed } from "./json.js";
import { converse, repeatedHeaders } from "./mcp.js";
import { madeStaleBy, record, state } from "./state.js";

const INVALIDATES = "dev.fusion/invalidates";
const ERROR = "dev.fusion/error";

/** The panels whose calls run, or have ended since their page was left, by the keys of their actions. */
const kept = new Map();

/** Stops all calls: another caller has nothing to do with them. */
export function forgetCalls() {
  const panels = [...kept.values()];
  kept.clear();
  for (const panel of panels) panel.abort?.abort();
}

/** Returns the panel of an action: the one whose call runs, or a new one. */
export function callPanel(action) {
  const left = kept.get(action.key);
  if (!left) return newPanel(action);
  if (!left.abort) kept.delete(action.key);
  return left.element;
}

function newPanel(action) {
  const form = formOf(action.entity.inputSchema, action.secrets);
  const text = h("textarea", { id: unique("json"), class: "mono", rows: "8", spellcheck: "false" });
  const json = h("div", { class: "field", hidden: true }, h("label", { for: text.id }, "Arguments as JSON"), text, h("p", { class: "problem", role: "alert" }));
  const asJson = quiet("Edit as JSON", () => toggle(panel), { "aria-pressed": "false" });
  const start = h("button", { type: "submit", class: "primary" }, "Call");
  const cancel = quiet("Cancel the call", () => panel.abort?.abort(), { hidden: true });
  const running = h("div", { class: "running" });
  const answer = h("div", { class: "answers", tabindex: "-1" });
  const mute = action.meta.confirm ? h("input", { type: "checkbox" }) : null;
  const panel = { action, form, text, json, asJson, start, cancel, running, answer, mute, abort: null };
  const element = h("form", { class: "call", novalidate: true, onsubmit: (event) => { event.preventDefault(); run(panel); } },
    form.element, json, examples(panel), mute && h("label", { class: "null" }, mute, " call as a client that cannot ask"),
    h("div", { class: "buttons" }, start, form.isEmpty ? null : asJson, cancel, h("span", { class: "muted keys" }, "Ctrl + Enter calls")),
    running, answer);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(panel);
    }
  });
  panel.element = element;
  return element;
}

/** The author's examples: each fills the form, and leaves the secrets in it. */
function examples(panel) {
  const all = panel.action.meta.examples ?? [];
  if (!all.length || panel.form.isEmpty) return null;
  const fill = ({ arguments: given }) => {
    const { action, form, text, json } = panel;
    const secrets = Object.entries(form.masked(form.read())).filter(([key]) => action.secrets.includes(key));
    const values = { ...Object.fromEntries(secrets), ...given };
    form.fill(values);
    if (!json.hidden) text.value = JSON.stringify(values, null, 2);
    announce("The form has the arguments of the example.");
  };
  const button = (one) => quiet(shown(one.sentence), () => fill(one), { dir: "auto" });
  return h("div", { class: "field examples" }, h("p", { class: "words" }, "Fill in an example"), h("ul", { class: "keys-list" }, all.map((one) => h("li", {}, button(one)))));
}

/** Changes between the form and JSON, and takes the values along. Secrets stay in the form. */
function toggle(panel) {
  const { form, text, json, asJson } = panel;
  const toJson = json.hidden;
  if (toJson) text.value = JSON.stringify(form.masked(form.read()), null, 2);
  else {
    const value = edited(panel);
    if (!value) return;
    form.fill(value);
    const rest = lost(form.masked(value), form.masked(form.read()));
    if (rest.length) return wrong(panel, `The form has no place for ${rest.join(", ")}.`);
  }
  json.hidden = !toJson;
  form.element.hidden = toJson;
  asJson.setAttribute("aria-pressed", String(toJson));
  (toJson ? text : asJson).focus();
}

/** Returns the arguments in the text, or `null` after it has shown what is wrong. */
function edited(panel) {
  const { ok, value, error } = parsed(panel.text.value || "{}");
  const isObject = ok && !isLeaf(value) && !Array.isArray(value);
  wrong(panel, isObject ? "" : error ?? "Arguments are a JSON object.");
  return isObject ? value : null;
}

function wrong({ text, json }, problem) {
  json.lastElementChild.textContent = problem;
  if (problem) text.focus();
}

/** Returns the paths of values that did not come into the form. */
function lost(given, held, path = []) {
  if (isLeaf(given) || isLeaf(held)) return JSON.stringify(given) === JSON.stringify(held) ? [] : [path.join(".")];
  return Object.entries(given).flatMap(([key, value]) => lost(value, Object.hasOwn(held, key) ? held[key] : undefined, [...path, key]));
}

/** Returns what is to be sent. JSON comes into the form as well, which knows the places of secrets. */
function read(panel) {
  const { form, json } = panel;
  if (json.hidden) return form.read();
  const given = edited(panel);
  const value = given && form.unmasked(given);
  if (value) form.fill(value);
  return value;
}

async function run(panel) {
  if (panel.abort) return;
  const given = read(panel);
  if (!given) return;
  const { action, form, running, answer, text, mute } = panel;
  const call = action.meta.call;
  const values = sent(call, given);
  const listed = state.view.list.tools.find((tool) => tool.wire.name === call.name);
  const told = form.hasSecret() ? form.masked(given) : null;
  if (told) text.value = JSON.stringify(told, null, 2);
  panel.abort = new AbortController();
  kept.set(action.key, panel);
  busy(panel, true);
  form.clear();
  answer.replaceChildren();
  record("call", `Called ${action.key}`, "", action.key);
  try {
    const { message, exchange } = await converse("tools/call", { name: call.name, arguments: values }, {
      signal: panel.abort.signal,
      canAsk: !mute?.checked,
      masked: told && sent(call, told),
      repeated: (values) => repeatedHeaders(listed?.wire.inputSchema, values),
      notify: (message) => progress(panel, message),
      ask: (questions) => ask(panel, questions),
    });
    if (message) finish(panel, message, exchange);
    else stopped(panel, "You gave no answer, so nothing more was sent.");
  } catch (error) {
    if (error.name === "AbortError") stopped(panel, "Cancelled: the connection was closed, which ends the call at the server.");
    else {
      answer.append(failed(error));
      record("error", `${action.key} has no answer`, error.message, action.key);
    }
  }
  form.forget();
  running.replaceChildren();
  panel.abort = null;
  if (panel.element.isConnected) kept.delete(action.key);
  busy(panel, false);
}

/** Returns what a call sends. The tools of a search have the arguments of the found action in one of theirs. */
function sent(call, values) {
  const isFound = state.view.list.exposition === "search" && call.arguments;
  return isFound ? { ...call.arguments, arguments: values } : { ...values, ...call.arguments };
}

function busy({ start, cancel }, isBusy) {
  const hadFocus = document.activeElement === cancel;
  start.disabled = isBusy;
  cancel.hidden = !isBusy;
  if (isBusy) cancel.focus();
  else if (hadFocus) start.focus();
}

function stopped(panel, text) {
  const { action, answer } = panel;
  if (kept.get(action.key) !== panel) return;
  answer.replaceChildren(h("p", { class: "verdict" }, h("strong", {}, "Stopped"), ` ${text}`));
  record("stopped", `${action.key} was stopped`, text, action.key);
  announce("The call was stopped");
}

function progress({ action, running }, message) {
  if (message.method !== "notifications/progress") {
    record("notice", message.method, JSON.stringify(message.params), action.key);
    return;
  }
  const { progress: done, total, message: text } = message.params;
  const label = `${done}${total ? ` of ${total}` : ""}${text ? `: ${text}` : ""}`;
  const bar = h("progress", { max: total ? String(total) : null, value: total ? done : undefined, "aria-label": "Progress of the call" });
  running.replaceChildren(bar, h("span", {}, shown(label)));
  record("progress", `${action.key} at ${done}${total ? ` of ${total}` : ""}`, text ?? "", action.key);
}

function finish({ action, form, answer, start }, message, exchange) {
  answer.append(result(message, exchange));
  const meta = message.result?._meta ?? {};
  const isBad = message.error || message.result?.isError;
  if (isBad) {
    const first = problems(form, message, meta[ERROR]);
    record("error", `${action.key} failed`, message.error?.message ?? meta[ERROR]?.code ?? "", action.key);
    if (first) setTimeout(() => document.activeElement === start && first.focus(), 0);
  } else record("result", `${action.key} is done`, "", action.key);
  announce(isBad ? "The call failed" : "The call is done");
  if (meta[INVALIDATES]) {
    const patterns = meta[INVALIDATES].join(", ");
    record("stale", `${patterns} became stale`, `${action.key} succeeded, and its result tells the model so`, action.key);
    answer.append(stale(action, patterns));
  }
}

/** Lists what a success made stale. */
function stale(action, patterns) {
  const read = madeStaleBy(action.key).filter((other) => other.entity.annotations?.readOnlyHint);
  const keys = read.map((other) => h("li", {}, h("a", { href: `#/action/${other.key}` }, name(other.key, "wire-name"))));
  return h("div", { class: "note" }, h("p", {}, h("strong", {}, "Stale now: "), shown(patterns)),
    keys.length ? opened(`The actions whose earlier results the model should read again (${keys.length})`, () => h("ul", { class: "plain" }, keys)) : null);
}

/** Shows the problems of an answer at their fields. Returns the first field. */
function problems(form, message, error) {
  const text = (message.result?.content ?? []).map((block) => block.text ?? "").join("\n") || message.error?.message || "";
  const fields = error?.fields ?? message.error?.data?.fields ?? [];
  const told = new Set();
  let first = null;
  // The lines of a contract begin like those of problems.
  const [lines] = text.split(/^Contract:$/m);
  for (const [, path, problem] of lines.matchAll(/^- ([^:\n]+): (.*)$/gm)) {
    const field = form.problem(path.replace(/`/g, ""), problem);
    first ??= field;
    if (field) told.add(path.split(/[.[]/)[0]);
  }
  for (const name of fields.filter((name) => !told.has(name))) {
    const field = form.problem(name, "see the answer below");
    first ??= field;
  }
  return first;
}

/** Asks the questions of a round in the page. Returns the responses, or `null` if the call was stopped. */
function ask(panel, questions) {
  const { action, running, abort, cancel, element } = panel;
  record("question", `${action.key} asks`, Object.values(questions).map((one) => one.params?.message ?? one.method).join("\n"), action.key);
  announce("The server asks a question");
  return new Promise((answered) => {
    const asked = Object.entries(questions).map(([id, { method, params = {} }]) => ({ id, method, params, form: formOf(params.requestedSchema) }));
    const title = unique("question");
    const respond = (action) => {
      if (action === null) return answered(null);
      const content = (form) => (action === "accept" ? { action, content: form.read() } : { action });
      record("answer", `${panel.action.key} was answered: ${action}`, "", panel.action.key);
      if (running.contains(document.activeElement)) cancel.focus();
      running.replaceChildren();
      answered(Object.fromEntries(asked.map(({ id, form }) => [id, content(form)])));
    };
    const button = (action, text, kind) => h("button", { class: kind, onclick: () => respond(action) }, text);
    const card = h("div", { class: "question", role: "group", "aria-labelledby": title },
      h("h3", { id: title, tabindex: "-1" }, "The server asks"),
      asked.map(({ params, form }) => [prose(params.message ?? ""), form.isEmpty ? null : form.element]),
      h("div", { class: "buttons" }, button("accept", "Accept", "primary"), button("decline", "Decline", "quiet"), button("cancel", "Dismiss", "quiet")));
    abort.signal.addEventListener("abort", () => respond(null), { once: true });
    running.replaceChildren(card);
    if (element.contains(document.activeElement)) card.querySelector("h3").focus();
  });
}
