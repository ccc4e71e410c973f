// Validates the OpenAPI document that is the argument.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";

const text = readFileSync(process.argv[2], "utf8");

async function validate(text) {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  return { valid, errors, validator };
}

const { valid, errors, validator } = await validate(text);
assert(valid, JSON.stringify(errors, null, 2));
assert.equal(validator.version, "3.1");
// It throws if a reference leads to nothing.
validator.resolveRefs();

// The validator is awake.
assert(!(await validate(text.replaceAll('"in": "path"', '"in": "nowhere"'))).valid);
const dangling = await validate(text.replace('"ReportId": {', '"Report": {'));
assert.throws(() => dangling.validator.resolveRefs());

// JavaScript reads each pattern, and finds the example to be right.
const schemas = Object.entries(JSON.parse(text).components.schemas);
const ids = schemas.filter(([name]) => name.endsWith("Id"));
for (const [name, { type, pattern, minLength, maxLength, examples }] of ids) {
  const [example] = examples;
  if (type === "integer") {
    assert(Number.isSafeInteger(example), name);
    continue;
  }
  assert(example.length >= minLength && example.length <= maxLength, name);
  for (const flags of ["", "u", "v"]) {
    const regex = new RegExp(pattern, flags);
    assert(regex.test(example), name);
    assert(!regex.test(`${example}0000000000000000000`) && !regex.test(""), name);
  }
}
console.log(`valid OpenAPI ${validator.version}, ${ids.length} ID types`);
