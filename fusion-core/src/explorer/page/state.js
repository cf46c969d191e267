// The state of the page. It is in memory only: a reload forgets it, credentials first of all.

import { parsed } from "./json.js";

const DOCUMENT = new URL("./view.json", import.meta.url);
const MOST_EVENTS = 500;

export const state = {
  /** The document of the server for this caller. */
  view: null,
  /** The credential, as the name and the value of a header. */
  credential: null,
  /** Actions by their full keys. */
  actions: new Map(),
  /** The events, oldest first. */
  events: [],
  /** The URIs of resources whose changes are watched. */
  watched: new Set(),
};

const listeners = new Map();

/** Calls a function at each change of a kind. */
export function on(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/** Reports a change. */
export const emit = (kind) => (listeners.get(kind) ?? []).forEach((listener) => listener());

/** Adds to the timeline. */
export function record(kind, title, text = "", key = null) {
  state.events.push({ time: new Date(), kind, title, text, key });
  if (state.events.length > MOST_EVENTS) state.events.shift();
  emit("events");
}

/** Requests a part of the document. */
async function request(query = "") {
  const url = new URL(DOCUMENT);
  url.search = query;
  const headers = state.credential ? { [state.credential.name]: state.credential.value } : {};
  const response = await fetch(url, { headers, cache: "no-store", credentials: "same-origin" });
  const text = await response.text();
  const read = parsed(text);
  if (!response.ok || !read.ok) {
    const error = new Error(text.trim() || `status ${response.status}`);
    error.status = response.status;
    throw error;
  }
  return read.value;
}

/** Loads the document for the caller of the page. Returns false if the page has another caller by then. */
export async function load() {
  const { credential } = state;
  const view = await request().catch((error) => {
    if (credential === state.credential) throw error;
  });
  if (credential !== state.credential) return false;
  lists.clear();
  costs.clear();
  state.actions.clear();
  state.view = view;
  for (const tool of view.groups) {
    walk(tool, (entity, group) => {
      const meta = entity._meta["dev.fusion/action"];
      const key = `${meta.tool}/${meta.key}`;
      const facts = view.actions[key] ?? { staleBy: [], secrets: [] };
      state.actions.set(key, { key, tool, group, entity, meta, ...facts });
    });
  }
  lists.set(listName(view.list.exposition, view.list.form), Promise.resolve(view.list));
  return true;
}

function walk(group, each) {
  for (const entity of group.tools ?? []) each(entity, group);
  for (const inner of group.groups ?? []) walk(inner, each);
}

/** Returns what is kept under a key. What fails is requested again. */
function once(map, key, query) {
  if (!map.has(key)) {
    const made = request(query);
    map.set(key, made);
    made.catch(() => map.delete(key));
  }
  return map.get(key);
}

const lists = new Map();
/** Whether the tools of an exposition are several actions each, whose descriptions have forms. */
export const hasForms = (exposition) => exposition !== "flat" && exposition !== "search";

const listName = (exposition, form) => (hasForms(exposition) ? `${exposition} ${form}` : exposition);

/** Returns the list in an exposition and a form; it is requested once. */
export const listIn = (exposition, form) => once(lists, listName(exposition, form), `?exposition=${exposition}&form=${form ?? "compact"}`);

const costs = new Map();

/** Returns the cost of the served list with and without an action. */
export const costOf = (key) => once(costs, key, `?without=${key}`);

/** Returns the actions whose results a success of an action makes stale. */
export const madeStaleBy = (key) => [...state.actions.values()].filter((action) => action.staleBy.includes(key));

/** Returns the URL of the endpoint. */
export const endpoint = () => new URL(state.view.endpoint, DOCUMENT);
