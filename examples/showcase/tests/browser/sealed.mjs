// The page of a service with sealed IDs. All that it receives is written down, for the test
// that knows the numbers in the database.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { all, get, post, request, world } from "./api.mjs";
import { isLive, manyIds, messageView, open, shownIds } from "./browser.mjs";

const SEALED = /^gld_[0-9A-Za-z]{22}$/;

export async function sealed(test, browser, [, , url]) {
  await test("works with IDs that it cannot read, and receives no number", async () => {
    const received = [];
    const { page, faults, close } = await open(browser, url, { prepare: (page) => record(page, received) });
    const guilds = await all(url, "guilds");
    assert.deepEqual(await page.locator("#guilds .id").allTextContents(), guilds.map(({ id }) => id));
    assert.ok(guilds.every(({ id }) => SEALED.test(id)));

    // The channel with the most to go through.
    const lists = await Promise.all(guilds.map(({ id }) => get(url, `guilds/${id}/channels`)));
    const stored = await Promise.all(lists.flat().map(({ id }) => all(url, `channels/${id}/messages`)));
    const messages = stored.reduce((most, some) => (some.length > most.length ? some : most));
    const { channel_id: channel } = messages[0];
    await page.click(`#guilds a[href="#${channel}"]`);
    await messageView(page, messages[0].id);
    const ids = messages.map(({ id }) => id).reverse();
    assert.ok(ids.length > 100, "there are three pages");
    while (await page.locator("#older").isVisible()) {
      const { length } = await shownIds(page);
      assert.deepEqual(await shownIds(page), ids.slice(-length));
      await page.click("#older");
      await page.waitForFunction((shown) => document.querySelectorAll(".message").length > shown, length);
      await page.locator("#older:enabled, #older[hidden]").waitFor({ state: "attached" });
    }
    assert.deepEqual(await shownIds(page), ids);
    await isLive(page);

    // By hand, from elsewhere, and an answer to that.
    await page.fill("#text", "By hand");
    await page.press("#text", "Enter");
    await page.locator(".text", { hasText: "By hand" }).waitFor();
    const { items: [author] } = await get(url, `guilds/${await guildOf(url, channel)}/members`);
    const live = await post(url, channel, author, "From elsewhere");
    const view = await messageView(page, live.id);
    await view.hover();
    await view.getByRole("button", { name: "Answer" }).click();
    await page.fill("#text", "An answer");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".text", { hasText: "An answer" }).waitFor();
    await view.hover();
    await view.getByRole("button", { name: "React with 🎉" }).click();
    await view.locator(".reactions button", { hasText: "🎉 1" }).waitFor();
    const shown = await shownIds(page);
    assert.deepEqual(shown.slice(0, -3), ids);
    assert.equal(shown.at(-2), live.id);
    assert.equal((await get(url, `messages/${shown.at(-1)}`)).reply_to, live.id);

    // What is read in IDs is not there.
    for (const reader of [".tools", "#last-hour", ".bit", ".message time", ".message .node"]) {
      assert.equal(await page.locator(reader).count(), 0, reader);
    }
    // Other texts with IDs in them: the description, global IDs, cursors, and what is refused.
    await page.evaluate(fetchOthers, [channel, live.id]);
    assert.deepEqual(faults.splice(0).map((fault) => fault.slice(0, 3)).sort(), ["400", "err"]);
    received.push(page.url(), await page.content());
    const texts = await Promise.all(received);
    await close();
    const joined = texts.join("\n");
    for (const seen of [live.id, guilds[0].id, author.id, "From elsewhere", "openapi"]) {
      assert.ok(joined.includes(seen), `${seen} was received`);
    }
    writeFileSync("received.json", JSON.stringify(texts));
  });

  await test("shows what was missed in its order", async () => {
    const { channel, users: [ada] } = await world(url);
    const posted = [await post(url, channel, ada, "Before")];
    let cut;
    const prepare = (page) =>
      page.routeWebSocket("**/graphql/ws", (socket) => {
        socket.connectToServer();
        cut = () => socket.close();
      });
    const { page, faults, close } = await open(browser, `${url}/#${channel}`, { prepare });
    await cut();
    await page.locator("#live[data-state=waiting]").waitFor();
    // More than is on a page.
    for (let at = 0; at < 60; at += 1) posted.push(await post(url, channel, ada, `Missed ${at}`));
    // What is told meanwhile is newer than what was missed.
    await page.route("**/graphql", async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await isLive(page);
    posted.push(await post(url, channel, ada, "Here again"));
    assert.deepEqual(await manyIds(page, posted.length), posted.map(({ id }) => id));
    assert.deepEqual(faults, []);
    await close();
  });
}

/** Everything that a page is sent, and the addresses that it asks for. */
function record(page, received) {
  page.on("response", (response) => {
    const body = response.text();
    // If it cannot be read, the test fails when it asks for it.
    body.catch(() => {});
    received.push(response.url(), body);
  });
  page.on("framenavigated", (frame) => received.push(frame.url()));
  page.on("websocket", (socket) => {
    received.push(socket.url());
    socket.on("framereceived", ({ payload }) => received.push(String(payload)));
  });
}

async function guildOf(url, channel) {
  return (await get(url, `channels/${channel}`)).guild_id;
}

/** In the page. */
async function fetchOthers([channel, message]) {
  await fetch("/api/openapi.json");
  // The ID of a channel, where that of a message is asked for.
  await fetch(`/api/messages/${channel}`);
  const query = `{
    node(id: "${message}") { nodeId }
    channel(id: "${channel}") { nodeId messages { edges { cursor } pageInfo { startCursor endCursor } } }
  }`;
  const headers = { "content-type": "application/json" };
  await fetch("/graphql", { method: "POST", headers, body: JSON.stringify({ query }) });
}
