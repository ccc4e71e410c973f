// What must not compile: each line at the end.

import type { Feed } from "./bindings/Feed.js";
import type { Page } from "./bindings/Page.js";
import type { PostId } from "./bindings/ids/PostId.js";
import type { Post } from "./bindings/Post.js";
import type { RoomId } from "./bindings/shared.js";
import type { UserId } from "./bindings/UserId.js";

declare let feed: Feed;
declare let post: Post;
declare let user: UserId;
declare let room: RoomId;
declare let page: Page<PostId>;

post.author = post.id;
post.author = "249857720318955522";
post.reply_to = user;
post.tags = [post.id];
post.room = 7;
post.pair = [room, user];
post.reactions[post.id];
post.by_room[user];
feed.users = page;
feed.owner = post.slug;
