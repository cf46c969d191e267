// The page of an action: what it is for, what it costs, what it makes stale, what stands before it, and a call.

import { count, h, heading, muted, name, opened, prose, section, shown, wire } from "./dom.js";
import { callPanel } from "./call.js";
import { findingsOf } from "./findings.js";
import { costOf, madeStaleBy, state } from "./state.js";

/** Creates the page of an action. */
export function actionPage(key) {
  const action = state.actions.get(key);
  if (!action) return [heading("Unknown action"), prose(`This caller sees no action ${key}.`)];
  const { entity, meta } = action;
  return [
    h("p", { class: "crumbs" }, name(meta.tool)),
    h("h1", { tabindex: "-1", class: "wire-name" }, name(meta.key)),
    entity.title ? h("p", { class: "lead" }, shown(entity.title)) : null,
    h("div", { class: "buttons" }, badges(action), h("button", { class: "quiet jump", onclick: jump }, "Try it")),
    h("div", { class: "columns" },
      h("div", { class: "column" }, prose(entity.description ?? "No docs."), cost(action), staleness(action), before(action), findingsOf(key), schemas(action), hostHints(action)),
      h("div", { class: "column" }, section("Try it", effect(action), callPanel(action)))),
  ];
}

/** Leads to the form, which stands below everything else on a narrow page. */
function jump() {
  const form = document.querySelector("form.call");
  form.scrollIntoView({ block: "center" });
  form.querySelector("input, select, textarea, button").focus({ preventScroll: true });
}

/** The hints in words. */
export function badges({ entity, meta }) {
  const hints = entity.annotations ?? {};
  const all = [
    hints.readOnlyHint ? ["Only reads", ""] : hints.destructiveHint ? ["Destructive", "danger"] : ["Writes", ""],
    hints.idempotentHint && !hints.readOnlyHint && ["Same effect when repeated", ""],
    hints.openWorldHint && ["Reaches beyond the server", ""],
    meta.confirm && ["Asks you first", ""],
    meta.deprecated && ["Deprecated", "danger"],
  ];
  return h("ul", { class: "badges", "aria-label": "Hints" }, all.filter(Boolean).map(([text, kind]) => h("li", { class: kind }, text)));
}

/** What a call does, in a sentence, before one tries it. */
function effect({ entity, meta }) {
  const hints = entity.annotations ?? {};
  if (hints.readOnlyHint) return null;
  const asks = meta.confirm ? " The server asks before it runs, so you can still decline." : " Nothing asks before it runs.";
  const text = hints.destructiveHint ? `This deletes or overwrites real data.${asks}` : `This changes real data.${meta.confirm ? asks : ""}`;
  return h("p", { class: hints.destructiveHint ? "warning" : "muted" }, text);
}

/** Icons and entries of `_meta`, which hosts read and models do not. They are text, so that nothing is loaded. */
function hostHints({ entity }) {
  const { "dev.fusion/action": own, ...meta } = entity._meta;
  const hints = {};
  if (entity.icons) hints.icons = entity.icons;
  if (Object.keys(meta).length) hints._meta = meta;
  if (!Object.keys(hints).length) return null;
  return opened("Hints for hosts", () => wire(JSON.stringify(hints, null, 2), "Hints for hosts"));
}

function cost({ key, meta }) {
  const place = h("dl", { class: "numbers" }, h("div", {}, h("dt", {}, "In this list"), h("dd", {}, "…")));
  const list = state.view.list;
  costOf(key).then(({ total, without, alone }) => {
    const own = total.tokens - without.tokens;
    const percent = total.tokens ? (own / total.tokens) * 100 : 0;
    const share = `${percent > 0 && percent < 0.1 ? "under 0.1" : percent.toFixed(1)} % of ${count(total.tokens)}`;
    place.replaceChildren(
      number("In this list", own, share),
      number("Listed alone", alone.tokens, "as a flat tool"));
  }).catch((error) => place.replaceChildren(h("div", {}, h("dt", {}, "Unknown"), h("dd", {}, shown(error.message)))));
  const own = meta.call.arguments ? "the action's line and value, and the fields that no other action has" : "the whole tool";
  return section("What it costs", place,
    muted(`Estimated tokens. “In this list” is how many the ${list.exposition} list loses without it: ${own}. `,
      h("a", { href: `#/reads/${encodeURIComponent(meta.call.name)}` }, "Read the text of ", name(meta.call.name, "wire-name"))));
}

const number = (label, value, more) => h("div", {}, h("dt", {}, label), h("dd", {}, h("strong", {}, count(value)), h("span", { class: "muted" }, ` tokens${more ? `, ${more}` : ""}`)));

function links(keys) {
  return h("ul", { class: "keys-list" }, keys.map((key) => h("li", {}, h("a", { href: `#/action/${key}` }, name(key.slice(key.indexOf("/") + 1), "wire-name")))));
}

/** Why results of the action are called stale, and which results a success of it makes stale. */
function staleness({ key, meta, entity, staleBy }) {
  const makes = madeStaleBy(key).filter(reads).map((other) => other.key);
  const parts = [];
  if (meta.cache) parts.push(h("p", {}, "Cached as ", name(meta.cache, "wire-name"), `: ${CACHES[meta.cache] ?? ""}`));
  if (staleBy.length && reads({ entity })) {
    parts.push(h("p", {}, "Its result is called stale after a success of:"), links(staleBy),
      muted("The result of each of these ends with a notice that names this action, so that the model calls it again instead of trusting what it read."));
  }
  if (meta.invalidates?.length) {
    parts.push(h("p", {}, "A success makes stale ", name(meta.invalidates.join(", "), "wire-name"), makes.length ? ":" : "."), makes.length ? links(makes) : null);
  }
  if (meta.notifies?.length) parts.push(h("p", {}, "A success notifies the subscribers of ", name(meta.notifies.join(", "), "wire-name"), "."));
  return section("Staleness", parts.length ? parts : muted("Nothing makes its result stale, and it makes nothing stale."));
}

/** Only the results of reading are kept, so that only they become stale. Patterns name other actions as well. */
const reads = ({ entity }) => entity.annotations?.readOnlyHint;

const CACHES = {
  "no-store": "the model should call it again rather than remember the result.",
  immutable: "the result stays true until a notice says otherwise.",
};

/** The question in the metadata of an action whose author computes it. */
const BY_FUNCTION = "asks by a function";

const UNASKED = {
  refuse: "the call is refused",
  allow: "the call runs without a question",
  token: "the model gets a token, and sends it as confirmation after its user has agreed",
};

function before({ meta, secrets }) {
  const rows = [
    meta.confirm ? ["Asks you", meta.confirm === BY_FUNCTION ? "a question that depends on the call" : meta.confirm] : null,
    meta.once && ["Once", "a repetition with the same idempotency_key gets the same answer"],
    meta.unasked && ["Client cannot ask", UNASKED[meta.unasked] ?? meta.unasked],
    meta.scopes && ["Scopes", meta.scopes.join(", ")],
    meta.tags && ["Tags", meta.tags.join(", ")],
    meta.middleware && ["Middleware", meta.middleware.join(" → ")],
    meta.oneOf && ["Exactly one of", meta.oneOf.join(", ")],
    secrets.length ? ["Secret", secrets.join(", ")] : null,
    meta.deprecated && ["Deprecated", meta.deprecated],
    ["Called as", `${meta.call.name} ${JSON.stringify(meta.call.arguments ?? {})}`],
  ];
  return section("Around a call", h("dl", { class: "facts-list" }, rows.filter(Boolean).map(([label, text]) => [h("dt", {}, label), h("dd", {}, name(text))])));
}

function schemas({ entity }) {
  const json = (value) => JSON.stringify(value, null, 2);
  return section("Schemas",
    opened("Arguments", () => wire(json(entity.inputSchema), "Schema of the arguments")),
    entity.outputSchema ? opened("Result", () => wire(json(entity.outputSchema), "Schema of the result")) : muted("The result has no schema."));
}
