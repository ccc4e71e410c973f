// Which row of the service has an ID.

import { query } from "./graphql.js";

const NODE = `
  fragment Row on Node {
    __typename
    ... on User { name }
    ... on Guild { name }
    ... on Channel { name }
    ... on Message { author { name } }
    ... on Reaction { emoji user { name } }
  }`;

/** How a row is called in a sentence. */
const NAMES = {
  User: ({ name }) => `the user ${name}`,
  Guild: ({ name }) => `the guild ${name}`,
  Channel: ({ name }) => `the channel #${name}`,
  Message: ({ author }) => `a message of ${author.name}`,
  Reaction: ({ emoji, user }) => `${emoji} of ${user.name}`,
};

/**
 * The type of an ID with what it identifies, or `undefined` if no row has it.
 *
 * The IDs of all types are minted by one generator, so at most one row has it, whatever
 * types it could be of.
 */
export async function rowOf(value, types) {
  const fields = types.map((type, at) => `row${at}: node(id: "${globalId(type, value)}") { ...Row }`);
  const rows = await query(`query Row { ${fields.join(" ")} } ${NODE}`);
  const at = types.findIndex((_, at) => rows[`row${at}`] !== null);
  if (at < 0) return undefined;
  const row = rows[`row${at}`];
  return { type: types[at], name: NAMES[row.__typename](row) };
}

/** Types without a prefix are named: `Message:249857720318955522`. */
function globalId({ name, text }, value) {
  const id = text.encode(value);
  return text.prefix ? id : `${name.replace(/Id$/, "")}:${id}`;
}
