// The README's programs print what their comments say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { FOLDER, README } from "./tools.js";

/** What the comments after `console.log`, and those at the end, say is printed. */
function expected(program) {
  const beside = program.matchAll(/^.*console\.log\(.*\); \/\/ (.*)$/gm);
  const below = program.match(/\n((?:\/\/ .*\n)+)$/)?.[1] ?? "";
  return [
    ...Array.from(beside, ([, comment]) => comment),
    ...Array.from(below.matchAll(/^\/\/ (.*)$/gm), ([, comment]) => comment),
  ];
}

test("programs print what they say", async (t) => {
  // Inside of the package, which they import by its name.
  const scratch = join(FOLDER, "scratch/readme");
  mkdirSync(scratch, { recursive: true });
  t.after(() => rmSync(scratch, { recursive: true }));
  const programs = Array.from(README.matchAll(/^```js\n(.*?)^```$/gms));
  assert.ok(programs.length >= 6);
  for (const { 1: program, index } of programs) {
    const line = README.slice(0, index).split("\n").length;
    await t.test(`line ${line}`, () => {
      const file = join(scratch, `line${line}.mjs`);
      writeFileSync(file, program);
      const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
      assert.deepEqual(printed.trimEnd().split("\n"), expected(program));
    });
  }
});
