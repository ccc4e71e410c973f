// Which row of the service has an ID.

import { query } from "./graphql.js";

const ROW = `
  query Row($id: ID!) {
    node(id: $id) {
      __typename
      ... on User { name }
      ... on Guild { name }
      ... on Channel { name }
      ... on Message { author { name } }
      ... on Reaction { emoji user { name } }
    }
  }`;

/** How a row is called in a sentence. */
const NAMES = {
  User: ({ name }) => `the user ${name}`,
  Guild: ({ name }) => `the guild ${name}`,
  Channel: ({ name }) => `the channel #${name}`,
  Message: ({ author }) => `a message of ${author.name}`,
  Reaction: ({ emoji, user }) => `${emoji} of ${user.name}`,
};

/** What an ID identifies, or `undefined` if no row has it. */
export async function rowOf(id) {
  const { node } = await query(ROW, { id });
  return node ? NAMES[node.__typename](node) : undefined;
}
