// The servers of the journeys. Each writes its address to its standard error.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const START = 15_000;

/** Starts a server and waits for its address. */
export async function start(program, words) {
  const child = spawn(program, words, { stdio: ["ignore", "inherit", "pipe"] });
  let log = "";
  const origin = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${program} does not start:\n${log}`)), START);
    child.on("exit", (code) => reject(new Error(`${program} ended with ${code}:\n${log}`)));
    child.stderr.on("data", (data) => {
      log += data;
      const found = /serving\s+(http:\/\/[^/\s]+)\/mcp/.exec(log);
      if (found) {
        clearTimeout(timer);
        resolve(found[1]);
      }
    });
  });
  return { origin, stop: () => stop(child), log: () => log };
}

function stop(child) {
  return new Promise((ended) => {
    if (child.exitCode !== null) return ended();
    child.removeAllListeners("exit");
    child.on("exit", ended);
    child.kill("SIGTERM");
  });
}

/** Starts the tracker on a database of its own. */
export async function startTracker(...words) {
  const folder = mkdtempSync(path.join(tmpdir(), "explorer-"));
  const server = await start(process.env.TRACKER, ["serve", "--port", "0", "--db", path.join(folder, "tracker.db"), ...words]);
  return { ...server, stop: async () => { await server.stop(); rmSync(folder, { recursive: true }); } };
}

const SHARED = {
  tracker: () => startTracker(),
  explored: () => start(process.env.EXPLORED, ["--port", "0"]),
  crowd: () => start(process.env.EXPLORED, ["--port", "0", "--crowd"]),
};

/** The servers that all journeys share; each is started for the first journey that visits it. */
export class Servers {
  started = new Map();

  get(name) {
    if (!this.started.has(name)) this.started.set(name, SHARED[name]());
    return this.started.get(name);
  }

  async stop() {
    for (const server of this.started.values()) await (await server).stop();
  }
}
