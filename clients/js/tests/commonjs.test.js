// A CommonJS module may load this one: the oldest Node.js in `engines` can `require` an ES module.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import * as imported from "../src/index.js";

test("`require` and `import` give the same", () => {
  const required = createRequire(import.meta.url)("../src/index.js");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());
  assert.equal(required.idType, imported.idType);
});
