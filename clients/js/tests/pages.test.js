// The programs of the pages print what their comments say, and their types compile.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { FOLDER, pages, programs, typeErrors } from "./tools.js";

// Inside of the package, which they import by its name.
const scratch = join(FOLDER, "scratch/pages");

test.before(() => mkdirSync(scratch, { recursive: true }));
test.after(() => rmSync(scratch, { recursive: true }));

/** What the comments after `console.log`, and those at the end, say is printed. */
function expected(program) {
  const beside = program.matchAll(/^.*console\.log\(.*\); \/\/ (.*)$/gm);
  const below = program.match(/\n((?:\/\/ .*\n)+)$/)?.[1] ?? "";
  return [
    ...Array.from(beside, ([, comment]) => comment),
    ...Array.from(below.matchAll(/^\/\/ (.*)$/gm), ([, comment]) => comment),
  ];
}

for (const [name, page] of Object.entries(pages())) {
  const [scripts, types] = ["js", "ts"].map((language) => programs(page, language));

  test(`the ${name} has programs`, () => assert.ok(scripts.length > 0 && types.length > 0));

  for (const { program, line } of scripts) {
    test(`the ${name}'s program at line ${line} prints what it says`, () => {
      const file = join(scratch, `${name}${line}.mjs`);
      writeFileSync(file, program);
      const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
      assert.deepEqual(printed.trimEnd().split("\n"), expected(program));
    });
  }

  test(`the ${name}'s types compile, and what is marked as an error is one`, () => {
    const files = types.map(({ program, line }) => {
      // A program that others import says where it is.
      const path = program.match(/^\/\/ (\S+\.ts)\n/)?.[1] ?? `${name}${line}.ts`;
      const file = join(scratch, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, program);
      return file;
    });
    assert.equal(typeErrors(files), "");
  });
}
