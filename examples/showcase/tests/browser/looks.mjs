// How the page looks, and whether everybody can use it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { all, get, number, post, request } from "./api.mjs";
import { isLive, open } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function looks(test, browser, [url, other]) {
  for (const colorScheme of ["dark", "light"]) {
    for (const width of [1280, 800, 390]) {
      await test(`can be used by everybody, ${colorScheme} and ${width} wide`, async () => {
        const viewport = { width, height: 800 };
        const { page, faults, close } = await open(browser, url, { colorScheme, viewport });
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate(() => window.axe.run());
        assert.ok(passes.some(({ id }) => id === "color-contrast"));
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        assert.deepEqual(found, []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, width, "nothing is beside the page");
        assert.deepEqual(faults, []);
        await close();
      });
    }
  }

  await test("can be used on a phone", async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page, faults, close } = await open(browser, url, phone);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    const isSeen = (view) => {
      const { top, bottom } = view.getBoundingClientRect();
      return document.elementFromPoint(195, (top + bottom) / 2)?.closest(".message, #composer") === view;
    };
    assert.ok(await page.locator("#composer").evaluate(isSeen));
    const messages = await page.locator(".message").all();
    const seen = await Promise.all(messages.map((message) => message.evaluate(isSeen)));
    assert.ok(seen.filter(Boolean).length >= 3, "three messages are seen");
    await page.tap("#id");
    assert.deepEqual(faults, []);
    await close();
  });

  await test("can be used with the keyboard alone", async () => {
    const { page, faults, close } = await open(browser, url);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "messages");
    await isLive(page);
    // Each message's buttons are seen as soon as one of them has the focus.
    const answer = page.locator(".message").last().getByRole("button", { name: "Answer" });
    await answer.focus();
    const actions = page.locator(".message").last().locator(".actions");
    assert.equal(await actions.evaluate((view) => getComputedStyle(view).opacity), "1");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "text");
    assert.deepEqual(faults, []);
    await close();
  });

  await test("is as in its picture", async () => {
    const said = await talk(url, other);
    const { page, faults, close } = await open(browser, url, { colorScheme: "dark", viewport: { width: 1280, height: 960 } });
    // One with a node that has bits.
    const { id } = said.find((message) => ((number(message.id) >> 12n) & 1023n) > 0n);
    await page.click(`[data-message="${id}"] .meta .id`);
    await page.locator("[data-part='rust type']", { hasText: "a message of" }).waitFor();
    await page.locator("h1").hover();
    await page.evaluate(() => document.activeElement.blur());
    const path = process.env.SHOWCASE_SCREENSHOT || "screenshot.png";
    const picture = await page.screenshot({ path });
    assert.ok(50_000 < picture.length && picture.length < 400_000, `${picture.length} bytes`);
    assert.deepEqual(faults, []);
    await close();
  });
}

/** Something to be seen, from two instances. */
async function talk(url, other) {
  const [{ id: guild }] = await all(url, "guilds");
  const [{ id: channel }] = await get(url, `guilds/${guild}/channels`);
  const [, ada, mei, noor] = await all(url, `guilds/${guild}/members`);
  const react = (message, user, emoji) =>
    request(url, "POST", `messages/${message.id}/reactions`, { user_id: user.id, emoji });
  const help = await post(other, channel, ada, "Half of our links are dead since Monday. They end in 00 now?");
  const why = await post(url, channel, mei, "Are the IDs numbers in your JSON?", help.id);
  const yes = await post(other, channel, ada, "They are, it is what the database has …", why.id);
  await react(yes, noor, "😂");
  await react(yes, mei, "❤️");
  const mend = await post(url, channel, noor, "JSON.parse keeps 53 bits. Send them as strings.", yes.id);
  await react(mend, ada, "🎉");
  await react(mend, mei, "👍");
  await react(mend, ada, "👍");
  const thanks = await post(other, channel, ada, "It was one attribute. Thank you!", mend.id);
  return [help, why, yes, mend, thanks];
}
