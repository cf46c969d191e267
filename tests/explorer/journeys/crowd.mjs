// A thousand actions are as quick as ten.

import assert from "node:assert/strict";

export default {
  async "a thousand actions load, are found and opened at once"(visit) {
    const begun = performance.now();
    await visit.go("crowd");
    const loaded = performance.now() - begun;
    assert.match(await visit.text(".total"), /1,0\d\d actions/);
    // Groups are closed at first, and only rows in sight are elements.
    const rows = () => visit.page.locator("[role=treeitem]").count();
    assert.ok((await rows()) < 80, `${await rows()} rows`);
    await visit.shot();
    const filtered = await visit.page.evaluate(() => {
      const input = document.getElementById("search");
      const begun = performance.now();
      input.value = "g3 omega";
      input.dispatchEvent(new Event("input"));
      return performance.now() - begun;
    });
    assert.equal(await visit.text("#found"), "10 found");
    await visit.page.fill("#search", "omega");
    assert.equal(await visit.text("#found"), "40 found");
    await visit.page.fill("#search", "number and a text");
    assert.equal(await visit.text("#found"), "1,000 found");
    assert.ok((await rows()) < 80, `${await rows()} rows`);
    await visit.page.locator("[role=tree]").focus();
    await visit.page.keyboard.press("End");
    await visit.sees("g39.last", "[role=treeitem].active");
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForFunction(() => document.querySelector("main h1").textContent === "g39.last");
    await visit.sees("as a flat tool");
    await visit.call("Done");
    console.log(`      1,000 actions: loaded in ${Math.round(loaded)} ms, filtered in ${filtered.toFixed(1)} ms`);
    assert.ok(filtered < 200, `filtered in ${filtered} ms`);
    assert.ok(loaded < 10_000, `loaded in ${loaded} ms`);
  },

  async "lists of a thousand actions are compared on request only"(visit) {
    await visit.go("crowd", "#/reads");
    await visit.page.getByRole("button", { name: /Compare the lists of 1,0\d\d actions/ }).waitFor();
    await visit.page.getByLabel("List", { exact: true }).selectOption("flat compact");
    await visit.sees(/tokens in 1,0\d\d tools/, ".list");
    await visit.fits("a thousand tools");
  },
};
