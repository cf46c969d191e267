// The first page: who serves, how much, and where to go on.

import { count, h, heading, many, muted, name, opened, prose, quiet, saved, section, shown, wire } from "./dom.js";
import { comparison } from "./reads.js";
import { state } from "./state.js";
import { bar } from "./tokens.js";

/** Creates the first page. */
export function overviewPage() {
  const { server, list, prompts, resources, templates, findings } = state.view;
  const actions = [...state.actions.values()];
  const dangerous = actions.filter((action) => action.entity.annotations?.destructiveHint).length;
  return [
    heading(name(server.title ?? server.name)),
    h("p", { class: "lead" }, name(server.name, "wire-name"), " ", shown(server.version)),
    h("dl", { class: "numbers" },
      stat("Tokens at once", list.cost.total.tokens, `${list.exposition}${list.form ? `, ${list.form}` : ""}`, "#/reads"),
      stat("Actions", actions.length, `in ${many(list.tools.length, "listed tool")}${dangerous ? `, ${dangerous} destructive` : ""}`),
      stat("Prompts", prompts.length, ""),
      stat("Resources", resources.length + templates.length, templates.length ? `${templates.length} by template` : ""),
      stat("Findings", findings.length, "", "#/findings")),
    server.instructions ? section("Instructions", prose(server.instructions)) : null,
    actions.length === 0 ? h("p", {}, "This caller sees no actions. “Caller” above takes a token.") : null,
    section("Tools", tools(list)),
    catalog(),
    // Filled later: nothing below it may move under a pointer.
    comparison(),
  ];
}

const stat = (label, value, more, link) => h("div", {}, h("dt", {}, link ? h("a", { href: link }, label) : label), h("dd", {}, h("strong", {}, count(value)), more ? h("span", { class: "muted" }, ` ${more}`) : null));

function tools(list) {
  const most = Math.max(...list.tools.map((tool) => tool.cost.total.tokens), 1);
  return h("ul", { class: "plain bars" }, list.tools.slice(0, 50).map(({ wire: tool, cost }) => h("li", {},
    h("a", { href: `#/reads/${encodeURIComponent(tool.name)}` }, name(tool.name, "wire-name")), h("span", { class: "muted" }, `${count(cost.total.tokens)} tokens`), bar(cost.total.tokens, most))),
  list.tools.length > 50 ? h("li", {}, h("a", { href: "#/reads" }, `All ${count(list.tools.length)} tools`)) : null);
}

/** The catalog, to look at and to save. */
function catalog() {
  const text = () => JSON.stringify({ groups: state.view.groups }, null, 2);
  return section("Catalog", muted("All groups, actions, prompts and resources that this caller sees, with schemas, as JSON."),
    quiet("Save catalog.json", () => saved(text(), "catalog.json", "application/json")),
    opened("Look at it", () => wire(text(), "Catalog")));
}
