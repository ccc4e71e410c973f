// What does not compile: each line that begins with an expression.

import {
  compareIds,
  idType,
  Layout,
  presets,
  publicIdType,
  Text,
  toBigInt,
  type IdOf,
} from "snowflake-kit";
import { DISCORD } from "snowflake-kit/decode";

const UserId = idType("UserId");
type UserId = IdOf<typeof UserId>;
const PostId = idType("PostId", { text: "base62", prefix: "pst_" });
type PostId = IdOf<typeof PostId>;
const RoomId = idType("RoomId", { json: "number" });
const AccountId = publicIdType("AccountId");
type AccountId = IdOf<typeof AccountId>;
const CartId = idType("CartId", { text: "typeid", prefix: "cart_" });
const CountryId = idType("CountryId", { bits: 32 });

declare const user: UserId;
declare const post: PostId;
declare let author: UserId;
declare let account: AccountId;
declare const posts: PostId[];
declare const byUser: { [key in UserId]: string };

author = post;
author = "249857720318955522";
author = `${user}`;
author = RoomId.from(7);
author = PostId.range().first;
UserId.decode(post);
UserId.compare(user, post);
posts.includes(user);
byUser[post];
byUser["249857720318955522"];
RoomId.decode(7);
user + 1 - 1;
toBigInt(null);
compareIds(user, undefined);
presets.myspace;
presets.discord.decode("1").nodeFields.datacenter;
presets.discord.range("2026-01-01");
presets.discord = presets.twitter;
presets.discord.epochUnixMillis = 0;
idType("TagId", { layout: "myspace" });
idType("TagId", { text: "base64" });
idType("TagId", { json: "bigint" });
idType("TagId", { prefx: "tag_" });
new Text("decimal").decode(7n);
new Layout({ name: "orders", nodeBits: 10 });
account = user;
account = "Hq8AnFvKpSRBZ8kZMTIvP4";
DISCORD.decode("1").nodeFields.datacenter;
DISCORD.range();
author = CartId.from("cart_01h455vb4pex5vsknk084sn02q");
author = CountryId.from(7);
CartId.layout;
CountryId.decode(CountryId.from(7));
idType("TagId", { bits: 8 });
