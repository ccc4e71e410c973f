// The schema that introspection tells is the one that the server writes, and
// graphql-js finds no fault with it. Arguments: URL, file with the schema.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  assertValidSchema, buildClientSchema, buildSchema, getIntrospectionQuery, isSpecifiedScalarType,
  lexicographicSortSchema, parse, printSchema, validate,
} from 'graphql';
import { post } from './post.mjs';

const [url, file] = process.argv.slice(2);
const query = getIntrospectionQuery({
  descriptions: true, inputValueDeprecation: true, oneOf: true, specifiedByUrl: true,
});
const client = buildClientSchema(await post(url, { query }));
assertValidSchema(client);

const written = buildSchema(readFileSync(file, 'utf8'));
assertValidSchema(written);
assert.equal(
  printSchema(lexicographicSortSchema(client)),
  printSchema(lexicographicSortSchema(written)),
);

// `ID` is graphql-js's own, and the others are custom scalars with a text.
assert.ok(isSpecifiedScalarType(client.getType('ID')));
for (const name of ['EntryId', 'MessageId', 'Snowflake']) {
  assert.match(client.getType(name).description, /snowflake ID/);
}
assert.equal(client.getType('Snowflake').specifiedByURL, 'https://example.com/snowflake');

const operations = parse(readFileSync(new URL('operations.graphql', import.meta.url), 'utf8'));
assert.deepEqual(validate(client, operations), []);
