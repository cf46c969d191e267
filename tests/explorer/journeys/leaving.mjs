// Calls go on while one looks elsewhere, and end with their caller.

import assert from "node:assert/strict";

import { startTracker } from "../servers.mjs";

const begin = async (visit, steps) => {
  await visit.go("explored", "#/action/kinds/count");
  await visit.fill("steps", String(steps));
  await visit.page.click(".call button[type=submit]");
  await visit.sees(/\d of/, ".running");
};

export default {
  async "a question waits for whoever comes back to it"(visit) {
    await visit.go("explored", "#/action/kinds/delete");
    await visit.fill("thing", "a thing");
    await visit.page.click(".call button[type=submit]");
    await visit.sees(/Delete .*a thing.* for good/, ".question");
    await visit.route("#/timeline", "Timeline");
    await visit.page.goBack();
    await visit.sees(/Delete .*a thing.* for good/, ".question");
    await visit.page.getByRole("button", { name: "Accept" }).click();
    await visit.answered("Done");
    assert.equal((await visit.answer())[0], "deleted a thing");
  },

  async "an answer that came meanwhile is there once"(visit) {
    await begin(visit, 5);
    await visit.route("#/timeline", "Timeline");
    await visit.sees("kinds/count is done", ".event");
    await visit.route("#/action/kinds/count", "count");
    await visit.answered("Done");
    await visit.route("#/timeline", "Timeline");
    await visit.route("#/action/kinds/count", "count");
    assert.equal(await visit.page.locator(".answer").count(), 0);
    assert.equal(await visit.field("steps").inputValue(), "");
  },

  async "the end of a call leaves the focus where it is"(visit) {
    await begin(visit, 12);
    await visit.page.locator("#search").focus();
    await visit.answered("Done");
    assert.equal(await visit.page.evaluate(() => document.activeElement.id), "search");
  },

  async "the calls of a caller end with it, and leave no trace"(visit) {
    await begin(visit, 500);
    await visit.page.getByRole("button", { name: "Caller" }).click();
    await visit.page.getByRole("textbox", { name: "Token" }).fill("admin");
    await visit.page.getByRole("button", { name: "Use it" }).click();
    await visit.page.waitForFunction(() => document.querySelector("#caller").textContent === "Caller: with a token");
    await visit.page.waitForTimeout(300);
    await visit.route("#/timeline", "Timeline");
    await visit.sees("Nothing has happened yet", ".timeline");
    await visit.route("#/action/kinds/count", "count");
    assert.equal(await visit.page.locator(".running progress").count(), 0);
  },

  async "a header that a browser drops is refused in the dialog"(visit) {
    await visit.go("explored");
    await visit.page.getByRole("button", { name: "Caller" }).click();
    await visit.page.getByLabel("Header").fill("Cookie");
    await visit.page.getByRole("textbox", { name: "Token" }).fill("a=b");
    await visit.page.getByRole("button", { name: "Use it" }).click();
    await visit.sees("HTTP cannot send this header", "dialog .problem");
  },

  async "a client that cannot ask gets a token, and deletes with it"(visit) {
    const own = await startTracker();
    try {
      await visit.go(own, "#/action/tracker/labels.delete");
      await visit.fill("label", "bug");
      await visit.page.getByLabel("call as a client that cannot ask").check();
      await visit.call();
      const [text] = await visit.answer();
      const [, token] = /`confirmation`: "([^"]+)"/.exec(text) ?? assert.fail(text);
      await visit.fill("confirmation", token);
      await visit.call("Done");
      assert.equal((await visit.answer())[0], "deleted label \"bug\"");
    } finally {
      await own.stop();
    }
  },

  async "what is watched is named for the value in the field, and ends with the server"(visit) {
    const own = await startTracker();
    visit.expect("ERR_", "Failed to load resource");
    try {
      await visit.go(own, `#/template/${encodeURIComponent("tracker://issues/{number}")}`);
      const input = visit.page.locator(".call input");
      const button = visit.page.locator(".call .buttons .quiet");
      await input.fill("1");
      await button.click();
      assert.equal(await button.innerText(), "Watching; stop");
      await input.fill("2");
      assert.equal(await button.innerText(), "Watch for changes");
      await input.fill("1");
      assert.equal(await button.innerText(), "Watching; stop");
    } finally {
      await own.stop();
    }
    await visit.page.locator(".call .buttons .quiet", { hasText: "Watch for changes" }).waitFor();
  },

  async "a number that could not be counted is requested again"(visit) {
    await visit.go("tracker");
    visit.expect("ERR_FAILED", "Failed to load resource");
    await visit.page.route(/without=/, (route) => route.abort());
    await visit.route("#/action/tracker/issues.get", "issues.get");
    await visit.sees("Unknown", ".numbers");
    await visit.page.unroute(/without=/);
    await visit.route("#/", "Issue tracker");
    await visit.route("#/action/tracker/issues.get", "issues.get");
    await visit.sees("as a flat tool", ".numbers");
  },

  async "the link to the content stays on the page"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.get");
    await visit.page.locator(".skip").focus();
    await visit.page.keyboard.press("Enter");
    assert.deepEqual(await visit.page.evaluate(() => [document.activeElement.id, location.hash]), ["main", "#/action/tracker/issues.get"]);
    assert.equal(await visit.text("main h1"), "issues.get");
  },

  async "Escape empties the search"(visit) {
    await visit.go("tracker");
    await visit.page.fill("#search", "labels");
    await visit.sees("found", "#found");
    await visit.page.keyboard.press("Escape");
    assert.equal(await visit.page.inputValue("#search"), "");
    assert.equal(await visit.text("#found"), "");
    await visit.page.getByRole("treeitem", { name: "Overview" }).waitFor();
  },

  async "the row of the page is marked in forced colours"(visit) {
    await visit.page.emulateMedia({ forcedColors: "active" });
    await visit.go("tracker");
    const style = await visit.page.locator(".row.current").evaluate((row) => getComputedStyle(row).outlineStyle);
    assert.equal(style, "solid");
    await visit.shot();
  },
};
