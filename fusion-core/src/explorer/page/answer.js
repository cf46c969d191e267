// Answers of the server: content as the model reads it, errors, and the exchange as it went over the wire.

import { count, h, many, muted, name, opened, prose, shown, wire } from "./dom.js";
import { pretty } from "./json.js";
import { tokens } from "./tokens.js";

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Shows the blocks of a result. */
export function blocks(content = []) {
  return content.map((block) => {
    switch (block?.type) {
      case "text": return wire(block.text, "Text of the answer");
      case "image": return picture(block);
      case "audio": return h("p", {}, shown(`audio, ${block.mimeType}, ${many(Math.round((block.data?.length ?? 0) * 0.75), "byte")}`));
      case "resource": return h("div", {}, uri(block.resource?.uri), wire(block.resource?.text ?? "(bytes)", "Text of the resource"));
      case "resource_link": return h("p", {}, name(block.title ?? block.name), " ", uri(block.uri));
      default: return wire(JSON.stringify(block, null, 2), "A block of an unknown kind");
    }
  });
}

/** Shows a URI as text: a link of a server may lead anywhere. */
export const uri = (text) => h("code", { class: "uri" }, shown(text));

function picture({ data, mimeType }) {
  if (!PICTURES.includes(mimeType) || !/^[A-Za-z0-9+/=\s]*$/.test(data ?? "")) return h("p", {}, shown(`a picture of the type ${mimeType}, which is not shown`));
  return h("img", { class: "picture", src: `data:${mimeType};base64,${data}`, alt: "A picture in the answer" });
}

/** The texts of a result, which a model reads. */
export const textOf = (content = []) => content.filter((block) => block?.type === "text").map((block) => block.text).join("\n");

/** Shows the request and the response of an exchange. */
export function raw(exchange) {
  const { request, response } = exchange;
  const heads = (headers) => Object.entries(headers).map(([key, value]) => `${key}: ${value}`).join("\n");
  return opened("Over the wire", () => [
    h("h4", {}, "Request"),
    wire(`POST\n${heads(request.headers)}\n\n${pretty(request.text)}`, "Request over the wire"),
    h("h4", {}, "Response"),
    response
      ? wire(`${response.status}\n${heads(response.headers)}\n\n${lines(response.text)}`, "Response over the wire")
      : muted("None."),
  ]);
}

/** Indents each message of a response. */
const lines = (text) => text.trim().split("\n").map((line) => pretty(line)).join("\n\n");

/** Tells how an exchange ended. */
export function verdict(exchange, state, word) {
  const size = exchange.response?.text.length ?? 0;
  const facts = [`${Math.round(exchange.took ?? 0)} ms`, many(size, "character")];
  return h("p", { class: `verdict ${state}` }, h("strong", {}, word), " ", h("span", { class: "muted" }, facts.join(" · ")));
}

/** Shows the result of a call. */
export function result(message, exchange) {
  if (message.error) {
    const { code, message: text, data } = message.error;
    return h("div", { class: "answer" }, verdict(exchange, "bad", `Error ${code}`), prose(text), data === undefined ? null : wire(JSON.stringify(data, null, 2), "Data of the error"), raw(exchange));
  }
  const { content, structuredContent, isError, _meta: meta } = message.result ?? {};
  const text = textOf(content);
  const parts = [
    verdict(exchange, isError ? "bad" : "good", isError ? "The model reads an error" : "Done"),
    h("h3", {}, "As the model reads it"),
    muted(`${many(tokens(text), "token")}, ${many((content ?? []).length, "block")}`),
    blocks(content),
  ];
  if (structuredContent !== undefined) parts.push(opened("Structured content", () => wire(JSON.stringify(structuredContent, null, 2), "Structured content")));
  if (meta && Object.keys(meta).length) parts.push(opened("Metadata, which programs read", () => wire(JSON.stringify(meta, null, 2), "Metadata")));
  return h("div", { class: "answer" }, parts, raw(exchange));
}

/** Shows that no answer came. */
export function failed(error) {
  return h("div", { class: "answer" },
    error.exchange ? verdict(error.exchange, "bad", "No answer") : h("p", { class: "verdict bad" }, h("strong", {}, "No answer")),
    prose(error.message), error.exchange ? raw(error.exchange) : null);
}

/** Tells how many values a completion has. */
export const completed = (completion) => `${count(completion.values.length)}${completion.hasMore ? ` of ${completion.total ?? "more"}` : ""}`;
