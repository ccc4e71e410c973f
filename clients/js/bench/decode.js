// What it costs a page to take IDs apart: bytes, and time against @sapphire/snowflake. Fails above the
// limits.
//
//     npm ci --ignore-scripts && npm run decode

import { gzipSync } from "node:zlib";

import { DiscordSnowflake } from "@sapphire/snowflake";
import { buildSync } from "esbuild";

import { DISCORD } from "../src/decode.js";
import { idType, presets } from "../src/index.js";

const MAX_BYTES = 3_000;
const MAX_RATIO = 3;

/** The bytes of a program in a bundle, compressed as servers send it. */
function bytes(contents) {
  const stdin = { contents, resolveDir: import.meta.dirname ?? new URL(".", import.meta.url).pathname };
  const { outputFiles } = buildSync({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

const SIZES = {
  "DISCORD.decode of snowflake-kit/decode":
    'import { DISCORD } from "../src/decode.js"; console.log(DISCORD.decode("1"));',
  "all layouts of snowflake-kit/decode": 'import * as all from "../src/decode.js"; console.log(all);',
  "presets.discord.decode of snowflake-kit":
    'import { presets } from "../src/index.js"; console.log(presets.discord.decode("1"));',
  "idType of snowflake-kit":
    'import { idType } from "../src/index.js"; console.log(idType("UserId", { text: "base62" }).from("1"));',
  "@sapphire/snowflake":
    'import { DiscordSnowflake } from "@sapphire/snowflake"; console.log(DiscordSnowflake.deconstruct("1"));',
};

const UserId = idType("UserId", { layout: "discord", text: "base62", prefix: "usr_" });
const ids = Array.from({ length: 1_000 }, (_, at) => String(175928847299117063n + BigInt(at) * 33_214_693_376n));
const typed = ids.map((id) => UserId.from(BigInt(id)));

const TIMES = {
  "deconstruct of @sapphire/snowflake": [ids, (id) => DiscordSnowflake.deconstruct(id)],
  "DISCORD.decode of snowflake-kit/decode": [ids, DISCORD.decode],
  "presets.discord.decode of snowflake-kit": [ids, (id) => presets.discord.decode(id)],
  "UserId.decode of snowflake-kit": [typed, (id) => UserId.decode(id)],
};

/** The least time of each in ns, in turns and in short runs, so that other programs disturb few of them. */
function times() {
  const best = {};
  for (let round = 0; round < 1_000; round += 1) {
    for (const [name, [values, decode]] of Object.entries(TIMES)) {
      const start = performance.now();
      for (const id of values) decode(id);
      const nanos = ((performance.now() - start) / values.length) * 1e6;
      best[name] = Math.min(best[name] ?? Infinity, nanos);
    }
  }
  return best;
}

for (const [name, program] of Object.entries(SIZES)) console.log(`${bytes(program)} bytes: ${name}`);
const found = times();
const [sapphire, own] = Object.values(found);
for (const [name, nanos] of Object.entries(found)) {
  console.log(`${nanos.toFixed(0)} ns, ${(nanos / sapphire).toFixed(2)} times: ${name}`);
}
const isWithin =
  bytes(Object.values(SIZES)[0]) <= MAX_BYTES && own / sapphire <= MAX_RATIO;
console.log(`at most ${MAX_BYTES} bytes and ${MAX_RATIO} times: ${isWithin ? "yes" : "no"}`);
process.exitCode = isWithin ? 0 : 1;
