// Chromium with the page in it, and everything that goes wrong there.

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
const PATIENCE = 120_000;

/** A browser with a profile that is new. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/**
 * The page in a tab of its own, live. `prepare` is called before anything is loaded.
 */
export async function open(browser, url, { prepare = () => {}, ...options } = {}) {
  const tab = await emptyTab(browser, options);
  await prepare(tab.page);
  await tab.page.goto(url);
  await isLive(tab.page);
  return tab;
}

/**
 * A tab of its own. `faults` has errors and warnings of the console, which violations of the
 * policy are too, exceptions, and requests that failed.
 */
export async function emptyTab(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("console", (said) => {
    if (["error", "warning"].includes(said.type())) faults.push(`${said.type()}: ${said.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.stack}`));
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

/** Waits until the page hears of new messages. */
export async function isLive(page) {
  await page.locator("#live[data-state=live]").waitFor();
}

/** The messages that are shown, from the top. */
export function shownIds(page) {
  return page.locator(".message").evaluateAll((views) => views.map((view) => view.dataset.message));
}

/** The message with an ID, as soon as it is shown. */
export async function messageView(page, id) {
  const view = page.locator(`[data-message="${id}"]`);
  await view.waitFor();
  return view;
}

/** So many messages, as soon as they are shown: their IDs from the top. */
export async function manyIds(page, count) {
  await page.waitForFunction((count) => document.querySelectorAll(".message").length >= count, count);
  return shownIds(page);
}
