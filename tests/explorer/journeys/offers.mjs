// Prompts, resources and their changes.

import assert from "node:assert/strict";

import { startTracker } from "../servers.mjs";

export default {
  async "a prompt is completed and filled in"(visit) {
    await visit.go("tracker", "#/prompt/tracker_issues_triage");
    const input = visit.page.locator(".call input");
    await input.focus();
    await visit.page.waitForFunction(() => document.querySelectorAll("datalist option").length > 3);
    await visit.sees("Suggestions:", ".docs");
    await input.fill("1");
    await visit.call("Done");
    assert.match((await visit.page.locator(".message pre").allInnerTexts())[0], /Triage issue 1 of the tracker/);
    await visit.shot();
  },

  async "a prompt without a value is an error of the protocol"(visit) {
    await visit.go("tracker", "#/prompt/tracker_issues_triage");
    await visit.call();
    assert.match(await visit.text(".answer"), /Error -32602/);
  },

  async "a template is completed and read"(visit) {
    await visit.go("tracker", `#/template/${encodeURIComponent("tracker://issues/{number}")}`);
    await visit.page.locator(".call input").fill("2");
    await visit.page.waitForFunction(() => document.querySelector("datalist option")?.value === "2");
    await visit.call("Done");
    assert.match(await visit.text(".message"), /tracker:\/\/issues\/2 .*Export the report as CSV/);
  },

  async "a resource is read"(visit) {
    await visit.go("tracker", `#/resource/${encodeURIComponent("fusion://manifest.json")}`);
    await visit.call("Done");
    await visit.sees("\"groups\"", ".message pre");
  },

  async "a watched resource tells of its change in the timeline, beside what became stale"(visit) {
    const own = await startTracker();
    try {
      await visit.go(own, `#/template/${encodeURIComponent("tracker://issues/{number}")}`);
      await visit.page.locator(".call input").fill("3");
      await visit.page.getByRole("button", { name: "Watch for changes" }).click();
      await visit.route("#/timeline", "Timeline");
      await visit.sees("tracker://issues/3", ".event");
      await visit.route("#/action/tracker/issues.close", "issues.close");
      await visit.fill("issue", "3");
      await visit.call("Done");
      await visit.route("#/timeline", "Timeline");
      await visit.sees("tracker://issues/3 has changed", ".of-changed");
      const text = await visit.text(".timeline");
      assert.match(text, /Stale tracker\.issues\.\*, .* became stale/);
      assert.match(text, /Call Called tracker\/issues\.close/);
      await visit.shot();
      await visit.page.getByRole("button", { name: "Stop listening" }).click();
      await visit.page.getByRole("button", { name: "Listen for changes" }).waitFor();
      await visit.page.getByRole("button", { name: "Clear" }).click();
      await visit.sees("Nothing has happened yet", ".timeline");
    } finally {
      await own.stop();
    }
  },
};
