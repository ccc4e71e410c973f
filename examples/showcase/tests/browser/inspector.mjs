// The ID inspector.

import assert from "node:assert/strict";
import { get, post, request, world } from "./api.mjs";
import { messageView, open } from "./browser.mjs";

/** Published IDs of other services, and what is known of them. */
const PUBLISHED = [
  ["discord", "175928847299117063", "2016-04-30T11:18:25.796Z", "node 32 (worker 1, process 0)", "7"],
  ["twitter", "1541815603606036480", "2022-06-28T16:07:40.105Z", "node 378 (datacenter 11, worker 26)", "0"],
  ["instagram", "2384288897814875714", "2020-08-26T13:43:27.313Z", "node 2675", "578"],
];

export async function inspector(test, browser, [url]) {
  await test("colours each bit by its field", async () => {
    const { page, faults, close } = await open(browser, url);
    const fields = () =>
      page.locator(".bit").evaluateAll((bits) => bits.map(({ classList }) => classList[1]).join(" "));
    const strip = (...runs) => runs.flatMap(([name, width]) => Array(width).fill(name)).join(" ");
    await page.fill("#id", "249992530388389892");
    assert.equal(await fields(), strip(["unused", 1], ["time", 41], ["of-node", 10], ["sequence", 12]));
    assert.equal(await page.locator("[data-part='rust type']").count(), 0, "a number has no type");
    // The node is the low field.
    await page.selectOption("#layout", "sonyflake");
    assert.equal(await fields(), strip(["unused", 1], ["time", 39], ["sequence", 8], ["of-node", 16]));
    assert.deepEqual(faults, []);
    await close();
  });

  await test("knows the layouts of others", async () => {
    const { page, faults, close } = await open(browser, url);
    for (const [layout, id, ...parts] of PUBLISHED) {
      await page.selectOption("#layout", layout);
      await page.fill("#id", id);
      assert.deepEqual(await partsOf(page), parts, id);
    }
    assert.deepEqual(faults, []);
    await close();
  });

  await test("refuses what is not an ID", async () => {
    const { page, faults, close } = await open(browser, url);
    await page.fill("#id", "007");
    assert.match(await page.locator("#id-error").textContent(), /^invalid ID "007": /);
    assert.equal(await page.locator(".bit").count(), 0);
    // And what is none of the layout.
    await page.selectOption("#layout", "ecmascript");
    await page.fill("#id", "9007199254740992");
    assert.match(await page.locator("#id-error").textContent(), /is not an ID of the layout `ecmascript`/);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("says which row has an ID", async () => {
    const { guild, channel, users: [ada] } = await world(url, { guild: "Rustaceans" });
    const { id: message } = await post(url, channel, ada, "Hello");
    const { id: reaction } = await request(url, "POST", `messages/${message}/reactions`, { user_id: ada.id, emoji: "🎉" });
    const { page, faults, close } = await open(browser, `${url}/#${channel}`);
    const type = page.locator("[data-part='rust type']");
    for (const [id, expected] of [
      [ada.id, "UserId, the user Ada"],
      [guild.id, "GuildId, the guild Rustaceans"],
      [channel, "ChannelId, the channel #welcome"],
      [reaction, "ReactionId, 🎉 of Ada"],
      ["msg_00000000007", "MessageId, of no row here"],
    ]) {
      await page.fill("#id", id);
      await type.getByText(expected, { exact: true }).waitFor();
    }
    // By a click.
    const view = await messageView(page, message);
    await view.locator(".meta .id").click();
    assert.equal(await page.inputValue("#id"), message);
    await type.getByText("MessageId, a message of Ada", { exact: true }).waitFor();
    const { node } = await get(url, "instance");
    assert.equal(await page.locator("[data-part=node] .node").textContent(), `node ${node}`);
    assert.deepEqual(faults, []);
    await close();
  });
}

async function partsOf(page) {
  const time = await page.locator("[data-part=time] time").getAttribute("datetime");
  const node = await page.locator("[data-part=node]").textContent();
  return [time, node, await page.locator("[data-part=sequence]").textContent()];
}
