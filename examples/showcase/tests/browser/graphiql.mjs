// GraphiQL, from this service and from nobody else.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { get, post, world } from "./api.mjs";
import { emptyTab } from "./browser.mjs";

export async function graphiql(test, browser, [url, other]) {
  await test("has GraphiQL, which loads nothing from elsewhere", async () => {
    const { channel, users: [ada] } = await world(url, { guild: "Editors" });
    const { page, faults, close } = await emptyTab(browser);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url().replace(/^ws/, "http")));
    await page.goto(`${url}/graphql`);
    const editor = page.locator(".graphiql-query-editor .CodeMirror");
    const response = page.locator(".result-window .CodeMirror");
    const run = async (name, query) => {
      await editor.click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.insertText(query);
      // GraphiQL reads what is typed a moment later, and shows then what it is called.
      await page.locator(".graphiql-tab", { hasText: name }).waitFor();
      await page.getByRole("button", { name: /^Execute query/ }).click();
    };
    const answers = (text) => response.filter({ hasText: text }).waitFor();

    const { name } = await get(url, `channels/${channel}`);
    await run("OneChannel", `query OneChannel { channel(id: "${channel}") { id name guild { name } } }`);
    await answers("Editors");
    const shown = JSON.parse(await response.evaluate((view) => view.CodeMirror.getValue()));
    assert.deepEqual(shown, { data: { channel: { id: channel, name, guild: { name: "Editors" } } } });

    // Its documentation is that of the schema.
    await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
    await page.locator(".graphiql-doc-explorer", { hasText: "Subscription" }).waitFor();

    // Its settings, in a dialog with styles of its own.
    await page.getByRole("button", { name: "Open settings dialog" }).click();
    await page.getByRole("dialog").getByText("Theme").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await run("Listening", `subscription Listening { messages(channel: "${channel}") { text author { name } } }`);
    await page.getByRole("button", { name: /^Stop query/ }).waitFor();
    // GraphiQL does not say when the service has begun to tell.
    let isHeard = false;
    const heard = answers("Heard").then(() => {
      isHeard = true;
    });
    while (!isHeard) {
      await post(other, channel, ada, "Heard");
      await Promise.race([heard, setTimeout(500)]);
    }

    assert.ok(asked.length > 7, `${asked}`);
    assert.deepEqual(asked.filter((asked) => !asked.startsWith(`${url}/`) && !asked.startsWith("data:")), []);
    // The library that makes the dialog warns of what GraphiQL does not give it.
    assert.deepEqual(faults.filter((fault) => !/^warning: .* for \{DialogContent\}/.test(fault)), []);
    await close();
  });

  await test("lets GraphiQL load no script from elsewhere", async () => {
    const { page, faults, close } = await emptyTab(browser);
    await page.goto(`${url}/graphql`);
    const refused = await page.evaluate(async (source) => {
      const violation = new Promise((resolve) => {
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
      });
      document.head.append(Object.assign(document.createElement("script"), { src: source }));
      return violation;
    }, `${other}/page/app.js`);
    assert.equal(refused, "script-src-elem");
    assert.ok(faults.some((fault) => fault.includes("script-src 'self'")), `${faults}`);
    await close();
  });
}
