// A client of what the structs in blog.rs are exported to, and of what serde writes of them.

import { compareIds, idType, type Id, type IdOf, type NumberId } from "snowflake-kit";

import type { Feed } from "./bindings/Feed.js";
import type { PostId } from "./bindings/ids/PostId.js";
import type { Page } from "./bindings/Page.js";
import type { Post } from "./bindings/Post.js";
import type { RoomId, Tag } from "./bindings/shared.js";
import type { UserId } from "./bindings/UserId.js";
import { json } from "./feed.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(same: Same<A, B>): void;

const users = idType("UserId");
const posts = idType("PostId", { text: "base62", prefix: "pst_" });
const tags = idType("Tag", { text: "hex" });
const rooms = idType("RoomId", { layout: "ecmascript", json: "number" });

// The types of the module are those that Rust exports.
type Types = [
  Same<UserId, IdOf<typeof users>>,
  Same<UserId, Id<"UserId">>,
  Same<PostId, IdOf<typeof posts>>,
  Same<Tag, IdOf<typeof tags>>,
  Same<RoomId, IdOf<typeof rooms>>,
  Same<RoomId, NumberId<"RoomId">>,
  Same<Post["reply_to"], PostId | null>,
  Same<Post["tags"], Tag[]>,
  Same<Post["ends"], [PostId, PostId]>,
  Same<Post["pair"], [UserId, RoomId]>,
  Same<Post["reactions"], { [key in UserId]: string }>,
  Same<Post["by_room"], { [key in RoomId]: UserId[] }>,
  Same<Post["inline"], UserId>,
  Same<Post["slug"], string>,
  Same<Post["editor"], UserId | undefined>,
  Same<Feed["owner"], UserId>,
  Same<Feed["page"], Page<Post>>,
  Same<Feed["users"]["items"], UserId[]>,
  Same<Feed["reference"]["id"], Tag>,
  Same<Feed["references"][number]["id"], RoomId | null>,
  Same<Feed["last"], UserId | null>,
];
export const types: Types = [
  ...([true, true, true, true, true, true, true, true, true, true] as const),
  ...([true, true, true, true, true, true, true, true, true, true, true] as const),
];

function equal(actual: unknown, expected: unknown) {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

const feed: Feed = JSON.parse(json);
const post = feed.page.items[0];
if (post === undefined) throw new Error("no post");

const [ada, eve] = [users.from("249857720318955522"), users.from("9223372036854775807")];
const room = rooms.from(129171456000129);
const next = posts.from("pst_AzL8n0Y58m7");

equal(feed.owner, ada);
equal(feed.users.items, [ada, eve]);
equal(feed.last, eve);
equal(feed.page.next, next);
equal(feed.reference.id, tags.from(7n));
equal(feed.references[0]?.id, room);
equal(post.author, ada);
equal(post.reply_to, null);
equal(post.room, room);
equal(post.ends, [posts.from(1), next]);
equal(post.pair, [eve, room]);
equal(post.reactions[eve], "+1");
equal(post.by_room[room], [ada, eve]);
equal(post.inline, eve);
equal("editor" in post, false);

// Each value is what its type says.
const ids: [{ is(value: unknown): boolean }, unknown[]][] = [
  [users, [feed.owner, ...feed.users.items, post.author, post.inline, ...Object.keys(post.reactions)]],
  [posts, [post.id, ...post.ends, feed.page.next]],
  [tags, [...post.tags, feed.reference.id]],
  [rooms, [post.room, post.pair[1], ...feed.references.map(({ id }) => id)]],
];
for (const [type, values] of ids) equal(values.map(type.is), values.map(() => true));

equal(posts.decode(post.id).time.toISOString(), "2026-11-21T11:25:22.656Z");
equal(feed.users.items.sort(users.compare), [ada, eve]);
equal([eve, ada].sort(compareIds), [ada, eve]);

for (const target of feed.targets) {
  switch (target.kind) {
    case "user":
      equal(target.id, eve);
      break;
    case "post":
      equal(target.id, next);
      break;
    case "room":
      equal(target.id.room, room);
  }
}

// What a client sends is typed as well.
const answer: Post = {
  ...post,
  id: posts.from(2),
  reply_to: post.id,
  tags: [tags.from("0271065ac1020007")],
  reactions: { [ada]: "+1", [eve]: "-1" },
  by_room: { [room]: [ada] },
  editor: ada,
};
equal(Object.entries(answer.reactions), [[ada, "+1"], [eve, "-1"]]);

console.log("all as expected");
