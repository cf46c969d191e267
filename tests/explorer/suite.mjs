// Runs the journeys: each in a context of its own, against servers that all share. A journey fails by an assertion, by
// an error in the console, and by a request that leaves the origin of its server.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

import { Visit } from "./visit.mjs";
import { Servers } from "./servers.mjs";

const require = createRequire(pathToFileURL(path.join(process.env.MODULES, "/")));
const { chromium } = require("playwright-core");
const FILES = ["tracker", "offers", "kinds", "questions", "callers", "hostile", "layout", "keyboard", "exact", "leaving", "crowd", "rules"];
const LIMIT = 30_000;
/** Most of a journey is waiting. */
const AT_ONCE = 3;

const words = process.argv.slice(2);
const journeys = [];
for (const file of FILES) {
  const { default: own } = await import(`./journeys/${file}.mjs`);
  for (const [title, run] of Object.entries(own)) journeys.push({ file, title, run });
}
const wanted = journeys.filter(({ file, title }) => !words.length || words.some((word) => `${file}: ${title}`.includes(word)));

const started = performance.now();
const servers = new Servers();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const failed = [];
const waiting = [...wanted];
try {
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (waiting.length) await run(waiting.shift());
  }));
} finally {
  await browser.close();
  await servers.stop();
}

async function run({ file, title, run }) {
  const begun = performance.now();
  const visit = await Visit.open(browser, servers, `${file}-${title.replace(/[^a-z0-9]+/gi, "-")}`);
  try {
    await within(run(visit), title);
    await visit.end();
    console.log(`ok    ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${file}: ${title}`);
  } catch (error) {
    failed.push(`${file}: ${title}`);
    console.log(`FAIL  ${file}: ${title}\n${error.stack ?? error}\n${visit.report()}`);
    await visit.shot("failed").catch(() => {});
  }
  await visit.close();
}

function within(promise, title) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${title}: not done in ${LIMIT} ms`)), LIMIT); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

console.log(`\n${wanted.length - failed.length} of ${wanted.length} journeys, ${((performance.now() - started) / 1000).toFixed(0)} s; pictures in ${process.env.SHOTS}`);
if (failed.length) console.log(`failed:\n  ${failed.join("\n  ")}`);
process.exitCode = failed.length || !wanted.length ? 1 : 0;
