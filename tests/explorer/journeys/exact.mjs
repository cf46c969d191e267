// Values arrive as they were typed, and nothing typed is lost without a word.

import assert from "node:assert/strict";

const json = (visit) => visit.page.getByLabel("Arguments as JSON");
const toggle = (visit) => visit.page.getByRole("button", { name: "Edit as JSON" });
const group = (visit, name) => visit.page.locator("fieldset", { has: visit.page.locator(`> legend bdi:text-is("${name}")`) }).last();

/** The arguments of the request, letter by letter. */
const sent = async (visit) => {
  const [request] = await visit.wire();
  return /"arguments": (\{[\s\S]*?\n {4}\})/.exec(request)[1].replace(/\s+/g, "");
};

export default {
  async "numbers in JSON keep their digits"(visit) {
    // The server refuses a body with 1e400.
    visit.expect("status of 400");
    await visit.go("explored", "#/action/kinds/any");
    for (const value of ["9007199254740993", "[9007199254740993]", "-0", "1e400"]) {
      await visit.fill("value", value);
      await visit.call();
      assert.equal(await sent(visit), `{"value":${value},"action":"any"}`);
    }
    await visit.go("explored", "#/action/kinds/echo");
    await toggle(visit).click();
    await json(visit).fill("{\"text\": \"x\", \"size\": 9007199254740993}");
    await visit.call("Done");
    assert.match((await visit.answer())[0], /"size":9007199254740993/);
  },

  async "null is a value"(visit) {
    await visit.go("explored", "#/action/kinds/any");
    await visit.fill("value", "null");
    await visit.call("Done");
    assert.deepEqual(await visit.answer(), ["null"]);
  },

  async "JSON that the form cannot hold stays JSON"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await toggle(visit).click();
    await json(visit).fill("{\"text\": \"\", \"size\": 1, \"labels\": [], \"bogus\": 2}");
    await toggle(visit).click();
    await visit.sees("The form has no place for text, labels, bogus.", ".call .problem");
    assert.match(await json(visit).inputValue(), /bogus/);
    await json(visit).fill("[1]");
    await visit.page.click(".call button[type=submit]");
    await visit.sees("Arguments are a JSON object.", ".call .problem");
    assert.equal(await visit.page.locator(".answer").count(), 0);
  },

  async "a secret in JSON is masked after the call, also where the form had no field for it"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await toggle(visit).click();
    await json(visit).fill("{\"text\": \"x\", \"size\": 1, \"password\": \"s3cret\"}");
    await visit.call("Done");
    assert.equal(JSON.parse((await visit.answer())[0]).password, 6);
    const [request] = await visit.wire();
    assert.ok(!request.includes("s3cret"), request);
    const values = await visit.page.evaluate(() => [...document.querySelectorAll("input, textarea")].map((field) => field.value));
    assert.deepEqual(values.filter((value) => value.includes("s3cret")), []);
    const masked = await visit.page.evaluate(async () => {
      const { formOf } = await import("/_fusion/form.js");
      const form = formOf({ type: "object", properties: { list: { type: "array", items: { type: "object", properties: { key: { type: "string", writeOnly: true } } } } } });
      const value = { list: [{ key: "s3cret" }] };
      form.fill(value);
      return form.masked(value);
    });
    assert.deepEqual(masked, { list: [{ key: "•••" }] });
  },

  async "a problem stands at its item after another one is removed"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await visit.fill("text", "x");
    await visit.fill("size", "1");
    await visit.fill("city", "Oslo");
    const floors = group(visit, "floors");
    for (const text of ["1", "2", "high"]) {
      await floors.getByRole("button", { name: "Add an item" }).click();
      await floors.locator("input").last().fill(text);
    }
    await floors.getByRole("button", { name: "Remove item 1" }).click();
    await visit.call("The model reads an error");
    const items = await floors.locator("li .field").allInnerTexts();
    assert.equal(items.length, 2);
    assert.match(items[1], /item 2[\s\S]*expected integer/);
  },

  async "a list that is required is sent when it is empty"(visit) {
    await visit.go("tracker");
    const read = await visit.page.evaluate(async () => {
      const { formOf } = await import("/_fusion/form.js");
      const list = { type: "array", items: { type: "string" } };
      const map = { type: "object", additionalProperties: { type: "string" } };
      return formOf({ type: "object", properties: { list, map, other: list, constructor: { type: "string" } }, required: ["list", "map"] }).read();
    });
    assert.deepEqual(read, { list: [], map: {} });
    const filled = await visit.page.evaluate(async () => {
      const { formOf } = await import("/_fusion/form.js");
      const form = formOf({ type: "object", properties: { constructor: { type: "string" } } });
      form.fill({});
      return form.read();
    });
    assert.deepEqual(filled, {});
  },

  async "limits that no double holds are shown with their digits"(visit) {
    await visit.go("tracker");
    const words = await visit.page.evaluate(async () => {
      const { parsed } = await import("/_fusion/json.js");
      const { wordsOf } = await import("/_fusion/schema.js");
      return wordsOf(parsed("{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 18446744073709551615}").value, false);
    });
    assert.equal(words, "integer, 0 to 18446744073709551615");
  },
};
