// What the tests need.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** The pages with programs in them, by name. */
export function pages() {
  const guide = variable("SNOWFLAKE_GUIDE", "the path of `snowflake-kit/src/guide/javascript.md`");
  return {
    README: readFileSync(join(FOLDER, "README.md"), "utf8"),
    guide: readFileSync(guide, "utf8"),
  };
}

/** The programs of a page in a language, with the lines where they are. */
export function programs(page, language) {
  const found = page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"));
  return Array.from(found, ({ 1: program, index }) => {
    return { program, line: page.slice(0, index).split("\n").length };
  });
}

/** A variable that tells the tests where something is. */
function variable(name, what) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`set ${name} to ${what}, or run \`cargo test\``);
  return value;
}

/** What the command `snowflake` says: the lines of its output, and of its errors. */
export function snowflake(args, lines) {
  const command = variable("SNOWFLAKE_COMMAND", "the path of the command `snowflake`");
  const input = lines?.map((line) => `${line}\n`).join("");
  const { error, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    input,
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  const split = (text) => text.split("\n").slice(0, -1);
  return { out: split(stdout), errors: split(stderr) };
}

/** What Rust's generators do on a clock that is set by hand. */
export function minted() {
  const file = variable("SNOWFLAKE_MINTED", "the file that the tests of `snowflake-kit-cli` write");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** What every reader of the format has to do (`SPEC.md`). */
export function vectors() {
  const file = variable("SNOWFLAKE_VECTORS", "the path of `vectors.json`");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** What the compiler says about a project. */
export function tsc(...args) {
  const program = join(FOLDER, "node_modules/typescript/bin/tsc");
  if (!existsSync(program)) throw new Error("TypeScript is not there: run `npm ci`");
  const { error, status, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd: FOLDER,
    encoding: "utf8",
  });
  if (error) throw error;
  return { status, stdout };
}

/** The errors of files, under the options of `tests/typescript/tsconfig.json`. */
export function typeErrors(files) {
  const folder = mkdtempSync(join(FOLDER, "scratch/tsc-"));
  const project = join(folder, "tsconfig.json");
  const options = join(FOLDER, "tests/typescript/tsconfig.json");
  writeFileSync(project, JSON.stringify({ extends: options, files }));
  const { stdout } = tsc("--project", project, "--pretty", "false");
  rmSync(folder, { recursive: true });
  return stdout;
}

/** SplitMix64, <https://prng.di.unimi.it/splitmix64.c>: 64 random bits at each call. */
export function random(seed) {
  let state = seed;
  const u64 = (value) => BigInt.asUintN(64, value);
  return () => {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = u64((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = u64((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
}

/** What a function throws. */
export function thrown(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing is thrown");
}
