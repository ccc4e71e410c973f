// Steps of a simulated node from the inspector.

import assert from "node:assert/strict";
import { world } from "./api.mjs";
import { open } from "./browser.mjs";

const EPOCH = BigInt(Date.UTC(2025, 0, 1));

/** A message of node 5: 59601728972 ms after the epoch, the fifth in its millisecond. */
const TIMESTAMP = 59_601_728_972n;
const id = (timestamp, sequence) => String((timestamp << 22n) | (5n << 12n) | BigInt(sequence));
const FIRST = id(TIMESTAMP, 4);

const time = (timestamp) => new Date(Number(EPOCH + timestamp)).toISOString();

export async function steps(test, browser, [url]) {
  await test("steps from an ID to what its node would do next", async () => {
    const { page, faults, close } = await open(browser, url);
    const group = page.getByRole("group", { name: "What would its node do next?" });
    const press = (name) => group.getByRole("button", { name, exact: true }).click();
    const events = page.locator("#events li");
    // What the last event says is waited for where all else may be as before.
    const shows = async (last, kinds, said) => {
      await page.waitForFunction((last) => document.getElementById("id").value === last, last);
      const expected = kinds.join();
      await page.waitForFunction((expected) => {
        const shown = document.querySelectorAll("#events li");
        return Array.from(shown, ({ dataset }) => dataset.kind).join() === expected;
      }, expected);
      if (said) await events.last().filter({ hasText: said }).waitFor();
      const sequence = String(BigInt(last) & 4095n);
      assert.equal(await page.locator("[data-part=sequence]").textContent(), sequence);
      const shown = await page.locator("[data-part=time] time").getAttribute("datetime");
      assert.equal(shown, time(BigInt(last) >> 22n));
      assert.equal(await page.locator("[data-part=node] .node").textContent(), "node 5");
    };

    await page.fill("#id", FIRST);
    assert.equal(await events.count(), 0);
    await press("Next ID in the same ms");
    await shows(id(TIMESTAMP, 5), ["minted"]);
    // From there, and not from the first ID again.
    await press("Next ID in the same ms");
    await shows(id(TIMESTAMP, 6), ["minted"]);

    await press("Sequence exhausted");
    await shows(id(TIMESTAMP + 1n, 0), ["minted", "refused", "waited", "minted"]);
    const said = await events.allTextContents();
    assert.match(said[0], /^minted 4089 IDs, the last of them with sequence 4095 of /);
    assert.equal(said[1], "no slot is free for another 1ms: wait and try again, or allow a `max_lead`");
    assert.equal(said[2], "`mint` waited for 1ms");

    await press("Next millisecond");
    await shows(id(TIMESTAMP + 2n, 0), ["clock-set", "minted"]);

    // The clock stays where it was set: a second late, and then twenty more.
    await press("Clock set back");
    await shows(id(TIMESTAMP + 2n, 1), ["clock-set", "minted"]);
    await press("Next ID in the same ms");
    await shows(id(TIMESTAMP + 2n, 2), ["minted"]);
    await page.getByLabel("Set the clock back by").selectOption("20 s");
    await press("Clock set back");
    const back = /^the clock stepped back by 21s, more than max_rollback = 10s: /;
    await shows(id(TIMESTAMP + 2n, 2), ["clock-set", "refused"], back);
    await press("Next millisecond");
    await shows(id(TIMESTAMP + 2n, 2), ["clock-set", "refused"], /^the clock stepped back by 20\.999s, /);

    // Another ID is another node, whose clock is right.
    await page.fill("#id", FIRST);
    assert.equal(await events.count(), 0);
    await press("Next millisecond");
    await shows(id(TIMESTAMP + 1n, 0), ["clock-set", "minted"]);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("steps with the keyboard, in the type of the ID", async () => {
    const { page, faults, close } = await open(browser, url);
    const { users: [{ id: user }] } = await world(url);
    await page.fill("#id", user);
    const buttons = page.locator("#steps button");
    await buttons.first().waitFor();
    await page.locator("#layout").focus();
    for (const name of await buttons.allTextContents()) {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
    }
    await page.keyboard.press("Enter");
    await page.locator("#events [data-kind=clock-set]").waitFor();
    await page.waitForFunction((user) => document.getElementById("id").value !== user, user);
    assert.match(await page.inputValue("#id"), /^usr_[0-9A-Za-z]{11}$/);
    // The button still has the focus, for the next step.
    assert.equal(await page.evaluate(() => document.activeElement.dataset.step), "set-clock-back");
    assert.deepEqual(faults, []);
    await close();
  });

  await test("offers no steps where there is nothing to step from", async () => {
    const { page, faults, close } = await open(browser, url);
    const group = page.locator("#steps");
    await page.fill("#id", FIRST);
    assert.equal(await group.isVisible(), true);
    // The service simulates its own nodes alone.
    await page.selectOption("#layout", "twitter");
    assert.equal(await group.isVisible(), false);
    await page.selectOption("#layout", "default");
    assert.equal(await group.isVisible(), true);
    for (const text of ["", "x"]) {
      await page.fill("#id", text);
      assert.equal(await group.isVisible(), false, text);
    }
    assert.deepEqual(faults, []);
    await close();
  });
}
