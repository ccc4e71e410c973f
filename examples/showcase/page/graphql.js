// Queries to the GraphQL interface: what a view needs, in one request.

/** A message with all that is shown of it. */
const SHOWN = `
  fragment Shown on Message {
    id
    text
    author { id name }
    replyTo { id text author { name } }
    reactions { id emoji user { id name } }
  }`;

const GUILDS = `
  query Guilds {
    guilds(first: 100) {
      nodes { id name channels { id name } }
    }
  }`;

const MESSAGES = `
  query Messages($channel: ChannelId!, $first: Int, $after: String, $before: String) {
    channel(id: $channel) {
      pinned { id text author { name } }
      messages(first: $first, after: $after, before: $before) {
        nodes { ...Shown }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${SHOWN}`;

/** For `live.js`: with the neighbours, which say whether and where something is missing. */
export const NEW_MESSAGES = `
  subscription NewMessages($channel: ChannelId!) {
    messages(channel: $channel) {
      ...Shown
      previous { id }
      next { id }
    }
  }
  ${SHOWN}`;

export async function guilds() {
  return (await query(GUILDS)).guilds.nodes;
}

/** A page of a channel, the newest first. The cursors of pages are IDs. */
export async function messages(channel, { after, before } = {}) {
  const answer = await query(MESSAGES, { channel, first: 50, after, before });
  return answer.channel;
}

export async function query(text, variables = {}) {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: text, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
  return data;
}
