// JSON as text: numbers keep their digits, and nothing is lost by reading it.

const DEEPEST = 40;

/** Indents JSON. Text that is no JSON stays as it is. */
export function pretty(text) {
  if (!parsed(text).ok) return text;
  let out = "", depth = 0;
  // Deep values would be mostly spaces.
  const line = () => `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfString(text, at);
      out += text.slice(at, end);
      at = end - 1;
    } else if (letter === "{" || letter === "[") {
      const close = text.slice(at + 1).match(/^\s*[}\]]/);
      if (close) {
        out += letter + (letter === "{" ? "}" : "]");
        at += close[0].length;
      } else {
        depth++;
        out += letter + line();
      }
    } else if (letter === "}" || letter === "]") {
      depth--;
      out += line() + letter;
    } else if (letter === ",") out += letter + line();
    else if (letter === ":") out += ": ";
    else if (!/\s/.test(letter)) out += letter;
  }
  return out;
}

function endOfString(text, start) {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

const MAY_BE_ODD = /\d{16}|\d[eE]|-0/;
const isOdd = (digits, value) => !Number.isFinite(value) || Object.is(value, -0) || (/^-?\d+$/.test(digits) && !Number.isSafeInteger(value));
const revived = (_, value, at) => (typeof value === "number" && at?.source && isOdd(at.source, value) ? JSON.rawJSON(at.source) : value);

/** Returns true for a value without members. */
export const isLeaf = (value) => !value || typeof value !== "object" || Boolean(JSON.isRawJSON?.(value));

/** Parses JSON without an exception. A number that a double cannot hold keeps its digits. */
export function parsed(text, revive = JSON.rawJSON && MAY_BE_ODD.test(text) ? revived : null) {
  try {
    return { ok: true, value: JSON.parse(text, revive) };
  } catch (error) {
    // A reviver goes less deep than the parser.
    return revive && error instanceof RangeError ? parsed(text, null) : { ok: false, error: error.message };
  }
}

/** Returns a number as it was typed, also one that a double cannot hold; else the text. */
export function number(text) {
  const trimmed = text.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return text;
  const value = Number(trimmed);
  if (!isOdd(trimmed, value)) return value;
  return JSON.rawJSON ? JSON.rawJSON(trimmed) : trimmed;
}
