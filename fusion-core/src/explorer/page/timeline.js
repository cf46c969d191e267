// The timeline: calls, their progress and questions, what became stale, and what the server notified.

import { h, heading, name, prose, quiet, shown } from "./dom.js";
import { send } from "./mcp.js";
import { emit, on, record, state } from "./state.js";

let stream = null;

/** Returns true while the server may notify the page. */
export const isListening = () => stream !== null;

/** Returns true if the changes of a resource are watched. */
export const isWatched = (uri) => state.watched.has(uri);

/** Watches the changes of a resource, or stops that. */
export function watch(uri) {
  if (!state.watched.delete(uri)) state.watched.add(uri);
  listen(state.watched.size > 0 || isListening());
}

/** Forgets what has happened, and what is watched. */
export function forgetTimeline() {
  state.events.length = 0;
  state.watched.clear();
  listen(false);
}

/** Opens the stream of notifications, or closes it. */
export async function listen(isOn) {
  stream?.abort();
  stream = null;
  if (!isOn) {
    state.watched.clear();
    return emit("events");
  }
  const own = new AbortController();
  stream = own;
  emit("events");
  const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  if (state.watched.size) notifications.resourceSubscriptions = [...state.watched];
  try {
    const { message } = await send("subscriptions/listen", { notifications }, { signal: own.signal, notify });
    record("listening", "The server ended the stream", message.error?.message ?? "");
  } catch (error) {
    if (error.name !== "AbortError") record("error", "The stream of notifications ended", error.message);
  }
  if (stream === own) listen(false);
}

function notify({ method, params = {} }) {
  if (method === "notifications/subscriptions/acknowledged") {
    const { resourceSubscriptions = [], ...lists } = params.notifications ?? {};
    const what = [...Object.keys(lists).filter((key) => lists[key]), ...resourceSubscriptions];
    return record("listening", "Listening", what.join(", ") || "this server notifies of nothing that was asked for");
  }
  if (method === "notifications/resources/updated") return record("changed", `${params.uri} has changed`);
  record("notice", method.replace(/^notifications\//, ""), JSON.stringify(params));
}

/** Creates the page of the timeline. */
export function timelinePage() {
  const list = h("ol", { class: "timeline", reversed: true });
  const toggle = quiet("", () => listen(!isListening()));
  const clear = quiet("Clear", () => { state.events.length = 0; emit("events"); });
  let drawn = null;
  const draw = () => {
    if (drawn === state.events.at(-1) && drawn && list.childElementCount === state.events.length) return label();
    drawn = state.events.at(-1);
    list.replaceChildren(...[...state.events].reverse().map(item));
    if (!state.events.length) list.replaceChildren(h("li", { class: "muted" }, "Nothing has happened yet. Call an action, or listen for changes."));
    label();
  };
  const label = () => {
    toggle.textContent = isListening() ? "Stop listening" : "Listen for changes";
    toggle.setAttribute("aria-pressed", String(isListening()));
  };
  draw();
  current = draw;
  return [
    heading("Timeline"),
    h("p", { class: "lead" }, "What happened since this page was opened, newest first. A reload forgets it."),
    h("div", { class: "buttons" }, toggle, clear),
    list,
  ];
}

let current = () => {};
on("events", () => current());

function item({ time, kind, title, text, key }) {
  const at = time.toLocaleTimeString("en-GB");
  return h("li", { class: `event of-${kind}` },
    h("time", { datetime: time.toISOString(), class: "muted" }, at), h("span", { class: "event-kind" }, kind[0].toUpperCase() + kind.slice(1)),
    h("div", {}, key && state.actions.has(key) ? h("a", { href: `#/action/${key}` }, name(title)) : h("span", { dir: "auto" }, shown(title)), text ? prose(text) : null));
}
