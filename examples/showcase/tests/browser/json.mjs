// The panel about JSON.parse, counted once more.

import assert from "node:assert/strict";
import { get, number } from "./api.mjs";
import { open, shownIds } from "./browser.mjs";

export async function json(test, browser, [url]) {
  await test("counts what JSON.parse does to the IDs on the page", async () => {
    const { page, faults, close } = await open(browser, url);
    const channel = (await page.locator("#guilds a[aria-current]").getAttribute("href")).slice(1);
    const { guild_id } = await get(url, `channels/${channel}`);
    const ids = new Set([guild_id, channel].map(number));
    for (const id of await shownIds(page)) {
      const { author_id } = await get(url, `messages/${id}`);
      ids.add(number(id)).add(number(author_id));
      for (const reaction of await get(url, `messages/${id}/reactions`)) ids.add(number(reaction.id));
    }
    // A BigInt becomes a number as JSON.parse makes one: the nearest there is.
    const changed = [...ids].filter((id) => String(Number(id)) !== String(id));
    assert.ok(changed.length > 0);
    const shown = (name, count) => page.locator(`[data-${count}=${name}]`).textContent();
    assert.equal(await shown("numbers", "changed"), String(changed.length));
    assert.equal(await shown("numbers", "all"), String(ids.size));
    assert.equal(await shown("strings", "changed"), "0");
    assert.equal(await shown("strings", "all"), String(ids.size));

    const example = page.locator("[data-example]");
    const [sent, parsed] = await example.allTextContents();
    assert.ok(changed.includes(BigInt(sent)));
    assert.equal(parsed, JSON.stringify(JSON.parse(sent)));
    assert.notEqual(parsed, sent);
    const marked = (await example.nth(1).locator("b").allTextContents()).length;
    assert.equal(marked, Array.from(sent).filter((digit, at) => digit !== parsed[at]).length);
    assert.deepEqual(faults, []);
    await close();
  });
}
