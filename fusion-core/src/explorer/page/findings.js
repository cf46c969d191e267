// Findings of the server's lint, where they belong and in one list.

import { h, heading, many, muted, name, section, shown } from "./dom.js";
import { state } from "./state.js";

/** Returns the findings about an action or a tool, or nothing. */
export function findingsOf(place) {
  const own = state.view.findings.filter((finding) => isAt(finding.place, place));
  return own.length ? section(many(own.length, "finding"), items(own)) : null;
}

/** Counts the findings about an action or a tool. */
export const countFindings = (place) => state.view.findings.filter((finding) => isAt(finding.place, place)).length;

/** An argument of an action stands behind its key; keys of modules have dots as well. */
function isAt(found, place) {
  if (found === place) return true;
  return found.startsWith(`${place}.`) && !state.actions.has(found);
}

function items(findings) {
  return h("ul", { class: "findings" }, findings.map(({ rule, place, reason, fix, savedTokens }) => {
    const key = keyOf(place);
    const at = key ? h("a", { href: `#/action/${key}` }, name(place, "wire-name")) : name(place, "wire-name");
    return h("li", {}, h("p", {}, at, ": ", shown(reason)), h("p", {}, h("strong", {}, "Fix: "), shown(fix)),
      muted(name(rule, "wire-name"), savedTokens ? `, saves ${many(savedTokens, "token")}` : ""));
  }));
}

function keyOf(place) {
  if (state.actions.has(place)) return place;
  const around = place.slice(0, place.lastIndexOf("."));
  return state.actions.has(around) ? around : null;
}

/** Creates the page of all findings. */
export function findingsPage() {
  const all = state.view.findings;
  const saved = all.reduce((sum, finding) => sum + finding.savedTokens, 0);
  return [
    heading("Findings"),
    h("p", { class: "lead" }, all.length
      ? `${many(all.length, "thing")} that ${all.length === 1 ? "is" : "are"} legal and cause${all.length === 1 ? "s" : ""} problems for clients or models.${saved ? ` Following all saves ${many(saved, "token")}.` : ""}`
      : "The lint found nothing in what this caller sees."),
    all.length ? items(all) : null,
  ];
}
