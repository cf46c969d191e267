// The rules of accessibility, on each page, in both themes and in each state.

const PAGES = ["#/", "#/reads/tracker", "#/action/tracker/issues.list", "#/action/tracker/labels.delete", "#/prompt/tracker_issues_triage", `#/template/${encodeURIComponent("tracker://issues/{number}")}`, "#/findings", "#/timeline"];

const pages = (scheme) => async (visit) => {
  await visit.page.emulateMedia({ colorScheme: scheme });
  await visit.go("tracker");
  for (const route of PAGES) {
    await visit.route(route);
    await visit.page.waitForTimeout(150);
    await visit.accessible(`${route}, ${scheme}`);
  }
};

const states = (scheme) => async (visit) => {
  visit.expect("status of 401");
  await visit.page.emulateMedia({ colorScheme: scheme });
  await visit.go("explored", "#/action/kinds/echo");
  await visit.accessible("a form of every kind");
  await visit.call("The model reads an error");
  await visit.accessible("problems at fields");
  await visit.route("#/action/kinds/delete", "delete");
  await visit.fill("thing", "x");
  await visit.page.click(".call button[type=submit]");
  await visit.sees("The server asks", ".question");
  await visit.accessible("a question");
  await visit.page.getByRole("button", { name: "Accept" }).click();
  await visit.answered("Done");
  await visit.wire();
  await visit.accessible("an answer");
  await visit.route("#/action/kinds/count", "count");
  await visit.page.click(".call button[type=submit]");
  await visit.sees(/\d of/, ".running");
  await visit.accessible("progress");
  await visit.answered();
  await visit.route("#/action/hostile/turned", "turned");
  await visit.call();
  await visit.accessible("hostile texts");
  await visit.route("#/timeline", "Timeline");
  await visit.accessible("the timeline");
  await visit.page.getByRole("button", { name: "Caller" }).click();
  await visit.accessible("the dialog");
  await visit.page.getByRole("textbox", { name: "Token" }).fill("wrong");
  await visit.page.keyboard.press("Enter");
  await visit.sees("Who are you?", "h1");
  await visit.accessible("a refusal");
};

export default {
  "pages of the tracker, light": pages("light"),
  "pages of the tracker, dark": pages("dark"),
  "states of calls, light": states("light"),
  "states of calls, dark": states("dark"),
  async "a phone with its menu, and a thousand actions"(visit) {
    await visit.page.setViewportSize({ width: 375, height: 740 });
    await visit.go("crowd");
    await visit.accessible("375 px");
    await visit.page.getByRole("button", { name: "Menu" }).click();
    await visit.accessible("the menu");
  },
};
