// The site in Chromium: node test.mjs <folder of the site>

import { test } from "node:test";
import { launch, serve } from "./browser.mjs";
import { pages } from "./pages.mjs";
import { playground } from "./playground.mjs";
import { search } from "./search.mjs";

const folder = process.argv[2];

await test("the site", async (context) => {
  const [browser, server] = await Promise.all([launch(), serve(folder)]);
  context.after(() => Promise.all([browser.close(), server.close()]));
  const site = { url: server.url, folder };
  for (const part of [pages, search, playground]) {
    await part((name, run) => context.test(name, run), browser, site);
  }
});
