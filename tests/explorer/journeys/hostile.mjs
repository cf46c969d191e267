// Texts that attack whoever shows them are shown as text, and the page lives.

import assert from "node:assert/strict";
import { statSync } from "node:fs";

/** Fails if a text of the server has become an element. */
const harmless = async (visit) => {
  const found = await visit.page.evaluate(() => document.querySelectorAll("script:not([src]), main a[href^=javascript], img:not(.picture), iframe, main style, [onerror], [onload]").length);
  assert.equal(found, 0, "a text has become an element");
};

export default {
  async "markup in names, docs and titles is text"(visit) {
    await visit.go("explored", "#/action/hostile/markup");
    const text = await visit.text();
    assert.ok(text.includes("</title><script>window.attacked = 7</script>"), text);
    assert.ok(text.includes("Return <script>window.attacked = 6</script> markup"), text);
    assert.ok(text.includes("<script>window.attacked = 8</script> Any text."), text);
    await harmless(visit);
    await visit.shot();
    await visit.route("#/reads", "What a model reads");
    await visit.page.locator("summary", { hasText: "hostile" }).first().click();
    await visit.sees("<script>window.attacked = 4</script>", "pre");
    await harmless(visit);
  },

  async "markup in results, errors and notices is text"(visit) {
    await visit.go("explored", "#/action/hostile/markup");
    await visit.call("Done");
    assert.ok((await visit.answer())[0].startsWith("<script>window.attacked = 1</script><img src=x"));
    await harmless(visit);
    await visit.route("#/action/hostile/fail", "fail");
    await visit.call("The model reads an error");
    assert.ok((await visit.answer())[0].includes("<iframe src=\"https://evil.example/\">"));
    await visit.route("#/timeline", "Timeline");
    await visit.sees("hostile/fail failed");
    await harmless(visit);
  },

  async "unseen characters are shown, and no text turns its surroundings"(visit) {
    await visit.go("explored", "#/action/hostile/turned");
    await visit.sees("U+202E", ".unseen");
    await visit.call("Done");
    const [text] = await visit.answer();
    for (const unseen of ["U+202E", "U+200B", "U+E0041", "U+0000", "U+001B"]) assert.ok(text.includes(unseen), `${unseen} in ${text}`);
    await visit.shot();
    await visit.fits("turned");
  },

  async "a description of a hundred kilobytes is cut, and longer on request"(visit) {
    await visit.go("explored", "#/action/hostile/long");
    await visit.page.setViewportSize({ width: 1280, height: 800 });
    const box = await visit.page.locator(".prose").first().boundingBox();
    assert.ok(box.height < 500, `${box.height} px`);
    await visit.shot();
    await visit.route("#/reads", "What a model reads");
    await visit.page.getByLabel("List", { exact: true }).selectOption("flat compact");
    await visit.page.locator("summary", { hasText: "hostile_long" }).click();
    await visit.page.getByRole("button", { name: "Show 100,000 more" }).first().click();
    const shown = await visit.page.locator("details", { hasText: "hostile_long" }).locator("pre").nth(1).evaluate((pre) => pre.textContent.length);
    assert.ok(shown > 100_000, `${shown} characters`);
  },

  async "a result of two megabytes is cut, longer on request, and saved whole"(visit) {
    await visit.go("explored", "#/action/hostile/huge");
    await visit.call("Done");
    const pre = visit.page.locator(".answer pre").first();
    assert.equal(await pre.evaluate((pre) => pre.textContent.length), 20_000);
    await visit.page.getByRole("button", { name: "Show 100,000 more" }).click();
    assert.equal(await pre.evaluate((pre) => pre.textContent.length), 120_000);
    await visit.sees("120,000 of 2,160,000 characters", ".rest");
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByRole("button", { name: "Save it whole" }).click()]);
    assert.equal(statSync(await download.path()).size, 2_160_000);
    await harmless(visit);
  },

  async "deep structures and numbers that no double holds are shown as they are"(visit) {
    await visit.go("explored", "#/action/hostile/deep");
    await visit.call("Done");
    assert.equal((await visit.answer())[0].length, 10_000);
    await visit.route("#/action/hostile/numbers", "numbers");
    await visit.call("Done");
    const text = (await visit.answer()).join("\n");
    assert.match(text, /18446744073709551615/);
    assert.match((await visit.wire())[1], /18446744073709551615/);
  },

  async "a picture that is a script is not shown"(visit) {
    await visit.go("explored", "#/action/hostile/picture");
    await visit.call("Done");
    await visit.sees("a picture of the type image/svg+xml, which is not shown", ".answer");
    assert.equal(await visit.page.locator("img.picture").count(), 1);
    assert.match(await visit.page.locator("img.picture").getAttribute("src"), /^data:image\/png;base64,/);
  },

  async "prompts, completions and odd URIs are text"(visit) {
    await visit.go("explored", "#/prompt/hostile_ask");
    await visit.page.locator(".call input").focus();
    await visit.page.waitForFunction(() => document.querySelectorAll("datalist option").length === 2);
    await visit.page.locator(".call input").fill("x");
    await visit.call("Done");
    await visit.sees("<script>window.attacked = 1</script>", ".message pre");
    await harmless(visit);
    await visit.route(`#/resource/${encodeURIComponent("javascript:window.attacked=12")}`);
    await visit.sees("javascript:window.attacked=12", ".uri");
    await visit.call("Done");
    await visit.sees("<iframe", ".message pre");
    await harmless(visit);
  },

  async "odd routes lead to pages, not to errors"(visit) {
    await visit.go("explored");
    for (const route of ["#/action/<script>alert(1)</script>", "#/action/%E0%A4%A", "#/resource/%00", "#/nowhere", "#__proto__", "#/constructor/x", "#/prompt/", "#/reads/none"]) {
      await visit.route(route);
      await visit.page.waitForFunction(() => document.querySelector("main h1"));
      await harmless(visit);
    }
  },
};
