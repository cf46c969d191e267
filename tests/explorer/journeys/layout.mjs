// Widths from a phone to a wall, and both themes.

import assert from "node:assert/strict";

const PAGES = ["#/", "#/reads", "#/action/tracker/issues.list", "#/action/tracker/labels.delete", "#/prompt/tracker_issues_triage", "#/findings", "#/timeline"];

export default {
  async "everything fits into 375 px, with the tree behind a button"(visit) {
    await visit.page.setViewportSize({ width: 375, height: 740 });
    await visit.go("tracker");
    for (const route of PAGES) {
      await visit.route(route);
      if (["#/", "#/reads"].includes(route)) await visit.page.waitForSelector("table");
      await visit.page.waitForTimeout(60);
      await visit.fits(route);
    }
    assert.equal(await visit.page.locator("#side").isVisible(), false);
    await visit.page.getByRole("button", { name: "Menu" }).click();
    await visit.shot("menu");
    await visit.page.getByRole("treeitem", { name: "accept" }).click();
    await visit.page.waitForFunction(() => document.querySelector("main h1").textContent === "issues.accept");
    assert.equal(await visit.page.locator("#side").isVisible(), false);
    await visit.shot("action");
    await visit.page.getByRole("button", { name: "Try it" }).click();
    await visit.fill("issue", "4");
    await visit.fill("label", "bug");
    await visit.call();
    await visit.fits("an answer");
    await visit.shot("answer");
  },

  async "hostile texts fit into 375 px as well"(visit) {
    await visit.page.setViewportSize({ width: 375, height: 740 });
    await visit.go("explored");
    for (const route of ["#/action/hostile/markup", "#/action/hostile/long", "#/action/kinds/echo", "#/reads", `#/resource/${encodeURIComponent("javascript:window.attacked=12")}`]) {
      await visit.route(route);
      await visit.page.waitForTimeout(60);
      await visit.fits(route);
    }
    await visit.route("#/action/hostile/huge", "huge");
    await visit.call("Done");
    await visit.fits("a huge result");
  },

  async "2,560 px are used, and lines stay short"(visit) {
    await visit.page.setViewportSize({ width: 2560, height: 1300 });
    await visit.go("tracker", "#/action/tracker/labels.delete");
    await visit.sees("as a flat tool");
    const [left, right] = await visit.page.locator(".column").evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().left));
    assert.ok(right > left + 400);
    const width = await visit.page.locator(".prose").first().evaluate((line) => line.getBoundingClientRect().width);
    assert.ok(width < 800, `${width} px`);
    await visit.shot();
    await visit.route("#/reads", "What a model reads");
    await visit.page.getByLabel("Beside it").selectOption("flat compact");
    await visit.sees("tokens in 21 tools", ".list");
    await visit.shot("reads");
  },

  async "a zoom of 200 % loses nothing"(visit) {
    await visit.page.setViewportSize({ width: 640, height: 400 });
    await visit.go("tracker", "#/action/tracker/issues.list");
    await visit.fits("200 %");
  },

  async "the dark theme follows the system, and a button changes it"(visit) {
    const brightness = () => visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
    await visit.page.emulateMedia({ colorScheme: "dark" });
    await visit.go("tracker");
    assert.ok((await brightness()) < 150);
    await visit.page.waitForSelector("table");
    await visit.shot("overview");
    await visit.route("#/reads/tracker", "What a model reads");
    await visit.shot("reads");
    const theme = visit.page.getByRole("button", { name: /^Theme/ });
    await theme.click();
    assert.ok((await brightness()) > 600, "light");
    await visit.page.emulateMedia({ colorScheme: "light" });
    await theme.click();
    assert.ok((await brightness()) < 150, "dark");
    await theme.click();
    assert.ok((await brightness()) > 600, "as the system");
  },
};
