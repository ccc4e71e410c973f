// Chromium, a server of files, and everything that goes wrong in a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Generous: machines are busy. */
const PATIENCE = 60_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** A browser with a profile that is new. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** A server of the files of a folder, as any static one. */
export async function serve(folder) {
  const server = createServer(async ({ url }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const content = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/**
 * A page in a tab of its own. `faults` has errors and warnings of the console, exceptions, requests
 * that failed, and requests to anywhere else.
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  const { origin, protocol } = new URL(url);
  const isOwn = (asked) =>
    protocol === "file:" ? asked.startsWith("file:") : new URL(asked).origin === origin;
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith("data:") && !isOwn(asked)) faults.push(`elsewhere: ${asked}`);
  });
  page.on("console", (said) => {
    if (["error", "warning"].includes(said.type())) faults.push(`${said.type()}: ${said.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.stack}`));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** What keeps people from using the page, as axe finds it. */
export async function violations(page) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  assert.ok(passes.some(({ id }) => id === "color-contrast"));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** That nothing is beside the page. */
export async function fits(page) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${wide} px in a window of ${seen} px`);
}
