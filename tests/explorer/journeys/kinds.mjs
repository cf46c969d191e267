// Forms of every kind of argument, and calls of every end.

import assert from "node:assert/strict";

/** A schema with what no server of ours publishes together. */
const ODD = {
  type: "object",
  $defs: { node: { type: "object", properties: { name: { type: "string" }, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } } } },
  properties: {
    maybe: { type: ["integer", "null"], minimum: 3 },
    fixed: { const: "one" },
    pick: { oneOf: [{ const: 1, title: "first" }, { const: 2, title: "second" }] },
    both: { allOf: [{ type: "object", properties: { a: { type: "string" } } }, { properties: { b: { type: "number" } } }] },
    node: { $ref: "#/$defs/node" },
    mixed: { type: ["string", "number"] },
    hidden: { type: "string", writeOnly: true },
    tuple: { type: "array", prefixItems: [{ type: "string" }] },
    broken: true,
    bounds: { type: "number", exclusiveMinimum: 0, multipleOf: 0.5 },
  },
  required: ["fixed"],
};

export default {
  async "every kind of argument arrives as its type"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await visit.shot("empty");
    await visit.fill("text", "two\nlines");
    await visit.fill("size", "9007199254740993");
    await visit.fill("ratio", "0.25");
    await visit.fill("is_open", "false");
    await visit.fill("urgency", "high");
    await visit.fill("city", "Oslo");
    const floors = visit.page.locator("fieldset", { has: visit.page.locator("> legend bdi:text-is(\"floors\")") }).last();
    await floors.getByRole("button", { name: "Add an item" }).click();
    await floors.locator("input").first().fill("-1");
    await floors.getByRole("button", { name: "Add an item" }).click();
    await floors.locator("input").nth(1).fill("4");
    const labels = visit.page.locator("fieldset", { has: visit.page.locator("> legend bdi:text-is(\"labels\")") });
    for (const text of ["a", "b", "c"]) {
      await labels.getByRole("button", { name: "Add an item" }).click();
      await labels.locator("textarea").last().fill(text);
    }
    await labels.getByRole("button", { name: "Remove item 2" }).click();
    const weights = visit.page.locator("fieldset", { has: visit.page.locator("> legend bdi:text-is(\"weights\")") });
    await weights.getByRole("button", { name: "Add a member" }).click();
    await weights.getByLabel("Key").fill("left");
    await weights.locator(".field input").fill("1.5");
    const shape = visit.page.locator("fieldset", { has: visit.page.locator("> legend bdi:text-is(\"shape\")") });
    await shape.locator("select").first().selectOption({ index: 2 });
    await visit.fill("width", "2");
    await visit.fill("height", "3");
    await visit.fill("until", "2026-11-30");
    await visit.fill("password", "s3cret");
    await visit.call("Done");
    const [text] = await visit.answer();
    assert.match(text, /9007199254740993/);
    const echo = JSON.parse(text);
    assert.deepEqual({ ...echo, size: 0 }, {
      text: "two\nlines", size: 0, ratio: 0.25, is_open: false, urgency: "high", place: { city: "Oslo", floors: [-1, 4] },
      labels: ["a", "c"], weights: { left: 1.5 }, shape: { shape: "box", width: 2, height: 3 }, until: "2026-11-30", password: 6,
    });
    await visit.shot();
  },

  async "a secret is hidden, masked over the wire, and forgotten after the call"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    assert.equal(await visit.field("password").getAttribute("type"), "password");
    assert.equal(await visit.field("password").getAttribute("autocomplete"), "new-password");
    await visit.fill("text", "x");
    await visit.fill("size", "1");
    await visit.fill("password", "s3cret");
    await visit.call("Done");
    assert.equal(JSON.parse((await visit.answer())[0]).password, 6);
    const [request] = await visit.wire();
    assert.ok(!request.includes("s3cret") && request.includes("•••"), request);
    assert.equal(await visit.field("password").inputValue(), "");
    assert.ok(!(await visit.page.content()).includes("s3cret"));
    await visit.fill("password", "again");
    await visit.page.getByRole("button", { name: "Edit as JSON" }).click();
    assert.equal(JSON.parse(await visit.page.getByLabel("Arguments as JSON").inputValue()).password, "•••");
    await visit.call("Done");
    assert.equal(JSON.parse((await visit.answer())[0]).password, 5);
  },

  async "arguments are edited as JSON and come back into the form"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await visit.fill("text", "from the form");
    const toggle = visit.page.getByRole("button", { name: "Edit as JSON" });
    await toggle.click();
    const json = visit.page.getByLabel("Arguments as JSON");
    assert.deepEqual(JSON.parse(await json.inputValue()), { text: "from the form" });
    await json.fill("{\"text\": ");
    await visit.page.click(".call button[type=submit]");
    await visit.sees("JSON", ".call .problem");
    const value = { text: "from JSON", size: 3, shape: { shape: "circle", radius: 1 }, place: { city: "Rome", floors: [2] }, labels: ["x"], weights: { a: 1 } };
    await json.fill(JSON.stringify(value));
    await toggle.click();
    assert.equal(await visit.field("radius").inputValue(), "1");
    await visit.call("Done");
    const echo = JSON.parse((await visit.answer())[0]);
    assert.deepEqual({ text: echo.text, size: echo.size, shape: echo.shape, place: echo.place, labels: echo.labels, weights: echo.weights }, value);
  },

  async "problems of nested values stand at their fields"(visit) {
    await visit.go("explored", "#/action/kinds/echo");
    await visit.fill("text", "x");
    await visit.fill("size", "0");
    await visit.fill("city", "A");
    await visit.call("The model reads an error");
    const wrong = await visit.page.locator(".field.wrong").allInnerTexts();
    assert.ok(wrong.some((text) => text.startsWith("size")), wrong.join("\n---\n"));
    assert.ok(wrong.some((text) => text.startsWith("city")), wrong.join("\n---\n"));
    await visit.shot();
  },

  async "any JSON is sent as it is, and other text as a string"(visit) {
    await visit.go("explored", "#/action/kinds/any");
    await visit.fill("value", "{\"a\": [1, null]}");
    await visit.call("Done");
    assert.equal((await visit.answer())[0], "{\"a\":[1,null]}");
    await visit.fill("value", "plain words");
    await visit.call("Done");
    assert.equal((await visit.answer())[0], "\"plain words\"");
  },

  async "progress is shown while a call runs, as text"(visit) {
    await visit.go("explored", "#/action/kinds/count");
    await visit.fill("steps", "8");
    await visit.page.click(".call button[type=submit]");
    await visit.sees(/\d of 8: step <i>\d<\/i>/, ".running");
    assert.equal(await visit.page.locator("progress").getAttribute("max"), "8");
    await visit.shot();
    await visit.answered("Done");
    assert.equal((await visit.answer())[0], "counted to 8");
    assert.equal(await visit.page.locator("progress").count(), 0);
  },

  async "a call is cancelled in its progress"(visit) {
    await visit.go("explored", "#/action/kinds/count");
    await visit.fill("steps", "500");
    await visit.page.click(".call button[type=submit]");
    await visit.sees(/\d of 500/, ".running");
    await visit.page.getByRole("button", { name: "Cancel the call" }).click();
    await visit.answered("Stopped");
    const before = await visit.page.evaluate(async () => (await import("/_fusion/state.js")).state.events.length);
    await visit.page.waitForTimeout(300);
    const after = await visit.page.evaluate(async () => (await import("/_fusion/state.js")).state.events.length);
    assert.equal(after, before, "progress arrives after the end");
    await visit.fill("steps", "1");
    await visit.call("Done");
  },

  async "an error is shown as the model reads it, with its code"(visit) {
    await visit.go("explored", "#/action/kinds/fail");
    await visit.call("The model reads an error");
    assert.match((await visit.answer())[0], /the store is <closed>/);
    assert.match((await visit.answer())[0], /try again tomorrow/);
    await visit.page.locator("summary", { hasText: "Metadata" }).click();
    await visit.sees("\"code\": \"closed\"", ".answer pre");
  },

  async "a form has every keyword of a schema"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.get");
    const read = (values) => visit.page.evaluate(async ([schema, values]) => {
      const { formOf } = await import("/_fusion/form.js");
      const form = formOf(schema);
      form.fill(values);
      document.querySelector("main .call .fields").replaceWith(form.element);
      return { values: form.read(), text: form.element.innerText, masked: form.masked(form.read()) };
    }, [ODD, values]);
    const empty = await read({});
    assert.deepEqual(empty.values, { fixed: "one" });
    assert.match(empty.text, /maybe integer or null, from 3 · optional/);
    assert.match(empty.text, /bounds number, from above 0, multiple of 0\.5/);
    const all = {
      maybe: null, fixed: "one", pick: 2, both: { a: "x", b: 2 }, node: { name: "a", next: { name: "b" } }, mixed: "text", hidden: "h",
      tuple: ["t"], broken: [1], bounds: 1.5,
    };
    const full = await read(all);
    assert.deepEqual(full.values, all);
    assert.equal(full.masked.hidden, "•••");
    await visit.shot();
  },
};
