// The playground, from a server and from a file.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { fits, open, violations } from "./browser.mjs";

/** The ID of Discord's documentation, in its own layout, in each form. */
const DISCORD = {
  text: "175928847299117063",
  time: "2016-04-30T11:18:25.796Z",
  node: "node 32 (worker 1, process 0)",
  sequence: "7",
  forms: {
    decimal: "175928847299117063",
    base62: "0Czks0tP37X",
    base32: "04W86BB0G4007",
    hex: "0271065ac1020007",
  },
  UUIDv7: "015466e4-1b04-7080-807e-798006900715",
  ULID: "01AHKE86R4E2080ZKSG03901RN",
  KSUID: "0WhNuenJN8FY8sL8dkicj35tHoz",
};

export async function playground(test, browser, { url, folder }) {
  const page = `${url}/playground.html`;

  await test("reads an ID in each form, and what was made of it", async () => {
    const tab = await open(browser, page);
    const { forms, UUIDv7, ULID, KSUID } = DISCORD;
    const prefixed = `msg_${forms.base62}`;
    const link = `https://discord.com/channels/81384788765712384/${forms.decimal}`;
    for (const text of [...Object.values(forms), prefixed, link, `"${forms.decimal}",`]) {
      await tab.page.selectOption("#layout", "discord");
      await tab.page.fill("#id", text);
      assert.deepEqual(await shown(tab.page), DISCORD_PARTS, text);
      const texts = await formsOf(tab.page);
      const own = text === prefixed ? { prefixed } : {};
      assert.deepEqual(texts, { ...own, ...forms, UUIDv7, ULID, KSUID }, text);
    }
    // These say which layout they are of.
    for (const text of [UUIDv7, UUIDv7.toUpperCase(), ULID, KSUID]) {
      await tab.page.selectOption("#layout", "baidu");
      await tab.page.fill("#id", text);
      assert.deepEqual(await shown(tab.page), DISCORD_PARTS, text);
      assert.equal(await tab.page.inputValue("#layout"), "discord");
      assert.match(await tab.page.locator("#note").textContent(), /was made from an ID of the layout discord/);
    }
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("says why a text is not an ID", async () => {
    const tab = await open(browser, page);
    for (const [text, why] of [
      ["0", /: 0 is not an ID; expected a decimal string/],
      ["9223372036854775808", /expected a decimal string from "1" to "9223372036854775807"/],
      ["usr_0D1xSPSkzY!", /'!' at byte 14 is not a base62 character/],
      ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", /This is a KSUID from 2017-10-10T04:00:47\.000Z\. It was not made/],
      ["01ARZ3NDEKTSV4RRFFQ69G5FAV", /This is a ULID from 2016-07-30T23:54:10\.259Z/],
      ["f47ac10b-58cc-4372-a567-0e02b2c3d479", /This is a UUID of version 4\. It was not made/],
      ["usr_Hq8AnFvKpSRBZ8kZMTIvP4", /sealed form of an ID. Only a program with its key/],
    ]) {
      await tab.page.fill("#id", text);
      assert.match(await tab.page.locator("#id-error").textContent(), why, text);
      assert.equal(await tab.page.locator(".bit").count(), 0, text);
      assert.equal(await tab.page.locator("#steps").isVisible(), false, text);
    }
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("reads decimal IDs, and offers other layouts", async () => {
    const tab = await open(browser, page);
    await tab.page.selectOption("#layout", "decimal IDs");
    await tab.page.fill("#id", "14150009200065");
    const parts = await tab.page.locator("[data-part]").allTextContents();
    assert.deepEqual(parts, ["1415", "92", "65"]);
    await tab.page.fill("#id", "1541815603606036480");
    await tab.page.locator("[data-other=twitter]").click();
    assert.equal(await tab.page.locator("[data-part=time] time").getAttribute("datetime"), "2022-06-28T16:07:40.105Z");
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("shows what JSON.parse makes of it", async () => {
    const tab = await open(browser, page);
    await tab.page.fill("#id", DISCORD.text);
    const lines = await tab.page.locator("[data-example]").allTextContents();
    assert.deepEqual(lines, [DISCORD.text, String(JSON.parse(DISCORD.text))]);
    assert.notEqual(lines[0], lines[1]);
    await tab.page.fill("#id", "4096");
    assert.equal(await tab.page.locator("[data-changed=numbers]").textContent(), "0");
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("steps to what the node would do next", async () => {
    const tab = await open(browser, page);
    const id = (millis, sequence) => String((BigInt(millis) << 22n) | (5n << 12n) | BigInt(sequence));
    const first = 59_601_728_972;
    await tab.page.selectOption("#layout", "default");
    await tab.page.fill("#id", id(first, 4));
    const events = tab.page.locator("#events li");
    const press = async (name, next, kinds) => {
      await tab.page.getByRole("button", { name, exact: true }).click();
      await tab.page.waitForFunction((next) => document.getElementById("id").value === next, next);
      assert.deepEqual(await events.evaluateAll((all) => all.map(({ dataset }) => dataset.kind)), kinds, name);
    };
    await press("Next ID in the same tick", id(first, 5), ["minted"]);
    await press("Sequence used up", id(first + 1, 0), ["minted", "refused", "waited", "minted"]);
    assert.match(await events.first().textContent(), /^minted 4090 IDs, the last of them with sequence 4095 of /);
    assert.equal(await events.nth(2).textContent(), "`mint` waited for 1 ms");
    await press("Next tick", id(first + 2, 0), ["clock-set", "minted"]);
    await press("Clock set back", id(first + 2, 1), ["clock-set", "minted"]);
    await tab.page.selectOption("#set-back", "20000");
    await press("Clock set back", id(first + 2, 1), ["clock-set", "refused"]);
    assert.match(await events.last().textContent(), /21000 ms before the last ID of node 5/);
    // Plays until it is stopped.
    await tab.page.fill("#id", id(first, 4));
    await tab.page.getByRole("button", { name: "Play", exact: true }).click();
    await tab.page.waitForFunction((next) => document.getElementById("id").value === next, id(first, 6));
    await tab.page.getByRole("button", { name: "Pause", exact: true }).click();
    const stopped = await tab.page.inputValue("#id");
    await tab.page.waitForTimeout(1_200);
    assert.equal(await tab.page.inputValue("#id"), stopped);
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("builds a layout", async () => {
    const tab = await open(browser, page);
    const capacity = (name) => tab.page.locator(`[data-capacity=${name}]`).textContent();
    await tab.page.fill("#notation", "time:39@10ms/seq:8/node:16@2014-09-01");
    assert.match(await capacity("end"), /^2188-11-\d\dT.*, 174 years after its epoch$/);
    assert.equal(await capacity("nodes"), "65,536");
    assert.equal(await capacity("ids"), "256 in a tick, 25,600 in a second");
    assert.equal(await tab.page.inputValue("#tick"), "10");
    assert.equal(await tab.page.inputValue("#epoch"), "2014-09-01");
    await tab.page.fill("#node-bits", "14");
    assert.equal(await tab.page.inputValue("#notation"), "time:39@10ms/sequence:8/node:14@2014-09-01");
    assert.equal(await capacity("nodes"), "16,384");
    assert.equal(await capacity("bits"), "61 of 63");
    await tab.page.fill("#node-bits", "30");
    assert.match(await tab.page.locator("#notation-error").textContent(), /77 bits/);
    // An ID of one's own layout, with a field that is given for each ID.
    await tab.page.fill("#notation", "feed=time:41/shard:8/node:5/sequence:9@2026-01-01");
    await tab.page.fill("#id", "4194995715");
    await tab.page.getByRole("button", { name: "Read the ID with this layout" }).click();
    assert.equal(await tab.page.locator("[data-part=shard]").textContent(), "42");
    assert.equal(await tab.page.locator("[data-part=node]").textContent(), "node 7");
    assert.equal(await tab.page.locator(".bit.of-caller").count(), 8);
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  await test("works from a file, and as a link", async () => {
    const file = pathToFileURL(`${folder}/playground.html`).href;
    const tab = await open(browser, `${file}#id=1541815603606036480&layout=twitter`);
    await tab.page.locator(".bit").first().waitFor();
    assert.equal(await tab.page.locator("[data-part=node]").textContent(), "node 378 (datacenter 11, worker 26)");
    assert.match(tab.page.url(), /#id=1541815603606036480&layout=twitter$/);
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  for (const colorScheme of ["dark", "light"]) {
    await test(`can be used by everybody after a step, ${colorScheme}`, async () => {
      const tab = await open(browser, page, { colorScheme });
      await tab.page.getByRole("button", { name: "Sequence used up" }).click();
      await tab.page.locator("#events [data-kind=refused]").waitFor();
      assert.deepEqual(await violations(tab.page), []);
      for (const width of [1280, 800, 390]) {
        await tab.page.setViewportSize({ width, height: 844 });
        await fits(tab.page);
      }
      assert.deepEqual(tab.faults, []);
      await tab.close();
    });
  }
}

const DISCORD_PARTS = [DISCORD.time, DISCORD.node, DISCORD.sequence];

async function shown(page) {
  const time = await page.locator("[data-part=time] time").getAttribute("datetime");
  const node = await page.locator("[data-part=node]").textContent();
  return [time, node, await page.locator("[data-part=sequence]").textContent()];
}

async function formsOf(page) {
  const all = await page
    .locator("[data-form]")
    .evaluateAll((views) => views.map(({ dataset, textContent }) => [dataset.form, textContent]));
  return Object.fromEntries(all);
}
