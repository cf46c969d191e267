// Questions of the server, answered in the page.

import assert from "node:assert/strict";

const ask = async (visit) => {
  await visit.go("explored", "#/action/kinds/close");
  await visit.page.click(".call button[type=submit]");
  await visit.sees("Why is it closed?", ".question");
};

export default {
  async "a form is answered with its content"(visit) {
    await ask(visit);
    await visit.fill("why", "no longer needed");
    await visit.fill("tell", "true");
    await visit.shot();
    await visit.page.getByRole("button", { name: "Accept" }).click();
    await visit.answered("Done");
    assert.match((await visit.answer())[0], /^closed: no longer needed, true$/);
  },

  async "an answer that does not fit is asked again"(visit) {
    await ask(visit);
    await visit.fill("why", "x");
    await visit.page.getByRole("button", { name: "Accept" }).click();
    await visit.page.waitForFunction(() => document.querySelector(".question textarea, .question input")?.value === "");
    await visit.fill("why", "long enough");
    await visit.page.getByRole("button", { name: "Accept" }).click();
    await visit.answered("Done");
    assert.match((await visit.answer())[0], /^closed: long enough, false$/);
  },

  async "a question is declined and dismissed"(visit) {
    await ask(visit);
    await visit.page.getByRole("button", { name: "Decline" }).click();
    await visit.answered("Done");
    assert.equal((await visit.answer())[0], "declined");
    await visit.page.click(".call button[type=submit]");
    await visit.sees("Why is it closed?", ".question");
    await visit.page.getByRole("button", { name: "Dismiss" }).click();
    await visit.answered("Done");
    assert.equal((await visit.answer())[0], "cancelled");
  },

  async "a call is cancelled while it asks"(visit) {
    await ask(visit);
    await visit.page.getByRole("button", { name: "Cancel the call" }).click();
    await visit.answered("Stopped");
    assert.equal(await visit.page.locator(".question").count(), 0);
  },
};
