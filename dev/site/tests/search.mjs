// A newcomer's questions, asked in the search of the site.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { open } from "./browser.mjs";

const QUESTIONS = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8"));

/** So many hits a reader looks at. */
const SEEN = 3;

export async function search(test, browser, { url }) {
  await test("questions are answered by the first hits", async () => {
    assert.ok(QUESTIONS.length >= 20);
    const { page, faults, close } = await open(browser, `${url}/index.html`);
    await page.keyboard.press("/");
    const missed = [];
    for (const { question, answer } of QUESTIONS) {
      const hits = await hitsOf(page, question);
      const isSeen = hits.slice(0, SEEN).some((hit) => hit.startsWith(answer));
      console.log(`${isSeen ? "✓" : "✗"} ${question}: ${hits.slice(0, SEEN).join(", ")}`);
      if (!isSeen) missed.push(`${question}: ${answer} is hit ${hits.findIndex((hit) => hit.startsWith(answer)) + 1}`);
    }
    assert.deepEqual(missed, []);
    assert.deepEqual(faults, []);
    await close();
  });
}

/** Where the hits lead, the best first. */
async function hitsOf(page, question) {
  await page.fill("#mdbook-searchbar", "");
  await page.locator("#mdbook-searchbar").press("Backspace");
  await page.waitForFunction(() => document.querySelectorAll("#mdbook-searchresults li").length === 0);
  await page.fill("#mdbook-searchbar", question);
  await page.locator("#mdbook-searchbar").press("End");
  await page.locator("#mdbook-searchresults a").first().waitFor();
  const links = page.locator("#mdbook-searchresults li > a");
  const all = await links.evaluateAll((links) => links.map(({ href }) => href));
  return all.map((href) => {
    const { pathname, hash } = new URL(href);
    return pathname.slice(1) + hash;
  });
}
