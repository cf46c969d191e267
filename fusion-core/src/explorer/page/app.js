// The start of the page: the document, the routes, and the bar at the top.

import { announce, count, h, heading, many, muted, name, prose, quiet, shown, unique } from "./dom.js";
import { actionPage } from "./action.js";
import { forgetCalls } from "./call.js";
import { findingsPage } from "./findings.js";
import { promptPage, resourcePage, templatePage } from "./offers.js";
import { overviewPage } from "./overview.js";
import { readsPage } from "./reads.js";
import { load, state } from "./state.js";
import { forgetTimeline, timelinePage } from "./timeline.js";
import { filterTree, focusTree, markRoute, openFirst, showTree } from "./tree.js";

const at = (id) => document.getElementById(id);
const main = at("main");
const search = at("search");
let isFirst = true;

const PAGES = {
  "": overviewPage,
  reads: readsPage,
  findings: findingsPage,
  timeline: timelinePage,
  action: actionPage,
  prompt: promptPage,
  resource: resourcePage,
  template: templatePage,
};

async function start() {
  main.setAttribute("aria-busy", "true");
  try {
    if (!(await load())) return;
  } catch (error) {
    state.view = null;
    at("facts").replaceChildren();
    at("tree").replaceChildren();
    main.replaceChildren(...refused(error));
    main.removeAttribute("aria-busy");
    return;
  }
  const { server, list } = state.view;
  document.title = `${server.title ?? server.name} – Explorer`;
  at("home").replaceChildren(name(server.title ?? server.name));
  at("facts").replaceChildren(h("a", { href: "#/reads", class: "total" }, h("strong", {}, count(list.cost.total.tokens)), ` tokens, ${many(state.actions.size, "action")}`));
  at("caller").textContent = state.credential ? "Caller: with a token" : "Caller";
  showTree(at("tree"));
  main.removeAttribute("aria-busy");
  route();
}

function refused(error) {
  const title = error.status === 401 ? "Who are you?" : error.status === 403 ? "You may not see this server" : "The server did not answer";
  const open = h("button", { class: "primary", onclick: askCaller }, "Give a token");
  const again = quiet("Try again", start);
  return [heading(title), prose(error.message), h("div", { class: "buttons" }, error.status ? open : null, again)];
}

function route() {
  if (!state.view) return;
  const hash = location.hash || "#/";
  const [kind, ...rest] = hash.replace(/^#\/?/, "").split("/");
  const make = Object.hasOwn(PAGES, kind) ? PAGES[kind] : PAGES[""];
  const argument = rest.length ? decoded(rest.join("/")) : undefined;
  main.replaceChildren(...make(argument).flat(Infinity).filter(Boolean));
  main.dataset.page = kind || "overview";
  closeMenu();
  markRoute(hash);
  scrollTo(0, 0);
  if (!isFirst) main.querySelector("h1")?.focus();
  isFirst = false;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Asks for a credential, which stays in memory. */
function askCaller() {
  const dialog = at("dialog");
  const header = h("input", { id: unique("header"), type: "text", value: state.credential?.name ?? "Authorization", autocomplete: "off", spellcheck: "false" });
  const token = h("input", { id: unique("token"), type: "password", autocomplete: "new-password" });
  const problem = h("p", { class: "problem", role: "alert" });
  const use = (event) => {
    event.preventDefault();
    const given = token.value.trim();
    const isBare = header.value.trim().toLowerCase() === "authorization" && !/\s/.test(given);
    const credential = given ? { name: header.value.trim(), value: isBare ? `Bearer ${given}` : given } : null;
    try {
      // A browser drops some headers without a word, such as `Cookie`.
      if (credential && !new Request(location, { headers: [[credential.name, credential.value]] }).headers.has(credential.name)) throw credential;
    } catch {
      problem.textContent = "HTTP cannot send this header.";
      return;
    }
    become(credential);
    dialog.close();
    announce(credential ? "The token is used" : "There is no token");
  };
  dialog.replaceChildren(h("form", { onsubmit: use },
    h("h2", { id: "dialog-title" }, "Caller"),
    muted("The page shows what a caller with this credential sees. It stays in the memory of this page: a reload forgets it."),
    h("div", { class: "field" }, h("label", { for: header.id }, "Header"), header),
    h("div", { class: "field" }, h("label", { for: token.id }, "Token"), token),
    problem,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Use it"),
      state.credential ? quiet("Forget the token", () => { become(null); dialog.close(); }) : null,
      quiet("Close", () => dialog.close()))));
  dialog.showModal();
  token.focus();
}

/** Shows the server to another caller, who has nothing to do with what the last one did. */
function become(credential) {
  state.credential = credential;
  forgetCalls();
  forgetTimeline();
  start();
}

const THEMES = ["auto", "light", "dark"];

function turnTheme() {
  const html = document.documentElement;
  const next = THEMES[(THEMES.indexOf(html.dataset.theme ?? "auto") + 1) % THEMES.length];
  html.dataset.theme = next;
  at("theme").textContent = `Theme: ${next}`;
}

function closeMenu() {
  at("menu").setAttribute("aria-expanded", "false");
  at("side").classList.remove("open");
}

at("menu").addEventListener("click", () => {
  const isOpen = at("side").classList.toggle("open");
  at("menu").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) search.focus();
});
// The hash is the route, and cannot be that of a part of the page.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
at("caller").addEventListener("click", askCaller);
at("theme").addEventListener("click", turnTheme);
search.addEventListener("input", () => {
  const found = filterTree(search.value);
  at("found").textContent = search.value ? `${count(found)} found` : "";
});
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") openFirst();
  else if (event.key === "ArrowDown") focusTree();
  else if (event.key === "Escape") {
    search.value = "";
    search.dispatchEvent(new Event("input"));
    closeMenu();
  } else return;
  event.preventDefault();
});
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (event.key === "Escape") closeMenu();
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (getComputedStyle(at("menu")).display !== "none") at("menu").click();
  search.focus();
});
addEventListener("hashchange", route);
const broken = (text) => main.append(h("p", { class: "problem", role: "alert" }, shown(`The page failed: ${text}`)));
addEventListener("unhandledrejection", (event) => broken(event.reason?.message ?? event.reason));
addEventListener("error", (event) => broken(event.message));
start();
