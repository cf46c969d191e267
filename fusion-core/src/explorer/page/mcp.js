// Requests to the real endpoint, in the revision without a handshake. Each is an HTTP request of its own.

import { endpoint, state } from "./state.js";
import { isLeaf, parsed } from "./json.js";
import { textOf } from "./schema.js";

const REVISION = "2026-07-28";
const MOST_KEPT = 4 * 1024 * 1024;
const META = "io.modelcontextprotocol/";
let lastId = 0;

/** The error of a request without a response of the protocol. */
export class NoAnswer extends Error {
  constructor(text, exchange) {
    super(text);
    this.exchange = exchange;
  }
}

/**
 * Sends a request and waits for its response. `notify` gets each notification before it.
 * Returns the message and the exchange as it went over the wire.
 */
export async function send(method, params, { signal, notify = () => {}, repeated = () => ({}), masked = null, canAsk = true } = {}) {
  const id = ++lastId;
  const body = { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...params._meta, ...meta(id, canAsk) } } };
  const own = headersOf(method, params);
  const headers = { ...own, ...repeated(params.arguments) };
  const told = masked ? { ...body, params: { ...body.params, arguments: masked } } : body;
  const exchange = { method, request: { headers: { ...own, ...repeated(masked ?? params.arguments) }, text: JSON.stringify(told) }, response: null, started: performance.now() };
  if (state.credential) headers[state.credential.name] = state.credential.value;
  let response;
  try {
    response = await fetch(endpoint(), { method: "POST", headers, body: JSON.stringify(body), signal, cache: "no-store" });
  } catch (error) {
    throw failure(error, exchange);
  }
  exchange.response = { status: response.status, headers: Object.fromEntries(response.headers), text: "" };
  try {
    const message = await read(response, id, exchange, notify);
    exchange.took = performance.now() - exchange.started;
    if (message) return { message, exchange };
  } catch (error) {
    throw failure(error, exchange);
  }
  const text = exchange.response.text.trim();
  throw new NoAnswer(`status ${response.status}${text ? `: ${text}` : " without a message"}`, exchange);
}

function failure(error, exchange) {
  exchange.took = performance.now() - exchange.started;
  if (error.name === "AbortError") return error;
  return new NoAnswer(`the server did not answer: ${error.message}`, exchange);
}

const meta = (id, canAsk) => ({
  progressToken: id,
  [`${META}protocolVersion`]: REVISION,
  [`${META}clientInfo`]: { name: "fusion-explorer", version: "1" },
  [`${META}clientCapabilities`]: canAsk ? { elicitation: { form: {} } } : {},
});

function headersOf(method, params) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    "mcp-method": method,
  };
  const name = method === "resources/read" ? params.uri : { "tools/call": params.name, "prompts/get": params.name }[method];
  if (name !== undefined) headers["mcp-name"] = headerValue(name);
  return headers;
}

/** Returns a text as the value of a header: in base64 if HTTP would change or refuse it. */
function headerValue(text) {
  if (/^[ -~]*$/.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/i.test(text)) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return `=?base64?${btoa(bytes.join(""))}?=`;
}

/** Returns the headers in which a client repeats annotated arguments. */
export function repeatedHeaders(schema, values) {
  const headers = {};
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const value = values?.[name];
    if (property?.["x-mcp-header"] && isLeaf(value ?? {})) {
      headers[`mcp-param-${property["x-mcp-header"]}`] = headerValue(textOf(value));
    } else if (!isLeaf(value)) Object.assign(headers, repeatedHeaders(property, value));
  }
  return headers;
}

/** Reads the messages of a response until the one with the id. */
async function read(response, id, exchange, notify) {
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    const text = await response.text();
    keep(exchange, text);
    const message = parsed(text);
    return message.ok && message.value?.jsonrpc ? message.value : null;
  }
  let answer = null;
  await events(response, (text) => {
    keep(exchange, `${text}\n`);
    const message = parsed(text);
    if (!message.ok) return;
    // Digits are kept for what is shown as JSON only.
    if (message.value.method) notify(JSON.parse(text));
    else if (message.value.id === id) answer = message.value;
  });
  return answer;
}

function keep(exchange, text) {
  if (exchange.response.text.length < MOST_KEPT) exchange.response.text += text;
}

async function events(response, each) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const parts = rest.split(/\r?\n\r?\n/);
    rest = done ? "" : parts.pop();
    for (const part of parts) {
      const data = part.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.join("")) each(data.join("\n"));
    }
    if (done) return;
  }
}

/**
 * Sends a request that may ask its user. `ask` gets the questions and returns the responses, or `null` to give up.
 */
export async function converse(method, params, { ask, ...options }) {
  let more = {};
  for (;;) {
    const { message, exchange } = await send(method, { ...params, ...more }, options);
    if (message.result?.resultType !== "input_required") return { message, exchange };
    const inputResponses = await ask(message.result.inputRequests ?? {});
    if (!inputResponses) return { message: null, exchange };
    more = { inputResponses };
    if (message.result.requestState !== undefined) more.requestState = message.result.requestState;
  }
}
