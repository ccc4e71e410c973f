// The panel about JSON.parse, counted once more.

import assert from "node:assert/strict";
import { get } from "./api.mjs";
import { open, shownIds } from "./browser.mjs";

export async function json(test, browser, [url]) {
  await test("counts what JSON.parse does to the IDs on the page", async () => {
    const { page, faults, close } = await open(browser, url);
    const [channel] = [await page.locator("#guilds a[aria-current]").getAttribute("href")];
    const { guild_id } = await get(url, `channels/${channel.slice(1)}`);
    const ids = new Set([guild_id, channel.slice(1)].map(BigInt));
    for (const id of await shownIds(page)) {
      const { author_id } = await get(url, `messages/${id}`);
      ids.add(BigInt(id)).add(base(author_id.slice("usr_".length), BASE62));
      for (const reaction of await get(url, `messages/${id}/reactions`)) {
        ids.add(base(reaction.id.slice("rct_".length), BASE32));
      }
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

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base(digits, alphabet) {
  const size = BigInt(alphabet.length);
  return Array.from(digits).reduce((value, digit) => value * size + BigInt(alphabet.indexOf(digit)), 0n);
}
