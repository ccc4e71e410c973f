// IDs come back as they were sent, in variables and as literals. Argument: URL.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { post } from './post.mjs';

const [url] = process.argv.slice(2);
const query = readFileSync(new URL('operations.graphql', import.meta.url), 'utf8');
const send = (operationName, variables) => post(url, { query, operationName, variables });

const { given } = await send('Given');
for (const ids of Object.values(given)) {
  assert.equal(ids.length, 10_000);
  assert.ok(ids.every((id) => typeof id === 'string'));
  assert.equal(new Set(ids).size, 10_000);
}
const { echo } = await send('Echo', { ids: given, entry: given.entries[0] });
assert.deepEqual(echo, given);

// As integer literals in the query: JavaScript never sees them as numbers.
const literals = `{
  echo(ids: {
    users: [], posts: [], messages: [], topics: [],
    entries: [${given.entries}], tags: [${given.tags}],
  }) { entries tags }
}`;
const { entries, tags } = given;
assert.deepEqual((await post(url, { query: literals })).echo, { entries, tags });

// As numbers they are others: the reason for strings.
const rounded = entries.filter((id) => String(Number(id)) !== id);
assert.ok(rounded.length > 5_000, `${rounded.length} of ${entries.length} are no exact floats`);

// Page by page, to the end.
const seen = [];
for (let after = null, more = true; more; ) {
  const { entries: page } = await send('Entries', { after, first: 7 });
  seen.push(...page.nodes.map((node) => BigInt(node.id)));
  after = page.pageInfo.endCursor;
  more = page.pageInfo.hasNextPage;
}
assert.deepEqual(seen, Array.from({ length: 25 }, (_, i) => BigInt(25 - i)));

const { node } = await send('Node', { id: `Tag:${tags[0]}` });
assert.deepEqual(node, { __typename: 'Tag', id: `Tag:${tags[0]}`, tagId: tags[0] });
const wrong = send('Node', { id: tags[0] });
await assert.rejects(wrong, /Invalid value for argument "id": .* is of no kind; expected a string/);
