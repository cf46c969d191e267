// What a model reads before its first call: the lists in all expositions and forms, verbatim, with their costs.

import { count, h, heading, many, muted, name, opened, quiet, section, shown, table, unique, wire } from "./dom.js";
import { findingsOf } from "./findings.js";
import { hasForms, listIn, state } from "./state.js";
import { bar, treemap } from "./tokens.js";

/** Above this number of actions, lists are compared on request only. */
const FEW = 200;

const NAMES = { grouped: "Grouped", "by-safety": "By safety", flat: "Flat", search: "Search" };

/** Creates the page; `open` is the name of the tool that is opened. */
export function readsPage(open) {
  const { exposition, form } = state.view.list;
  const chosen = { left: [exposition, form ?? "compact"], right: null };
  const lists = h("div", { class: "side-by-side" });
  const draw = () => {
    const sides = [chosen.left, chosen.right].filter(Boolean);
    lists.replaceChildren(...sides.map(([exposition, form]) => listOf(exposition, form, open)));
    lists.classList.toggle("two", sides.length === 2);
  };
  draw();
  return [
    heading("What a model reads"),
    h("p", { class: "lead" }, "The names, descriptions and schemas below are what goes to the model, letter by letter. Tokens are estimated, rather too many than too few."),
    h("div", { class: "choosers" },
      chooser("List", chosen.left, false, (value) => { chosen.left = value; draw(); }),
      chooser("Beside it", null, true, (value) => { chosen.right = value; draw(); })),
    lists,
    comparison(),
  ];
}

/** A choice of a list. Only lists whose tools are several actions have forms. */
function chooser(label, value, mayBeNone, choose) {
  const id = unique("list");
  const all = state.view.expositions.flatMap((exposition) => (hasForms(exposition) ? state.view.forms.map((form) => [exposition, form]) : [[exposition, "compact"]]));
  const select = h("select", { id, onchange: () => choose(select.value ? select.value.split(" ") : null) },
    mayBeNone ? h("option", { value: "" }, "nothing") : null,
    all.map(([exposition, form]) => h("option", { value: `${exposition} ${form}` }, title(exposition, form, state.view.list))));
  select.value = value ? value.join(" ") : "";
  return h("div", { class: "chooser" }, h("label", { for: id }, label), select);
}

function title(exposition, form, served) {
  const isServed = exposition === served.exposition && (!hasForms(exposition) || form === served.form);
  return `${NAMES[exposition] ?? exposition}${hasForms(exposition) ? `, ${form}` : ""}${isServed ? " (served)" : ""}`;
}

function listOf(exposition, form, open) {
  const head = title(exposition, form, state.view.list);
  const place = h("div", { class: "list" }, muted("Loading…"));
  listIn(exposition, form).then((list) => {
    const most = Math.max(...list.tools.map((tool) => tool.cost.total.tokens), 1);
    place.replaceChildren(
      h("h2", {}, head),
      h("p", {}, h("strong", {}, count(list.cost.total.tokens)), ` tokens in ${many(list.tools.length, "tool")}`, list.cost.instructions.tokens ? `, ${count(list.cost.instructions.tokens)} of them instructions` : ""),
      ...list.tools.map((tool, at) => toolOf(tool, most, open ? tool.wire.name === open : list.tools.length === 1 && at === 0)),
      list.instructions ? opened("Instructions", () => wire(list.instructions, "Instructions")) : "");
  }).catch((error) => place.replaceChildren(h("h2", {}, head), h("p", { class: "problem" }, shown(error.message))));
  return place;
}

function toolOf({ wire: tool, cost }, most, isOpen) {
  const head = h("span", { class: "tool-head" }, name(tool.name, "wire-name"), h("span", { class: "muted" }, `${count(cost.total.tokens)} tokens`), bar(cost.total.tokens, most));
  return opened(head, () => [
    tool.title ? h("p", { class: "lead" }, shown(tool.title)) : "",
    h("h3", {}, "Where the tokens go"), treemap(tool),
    part("Name", cost.name, wire(tool.name, "Name")),
    part("Description", cost.description, wire(tool.description, "Description")),
    part("Schema", cost.schema, wire(JSON.stringify(tool.inputSchema, null, 2), "Schema"), "Indented here; without spaces over the wire."),
    opened("The entry of the list as clients get it", () => wire(JSON.stringify(tool, null, 2), "Entry of the list")),
    findingsOf(tool._meta?.["dev.fusion/key"] ?? tool.name),
  ], isOpen);
}

const part = (label, cost, content, note) => h("div", {}, h("h3", {}, `${label} `, h("span", { class: "muted" }, `${count(cost.tokens)} tokens`)), note ? muted(note) : null, content);

/** All expositions and forms in one table. */
export function comparison() {
  const { expositions, forms, list: served } = state.view;
  const place = h("div", {});
  const draw = async () => {
    place.replaceChildren(muted("Counting…"));
    const rows = [];
    for (const exposition of expositions) {
      for (const form of hasForms(exposition) ? forms : ["compact"]) {
        const list = await listIn(exposition, form).catch(() => null);
        if (list) rows.push({ title: title(exposition, form, served), list });
      }
    }
    const most = Math.max(...rows.map(({ list }) => list.cost.total.tokens), 1);
    place.replaceChildren(table("Tokens of all lists", ["List", ">Tools", ">At once", ">Names first", ">Then each tool", ""], rows.map(({ title, list }) => [
      title, count(list.tools.length), count(list.cost.total.tokens), count(list.cost.names.tokens), count(list.cost.one.tokens), bar(list.cost.total.tokens, most),
    ])));
  };
  if (state.actions.size <= FEW) draw();
  else place.append(quiet(`Compare the lists of ${count(state.actions.size)} actions`, draw));
  return section("All lists compared", muted("Estimated tokens. Hosts load a whole list at once, or its names first and then each tool that is needed; the last number is that of a tool of median size."), place);
}
