// With brands, an ID of another type does not compile.

import type { components, paths } from "./brands/api.js";

type Schemas = components["schemas"];
type Post = Schemas["Post"];
type Path = paths["/users/{user}/posts/{post}"]["get"]["parameters"]["path"];

declare const user: Schemas["UserId"];
declare const post: Schemas["PostId"];
declare const tag: Schemas["TagId"];
declare const room: Schemas["RoomId"];

export const text: string = user;
export const author: Post["author"] = user;
export const reply_to: Post["reply_to"] = post;
export const tags: Post["tags"] = [tag];
export const reactions: Post["reactions"] = { [user]: tag };
export const path: Path = { user, post };
export const number: number = room;

// @ts-expect-error
export const unchecked: Schemas["UserId"] = "175928847299117063";
// @ts-expect-error
export const wrong: Schemas["PostId"] = user;
// @ts-expect-error
export const wrongAuthor: Post["author"] = post;
// @ts-expect-error
export const wrongReplyTo: Post["reply_to"] = user;
// @ts-expect-error
export const wrongTags: Post["tags"] = [post];
// @ts-expect-error
export const wrongReactions: Post["reactions"] = { [user]: post };
// @ts-expect-error
export const wrongPath: Path = { user: post, post: user };
// @ts-expect-error
export const wrongRoom: Schemas["RoomId"] = 129171456000129;
