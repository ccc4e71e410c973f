// Whether everybody can read the pages.

import assert from "node:assert/strict";
import { fits, open, violations } from "./browser.mjs";

/** One of each kind: prose, tables, much code, charts, a grammar, links to the API, the playground. */
const PAGES = [
  "index.html",
  "start.html",
  "guide/index.html",
  "guide/diesel.html",
  "guide/leases.html",
  "spec.html",
  "compare.html",
  "benchmarks.html",
  "api-documentation.html",
  "project/changelog.html",
  "playground.html",
];

export async function pages(test, browser, { url }) {
  for (const colorScheme of ["dark", "light"]) {
    await test(`pages can be used by everybody, ${colorScheme}`, async () => {
      for (const path of PAGES) {
        const { page, faults, close } = await open(browser, `${url}/${path}`, { colorScheme });
        const theme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
        assert.equal(theme, colorScheme, path);
        assert.deepEqual(await violations(page), [], path);
        await fits(page);
        // Narrow, nothing is beside the page either.
        await page.setViewportSize({ width: 390, height: 844 });
        await fits(page);
        assert.deepEqual(faults, [], path);
        await close();
      }
    });
  }

  await test("the bits of an ID are seen on a phone without scrolling", async () => {
    const viewport = { width: 390, height: 844 };
    const { page, faults, close } = await open(browser, `${url}/start.html`, { viewport });
    const block = page.locator("pre > code", { hasText: "41 bits: ms since 2025-01-01" });
    const [wide, seen] = await block.evaluate((code) => [code.scrollWidth, code.clientWidth]);
    assert.ok(wide <= seen, `${wide} px in ${seen} px`);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("pages can be read without a program", async () => {
    const { page, faults, close } = await open(browser, `${url}/guide/diesel.html`, { javaScriptEnabled: false });
    assert.equal(await page.locator("main h1").isVisible(), true);
    assert.ok((await page.locator("main").innerText()).length > 4_000);
    const contents = page.frameLocator("iframe.sidebar-iframe-outer");
    await contents.getByRole("link", { name: "Playground" }).waitFor();
    const next = page.getByRole("link", { name: "Next chapter" });
    assert.ok((await next.count()) > 0);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("pages can be used with the keyboard alone", async () => {
    const { page, faults, close } = await open(browser, `${url}/index.html`);
    await page.keyboard.press("/");
    await page.waitForFunction(() => document.activeElement.id === "mdbook-searchbar");
    await page.keyboard.type("leases");
    await page.locator("#mdbook-searchresults a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/guide\/.*highlight=leases/);
    const found = new URL(page.url()).pathname;
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((found) => location.pathname !== found, found);
    // And the contents can be closed.
    const contents = page.getByRole("button", { name: "Toggle Table of Contents" });
    await contents.focus();
    await page.keyboard.press("Enter");
    assert.equal(await contents.getAttribute("aria-expanded"), "false");
    await page.locator("#mdbook-sidebar").waitFor({ state: "hidden" });
    assert.deepEqual(faults, []);
    await close();
  });

  await test("links lead into the API's documentation", async () => {
    const { page, faults, close } = await open(browser, `${url}/guide/leases_operate.html`);
    await page.getByRole("link", { name: "decimal IDs" }).first().click();
    await page.waitForURL(/\/api\/snowflake_kit\/decimal\/index\.html/);
    await page.locator("h1", { hasText: /decimal/i }).first().waitFor();
    // rustdoc's pages look for scripts that not every page has.
    assert.deepEqual(faults.filter((fault) => fault.startsWith("elsewhere")), []);
    await close();
  });
}
