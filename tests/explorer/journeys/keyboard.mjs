// Keys only: every control is reached, and the focus is always somewhere.

import assert from "node:assert/strict";

const focused = (visit) => visit.page.evaluate(() => {
  const at = document.activeElement;
  return at.id || at.getAttribute("aria-label") || at.textContent.trim().slice(0, 40) || at.tagName;
});

const press = async (visit, ...keys) => {
  for (const key of keys) await visit.page.keyboard.press(key);
};

export default {
  async "from the start to an answer without a mouse"(visit) {
    await visit.go("tracker");
    await press(visit, "Tab");
    assert.equal(await focused(visit), "Skip to the content");
    await press(visit, "/");
    assert.equal(await focused(visit), "search");
    await press(visit, "ArrowDown");
    assert.equal(await focused(visit), "Items of the server");
    // The tree: to the group, close and open it, and to the action.
    await press(visit, "Home", "ArrowDown", "ArrowDown", "ArrowLeft");
    assert.equal(await visit.page.locator("[role=treeitem].active").getAttribute("aria-expanded"), "false");
    assert.equal(await visit.page.getByRole("treeitem", { name: "issues" }).count(), 0);
    await press(visit, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown");
    const active = await visit.page.evaluate(() => document.getElementById(document.querySelector("[role=tree]").getAttribute("aria-activedescendant")).innerText.trim());
    assert.equal(active, "get");
    await visit.shot("tree");
    await press(visit, "Enter");
    await visit.page.waitForFunction(() => document.querySelector("main h1").textContent === "issues.get");
    assert.equal(await focused(visit), "issues.get");
    // Through the page to the field.
    for (let steps = 0; steps < 40 && !(await visit.page.evaluate(() => document.activeElement.matches("main .call input"))); steps++) await press(visit, "Tab");
    await visit.page.keyboard.type("1");
    await press(visit, "Control+Enter");
    await visit.answered("Done");
    await visit.shot("answer");
  },

  async "a question is answered by keys, and the focus does not get lost"(visit) {
    await visit.go("explored", "#/action/kinds/delete");
    await visit.field("thing").focus();
    await visit.page.keyboard.type("a thing");
    await press(visit, "Control+Enter");
    await visit.page.waitForFunction(() => document.activeElement.textContent === "The server asks");
    await press(visit, "Tab");
    assert.equal(await focused(visit), "Accept");
    await press(visit, "Enter");
    await visit.answered("Done");
    assert.equal((await visit.answer())[0], "deleted a thing");
    assert.notEqual(await focused(visit), "BODY");
  },

  async "a running call is cancelled by a key"(visit) {
    await visit.go("explored", "#/action/kinds/count");
    await visit.field("steps").focus();
    await visit.page.keyboard.type("400");
    await press(visit, "Control+Enter");
    await visit.sees(/\d of 400/, ".running");
    assert.equal(await focused(visit), "Cancel the call");
    await press(visit, "Enter");
    await visit.answered("Stopped");
    assert.equal(await focused(visit), "Call");
  },

  async "the dialog takes the focus and gives it back"(visit) {
    await visit.go("tracker");
    await visit.page.locator("#caller").focus();
    await press(visit, "Enter");
    assert.equal(await visit.page.evaluate(() => document.activeElement.type), "password");
    await press(visit, "Escape");
    assert.equal(await focused(visit), "caller");
  },

  async "every control shows that it has the focus"(visit) {
    await visit.go("tracker", "#/action/tracker/issues.list");
    await visit.sees("as a flat tool");
    const seen = new Set();
    await visit.page.evaluate(() => document.activeElement.blur());
    for (let steps = 0; steps < 80; steps++) {
      await press(visit, "Tab");
      const at = await visit.page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return { html: element.outerHTML.slice(0, 100), isShown: outlineStyle !== "none" && parseFloat(outlineWidth) >= 1 };
      });
      if (!at) break;
      assert.ok(at.isShown, at.html);
      seen.add(at.html);
    }
    assert.ok(seen.size > 20, `${seen.size} controls`);
  },
};
