// One visit of a browser: what a person does on the page, and what must never happen meanwhile.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";

const AXE = readFileSync(path.join(process.env.MODULES, "node_modules/axe-core/axe.min.js"), "utf8");

export class Visit {
  /** Opens a context of its own. */
  static async open(browser, servers, name) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, reducedMotion: "reduce" });
    context.setDefaultTimeout(8_000);
    const visit = new Visit();
    Object.assign(visit, { context, servers, name, problems: [], expected: [], origins: [] });
    if (process.env.PAGE) await visit.servePage(process.env.PAGE);
    visit.page = await context.newPage();
    visit.page.on("console", (message) => visit.saw(["error", "warning"].includes(message.type()), `console: ${message.text()} ${message.location().url ?? ""}`));
    visit.page.on("pageerror", (error) => visit.saw(true, `page: ${error.message}`));
    context.on("request", (request) => visit.saw(!visit.isOwn(request.url()), `request: ${request.url()}`));
    visit.page.on("dialog", (dialog) => { visit.saw(true, `dialog: ${dialog.message()}`); dialog.dismiss(); });
    return visit;
  }

  /** Takes the files of the page from a folder, with the headers that the server sends. */
  servePage(folder) {
    return this.context.route(/\/(_fusion\/[a-z]*\.(js|css|svg))$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: readFileSync(path.join(folder, new URL(route.request().url()).pathname.split("/").pop())) });
    });
  }

  isOwn(url) {
    return this.origins.some((origin) => url.startsWith(`${origin}/`)) || url.startsWith("data:image/") || url.startsWith(`blob:${this.origin}`);
  }

  saw(isBad, text) {
    if (isBad && !this.expected.some((part) => text.includes(part))) this.problems.push(text);
  }

  /** Expects entries of the console, such as those of refused requests, which a browser writes by itself. */
  expect(...parts) {
    this.expected.push(...parts);
  }

  /** Opens a page of a server. */
  async go(server, route = "#/", ready = "main h1") {
    this.origin = (typeof server === "string" ? await this.servers.get(server) : server).origin;
    if (!this.origins.includes(this.origin)) this.origins.push(this.origin);
    await this.page.goto(`${this.origin}/${route}`);
    await this.page.waitForSelector(ready);
  }

  /** Goes on within the page. */
  async route(route, heading = null) {
    await this.page.evaluate((route) => { location.hash = route; }, route);
    if (heading) await this.page.waitForFunction((text) => document.querySelector("main h1")?.textContent === text, heading);
  }

  /** The text of an element, as a person reads it. */
  async text(selector = "main") {
    return (await this.page.locator(selector).first().innerText()).replace(/\s+/g, " ");
  }

  async sees(text, selector = "main") {
    const locator = this.page.locator(selector).filter({ hasText: text }).first();
    await locator.waitFor({ state: "attached" });
  }

  /** Fills the field with a label. */
  async fill(label, value) {
    const field = this.field(label);
    if (await field.evaluate((element) => element.tagName === "SELECT")) await field.selectOption({ label: value });
    else await field.fill(value);
  }

  field(label) {
    return this.page.locator("main .call .field", { has: this.page.locator(`> label bdi:text-is("${label}"), > legend bdi:text-is("${label}")`) })
      .locator("input:not([type=checkbox]), select, textarea").first();
  }

  /** Presses the button of a form, and waits for the answer. */
  async call(verdict = null) {
    await this.page.click("main .call button[type=submit]");
    await this.answered(verdict);
  }

  async answered(verdict = null) {
    const place = this.page.locator("main .verdict strong").first();
    await place.waitFor();
    if (verdict) assert.equal(await place.innerText(), verdict, await this.text(".answers"));
  }

  /** The texts of the answer. */
  answer() {
    return this.page.locator(".answer > pre").allInnerTexts();
  }

  /** The exchange over the wire. */
  async wire() {
    const details = this.page.locator(".answer > details", { hasText: "Over the wire" }).last();
    await details.locator("> summary").click();
    await details.locator("pre").nth(1).waitFor();
    return details.locator("pre").allInnerTexts();
  }

  shot(name = "") {
    return this.page.screenshot({ path: path.join(process.env.SHOTS, `${this.name}${name && `-${name}`}.png`) });
  }

  /** Fails for each violation of a rule of accessibility. */
  async accessible(where) {
    // The checker is no part of the page, and runs in spite of its policy.
    await this.page.evaluate(`${AXE}; undefined`);
    const { violations } = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join("\n    ")}`);
    assert.deepEqual(told, [], `${where}:\n${told.join("\n")}`);
  }

  /** Fails if the page is wider than the window. */
  async fits(where) {
    const [width, window] = await this.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= window, `${where}: ${width} px in ${window}`);
  }

  report() {
    return this.problems.join("\n");
  }

  /** Fails if anything happened that must not. */
  async end() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    const attacked = await this.page.evaluate(() => window.attacked);
    assert.equal(attacked, undefined, "a text of the server ran as code");
    assert.deepEqual(this.problems, []);
  }

  close() {
    return this.context.close();
  }
}
