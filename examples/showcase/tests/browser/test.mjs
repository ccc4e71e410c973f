// The page in Chromium: node test.mjs <url> <url of another instance> <url of one with sealed IDs>

import { test } from "node:test";
import { launch } from "./browser.mjs";
import { chat } from "./chat.mjs";
import { inspector } from "./inspector.mjs";
import { json } from "./json.mjs";
import { looks } from "./looks.mjs";
import { sealed } from "./sealed.mjs";

const urls = process.argv.slice(2);

await test("the page", async (context) => {
  const browser = await launch();
  context.after(() => browser.close());
  for (const part of [looks, chat, inspector, json, sealed]) {
    await part((name, run) => context.test(name, run), browser, urls);
  }
});
