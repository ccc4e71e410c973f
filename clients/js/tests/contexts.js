// Mints as one node in two contexts of `node:vm` in a thread, and in those of a worker thread, and
// prints how many IDs there are, and how many of them differ.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, SourceTextModule, SyntheticModule } from "node:vm";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const ENTRY = new URL("../src/generator.js", import.meta.url);

/** The module in a context of its own, as Jest and vite-node load it. */
async function generators() {
  const context = createContext({ performance, setTimeout, TextEncoder });
  const modules = new Map();
  const load = (url) => {
    if (modules.has(url)) return modules.get(url);
    const source = readFileSync(fileURLToPath(url), "utf8");
    const module = new SourceTextModule(source, { context, identifier: url });
    modules.set(url, module);
    return module;
  };
  const link = async (specifier, { identifier }) => {
    if (specifier.startsWith(".")) return load(new URL(specifier, identifier).href);
    const exported = await import(specifier);
    const names = Object.keys(exported);
    return new SyntheticModule(names, function () {
      for (const name of names) this.setExport(name, exported[name]);
    }, { context });
  };
  const module = load(ENTRY.href);
  await module.link(link);
  await module.evaluate();
  return module.namespace.Generator;
}

const [First, Second] = [await generators(), await generators()];
if (First === Second) throw new Error("the contexts are one");
const both = [new First({ node: 7 }), new Second({ node: 7 })];
const worker = isMainThread ? new Worker(new URL(import.meta.url)) : undefined;
const others = worker && new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
const ids = Array.from({ length: 40_000 }, (_, at) => both[at % 2].mint());
if (others === undefined) {
  parentPort.postMessage(ids);
} else {
  const all = ids.concat(await others);
  console.log(JSON.stringify({ count: all.length, distinct: new Set(all).size }));
}
