// The types: they are those of the sources, and they keep IDs apart.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { FOLDER, tsc, typeErrors } from "./tools.js";

const scratch = join(FOLDER, "scratch/typescript");

test.before(() => mkdirSync(scratch, { recursive: true }));
test.after(() => rmSync(scratch, { recursive: true }));

test("the sources are sound, and `types` is what they say", () => {
  const types = join(scratch, "types");
  assert.deepEqual(tsc("--project", ".", "--outDir", types), { status: 0, stdout: "" });
  const [written, pinned] = [types, join(FOLDER, "types")].map((folder) =>
    Object.fromEntries(
      readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
    ),
  );
  assert.ok("index.d.ts" in written);
  assert.deepEqual(pinned, written, "run `npm run types`");
});

test("what should compile does", () => {
  assert.equal(typeErrors([join(FOLDER, "tests/typescript/compiles.ts")]), "");
});

test("what should not compile does not, and says why", () => {
  const file = join(FOLDER, "tests/typescript/refused.ts");
  const found = typeErrors([file]).replaceAll(/^.*(?=refused\.ts)/gm, "");
  const pinned = join(FOLDER, "tests/typescript/refused.txt");
  if (process.env.BLESS !== undefined) writeFileSync(pinned, found);
  assert.equal(found, readFileSync(pinned, "utf8"));
  // Each line after the declarations, once.
  const lines = readFileSync(file, "utf8").split("\n");
  const first = lines.indexOf("author = post;");
  const expected = lines.map((line, index) => index + 1).slice(first, -1);
  const refused = Array.from(found.matchAll(/^refused\.ts\((\d+),/gm), ([, line]) => Number(line));
  assert.ok(first > 0);
  assert.deepEqual(refused, expected);
});
