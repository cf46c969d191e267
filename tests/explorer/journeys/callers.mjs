// The page shows what its caller may see, and keeps no credential.

import assert from "node:assert/strict";

const use = async (visit, token) => {
  await visit.page.getByRole("button", { name: /^Caller/ }).click();
  await visit.page.getByRole("textbox", { name: "Token" }).fill(token);
  await visit.page.getByRole("button", { name: "Use it" }).click();
};

const found = async (visit, word) => {
  await visit.page.fill("#search", word);
  return visit.text("#found");
};

export default {
  async "a guest does not find what an admin sees"(visit) {
    await visit.go("explored");
    assert.equal(await found(visit, "purge"), "0 found");
    await use(visit, "admin");
    await visit.page.waitForFunction(() => document.querySelector("#caller").textContent === "Caller: with a token");
    assert.equal(await found(visit, "purge"), "1 found");
    await visit.page.keyboard.press("Enter");
    await visit.call("Done");
    assert.equal((await visit.answer())[0], "purged");
    const [request] = await visit.wire();
    assert.ok(!request.includes("admin"), request);
    await visit.page.getByRole("button", { name: /^Caller/ }).click();
    await visit.shot();
    await visit.page.getByRole("button", { name: "Forget the token" }).click();
    await visit.sees("Unknown action", "h1");
  },

  async "a reload forgets the token"(visit) {
    await visit.go("explored");
    await use(visit, "admin");
    await visit.page.waitForFunction(() => document.querySelector("#caller").textContent === "Caller: with a token");
    await visit.page.reload();
    await visit.page.waitForSelector("main h1");
    assert.equal(await found(visit, "purge"), "0 found");
    const kept = await visit.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    assert.deepEqual(kept, [0, 0, ""]);
  },

  async "an unknown token is refused, and another one opens the page"(visit) {
    visit.expect("status of 401");
    await visit.go("explored");
    await use(visit, "wrong");
    await visit.sees("Who are you?", "h1");
    await visit.shot();
    await visit.page.getByRole("button", { name: "Give a token" }).click();
    await visit.page.getByRole("textbox", { name: "Token" }).fill("admin");
    await visit.page.keyboard.press("Enter");
    await visit.sees("fusion-tests", "h1");
  },

  async "the text of a refusal is text"(visit) {
    visit.expect("status of 403");
    await visit.go("explored");
    await use(visit, "banned");
    await visit.sees("this caller is <b>banned</b>", ".prose");
  },

  async "a header that HTTP cannot send is refused in the dialog"(visit) {
    await visit.go("explored");
    await visit.page.getByRole("button", { name: "Caller" }).click();
    await visit.page.getByLabel("Header").fill("x y");
    await visit.page.getByRole("textbox", { name: "Token" }).fill("z");
    await visit.page.getByRole("button", { name: "Use it" }).click();
    await visit.sees("HTTP cannot send this header", "dialog .problem");
    await visit.page.keyboard.press("Escape");
    assert.equal(await visit.page.locator("dialog[open]").count(), 0);
  },
};
