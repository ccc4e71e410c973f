// Guilds, channels and messages on the page.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { all, get, number, post, request, world } from "./api.mjs";
import { isLive, manyIds, messageView, open, shownIds } from "./browser.mjs";

const HOSTILE = [
  "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>",
  "</ol></main>&lt;b&gt;&amp;\u202e\u0000".replace("\u0000", "") + "${1}{{2}}",
  "two\nlines, \u{1f469}\u200d\u{1f52c} and ë",
];

export async function chat(test, browser, [url, other]) {
  await test("lists guilds and channels, and the newest messages of one", async () => {
    const { page, faults, close } = await open(browser, url);
    const guilds = await all(url, "guilds");
    const names = await page.locator("#guilds h2").allTextContents();
    assert.deepEqual(names, guilds.map(({ name }) => name));
    assert.deepEqual(
      await page.locator("#guilds button.id").allTextContents(),
      guilds.map(({ id }) => id),
    );
    const channel = await page.locator("#guilds a[aria-current]").getAttribute("href");
    const { items } = await get(url, `channels/${channel.slice(1)}/messages?limit=50`);
    assert.equal(items.length, 50);
    const expected = items.map(({ id }) => id).reverse();
    assert.deepEqual(await shownIds(page), expected);
    assert.deepEqual(await page.locator(".message > .meta .id").allTextContents(), expected);
    assert.deepEqual(
      await page.locator(".message .text").allTextContents(),
      items.map(({ text }) => text).reverse(),
    );
    assert.ok((await page.locator("#nodes li").count()) >= 4, "three nodes of the past, and the instance's");
    assert.deepEqual(faults, []);
    await close();
  });

  await test("goes back to the oldest message, page by page", async () => {
    // The channel with the most to go through.
    const channels = (await all(url, "guilds")).map(({ id }) => get(url, `guilds/${id}/channels`));
    const lists = (await Promise.all(channels)).flatMap((list) => list.items ?? list);
    const stored = await Promise.all(lists.map(({ id }) => all(url, `channels/${id}/messages`)));
    const most = Math.max(...stored.map(({ length }) => length));
    const at = stored.findIndex(({ length }) => length === most);
    assert.ok(most > 150, `there are four pages, of ${most} messages`);

    const { page, faults, close } = await open(browser, `${url}/#${lists[at].id}`);
    const older = page.locator("#older");
    for (let pages = 1; await older.isVisible(); pages += 1) {
      assert.ok(pages <= most / 50, "it comes to an end");
      assert.equal((await shownIds(page)).length, 50 * pages);
      await older.click();
      await page.waitForFunction((shown) => document.querySelectorAll(".message").length > shown, 50 * pages);
      await page.locator("#older:enabled, #older[hidden]").waitFor({ state: "attached" });
    }
    assert.match(await page.locator("#beginning").textContent(), /^This is where #.* begins\.$/);
    const shown = await shownIds(page);
    assert.deepEqual(shown, stored[at].map(({ id }) => id).reverse());
    // For the test that looks into the database.
    writeFileSync("shown.json", JSON.stringify({ channel: lists[at].id, messages: shown }));
    assert.deepEqual(faults, []);
    await close();
  });

  await test("shows messages as they are posted, by whichever instance", async () => {
    const { channel, users: [ada] } = await world(url);
    const { page, faults, close } = await open(browser, `${url}/#${channel}`);
    const nodes = [];
    for (const instance of [url, other]) {
      const posted = await post(instance, channel, ada, `Hello from ${instance}`);
      const view = await messageView(page, posted.id);
      assert.equal(await view.locator(".text").textContent(), posted.text);
      const { node } = await get(instance, "instance");
      assert.equal(await view.locator(".node").textContent(), `node ${node}`);
      nodes.push(node);
    }
    assert.notEqual(nodes[0], nodes[1]);
    assert.equal(await page.locator("#instance-node").textContent(), `node ${nodes[0]}`);
    // Both are in the legend, in the order of their numbers, in colours of their own.
    const legend = page.locator("#nodes li");
    nodes.sort((a, b) => a - b);
    assert.deepEqual(
      await legend.evaluateAll((views) => views.map((view) => Number(view.dataset.node))),
      nodes,
    );
    const colours = await legend
      .locator(".node")
      .evaluateAll((views) => views.map((view) => getComputedStyle(view).color));
    assert.notEqual(colours[0], colours[1]);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("posts, answers and reacts as the user who is chosen", async () => {
    const { channel, users: [ada, grace] } = await world(url);
    const { page, faults, close } = await open(browser, `${url}/#${channel}`);
    await page.selectOption("#author", grace.id);
    await page.fill("#text", "By hand");
    await page.press("#text", "Enter");
    await page.locator(".text", { hasText: "By hand" }).waitFor();
    assert.equal(await page.inputValue("#text"), "");
    const [first] = await shownIds(page);
    const posted = await get(url, `messages/${first}`);
    assert.deepEqual([posted.text, posted.author_id, posted.reply_to], ["By hand", grace.id, null]);

    await page.selectOption("#author", ada.id);
    const view = await messageView(page, first);
    await view.hover();
    await view.getByRole("button", { name: "Answer" }).click();
    assert.equal(await page.locator("#answered").textContent(), "Answers Grace: By hand");
    await page.fill("#text", "An answer");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".text", { hasText: "An answer" }).waitFor();
    const [, second] = await shownIds(page);
    assert.equal((await get(url, `messages/${second}`)).reply_to, first);
    // What it answers is marked while the pointer or the focus is on that line.
    const line = page.locator(".message .answered");
    const marked = page.locator(".message.marked");
    assert.equal(await line.locator("button.id").textContent(), first);
    await line.hover();
    assert.equal(await marked.getAttribute("data-message"), first);
    await page.locator("h1").hover();
    assert.equal(await marked.count(), 0);
    await line.locator("button.id").focus();
    assert.equal(await marked.getAttribute("data-message"), first);
    await page.focus("#text");
    assert.equal(await marked.count(), 0);

    await view.hover();
    await view.getByRole("button", { name: "React with 🎉" }).click();
    await view.locator(".reactions button", { hasText: "🎉 1" }).waitFor();
    const reactions = await get(url, `messages/${first}/reactions`);
    const given = (reactions.items ?? reactions).map(({ user_id, emoji }) => [user_id, emoji]);
    assert.deepEqual(given, [[ada.id, "🎉"]]);
    // Shown once, though the answer to the form and the subscription both have them.
    assert.equal((await shownIds(page)).length, 2);
    assert.deepEqual(faults, []);
    await close();
  });

  await test("shows what is refused in the words of the service", async () => {
    const { channel, users: [ada] } = await world(url);
    const { page, close } = await open(browser, `${url}/#${channel}`);
    const { id } = await post(url, channel, ada, "Once");
    const view = await messageView(page, id);
    for (let times = 0; times < 2; times += 1) {
      await view.hover();
      await view.getByRole("button", { name: "React with 👍" }).click();
      await view.locator(".reactions").waitFor();
    }
    await page.locator("#notice", { hasText: /./ }).waitFor();
    assert.match(await page.locator("#notice").textContent(), /exist/);
    await close();
  });

  await test("shows hostile text as text", async () => {
    const { guild, channel, users: [mallory] } = await world(url, { guild: HOSTILE[0], names: [HOSTILE[1]] });
    for (const text of HOSTILE) await post(url, channel, mallory, text);
    const { page, faults, close } = await open(browser, `${url}/#${channel}`);
    const live = await post(url, channel, mallory, HOSTILE[0]);
    const view = await messageView(page, live.id);
    const texts = page.locator(".message .text");
    assert.deepEqual(await texts.allTextContents(), [...HOSTILE, HOSTILE[0]]);
    assert.equal(await texts.locator("*").count(), 0);
    assert.equal(await view.locator("strong").textContent(), HOSTILE[1]);
    const section = page.locator("#guilds section", { hasText: guild.id });
    assert.equal(await section.locator("h2").textContent(), HOSTILE[0]);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(faults, []);

    // What the page does not do, the policy would not let it do.
    const refused = await page.evaluate(() => {
      try {
        document.querySelector("#messages").innerHTML = "<b>markup</b>";
        return "nothing";
      } catch (error) {
        return error.name;
      }
    });
    assert.equal(refused, "TypeError");
    await close();
  });

  await test("takes a lost connection up again, and shows what was missed", async () => {
    const { channel, users: [ada] } = await world(url);
    const known = await post(url, channel, ada, "Before");
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
    const posted = [known];
    for (let at = 0; at < 60; at += 1) posted.push(await post(url, channel, ada, `Missed ${at}`));
    await isLive(page);
    await messageView(page, posted[1].id);
    posted.push(await post(url, channel, ada, "Here again"));
    await messageView(page, posted.at(-1).id);
    assert.deepEqual(await manyIds(page, posted.length), posted.map(({ id }) => id));
    assert.deepEqual(faults, []);
    await close();
  });

  await test("shows the last hour as a range of IDs", async () => {
    const { page, faults, close } = await open(browser, url);
    const channel = (await page.locator("#guilds a[aria-current]").getAttribute("href")).slice(1);
    await page.check("#last-hour");
    await page.locator("#range").waitFor();
    await page.locator("#messages[aria-busy=false]").waitFor();
    while (await page.locator("#older").isVisible()) {
      const shown = (await shownIds(page)).length;
      await page.click("#older");
      await page.waitForFunction((shown) => document.querySelectorAll(".message").length > shown, shown);
      await page.locator("#older:enabled, #older[hidden]").waitFor({ state: "attached" });
    }
    const before = await page.locator("#range button.id").textContent();
    const epoch = Date.UTC(2025, 0, 1);
    const hour = Number((number(before) + 1n) >> 22n) + epoch;
    assert.ok(Math.abs(Date.now() - 3_600_000 - hour) < 600_000);
    const stored = await all(url, `channels/${channel}/messages`);
    const young = stored.map(({ id }) => id).filter((id) => id > before);
    assert.ok(young.length < stored.length, "not all is young");
    assert.deepEqual(await shownIds(page), young.reverse());
    assert.deepEqual(faults, []);
    await close();
  });
}
