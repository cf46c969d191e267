// Where the tokens of a tool go: its parts, and a picture of them. Tokens are counted as the server counts them.

import { count, h, name, opened, shown, table } from "./dom.js";

/** Estimates the tokens of a text: a third for each ASCII character, one for any other. */
export const tokens = (text) => Math.ceil(share(text));

/** The same of a part of a text, of which several are added. */
function share(text) {
  let units = 0;
  for (const letter of text) units += letter.codePointAt(0) < 128 ? 1 : 3;
  return units / 3;
}

/** Returns the parts of a listed tool, by their texts: the name, each line of the description, each argument. */
export function partsOf(tool) {
  const parts = [{ kind: "name", label: tool.name, tokens: share(tool.name) }];
  const addLines = (kind, text) => {
    for (const line of text.split("\n").filter((line) => line.trim())) parts.push({ kind, label: line.trim(), tokens: share(`${line}\n`) });
  };
  addLines("description", tool.description ?? "");
  const { properties = {}, ...rest } = tool.inputSchema ?? {};
  for (const [key, given] of Object.entries(properties)) {
    // The field that selects an action has the lines that found no place in the description.
    const hasLines = given?.description?.includes("\n");
    if (hasLines) addLines("lines", given.description);
    const property = hasLines ? { ...given, description: "" } : given;
    parts.push({ kind: "schema", label: key, tokens: share(`${JSON.stringify(key)}:${JSON.stringify(property)},`) });
  }
  const frame = JSON.stringify(rest);
  if (frame !== "{}") parts.push({ kind: "schema", label: "(the schema around the arguments)", tokens: share(frame) });
  return parts;
}

const KINDS = { name: "Name", description: "Description", lines: "Lines in the schema", schema: "Arguments" };
const MOST_SHOWN = 120;

/** Returns a part of the tokens as a whole number. */
const whole = (tokens) => count(Math.max(1, Math.round(tokens)));

const sum = (parts) => parts.reduce((all, part) => all + part.tokens, 0);

/** Draws the parts of a tool, and lists them in a table. */
export function treemap(tool, label = "tokens") {
  let parts = partsOf(tool).sort((a, b) => b.tokens - a.tokens);
  const all = sum(parts) || 1;
  if (parts.length > MOST_SHOWN) {
    const rest = parts.slice(MOST_SHOWN);
    const tokens = sum(rest);
    parts = [...parts.slice(0, MOST_SHOWN), { kind: "schema", label: `(${count(rest.length)} smaller parts)`, tokens }];
  }
  const largest = parts.slice(0, 3).map((part) => `${part.label.slice(0, 40)} ${whole(part.tokens)}`).join(", ");
  const picture = h("div", { class: "treemap", role: "img", "aria-label": `Where the ${label} go; the largest parts: ${largest}` });
  for (const { part, x, y, width, height } of areas(parts, 0, 0, 100, 42)) {
    const tile = h("div", { class: `tile ${part.kind}${width < 14 ? " small" : ""}`, title: `${part.label.slice(0, 200)}\n${whole(part.tokens)} tokens` });
    if (width > 5.5 && height > 4.5) {
      tile.append(h("span", { class: "tile-label" }, shown(part.label.slice(0, 60))), h("span", { class: "tile-count" }, whole(part.tokens)));
    }
    Object.assign(tile.style, { left: `${x}%`, top: `${(y / 42) * 100}%`, width: `${width}%`, height: `${(height / 42) * 100}%` });
    picture.append(tile);
  }
  const legend = Object.entries(KINDS).map(([kind, title]) => {
    const own = sum(parts.filter((part) => part.kind === kind));
    return own ? h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), `${title} ${whole(own)}`) : null;
  });
  const rows = () => parts.map((part) => [name(part.label.slice(0, 200)), KINDS[part.kind], whole(part.tokens), `${((part.tokens / all) * 100).toFixed(1)} %`]);
  return h("figure", { class: "figure" }, picture,
    h("figcaption", {}, h("ul", { class: "legend" }, legend)),
    opened("The same as a table", () => table("Parts of the tool by tokens", ["Part", "Of", ">Tokens", ">Share"], rows())));
}

/** Divides an area among parts: about a half of the tokens gets its share of the longer side, and so on. */
function areas(parts, x, y, width, height) {
  if (parts.length < 2) return parts.map((part) => ({ part, x, y, width, height }));
  const all = sum(parts) || 1;
  let at = 1, head = parts[0].tokens;
  while (at < parts.length - 1 && head + parts[at].tokens / 2 < all / 2) head += parts[at++].tokens;
  const [first, rest, share] = [parts.slice(0, at), parts.slice(at), head / all];
  return width > height
    ? [...areas(first, x, y, width * share, height), ...areas(rest, x + width * share, y, width * (1 - share), height)]
    : [...areas(first, x, y, width, height * share), ...areas(rest, x, y + height * share, width, height * (1 - share))];
}

/** Returns a bar for a share, beside its number. */
export function bar(value, most) {
  const fill = h("span", { class: "bar-fill" });
  fill.style.width = `${most ? Math.max((value / most) * 100, 0.5) : 0}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}
