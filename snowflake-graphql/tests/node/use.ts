// What a client can do with the types, and what it cannot: each line under an
// `@ts-expect-error` must be an error, or the compiler complains.

import type {
  CreatePostMutation, EchoQuery, EchoQueryVariables, NodeQueryVariables, SearchQueryVariables,
} from './operations.js';
import type { Entry, NewPost, Post, Scalars } from './schema.js';

export const text: string = '175928847299117063';

export const variables: EchoQueryVariables = {
  ids: { users: [], posts: [text], entries: [text], messages: [], tags: [text], topics: [] },
  entry: text,
};
export const entries = (query: EchoQuery): string[] => query.echo.entries;
export const users = (query: EchoQuery): string[] => query.echo.users;
export const topic = (created: CreatePostMutation): string | null => created.createPost.topicId;
export const scalar: Scalars['Snowflake']['output'] = text;
export const entry: Entry = { id: text };
export const search: SearchQueryVariables = { search: { user: text } };
export const reply: NewPost = { authorId: text, topicId: null };

// @ts-expect-error: a number has lost bits of an ID
export const number: EchoQueryVariables['entry'] = 175928847299117063;
// @ts-expect-error: also where the scalar is GraphQL's own
export const node: NodeQueryVariables = { id: 7 };
// @ts-expect-error: also in lists
export const numbers: EchoQueryVariables['ids']['tags'] = [7];
// @ts-expect-error: also in input objects
export const post: NewPost = { authorId: 7 };
// @ts-expect-error: one of them, not both
export const both: SearchQueryVariables = { search: { user: text, post: text } };
// @ts-expect-error: IDs are not `any`
export const sum = (query: EchoQuery): number => query.echo.entries[0];
// @ts-expect-error: also in the types of the schema
export const id = (post: Post): number => post.authorId;
