// Elements without markup: every text becomes a text node, whoever wrote it.

const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const EACH_UNSEEN = new RegExp(UNSEEN.source, "gu");
const CUT = 20_000;
// A browser takes seconds to break megabytes into lines.
const STEP = 100_000;

/** Creates an element. Members of `props` that begin with `on` are listeners, the others are attributes. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Creates a button beside what matters more. */
export const quiet = (text, onclick, props = {}) => h("button", { class: "quiet", onclick, ...props }, text);

/** Creates a paragraph that matters less. */
export const muted = (...children) => h("p", { class: "muted" }, children);

/** Creates the heading of a page, which gets the focus. */
export const heading = (...children) => h("h1", { tabindex: "-1" }, children);

/** Returns a text in which characters that nobody sees are shown by their numbers. */
export function shown(text) {
  text = String(text ?? "");
  if (!UNSEEN.test(text)) return document.createTextNode(text);
  const parts = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(EACH_UNSEEN)) {
    const code = match[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parts.append(text.slice(from, match.index), h("span", { class: "unseen" }, `U+${code}`));
    from = match.index + match[0].length;
  }
  parts.append(text.slice(from));
  return parts;
}

/** Returns a name of the server, which cannot change the direction of the text around it. */
export const name = (text, kind = "") => h("bdi", { class: `name ${kind}` }, shown(text));

/** Returns a text of the server in paragraphs, as it was written. */
export const prose = (text) => h("p", { class: "prose", dir: "auto", ...scrolled(text) }, shown(text));

/** The attributes of a text that is long enough to scroll, so that keys reach it. */
export const scrolled = (text) => (String(text ?? "").length > 600 ? { tabindex: "0", role: "group", "aria-label": "A long text" } : {});

/** Returns a text as it goes over the wire. A long one is shown in steps, and can be saved. */
export function wire(text, label) {
  text = String(text ?? "");
  const block = h("pre", { class: "wire", tabindex: "0", role: "group", "aria-label": label }, shown(text.slice(0, CUT)));
  if (text.length <= CUT) return block;
  let length = CUT;
  const told = h("span", { class: "muted" });
  const more = quiet("", () => step());
  const save = quiet("Save it whole", () => saved(text, "text.txt", "text/plain"));
  const tell = () => {
    told.textContent = `${count(length)} of ${count(text.length)} characters`;
    more.textContent = `Show ${count(Math.min(STEP, text.length - length))} more`;
    more.hidden = length >= text.length;
  };
  const step = () => {
    block.append(shown(text.slice(length, length + STEP)));
    length = Math.min(length + STEP, text.length);
    tell();
    if (more.hidden) block.focus();
  };
  tell();
  return h("div", {}, block, h("div", { class: "buttons rest" }, told, more, save));
}

/** Saves a text as a file. */
export function saved(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Returns a number with separators. */
export const count = (number) => Number(number).toLocaleString("en");

/** Returns a number of things, in words. */
export const many = (number, one, several = `${one}s`) => `${count(number)} ${number === 1 ? one : several}`;

/** Returns the first sentence of a text, on one line. */
export function sentence(text, limit = 140) {
  const line = String(text ?? "").split("\n").find((line) => line.trim()) ?? "";
  const end = line.search(/[.!?](\s|$)/);
  const first = end < 0 ? line : line.slice(0, end + 1);
  return first.length > limit ? `${first.slice(0, limit)}…` : first;
}

/** Creates a section with a heading. */
export function section(title, ...children) {
  const id = unique("section");
  return h("section", { class: "section", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

/** Creates a part that opens on demand; `make` returns its content at the first time. */
export function opened(title, make, isOpen = false) {
  const details = h("details", {}, h("summary", {}, title));
  let made = false;
  const fill = () => {
    if (made || !details.open) return;
    made = true;
    details.append(...[make()].flat());
  };
  details.addEventListener("toggle", fill);
  details.open = isOpen;
  fill();
  return details;
}

/** Creates a table. Cells are nodes or texts; columns with `right` hold numbers. */
export function table(caption, heads, rows) {
  const head = heads.map((text) => h("th", { scope: "col", class: text.startsWith(">") ? "right" : "" }, text ? text.replace(/^>/, "") : h("span", { class: "hidden" }, "As a bar")));
  const body = rows.map((cells) => h("tr", {}, cells.map((cell, at) => {
    const right = heads[at].startsWith(">") ? "right" : "";
    return at === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: right }, cell);
  })));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", {}, h("caption", { class: "hidden" }, caption), h("thead", {}, h("tr", {}, head)), h("tbody", {}, body)));
}

let last = 0;

/** Returns an id that no other element has. */
export const unique = (prefix) => `${prefix}-${++last}`;

const live = h("div", { class: "hidden", role: "status", "aria-live": "polite" });
document.body.append(live);

/** Tells a screen reader what has happened. */
export function announce(text) {
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 30);
}
