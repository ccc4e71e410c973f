// Links of the site lead to files that are there, and to places that they have: node links.mjs <folder>
// Rustdoc checks the API's documentation; here only what the other pages link to in it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const site = pathToFileURL(`${resolve(process.argv[2])}/`).href;

/** The values of attributes, as generators write them. In text, the quotes would be escaped. */
function values(html, name) {
  return [...html.matchAll(new RegExp(`\\s(?:${name})="([^"]*)"`, "g"))].map(([, value]) => value);
}

const known = new Map();

/** The places of a page that can be linked to. */
function anchors(page) {
  if (!known.has(page)) {
    const html = readFileSync(fileURLToPath(page), "utf8");
    // Rustdoc sends on from a private place of an item to its public one.
    const [, moved] = html.match(/http-equiv="refresh" content="0;URL=([^"]*)"/) ?? [];
    known.set(page, moved ? anchors(new URL(moved, page).href) : new Set(values(html, "id")));
  }
  return known.get(page);
}

/** What is wrong with a link. */
function fault(page, link) {
  const url = new URL(link.replaceAll("&amp;", "&"), page);
  if (url.protocol !== "file:") return;
  const anchor = decodeURIComponent(url.hash.slice(1));
  url.hash = url.search = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  if (!existsSync(fileURLToPath(url))) return `leads to ${url.pathname}, which does not exist`;
  if (anchor && url.pathname.endsWith(".html") && !anchors(url.href).has(anchor))
    return `leads to a place that ${url.pathname} does not have`;
}

const pages = readdirSync(new URL(site), { recursive: true }).filter(
  (file) => file.endsWith(".html") && !file.startsWith("api/"),
);
let count = 0;
const wrong = [];
for (const file of pages) {
  const page = new URL(file, site).href;
  for (const link of values(readFileSync(fileURLToPath(page), "utf8"), "href|src")) {
    count += 1;
    const what = fault(page, link);
    if (what) wrong.push(`${file}: the link ${link} ${what}`);
  }
}
if (count === 0) wrong.push("there are no links");
console.log(`${count} links in ${pages.length} pages`);
if (wrong.length > 0) {
  console.error(`${wrong.length} links lead nowhere\n  ${wrong.join("\n  ")}`);
  process.exitCode = 1;
}
