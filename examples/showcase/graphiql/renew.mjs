// Writes the files of GraphiQL and React that the service serves, as the packages have them
// that package-lock.json pins:
//
//     npm ci --ignore-scripts && node renew.mjs
//
// To move to other versions, change package.json, run `npm install --ignore-scripts` first,
// and run the tests. An argument names another folder to write to.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const target = process.argv[2] ?? "served";

mkdirSync(target, { recursive: true });
for (const script of [
  "react/umd/react.production.min.js",
  "react-dom/umd/react-dom.production.min.js",
  "graphiql/graphiql.min.js",
]) {
  copyFileSync(join("node_modules", script), join(target, basename(script)));
}
// Without the fonts, which are 360 of 420 kB: the browser has some.
const style = readFileSync("node_modules/graphiql/graphiql.min.css", "utf8");
writeFileSync(join(target, "graphiql.min.css"), style.replace(/@font-face\s*\{[^}]*\}/g, ""));
writeFileSync(join(target, "LICENSES.txt"), licenses());

/** The licence of each package that is in the files. */
function licenses() {
  const { sources } = JSON.parse(readFileSync("node_modules/graphiql/graphiql.min.js.map", "utf8"));
  const inside = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]);
  const packages = [...new Set(["graphiql", "react", "react-dom", ...inside.filter(Boolean)])].sort();
  const texts = new Map();
  for (const name of packages) {
    const text = licenseOf(name);
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`).join(`\n${"=".repeat(80)}\n\n`);
}

function licenseOf(name) {
  const folder = join("node_modules", name);
  if (!existsSync(folder)) throw new Error(`the package ${name} is missing: add it to package.json, for its licence`);
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (file) return readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  const { license, author, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${license}, ${author?.name ?? author ?? repository?.url ?? repository}`;
}
