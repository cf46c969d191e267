// The tree of everything that the caller sees. Only the rows in sight are elements, so that a thousand actions are as
// quick as ten. The focus stays on the tree, which names its active row.

import { count, h, name, sentence } from "./dom.js";
import { countFindings } from "./findings.js";
import { state } from "./state.js";

const ROW = 34;
const MARGIN = 8;
/** Above this number of rows, groups are closed at first. */
const MANY = 150;

const tree = { rows: [], nodes: [], open: new Set(), active: 0, current: "", filter: "" };
const box = h("div", { class: "tree-box", role: "tree", tabindex: "0", "aria-label": "Items of the server" });
const space = h("div", { class: "tree-space", role: "presentation" });
box.append(space);
box.addEventListener("scroll", draw, { passive: true });
box.addEventListener("keydown", press);
new ResizeObserver(draw).observe(box);

/** Shows the tree of the document in a place. */
export function showTree(place) {
  place.replaceChildren(box);
  tree.nodes = nodes();
  tree.open = new Set();
  const all = flat(tree.nodes, () => true);
  for (const row of all) if (row.node.children && (all.length <= MANY || row.level === 0)) tree.open.add(row.node.id);
  update();
}

function nodes() {
  const { groups, prompts, resources, templates, findings } = state.view;
  const leaf = (id, text, route, more = {}) => ({ id, text, route, words: text, ...more });
  const list = [leaf("overview", "Overview", "#/"), leaf("reads", "What a model reads", "#/reads")];
  for (const group of groups) {
    const node = groupNode(group, group.name);
    if (node.children.length) list.push(node);
  }
  const offer = (kind, one, id) => leaf(`${kind} ${id}`, one.title ?? one.name, `#/${kind}/${encodeURIComponent(id)}`, { words: `${one.name} ${id} ${one.title ?? ""}` });
  const offers = [...resources.map((one) => offer("resource", one, one.uri)), ...templates.map((one) => offer("template", one, one.uriTemplate))];
  const asked = prompts.map((one) => offer("prompt", one, one.name));
  if (asked.length) list.push({ id: "prompts", text: "Prompts", children: asked });
  if (offers.length) list.push({ id: "resources", text: "Resources", children: offers });
  list.push(leaf("findings", "Findings", "#/findings", { count: findings.length }), leaf("timeline", "Timeline", "#/timeline"));
  return list;
}

function groupNode(group, path) {
  const actions = (group.tools ?? []).map((entity) => {
    const meta = entity._meta["dev.fusion/action"];
    const key = `${meta.tool}/${meta.key}`;
    return {
      id: `action ${key}`, text: entity.name, mono: true, route: `#/action/${key}`, hint: sentence(entity.description),
      words: `${key} ${entity.title ?? ""} ${sentence(entity.description)}`, full: meta.key,
      isDestructive: entity.annotations?.destructiveHint, findings: countFindings(key),
    };
  });
  const children = [...(group.groups ?? []).map((inner) => groupNode(inner, `${path}/${inner.name}`)).filter((inner) => inner.children.length), ...actions];
  return { id: `group ${path}`, text: group.name, mono: true, hint: sentence(group.description), children };
}

function flat(nodes, isOpen, level = 0) {
  return nodes.flatMap((node, at) => {
    const row = { node, level, position: at + 1, size: nodes.length };
    return node.children && isOpen(node) ? [row, ...flat(node.children, isOpen, level + 1)] : [row];
  });
}

/** Shows the rows whose names have all words; returns their number. */
export function filterTree(text) {
  tree.filter = text.trim().toLowerCase();
  tree.active = 0;
  box.scrollTop = 0;
  update();
  return tree.rows.length;
}

function update() {
  if (tree.filter) {
    const words = tree.filter.split(/\s+/);
    const found = flat(tree.nodes, () => true).filter(({ node }) => node.route && words.every((word) => node.words.toLowerCase().includes(word)));
    tree.rows = found.map((row, at) => ({ ...row, level: 0, position: at + 1, size: found.length }));
  } else tree.rows = flat(tree.nodes, (node) => tree.open.has(node.id));
  tree.active = Math.max(0, Math.min(tree.active, tree.rows.length - 1));
  space.style.height = `${tree.rows.length * ROW}px`;
  draw();
}

function draw() {
  const from = Math.max(0, Math.floor(box.scrollTop / ROW) - MARGIN);
  const to = Math.min(tree.rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + MARGIN);
  const rows = tree.rows.slice(from, to).map((row, at) => rowOf(row, from + at));
  space.replaceChildren(...rows);
  box.setAttribute("aria-activedescendant", `row-${tree.active}`);
  if (tree.active < from || tree.active >= to) box.removeAttribute("aria-activedescendant");
}

function rowOf({ node, level, position, size }, at) {
  const isGroup = Boolean(node.children);
  const text = tree.filter && node.full ? node.full : node.text;
  const element = h("div", {
    id: `row-${at}`, role: "treeitem", "aria-level": String(level + 1), "aria-posinset": String(position), "aria-setsize": String(size),
    "aria-selected": String(node.route === tree.current), "aria-expanded": isGroup ? String(tree.open.has(node.id)) : null,
    class: `row${at === tree.active ? " active" : ""}${isGroup ? " group" : ""}${node.route === tree.current ? " current" : ""}`,
    title: node.hint || null, onclick: () => { tree.active = at; activate(); },
  },
  h("span", { class: "twist", "aria-hidden": "true" }, isGroup ? (tree.open.has(node.id) ? "▾" : "▸") : ""),
  name(text.slice(0, 120), node.mono ? "wire-name" : ""),
  node.isDestructive ? h("span", { class: "dot danger" }, h("span", { class: "hidden" }, "destructive")) : null,
  node.findings ? h("span", { class: "chip" }, count(node.findings), h("span", { class: "hidden" }, " findings")) : null,
  node.count ? h("span", { class: "chip" }, count(node.count)) : null);
  Object.assign(element.style, { top: `${at * ROW}px`, paddingInlineStart: `${0.5 + level * 1}rem` });
  return element;
}

function activate() {
  const node = tree.rows[tree.active]?.node;
  if (!node) return;
  if (node.children) turn(node, !tree.open.has(node.id));
  else if (location.hash === node.route) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = node.route;
}

function turn(node, isOpen) {
  if (isOpen) tree.open.add(node.id);
  else tree.open.delete(node.id);
  update();
}

function press(event) {
  const row = tree.rows[tree.active];
  const last = tree.rows.length - 1;
  const page = Math.max(1, Math.floor(box.clientHeight / ROW) - 1);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (event.ctrlKey || event.metaKey || event.altKey || !row) return;
  if (event.key in moves) move(Math.max(0, Math.min(last, tree.active + moves[event.key])));
  else if (event.key === "ArrowRight" && row.node.children) tree.open.has(row.node.id) ? move(Math.min(last, tree.active + 1)) : turn(row.node, true);
  else if (event.key === "ArrowLeft") row.node.children && tree.open.has(row.node.id) ? turn(row.node, false) : move(parentOf(tree.active));
  else if (event.key === "Enter" || event.key === " ") activate();
  else return;
  event.preventDefault();
}

function parentOf(at) {
  const level = tree.rows[at].level;
  for (let before = at - 1; before >= 0; before--) if (tree.rows[before].level < level) return before;
  return at;
}

function move(at) {
  tree.active = at;
  const top = at * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
  draw();
}

/** Marks the row of a route, and opens the groups around it. */
export function markRoute(route) {
  tree.current = route;
  const open = (nodes) => nodes.some((node) => {
    const isHere = node.route === route || (node.children && open(node.children));
    if (isHere && node.children) tree.open.add(node.id);
    return isHere;
  });
  if (open(tree.nodes)) update();
  const at = tree.rows.findIndex((row) => row.node.route === route);
  if (at >= 0) move(at);
  else draw();
}

/** Puts the focus on the tree. */
export const focusTree = () => box.focus();

/** Opens the row that stands first. */
export function openFirst() {
  if (!tree.rows.length) return;
  tree.active = 0;
  activate();
}
