// A new user of the tracker: what does it cost, why is it stale, what happens if I delete it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { startTracker } from "../servers.mjs";

export default {
  async "the first page tells who serves and how much"(visit) {
    await visit.go("tracker");
    const text = await visit.text();
    assert.match(text, /Issue tracker tracker \d+\.\d+\.\d+ Tokens at once [\d,]+ grouped, compact Actions 21 in 1 listed tool, 4 destructive Prompts 1 Resources 2/);
    await visit.page.waitForSelector("table");
    await visit.shot();
  },

  async "an action is found by a word and opened by a key"(visit) {
    await visit.go("tracker");
    await visit.page.keyboard.press("/");
    await visit.page.keyboard.type("newest first");
    await visit.sees("1 found", "#found");
    await visit.shot();
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForFunction(() => document.querySelector("main h1").textContent === "issues.list");
    assert.equal(await visit.page.evaluate(() => document.activeElement.tagName), "H1");
  },

  async "what issues.list costs, in the list and by itself"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.list");
    await visit.sees("as a flat tool");
    const text = await visit.text(".numbers");
    const [, own, share, all, alone] = /In this list (\d+) tokens, ([\d.]+) % of ([\d,]+) Listed alone (\d+)/.exec(text);
    const total = Number(all.replace(",", ""));
    assert.ok(Number(own) > 50 && Number(own) < Number(alone), text);
    assert.ok(Math.abs((Number(own) / total) * 100 - Number(share)) < 0.06, text);
    await visit.shot();
  },

  async "why issues.list is called stale"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.list");
    const section = visit.page.locator("section", { has: visit.page.locator("h2", { hasText: "Staleness" }) });
    const text = (await section.innerText()).replace(/\s+/g, " ");
    assert.match(text, /Cached as no-store: the model should call it again/);
    assert.match(text, /called stale after a success of: .*issues\.close/);
    await section.getByRole("link", { name: "issues.close" }).click();
    await visit.page.waitForFunction(() => document.querySelector("main h1").textContent === "issues.close");
    assert.match(await visit.text(), /A success makes stale tracker\/issues\.\*, .*: issues\.list issues\.get/);
  },

  async "what happens if I delete a label: it warns, asks, and a refusal deletes nothing"(visit) {
    await visit.go("tracker", "#/action/tracker/labels.delete");
    assert.match(await visit.text(".warning"), /deletes or overwrites real data\. The server asks before it runs/);
    await visit.fill("label", "bug");
    await visit.page.click(".call button[type=submit]");
    await visit.sees("Delete the label \"bug\", which is on 3 issues?", ".question");
    assert.equal(await visit.page.evaluate(() => document.activeElement.textContent), "The server asks");
    await visit.shot();
    await visit.page.getByRole("button", { name: "Decline" }).click();
    await visit.answered("The model reads an error");
    assert.match((await visit.answer())[0], /the user declined/);
    await visit.route("#/action/tracker/labels.list", "labels.list");
    await visit.call("Done");
    assert.match((await visit.answer())[0], /bug/);
  },

  async "an accepted question deletes, and the page lists what is stale now"(visit) {
    const own = await startTracker();
    try {
      await visit.go(own, "#/action/tracker/labels.delete");
      await visit.fill("label", "bug");
      await visit.page.click(".call button[type=submit]");
      await visit.page.getByRole("button", { name: "Accept" }).click();
      await visit.answered("Done");
      const [done, notice] = await visit.answer();
      assert.equal(done, "deleted label \"bug\"");
      assert.match(notice, /^\[System: Cache invalidated for tracker\.labels\.\*/);
      await visit.sees("Stale now: tracker.labels.*", ".note");
      await visit.page.click(".note summary");
      await visit.sees("tracker/labels.list", ".note");
      await visit.shot();
    } finally {
      await own.stop();
    }
  },

  async "a call sends what was filled in, and shows it as it went over the wire"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.list");
    await visit.fill("state", "open");
    await visit.fill("limit", "2");
    await visit.call("Done");
    assert.match((await visit.answer())[0], /issues/);
    const [request, response] = await visit.wire();
    assert.match(request, /^POST\ncontent-type: application\/json\n/);
    assert.match(request, /mcp-protocol-version: 2026-07-28\nmcp-method: tools\/call\nmcp-name: tracker\n/);
    const sent = JSON.parse(request.slice(request.indexOf("{")));
    assert.deepEqual(sent.params.arguments, { limit: 2, state: "open", action: "issues.list" });
    assert.match(response, /^200\n/);
    await visit.shot();
  },

  async "a wrong value is sent, and its problem stands at the field"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.close");
    await visit.fill("issue", "seven");
    await visit.call("The model reads an error");
    assert.match((await visit.answer())[0], /Validation failed for tracker\/issues\.close:/);
    const field = visit.page.locator(".field.wrong");
    assert.match(await field.innerText(), /expected integer/);
    assert.equal(await field.locator("input").getAttribute("aria-invalid"), "true");
    await visit.page.waitForFunction(() => document.activeElement.matches(".field.wrong input"));
    await visit.shot();
    await visit.fill("issue", "1");
    await visit.call();
    assert.equal(await visit.page.locator(".field.wrong").count(), 0);
  },

  async "expositions and forms stand side by side, letter by letter"(visit) {
    await visit.go("tracker", "#/reads");
    await visit.sees("tokens in 1 tool");
    await visit.page.getByLabel("Beside it").selectOption("flat compact");
    await visit.sees("tokens in 21 tools", ".list");
    await visit.page.setViewportSize({ width: 1700, height: 900 });
    const boxes = await visit.page.locator(".list").evaluateAll((lists) => lists.map((list) => list.getBoundingClientRect().left));
    assert.ok(boxes[1] > boxes[0]);
    const flat = visit.page.locator(".list").nth(1).locator("details", { hasText: "tracker_labels_delete" }).first();
    await flat.locator("> summary").click();
    await flat.locator("pre", { hasText: "Delete a label and take it off all issues" }).first().waitFor();
    await visit.shot();
    await visit.page.getByLabel("List", { exact: true }).selectOption("by-safety brief");
    await visit.sees("By safety, brief", ".list h2");
  },

  async "the texts of the served list are those of tools/list"(visit) {
    await visit.go("tracker", "#/reads");
    const shown = await visit.page.locator(".list pre").allInnerTexts();
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" } } } };
    const response = await fetch(`${visit.origin}/mcp`, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" } });
    const [tool] = (await response.json()).result.tools;
    assert.equal(shown[0], tool.name);
    assert.equal(shown[1], tool.description);
    assert.deepEqual(JSON.parse(shown[2]), tool.inputSchema);
  },

  async "the treemap divides all tokens, and stands in a table as well"(visit) {
    await visit.go("tracker", "#/reads/tracker");
    const tiles = await visit.page.locator(".tile").count();
    assert.ok(tiles > 40, `${tiles} tiles`);
    const area = await visit.page.locator(".treemap").evaluate((map) => {
      const whole = map.getBoundingClientRect();
      const sum = [...map.children].reduce((sum, tile) => sum + tile.offsetWidth * tile.offsetHeight, 0);
      return sum / (whole.width * whole.height);
    });
    assert.ok(area > 0.95 && area < 1.05, `the tiles cover ${area}`);
    await visit.page.locator("summary", { hasText: "The same as a table" }).first().click();
    await visit.sees("labels.delete", "table, pre");
    assert.equal(await visit.page.locator("figure tbody tr").count(), tiles);
    await visit.shot();
  },

  async "all lists are compared in one table"(visit) {
    await visit.go("tracker", "#/");
    await visit.page.waitForSelector("table");
    const rows = await visit.page.locator("tbody tr").allInnerTexts();
    assert.equal(rows.length, 10, rows.join("\n"));
    const served = await visit.text(".total strong");
    assert.ok(rows[0].includes(served), `${rows[0]}: ${served}`);
  },

  async "the catalog is saved as JSON"(visit) {
    await visit.go("tracker");
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByRole("button", { name: "Save catalog.json" }).click()]);
    assert.equal(download.suggestedFilename(), "catalog.json");
    const saved = JSON.parse(readFileSync(await download.path(), "utf8"));
    assert.deepEqual(saved.groups.map((group) => group.name), ["tracker"]);
    assert.deepEqual(saved.groups[0].groups.map((group) => group.name), ["issues", "comments", "labels", "members"]);
  },

  async "findings stand where they belong, and in one list"(visit) {
    await visit.go("tracker", "#/findings");
    await visit.sees("mixed-safety");
    await visit.shot();
    await visit.route("#/reads/tracker", "What a model reads");
    await visit.sees("mixed-safety");
  },

  async "an action is called through the tools of a search, with problems at its own fields"(visit) {
    const own = await startTracker("--exposition", "search");
    try {
      await visit.go(own, "#/action/tracker/issues.close");
      await visit.fill("issue", "seven");
      await visit.call("The model reads an error");
      assert.match(await visit.text(".field.wrong"), /expected integer/);
      await visit.fill("issue", "1");
      await visit.call("Done");
      const [request] = await visit.wire();
      const { params } = JSON.parse(request.slice(request.indexOf("{")));
      assert.deepEqual([params.name, params.arguments], ["call_write", { action: "tracker/issues.close", arguments: { issue: 1 } }]);
    } finally {
      await own.stop();
    }
  },

  async "a server that has stopped is an answer, too"(visit) {
    const own = await startTracker();
    await visit.go(own, "#/action/tracker/labels.list");
    await own.stop();
    visit.expect("ERR_CONNECTION_REFUSED", "Failed to load resource");
    await visit.call("No answer");
    await visit.sees("the server did not answer", ".answer");
  },
};
